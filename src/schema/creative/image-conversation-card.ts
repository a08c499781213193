import {
  createImageConversationCard,
  deleteImageConversationCard,
  listImageConversationCards,
  updateImageConversationCard,
  type ImageConversationCardRow,
} from '../../rest/creative/image-conversation-card.ts'
import { Account } from '../account/account.ts'
import { builder, entity } from '../kit.ts'
import { Card, cardNameFilter, cardNamePrefixArg, cardSortArg } from './card.ts'
import { conversationCardMutations } from './conversation-card-write.ts'
import { ConversationCard } from './conversation-card.ts'
import { intOf } from './wire-number.ts'

const ImageConversationCard = builder.objectRef<ImageConversationCardRow>('ImageConversationCard')

entity(ImageConversationCard, listImageConversationCards, {
  description:
    'A conversation card with an image. The image is at least 800 pixels wide and has the aspect ratio 1.91:1 ' +
    '(R-CARD-11).',
  interfaces: [Card, ConversationCard],
  fields: (t) =>
    t.columns({
      imageDisplayWidth: ['Int', 'The width of the image in pixels. @beyondDocuments', intOf],
      imageDisplayHeight: ['Int', 'The height of the image in pixels. @beyondDocuments', intOf],
    }),
  list: [Account, 'imageConversationCards', 'The image conversation cards of the account.'],
  sort: cardSortArg,
  args: cardNamePrefixArg,
  filters: cardNameFilter,
})

conversationCardMutations(
  ImageConversationCard,
  'IMAGE',
  {
    create: createImageConversationCard,
    update: updateImageConversationCard,
    delete: deleteImageConversationCard,
  },
  (t, required) => ({
    mediaKey: t.id({
      required,
      description:
        'The image, by media key or global ID. It must be at least 800 pixels wide with the aspect ratio 1.91:1 ' +
        '(R-CARD-11), and in the library (R-CARD-2).',
    }),
  }),
)
