import {
  createVideoConversationCard,
  deleteVideoConversationCard,
  listVideoConversationCards,
  updateVideoConversationCard,
  type VideoConversationCardParams,
  type VideoConversationCardRow,
} from '../../rest/creative/video-conversation-card.ts'
import { Account } from '../account/account.ts'
import {
  builder,
  CREATIVE_EDITORS,
  deleteField,
  entity,
  type InputFields,
  inputType,
  ownAccountField,
  writeField,
} from '../kit.ts'
import { Card, cardNameFilter, cardNamePrefixArg, cardSortArg } from './card.ts'
import {
  conversationCardFields,
  conversationCard,
  conversationCardUpdate,
  namedConversationCard,
  NEW_CONVERSATION_CARD,
} from './conversation-card-input.ts'
import { ConversationCard } from './conversation-card.ts'
import { Media } from './media.ts'
import { intOf } from './wire-number.ts'

const VideoConversationCard = builder.objectRef<VideoConversationCardRow>('VideoConversationCard')

entity(VideoConversationCard, listVideoConversationCards, {
  description: 'A conversation card with a video. The video has the aspect ratio 16:9 (R-CARD-11).',
  interfaces: [Card, ConversationCard],
  fields: (t) => ({
    ...t.columns({
      videoWidth: ['Int', 'The width of the video in pixels. @beyondDocuments', intOf],
      videoHeight: ['Int', 'The height of the video in pixels. @beyondDocuments', intOf],
      posterMediaUrl: 'The URL of the image that is shown before the video plays. @beyondDocuments',
    }),
    videoOwnerId: t.foreignKey('video_owner_id', 'the user who owns the video', '@beyondDocuments'),
    unlockedVideoMediaKey: t.foreignKey('unlocked_video_media_key', 'the unlocked video (R-CARD-15)'),
    posterMediaKey: t.foreignKey(
      'poster_media_key',
      'the image that is shown before the video plays',
      'Defaults to the first frame.',
    ),
    posterMedia: t.reference(
      Media,
      'poster_media_key',
      'The image that is shown before the video plays. Null if it is not in the library.',
    ),
  }),
  list: [Account, 'videoConversationCards', 'The video conversation cards of the account.'],
  sort: cardSortArg,
  args: cardNamePrefixArg,
  filters: cardNameFilter,
})

/** The media fields that only video conversation cards have. */
const mediaFields = (t: InputFields, required: boolean) => ({
  mediaKey: t.id({
    required,
    description:
      'The video, by media key or global ID. It must have the aspect ratio 16:9 (R-CARD-11) and be in the library ' +
      '(R-CARD-2).',
  }),
  ...t.optional({
    unlockedVideoMediaKey: [
      'ID',
      'The unlocked video (R-CARD-15), by media key or global ID. It must be in the library (R-CARD-2).',
    ],
    posterMediaKey: [
      'ID',
      'The image that is shown before the video plays (R-CARD-15), by media key or global ID. It must be in the library ' +
        '(R-CARD-2). Defaults to the first frame.',
    ],
  }),
})

builder.mutationFields((t) => ({
  createVideoConversationCard: writeField(t, {
    row: VideoConversationCard,
    endpoint: createVideoConversationCard,
    does: { action: 'CREATE', recognized: NEW_CONVERSATION_CARD },
    editors: CREATIVE_EDITORS,
    description:
      'Creates a video conversation card. Posts refer to it by its URI. With `validateOnly`, its media items are ' +
      'read, one call each.',
    input: inputType(
      'CreateVideoConversationCardInput',
      'A new video conversation card. It needs a `title`, a `secondCta` or both (R-CARD-12).',
      (t) => ({
        ...ownAccountField(t),
        ...mediaFields(t, true),
        ...conversationCardFields(t, true),
      }),
    ),
    prepare: (check) =>
      conversationCard<VideoConversationCardParams>(check, check.ids.account('accountId', 'mediaKey'), 'VIDEO'),
  }),

  updateVideoConversationCard: writeField(t, {
    row: VideoConversationCard,
    endpoint: updateVideoConversationCard,
    does: { action: 'UPDATE', id: 'cardId' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates a video conversation card in all posts that show it. With `validateOnly`, the card and the media ' +
      'items in the input are read, one call each.',
    input: inputType(
      'UpdateVideoConversationCardInput',
      'Changes to a video conversation card. Omitted fields keep their value; null removes the value.',
      (t) => ({
        ...namedConversationCard(t),
        ...mediaFields(t, false),
        ...conversationCardFields(t, false),
      }),
    ),
    prepare: (check) => conversationCardUpdate<VideoConversationCardParams>(check, 'VIDEO', 'VideoConversationCard'),
  }),

  deleteVideoConversationCard: deleteField(t, {
    row: VideoConversationCard,
    endpoint: deleteVideoConversationCard,
    editors: CREATIVE_EDITORS,
    description: 'Deletes a video conversation card. After that it is returned only if `withDeleted` is true.',
    id: 'cardId',
  }),
}))
