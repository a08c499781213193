import {
  listVideoConversationCards,
  type VideoConversationCardRow,
} from '../../rest/creative/video-conversation-card.ts'
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

nodeType(VideoConversationCard, ({ loaders }, account, id) =>
  loaders.byId(listVideoConversationCards, { account_id: account }, id),
)

builder.queryField('videoConversationCard', (t) =>
  t.field({
    type: VideoConversationCard,
    description: 'One video conversation card.',
    extensions: lookUpCost(listVideoConversationCards),
    args: rootIdArgs,
    resolve: (_root, args, context, info) =>
      findAtRoot(context, info, 'VideoConversationCard', listVideoConversationCards, args),
  }),
)

builder.objectFields(Account, (t) => ({
  videoConversationCard: t.field({
    type: VideoConversationCard,
    description: 'One of its video conversation cards.',
    extensions: { ...keyOnly, ...lookUpCost(listVideoConversationCards) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'VideoConversationCard', listVideoConversationCards, account.id, args),
  }),
  videoConversationCards: t.field({
    type: VideoConversationCardConnection,
    nullable: false,
    description: 'Its video conversation cards.',
    extensions: { ...keyOnly, ...listCost(listVideoConversationCards) },
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
          endpoint: listVideoConversationCards,
          path: { account_id: account.id },
          filters: { card_ids: restIds('VideoConversationCard', account.id, ids, 'ids'), q: cardQuery(query) },
        },
        page,
      ),
  }),
}))
