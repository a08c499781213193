import {
  listImageConversationCards,
  type ImageConversationCardRow,
} from '../../rest/creative/image-conversation-card.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { findAtRoot, findInAccount, ownIdArgs, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { Card, cardQuery, cardQueryArg } from './card.ts'
import { ConversationCard } from './conversation-card.ts'
import { intOf } from './wire-number.ts'

export const ImageConversationCard = builder.objectRef<ImageConversationCardRow>('ImageConversationCard')
export const ImageConversationCardConnection = connectionType(ImageConversationCard)

ImageConversationCard.implement({
  description: 'A conversation card with an image, which is at least 800 pixels wide and 1.91:1 (R-CARD-11).',
  interfaces: [Node, Entity, Card, ConversationCard],
  fields: (t) => ({
    imageDisplayWidth: t.int({
      description: 'How wide its image is, in pixels.',
      resolve: (row) => intOf(row.image_display_width),
    }),
    imageDisplayHeight: t.int({
      description: 'How high its image is, in pixels.',
      resolve: (row) => intOf(row.image_display_height),
    }),
  }),
})

nodeType(ImageConversationCard, ({ loaders }, account, id) =>
  loaders.byId(listImageConversationCards, { account_id: account }, id),
)

builder.queryField('imageConversationCard', (t) =>
  t.field({
    type: ImageConversationCard,
    description: 'One image conversation card.',
    extensions: lookUpCost(listImageConversationCards),
    args: rootIdArgs,
    resolve: (_root, args, context, info) =>
      findAtRoot(context, info, 'ImageConversationCard', listImageConversationCards, args),
  }),
)

builder.objectFields(Account, (t) => ({
  imageConversationCard: t.field({
    type: ImageConversationCard,
    description: 'One of its image conversation cards.',
    extensions: { ...keyOnly, ...lookUpCost(listImageConversationCards) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'ImageConversationCard', listImageConversationCards, account.id, args),
  }),
  imageConversationCards: t.field({
    type: ImageConversationCardConnection,
    nullable: false,
    description: 'Its image conversation cards.',
    extensions: { ...keyOnly, ...listCost(listImageConversationCards) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      ...cardQueryArg,
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, query, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listImageConversationCards,
          path: { account_id: account.id },
          filters: { card_ids: restIds('ImageConversationCard', account.id, ids, 'ids'), q: cardQuery(query) },
        },
        page,
      ),
  }),
}))
