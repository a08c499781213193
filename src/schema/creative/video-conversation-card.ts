import {
  createVideoConversationCard,
  deleteVideoConversationCard,
  listVideoConversationCards,
  updateVideoConversationCard,
  type VideoConversationCardParams,
  type VideoConversationCardRow,
} from '../../rest/creative/video-conversation-card.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { Card, cardQuery, cardQueryArg } from './card.ts'
import {
  conversationCardChanges,
  conversationCardParams,
  validateConversationCard,
  namedConversationCard,
  newConversationCardFields,
} from './conversation-card-input.ts'
import { ConversationCard } from './conversation-card.ts'
import { intOf } from './wire-number.ts'

export const VideoConversationCard = builder.objectRef<VideoConversationCardRow>('VideoConversationCard')
export const VideoConversationCardConnection = connectionType(VideoConversationCard)

VideoConversationCard.implement({
  description: 'A conversation card with a video, which is 16:9 (R-CARD-11).',
  interfaces: [Node, Entity, Card, ConversationCard],
  fields: (t) => ({
    videoWidth: t.int({ description: 'How wide its video is, in pixels.', resolve: (row) => intOf(row.video_width) }),
    videoHeight: t.int({ description: 'How high its video is, in pixels.', resolve: (row) => intOf(row.video_height) }),
    videoOwnerId: t.exposeID('video_owner_id', { description: 'The user whose video it is.' }),
    posterMediaUrl: t.exposeString('poster_media_url', {
      description: 'Where the image is that is shown before it plays.',
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
  videoConversationCard: t.byId({
    type: VideoConversationCard,
    endpoint: listVideoConversationCards,
    description: 'One of its video conversation cards.',
    args: withDeletedArg,
  }),
  videoConversationCards: t.list({
    type: VideoConversationCardConnection,
    endpoint: listVideoConversationCards,
    description: 'Its video conversation cards.',
    args: {
      ...idsArg,
      ...cardQueryArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, query }, account) => ({
      card_ids: restIds('VideoConversationCard', account.id, ids, 'ids'),
      q: cardQuery(query),
    }),
  }),
}))

/** The media that a video conversation card takes beside those of both kinds. */
const mediaFields = (t: InputFields, required: boolean) => ({
  mediaKey: t.id({
    required,
    description: 'Its video, by its media key or global id: 16:9 (R-CARD-11), in the library (R-CARD-2).',
  }),
  unlockedVideoMediaKey: t.id({
    description: 'The unlocked video, by its media key or global id; it must be in the library (R-CARD-15).',
  }),
  posterMediaKey: t.id({
    description:
      'The image shown before it plays, by its media key or global id: its first frame unless set (R-CARD-15).',
  }),
})

const CreateVideoConversationCardInput = builder.inputType('CreateVideoConversationCardInput', {
  description: 'A new video conversation card: with a `title`, a `secondCta` or both (R-CARD-12).',
  fields: (t) => ({
    ...accountField(t),
    ...mediaFields(t, true),
    ...newConversationCardFields(t),
  }),
})

const UpdateVideoConversationCardInput = builder.inputType('UpdateVideoConversationCardInput', {
  description: 'What is to change of a video conversation card: what is left out stays, null removes.',
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
        description: 'The card as the service answered; null if it was refused.',
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
  'The result of changing a video conversation card.',
)
const DeleteVideoConversationCardPayload = videoConversationCardPayload(
  'DeleteVideoConversationCardPayload',
  'The result of deleting a video conversation card.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createVideoConversationCard: writeField(t, {
    payload: CreateVideoConversationCardPayload,
    description:
      'Creates a video conversation card, which posts name by its URI. With `validateOnly` its media are read, a call each.',
    input: CreateVideoConversationCardInput,
    inputDescription: 'The new card.',
    prepare(check, context) {
      const account = check.account('accountId')
      const params = conversationCardParams<VideoConversationCardParams>(check, account, 'Create')
      const send = () => context.rest.call(createVideoConversationCard, { account_id: account }, params)
      return { send, validate: () => validateConversationCard(context, check, account, 'VIDEO') }
    },
  }),

  updateVideoConversationCard: writeField(t, {
    payload: UpdateVideoConversationCardPayload,
    description:
      'Changes a video conversation card, in all posts that show it. With `validateOnly` the card and the media that are ' +
      'given are read, a call each.',
    input: UpdateVideoConversationCardInput,
    inputDescription: 'What is to change.',
    prepare(check, context) {
      const { account, id } = check.changes('cardId', 'VideoConversationCard')
      const params = conversationCardParams<VideoConversationCardParams>(check, account, 'Update')
      const send = () => context.rest.call(updateVideoConversationCard, { account_id: account, card_id: id }, params)
      return {
        send,
        validate: () =>
          validateConversationCard(context, check, account, 'VIDEO', () =>
            context.loaders.byId(listVideoConversationCards, { account_id: account }, id),
          ),
      }
    },
  }),

  deleteVideoConversationCard: writeField(t, {
    payload: DeleteVideoConversationCardPayload,
    description: 'Deletes a video conversation card. From then on it is shown only with `withDeleted`.',
    input: DeleteVideoConversationCardInput,
    inputDescription: 'The card.',
    prepare(check, context) {
      const { account, id } = check.changes('cardId', 'VideoConversationCard')
      return { send: () => context.rest.call(deleteVideoConversationCard, { account_id: account, card_id: id }) }
    },
  }),
}))
