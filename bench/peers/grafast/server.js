// Grafast with grafserv. It has plans instead of resolvers: every list and reference is a loadMany or loadOne step.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { access, each, lambda, list, loadMany, loadOne, makeGrafastSchema, object } from 'grafast'
import { grafserv } from 'grafserv/node'
import { firstRows, loadById, loadByParent } from '../rest.js'

// Grafast is written for Node 22, which has this function.
Promise.withResolvers ??= () => {
  const deferred = {}
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  return deferred
}

// Look-up keys are strings and pairs of strings, so that equal steps, and their calls, are joined.
const inAccount = (account, rows) => {
  for (const row of rows) row.account = account
  return rows
}

const firstOf = (name) => (lookups) =>
  Promise.all(lookups.map(async ([account, first]) => inAccount(account, await firstRows(account, name, first))))

const childrenOf = (name, filter, column) => async (lookups) => {
  const keys = lookups.map(([account, id, first]) => ({ account, id, first }))
  const found = await loadByParent(name, filter, column, keys)
  return found.map((rows, index) => inAccount(keys[index].account, rows))
}

const oneOf = (name, filter) => (lookups) =>
  loadById(
    name,
    filter,
    lookups.map(([account, id]) => ({ account, id })),
  )

const firstCampaigns = firstOf('campaigns')
const firstLineItems = firstOf('line_items')
const lineItemsOf = childrenOf('line_items', 'campaign_ids', 'campaign_id')
const promotedPostsOf = childrenOf('promoted_posts', 'line_item_ids', 'line_item_id')
const targetingCriteriaOf = childrenOf('targeting_criteria', 'line_item_ids', 'line_item_id')
const campaign = oneOf('campaigns', 'campaign_ids')
const lineItem = oneOf('line_items', 'line_item_ids')

const column = (name) => ($row) => access($row, name)
const children =
  (load) =>
  ($row, { $first }) =>
    loadMany(list([access($row, 'account'), access($row, 'id'), $first]), load)

const schema = makeGrafastSchema({
  typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
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
    Account: {
      plans: {
        campaigns: ($account, { $first }) => loadMany(list([$account.get('id'), $first]), firstCampaigns),
        lineItems: ($account, { $first }) => loadMany(list([$account.get('id'), $first]), firstLineItems),
      },
    },
    Campaign: { plans: { entityStatus: column('entity_status'), lineItems: children(lineItemsOf) } },
    LineItem: {
      plans: {
        entityStatus: column('entity_status'),
        bidAmountLocalMicro: column('bid_amount_local_micro'),
        campaign: ($row) => loadOne(list([access($row, 'account'), access($row, 'campaign_id')]), campaign),
        promotedPosts: children(promotedPostsOf),
        targetingCriteria: children(targetingCriteriaOf),
      },
    },
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
