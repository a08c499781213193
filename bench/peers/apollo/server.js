// Apollo Server with RESTDataSource for calls and DataLoader for batches, both created per request.
import { readFileSync } from 'node:fs'
import { RESTDataSource } from '@apollo/datasource-rest'
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import DataLoader from 'dataloader'
import { fetch } from 'undici'
import { groupBy, MAX_COUNT, MAX_IDS } from '../rest.js'

class AdsSource extends RESTDataSource {
  baseURL = `${process.env.UPSTREAM_URL}/12/`

  campaign = this.#byId('campaigns', 'campaign_ids')
  lineItem = this.#byId('line_items', 'line_item_ids')
  lineItemsOf = this.#byParent('line_items', 'campaign_ids', 'campaign_id')
  promotedPostsOf = this.#byParent('promoted_posts', 'line_item_ids', 'line_item_id')
  targetingCriteriaOf = this.#byParent('targeting_criteria', 'line_item_ids', 'line_item_id')

  page(account, list, params) {
    return this.get(`accounts/${account}/${list}`, { params })
  }

  async firstRows(account, list, first) {
    const rows = []
    let cursor
    do {
      const count = String(Math.min(first - rows.length, MAX_COUNT))
      const page = await this.page(account, list, { count, cursor })
      rows.push(...page.data)
      cursor = page.next_cursor ?? undefined
    } while (cursor && rows.length < first)
    return inAccount(account, rows)
  }

  async #rowsByIds(account, list, filter, ids) {
    const calls = []
    for (let at = 0; at < ids.length; at += MAX_IDS)
      calls.push(this.#rows(account, list, filter, ids.slice(at, at + MAX_IDS)))
    return inAccount(account, (await Promise.all(calls)).flat())
  }

  async #rows(account, list, filter, ids) {
    const rows = []
    let cursor
    do {
      const page = await this.page(account, list, { [filter]: ids.join(','), count: String(MAX_COUNT), cursor })
      rows.push(...page.data)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    return rows
  }

  #byId(list, filter) {
    return this.#loader(async (account, keys) => {
      const rows = await this.#rowsByIds(account, list, filter, [...new Set(keys.map(({ id }) => id))])
      const found = new Map(rows.map((row) => [row.id, row]))
      return ({ id }) => found.get(id) ?? null
    })
  }

  #byParent(list, filter, column) {
    return this.#loader(async (account, keys) => {
      const rows = await this.#rowsByIds(account, list, filter, [...new Set(keys.map(({ id }) => id))])
      const found = groupBy(rows, column)
      return ({ id, first }) => (found.get(id) ?? []).slice(0, first)
    })
  }

  #loader(find) {
    return new DataLoader(
      async (keys) => {
        const finders = new Map(
          await Promise.all(
            [...groupBy(keys, 'account')].map(async ([account, own]) => [account, await find(account, own)]),
          ),
        )
        return keys.map((key) => finders.get(key.account)(key))
      },
      { cacheKeyFn: ({ account, id, first }) => `${account}:${id}:${first}` },
    )
  }
}

function inAccount(account, rows) {
  for (const row of rows) row.account = account
  return rows
}

const children =
  (loader) =>
  ({ account, id }, { first }, { ads }) =>
    ads[loader].load({ account, id, first })

const resolvers = {
  Query: {
    account: (_root, { id }) => ({ id }),
    lineItems: (_root, { accountId, ids }, { ads }) =>
      ads.lineItem.loadMany(ids.map((id) => ({ account: accountId, id }))),
  },
  Account: {
    campaigns: ({ id }, { first }, { ads }) => ads.firstRows(id, 'campaigns', first),
    lineItems: ({ id }, { first }, { ads }) => ads.firstRows(id, 'line_items', first),
  },
  Campaign: { entityStatus: ({ entity_status }) => entity_status, lineItems: children('lineItemsOf') },
  LineItem: {
    entityStatus: ({ entity_status }) => entity_status,
    bidAmountLocalMicro: ({ bid_amount_local_micro }) => bid_amount_local_micro,
    campaign: ({ account, campaign_id }, _args, { ads }) => ads.campaign.load({ account, id: campaign_id }),
    promotedPosts: children('promotedPostsOf'),
    targetingCriteria: children('targetingCriteriaOf'),
  },
  PromotedPost: { postId: ({ post_id }) => post_id },
  TargetingCriterion: {
    targetingType: ({ targeting_type }) => targeting_type,
    targetingValue: ({ targeting_value }) => targeting_value,
  },
}

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8')
const server = new ApolloServer({ typeDefs, resolvers })

await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async () => ({ ads: new AdsSource({ cache: server.cache, fetch }) }),
})
