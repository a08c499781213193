import type { ConversationCardParams } from '../../rest/creative/conversation-card.ts'
import {
  createImageConversationCard,
  deleteImageConversationCard,
  listImageConversationCards,
  updateImageConversationCard,
  type ImageConversationCardRow,
} from '../../rest/creative/image-conversation-card.ts'
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

/** The media fields that only image conversation cards have. */
const mediaFields = (t: InputFields, required: boolean) => ({
  mediaKey: t.id({
    required,
    description:
      'The image, by media key or global ID. It must be at least 800 pixels wide with the aspect ratio 1.91:1 ' +
      '(R-CARD-11), and in the library (R-CARD-2).',
  }),
})

builder.mutationFields((t) => ({
  createImageConversationCard: writeField(t, {
    row: ImageConversationCard,
    endpoint: createImageConversationCard,
    does: { action: 'CREATE', recognized: NEW_CONVERSATION_CARD },
    editors: CREATIVE_EDITORS,
    description:
      'Creates an image conversation card. Posts refer to it by its URI. With `validateOnly`, its media items are ' +
      'read, one call each.',
    input: inputType(
      'CreateImageConversationCardInput',
      'A new image conversation card. It needs a `title`, a `secondCta` or both (R-CARD-12).',
      (t) => ({
        ...ownAccountField(t),
        ...mediaFields(t, true),
        ...conversationCardFields(t, true),
      }),
    ),
    prepare: (check) =>
      conversationCard<ConversationCardParams>(check, check.ids.account('accountId', 'mediaKey'), 'IMAGE'),
  }),

  updateImageConversationCard: writeField(t, {
    row: ImageConversationCard,
    endpoint: updateImageConversationCard,
    does: { action: 'UPDATE', id: 'cardId' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates an image conversation card in all posts that show it. With `validateOnly`, the card and the media ' +
      'items in the input are read, one call each.',
    input: inputType(
      'UpdateImageConversationCardInput',
      'Changes to an image conversation card. Omitted fields keep their value; null removes the value.',
      (t) => ({
        ...namedConversationCard(t),
        ...mediaFields(t, false),
        ...conversationCardFields(t, false),
      }),
    ),
    prepare: (check) => conversationCardUpdate<ConversationCardParams>(check, 'IMAGE', 'ImageConversationCard'),
  }),

  deleteImageConversationCard: deleteField(t, {
    row: ImageConversationCard,
    endpoint: deleteImageConversationCard,
    editors: CREATIVE_EDITORS,
    description: 'Deletes an image conversation card. After that it is returned only if `withDeleted` is true.',
    id: 'cardId',
  }),
}))
