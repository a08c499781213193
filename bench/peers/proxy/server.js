// The minimum number of calls, one JSON.parse and one JSON.stringify, without GraphQL. With PARALLEL=1 it requests as many
// parents per call as fill one page, and sends these calls in parallel, instead of following cursors.
import { byId, groupBy, MAX_COUNT, rows, rowsByIds } from '../rest.js'
import { accountsIn, serveOperations } from '../serve.js'

const parallel = process.env.PARALLEL === '1'

/** Reads the children of parents, which have at most so many each. Returns the rows by parent. */
async function children(account, list, filter, column, parents, most) {
  const ids = parents.map(({ id }) => id)
  const together = parallel ? Math.floor(MAX_COUNT / most) : ids.length
  const calls = []
  for (let at = 0; at < ids.length; at += together)
    calls.push(rowsByIds(account, list, filter, ids.slice(at, at + together)))
  const groups = groupBy((await Promise.all(calls)).flat(), column)
  return ({ id }) => groups.get(id) ?? []
}

const QUERIES = {
  async Q1(account) {
    const campaigns = await rows(account, 'campaigns', { first: 50 })
    return { campaigns: campaigns.map(({ id, name, entity_status }) => ({ id, name, entityStatus: entity_status })) }
  },
  async Q2(account) {
    const campaigns = await rows(account, 'campaigns', { first: 50 })
    const lineItemsOf = await children(account, 'line_items', 'campaign_ids', 'campaign_id', campaigns, 20)
    const lineItems = campaigns.flatMap(lineItemsOf)
    const [postsOf, criteriaOf] = await Promise.all([
      children(account, 'promoted_posts', 'line_item_ids', 'line_item_id', lineItems, 5),
      children(account, 'targeting_criteria', 'line_item_ids', 'line_item_id', lineItems, 5),
    ])
    return {
      campaigns: campaigns.map((campaign) => ({
        lineItems: lineItemsOf(campaign).map((lineItem) => ({
          name: lineItem.name,
          bidAmountLocalMicro: lineItem.bid_amount_local_micro,
          promotedPosts: postsOf(lineItem).map(({ post_id }) => ({ postId: post_id })),
          targetingCriteria: criteriaOf(lineItem).map(({ targeting_type, targeting_value }) => ({
            targetingType: targeting_type,
            targetingValue: targeting_value,
          })),
        })),
      })),
    }
  },
  async Q3(account, ids) {
    const found = byId(await rowsByIds(account, 'line_items', 'line_item_ids', ids))
    return ids.map((id) => {
      const { name, bid_amount_local_micro, entity_status } = found.get(id)
      return { id, name, bidAmountLocalMicro: bid_amount_local_micro, entityStatus: entity_status }
    })
  },
  async Q4(account) {
    const campaigns = await rows(account, 'campaigns', { first: 200 })
    const lineItemsOf = await children(account, 'line_items', 'campaign_ids', 'campaign_id', campaigns, 100)
    return {
      campaigns: campaigns.map((campaign) => ({
        lineItems: lineItemsOf(campaign).map(({ id, name }) => ({ id, name })),
      })),
    }
  },
  Q5: (account) => lineItemsWithCampaign(account, ({ id }) => ({ id })),
  Q6: (account) => lineItemsWithCampaign(account, ({ id, name }) => ({ id, name })),
}

/** Reads the line items, then their campaigns, like a server that looks up references. */
async function lineItemsWithCampaign(account, shown) {
  const lineItems = await rows(account, 'line_items', { first: 1000 })
  const ids = [...new Set(lineItems.map(({ campaign_id }) => campaign_id))]
  const campaigns = byId(await rowsByIds(account, 'campaigns', 'campaign_ids', ids))
  return { lineItems: lineItems.map(({ campaign_id }) => ({ campaign: shown(campaigns.get(campaign_id)) })) }
}

serveOperations(async ({ operationName, variables }) => {
  const run = QUERIES[operationName]
  const accounts = accountsIn(variables)
  const answers = await Promise.all(accounts.map((account, index) => run(account, variables[`ids${index}`])))
  return JSON.stringify({ data: Object.fromEntries(answers.map((answer, index) => [`account${index}`, answer])) })
})
