import type { ConversationCardParams } from '../../rest/creative/conversation-card.ts'
import {
  createImageConversationCard,
  deleteImageConversationCard,
  listImageConversationCards,
  updateImageConversationCard,
  type ImageConversationCardRow,
} from '../../rest/creative/image-conversation-card.ts'
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
import { intOf } from './wire-number.ts'

export const ImageConversationCard = builder.objectRef<ImageConversationCardRow>('ImageConversationCard')
export const ImageConversationCardConnection = connectionType(ImageConversationCard)

ImageConversationCard.implement({
  description:
    'A conversation card with an image. The image is at least 800 pixels wide and has the aspect ratio 1.91:1 ' +
    '(R-CARD-11).',
  interfaces: [Node, Entity, Card, ConversationCard],
  fields: (t) => ({
    imageDisplayWidth: t.int({
      description: 'The width of the image in pixels. @beyondDocuments',
      resolve: (row) => intOf(row.image_display_width),
    }),
    imageDisplayHeight: t.int({
      description: 'The height of the image in pixels. @beyondDocuments',
      resolve: (row) => intOf(row.image_display_height),
    }),
  }),
})

nodeType(ImageConversationCard, listImageConversationCards)

builder.queryField('imageConversationCard', (t) =>
  t.byId({
    type: ImageConversationCard,
    endpoint: listImageConversationCards,
    description: 'One image conversation card.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  imageConversationCards: t.list({
    type: ImageConversationCardConnection,
    endpoint: listImageConversationCards,
    description: 'The image conversation cards of the account.',
    args: {
      ...idsArg,
      ...cardNamePrefixArg,
      ...cardSortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, namePrefix }, account) => ({
      card_ids: restIds('ImageConversationCard', account.id, ids, 'ids'),
      q: cardQuery(namePrefix),
    }),
  }),
}))

/** The media fields that only image conversation cards have. */
const mediaFields = (t: InputFields, required: boolean) => ({
  mediaKey: t.id({
    required,
    description:
      'The image, by media key or global ID. It must be at least 800 pixels wide with the aspect ratio 1.91:1 ' +
      '(R-CARD-11), and in the library (R-CARD-2).',
  }),
})

const CreateImageConversationCardInput = builder.inputType('CreateImageConversationCardInput', {
  description: 'A new image conversation card. It needs a `title`, a `secondCta` or both (R-CARD-12).',
  fields: (t) => ({
    ...ownAccountField(t),
    ...mediaFields(t, true),
    ...newConversationCardFields(t),
  }),
})

const UpdateImageConversationCardInput = builder.inputType('UpdateImageConversationCardInput', {
  description: 'Changes to an image conversation card. Omitted fields keep their value; null removes the value.',
  fields: (t) => ({
    ...namedConversationCard(t),
    ...mediaFields(t, false),
    ...conversationCardChanges(t),
  }),
})

const DeleteImageConversationCardInput = builder.inputType('DeleteImageConversationCardInput', {
  description: 'The image conversation card to delete.',
  fields: namedConversationCard,
})

const imageConversationCardPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<ImageConversationCardRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      imageConversationCard: t.field({
        type: ImageConversationCard,
        description: 'The card as the service returned it. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateImageConversationCardPayload = imageConversationCardPayload(
  'CreateImageConversationCardPayload',
  'The result of creating an image conversation card.',
)
const UpdateImageConversationCardPayload = imageConversationCardPayload(
  'UpdateImageConversationCardPayload',
  'The result of updating an image conversation card.',
)
const DeleteImageConversationCardPayload = imageConversationCardPayload(
  'DeleteImageConversationCardPayload',
  'The result of deleting an image conversation card.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createImageConversationCard: writeField(t, {
    payload: CreateImageConversationCardPayload,
    endpoint: createImageConversationCard,
    editors: CREATIVE_EDITORS,
    description:
      'Creates an image conversation card. Posts refer to it by its URI. With `validateOnly`, its media items are ' +
      'read, one call each.',
    input: CreateImageConversationCardInput,
    inputDescription: 'The new card.',
    prepare(check) {
      const account = check.account('accountId', 'mediaKey')
      const { params, ...rules } = conversationCard<ConversationCardParams>(check, account, 'IMAGE')
      return { ...rules, send: (rest) => rest.call(createImageConversationCard, { account_id: account }, params) }
    },
  }),

  updateImageConversationCard: writeField(t, {
    payload: UpdateImageConversationCardPayload,
    endpoint: updateImageConversationCard,
    editors: CREATIVE_EDITORS,
    description:
      'Updates an image conversation card in all posts that show it. With `validateOnly`, the card and the media ' +
      'items in the input are read, one call each.',
    input: UpdateImageConversationCardInput,
    inputDescription: 'The fields to change.',
    prepare(check) {
      const { account, id } = check.changes('cardId', 'ImageConversationCard')
      const card = rowKey(listImageConversationCards, { account_id: account }, id)
      const { params, ...rules } = conversationCard<ConversationCardParams>(check, account, 'IMAGE', card)
      return {
        ...rules,
        send: (rest) => rest.call(updateImageConversationCard, { account_id: account, card_id: id }, params),
      }
    },
  }),

  deleteImageConversationCard: writeField(t, {
    payload: DeleteImageConversationCardPayload,
    endpoint: deleteImageConversationCard,
    editors: CREATIVE_EDITORS,
    description: 'Deletes an image conversation card. After that it is returned only if `withDeleted` is true.',
    input: DeleteImageConversationCardInput,
    inputDescription: 'The card.',
    prepare(check) {
      const { account, id } = check.changes('cardId', 'ImageConversationCard')
      return { send: (rest) => rest.call(deleteImageConversationCard, { account_id: account, card_id: id }) }
    },
  }),
}))
