import {
  createVideoConversationCard,
  deleteVideoConversationCard,
  listVideoConversationCards,
  updateVideoConversationCard,
  type VideoConversationCardParams,
  type VideoConversationCardRow,
} from '../../rest/creative/video-conversation-card.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { CREATIVE_EDITORS } from '../write/existence.ts'
import { writeField } from '../write/mutation-field.ts'
import { rowKey } from '../write/stored.ts'
import { Card, cardQuery, cardNamePrefixArg, cardSortArg } from './card.ts'
import {
  conversationCardChanges,
  conversationCard,
  namedConversationCard,
  newConversationCardFields,
} from './conversation-card-input.ts'
import { ConversationCard } from './conversation-card.ts'
import { Media } from './media.ts'
import { intOf } from './wire-number.ts'

export const VideoConversationCard = builder.objectRef<VideoConversationCardRow>('VideoConversationCard')
export const VideoConversationCardConnection = connectionType(VideoConversationCard)

VideoConversationCard.implement({
  description: 'A conversation card with a video. The video has the aspect ratio 16:9 (R-CARD-11).',
  interfaces: [Node, Entity, Card, ConversationCard],
  fields: (t) => ({
    videoWidth: t.int({
      description: 'The width of the video in pixels. @beyondDocuments',
      resolve: (row) => intOf(row.video_width),
    }),
    videoHeight: t.int({
      description: 'The height of the video in pixels. @beyondDocuments',
      resolve: (row) => intOf(row.video_height),
    }),
    videoOwnerId: t.foreignKey('video_owner_id', 'the user who owns the video', '@beyondDocuments'),
    unlockedVideoMediaKey: t.foreignKey('unlocked_video_media_key', 'the unlocked video (R-CARD-15)'),
    posterMediaKey: t.foreignKey(
      'poster_media_key',
      'the image that is shown before the video plays',
      'Defaults to the first frame.',
    ),
    posterMedia: t.reference({
      type: Media,
      endpoint: listMedia,
      description: 'The image that is shown before the video plays. Null if it is not in the library.',
      id: 'poster_media_key',
    }),
    posterMediaUrl: t.exposeString('poster_media_url', {
      description: 'The URL of the image that is shown before the video plays. @beyondDocuments',
    }),
  }),
})

nodeType(VideoConversationCard, listVideoConversationCards)

builder.queryField('videoConversationCard', (t) =>
  t.byId({
    type: VideoConversationCard,
    endpoint: listVideoConversationCards,
    description: 'One video conversation card.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  videoConversationCards: t.list({
    type: VideoConversationCardConnection,
    endpoint: listVideoConversationCards,
    description: 'The video conversation cards of the account.',
    args: {
      ...idsArg,
      ...cardNamePrefixArg,
      ...cardSortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, namePrefix }, account) => ({
      card_ids: restIds('VideoConversationCard', account.id, ids, 'ids'),
      q: cardQuery(namePrefix),
    }),
  }),
}))

/** The media fields that only video conversation cards have. */
const mediaFields = (t: InputFields, required: boolean) => ({
  mediaKey: t.id({
    required,
    description:
      'The video, by media key or global ID. It must have the aspect ratio 16:9 (R-CARD-11) and be in the library ' +
      '(R-CARD-2).',
  }),
  unlockedVideoMediaKey: t.id({
    description: 'The unlocked video, by media key or global ID. It must be in the library (R-CARD-15).',
  }),
  posterMediaKey: t.id({
    description:
      'The image that is shown before the video plays, by media key or global ID. Defaults to the first frame ' +
      '(R-CARD-15).',
  }),
})

const CreateVideoConversationCardInput = builder.inputType('CreateVideoConversationCardInput', {
  description: 'A new video conversation card. It needs a `title`, a `secondCta` or both (R-CARD-12).',
  fields: (t) => ({
    ...ownAccountField(t),
    ...mediaFields(t, true),
    ...newConversationCardFields(t),
  }),
})

const UpdateVideoConversationCardInput = builder.inputType('UpdateVideoConversationCardInput', {
  description: 'Changes to a video conversation card. Omitted fields keep their value; null removes the value.',
  fields: (t) => ({
    ...namedConversationCard(t),
    ...mediaFields(t, false),
    ...conversationCardChanges(t),
  }),
})

const DeleteVideoConversationCardInput = builder.inputType('DeleteVideoConversationCardInput', {
  description: 'The video conversation card to delete.',
  fields: namedConversationCard,
})

const videoConversationCardPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<VideoConversationCardRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      videoConversationCard: t.field({
        type: VideoConversationCard,
        description: 'The card as the service returned it. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateVideoConversationCardPayload = videoConversationCardPayload(
  'CreateVideoConversationCardPayload',
  'The result of creating a video conversation card.',
)
const UpdateVideoConversationCardPayload = videoConversationCardPayload(
  'UpdateVideoConversationCardPayload',
  'The result of updating a video conversation card.',
)
const DeleteVideoConversationCardPayload = videoConversationCardPayload(
  'DeleteVideoConversationCardPayload',
  'The result of deleting a video conversation card.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createVideoConversationCard: writeField(t, {
    payload: CreateVideoConversationCardPayload,
    endpoint: createVideoConversationCard,
    editors: CREATIVE_EDITORS,
    description:
      'Creates a video conversation card. Posts refer to it by its URI. With `validateOnly`, its media items are ' +
      'read, one call each.',
    input: CreateVideoConversationCardInput,
    inputDescription: 'The new card.',
    prepare(check) {
      const account = check.account('accountId', 'mediaKey')
      const { params, ...rules } = conversationCard<VideoConversationCardParams>(check, account, 'VIDEO')
      return { ...rules, send: (rest) => rest.call(createVideoConversationCard, { account_id: account }, params) }
    },
  }),

  updateVideoConversationCard: writeField(t, {
    payload: UpdateVideoConversationCardPayload,
    endpoint: updateVideoConversationCard,
    editors: CREATIVE_EDITORS,
    description:
      'Updates a video conversation card in all posts that show it. With `validateOnly`, the card and the media ' +
      'items in the input are read, one call each.',
    input: UpdateVideoConversationCardInput,
    inputDescription: 'The fields to change.',
    prepare(check) {
      const { account, id } = check.changes('cardId', 'VideoConversationCard')
      const card = rowKey(listVideoConversationCards, { account_id: account }, id)
      const { params, ...rules } = conversationCard<VideoConversationCardParams>(check, account, 'VIDEO', card)
      return {
        ...rules,
        send: (rest) => rest.call(updateVideoConversationCard, { account_id: account, card_id: id }, params),
      }
    },
  }),

  deleteVideoConversationCard: writeField(t, {
    payload: DeleteVideoConversationCardPayload,
    endpoint: deleteVideoConversationCard,
    editors: CREATIVE_EDITORS,
    description: 'Deletes a video conversation card. After that it is returned only if `withDeleted` is true.',
    input: DeleteVideoConversationCardInput,
    inputDescription: 'The card.',
    prepare(check) {
      const { account, id } = check.changes('cardId', 'VideoConversationCard')
      return { send: (rest) => rest.call(deleteVideoConversationCard, { account_id: account, card_id: id }) }
    },
  }),
}))
