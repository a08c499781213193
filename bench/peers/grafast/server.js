// Grafast with grafserv. It has plans instead of resolvers: every list and reference is a loadMany or loadOne step.
import { createServer } from 'node:http'
import { access, each, lambda, list, loadMany, loadOne, makeGrafastSchema, object } from 'grafast'
import { grafserv } from 'grafserv/node'
import { batches, firstRows } from '../rest.js'
import { typeDefs } from '../schema.js'

// Grafast is written for Node 22, which has this function.
Promise.withResolvers ??= () => {
  const deferred = {}
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  return deferred
}

// Look-up keys are strings and lists of strings, so that equal steps, and their calls, are joined.
const firstOf = (name) => {
  const load = (lookups) => Promise.all(lookups.map(([account, first]) => firstRows(account, name, first)))
  return ($account, { $first }) => loadMany(list([$account.get('id'), $first]), load)
}

const byKeys = (batch) => (lookups) => batch(lookups.map(([account, id, first]) => ({ account, id, first })))

const children = (batch) => {
  const load = byKeys(batch)
  return ($row, { $first }) => loadMany(list([access($row, 'account'), access($row, 'id'), $first]), load)
}

const stats = (batch) => {
  const load = (lookups) =>
    batch(
      lookups.map(([account, id, startTime, endTime, granularity]) => ({
        account,
        id,
        startTime,
        endTime,
        granularity,
      })),
    )
  return ($row, { $startTime, $endTime, $granularity }) =>
    loadOne(list([access($row, 'account'), access($row, 'id'), $startTime, $endTime, $granularity]), load)
}

const campaign = byKeys(batches.campaign)
const lineItem = byKeys(batches.lineItem)
const column = (name) => ($row) => access($row, name)

const schema = makeGrafastSchema({
  typeDefs,
  objects: {
    Query: {
      plans: {
        account: (_root, { $id }) => object({ id: $id }),
        lineItems(_root, { $accountId, $ids }) {
          const $keys = lambda([$accountId, $ids], ([account, ids]) => ids.map((id) => [account, id]))
          return each($keys, ($key) => loadOne($key, lineItem))
        },
      },
    },
    Account: { plans: { campaigns: firstOf('campaigns'), lineItems: firstOf('line_items') } },
    Campaign: {
      plans: {
        entityStatus: column('entity_status'),
        lineItems: children(batches.lineItemsOf),
        stats: stats(batches.campaignStats),
      },
    },
    LineItem: {
      plans: {
        entityStatus: column('entity_status'),
        bidAmountLocalMicro: column('bid_amount_local_micro'),
        campaign: ($row) => loadOne(list([access($row, 'account'), access($row, 'campaign_id')]), campaign),
        promotedPosts: children(batches.promotedPostsOf),
        targetingCriteria: children(batches.targetingCriteriaOf),
        stats: stats(batches.lineItemStats),
      },
    },
    Stats: { plans: { engagement: ($metrics) => $metrics, billing: ($metrics) => $metrics } },
    Billing: { plans: { billedChargeLocalMicro: column('billed_charge_local_micro') } },
    PromotedPost: { plans: { postId: column('post_id') } },
    TargetingCriterion: {
      plans: { targetingType: column('targeting_type'), targetingValue: column('targeting_value') },
    },
  },
})

const server = createServer()
server.on('error', (error) => {
  throw error
})
await grafserv({ schema, preset: { grafserv: { graphiql: false, websockets: false } } }).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
