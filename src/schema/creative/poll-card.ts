import { listPollCards, type PollCardRow } from '../../rest/creative/poll-card.ts'
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
import { intOf, numberOf } from './wire-number.ts'

export const PollCard = builder.objectRef<PollCardRow>('PollCard')
export const PollCardConnection = connectionType(PollCard)

PollCard.implement({
  description:
    'A card with a question to vote on. Its clock starts when the card is made, not when it is attached to a post; votes are ' +
    'no longer taken after its end. There is no update (R-CARD-16). Polls with an image or video are a beta (R-CARD-17).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    firstChoice: t.exposeString('first_choice', { description: 'The first choice.' }),
    secondChoice: t.exposeString('second_choice', { description: 'The second choice.' }),
    thirdChoice: t.exposeString('third_choice', { description: 'The third choice.' }),
    fourthChoice: t.exposeString('fourth_choice', { description: 'The fourth choice.' }),
    durationInMinutes: t.int({
      description: 'How long it is open, 5 to 10080 minutes.',
      resolve: (row) => intOf(row.duration_in_minutes),
    }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'When it opened.' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'When it closes.' }),
    isOpen: t.boolean({
      description: 'Whether votes are taken now, by its end; null where the service does not tell that (R-CARD-16).',
      resolve: ({ end_time: end }) => (end ? Date.now() < Date.parse(end) : null),
    }),
    videoUrl: t.exposeString('video_url', { description: 'Where its video is.' }),
    videoHlsUrl: t.exposeString('video_hls_url', { description: 'Where its video is, as an HLS stream.' }),
    videoWidth: t.int({ description: 'How wide its video is, in pixels.', resolve: (row) => intOf(row.video_width) }),
    videoHeight: t.int({ description: 'How high its video is, in pixels.', resolve: (row) => intOf(row.video_height) }),
    videoPosterUrl: t.exposeString('video_poster_url', { description: 'Where the image is that is shown first.' }),
    videoPosterWidth: t.int({
      description: 'How wide that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_width),
    }),
    videoPosterHeight: t.int({
      description: 'How high that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_height),
    }),
    contentDurationSeconds: t.float({
      description: 'How long its video is, in seconds.',
      resolve: (row) => numberOf(row.content_duration_seconds),
    }),
  }),
})

nodeType(PollCard, ({ loaders }, account, id) => loaders.byId(listPollCards, { account_id: account }, id))

builder.queryField('pollCard', (t) =>
  t.field({
    type: PollCard,
    description: 'One poll card.',
    extensions: lookUpCost(listPollCards),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'PollCard', listPollCards, args),
  }),
)

builder.objectFields(Account, (t) => ({
  pollCard: t.field({
    type: PollCard,
    description: 'One of its poll cards.',
    extensions: { ...keyOnly, ...lookUpCost(listPollCards) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'PollCard', listPollCards, account.id, args),
  }),
  pollCards: t.field({
    type: PollCardConnection,
    nullable: false,
    description: 'Its poll cards.',
    extensions: { ...keyOnly, ...listCost(listPollCards) },
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
          endpoint: listPollCards,
          path: { account_id: account.id },
          filters: { card_ids: restIds('PollCard', account.id, ids, 'ids'), q: cardQuery(query) },
        },
        page,
      ),
  }),
}))
