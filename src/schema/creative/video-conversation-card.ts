import {
  createVideoConversationCard,
  deleteVideoConversationCard,
  listVideoConversationCards,
  updateVideoConversationCard,
  type VideoConversationCardRow,
} from '../../rest/creative/video-conversation-card.ts'
import { Account } from '../account/account.ts'
import { builder, entity } from '../kit.ts'
import { Card, cardNameFilter, cardNamePrefixArg, cardSortArg } from './card.ts'
import { conversationCardMutations } from './conversation-card-write.ts'
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

conversationCardMutations(
  VideoConversationCard,
  'VIDEO',
  {
    create: createVideoConversationCard,
    update: updateVideoConversationCard,
    delete: deleteVideoConversationCard,
  },
  (t, required) => ({
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
  }),
)
