// graphql-breadth, a breadth-first executor on graphql-js, in Yoga, which parses and validates. A resolver is called once
// for all objects of a level, and a loader once for all their keys.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import breadth from 'graphql-breadth'
import { createYoga } from 'graphql-yoga'
import { firstRows, loadById, loadByParent } from '../rest.js'

const { Executor, FieldResolver, LazyLoader, ObjectKeyResolver } = breadth

const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'))

const inAccount = (account, rows) => {
  for (const row of rows) row.account = account
  return rows
}

/** A loader of values by `{ account, id }`. A loader with arguments has one instance for each set of them. */
class ByAccountAndId extends LazyLoader {
  async = true
  map = true
  identityFor({ account, id }) {
    return `${account}:${id}`
  }
}

const rowLoader = (list, filter) =>
  class extends ByAccountAndId {
    async performAsync(keys) {
      const found = await loadById(list, filter, keys)
      return found.map((row, index) => row && Object.assign(row, { account: keys[index].account }))
    }
  }

const childLoader = (list, filter, column) =>
  class extends ByAccountAndId {
    constructor({ first }) {
      super()
      this.first = first
    }
    async performAsync(keys) {
      const lookups = keys.map(({ account, id }) => ({ account, id, first: this.first }))
      const found = await loadByParent(list, filter, column, lookups)
      return found.map((rows, index) => inAccount(keys[index].account, rows))
    }
  }

const listLoader = (list) =>
  class extends LazyLoader {
    async = true
    map = true
    constructor({ first }) {
      super()
      this.first = first
    }
    performAsync(accounts) {
      return Promise.all(
        accounts.map(async (account) => inAccount(account, await firstRows(account, list, this.first))),
      )
    }
  }

/** A field that loads its values by a key of each object. */
class Loaded extends FieldResolver {
  constructor(loaderClass, keyOf) {
    super()
    this.loaderClass = loaderClass
    this.keyOf = keyOf
  }
  resolve(field) {
    return field.lazy({ loaderClass: this.loaderClass, keys: field.mapObjects(this.keyOf), args: field.arguments })
  }
}

class AccountById extends FieldResolver {
  resolve(field) {
    return field.resolveAll({ id: field.arguments.id })
  }
}

class LineItemsById extends FieldResolver {
  resolve(field) {
    const { accountId, ids } = field.arguments
    const keys = ids.map((id) => ({ account: accountId, id }))
    return field.lazy({ loaderClass: LineItem, keys }).then((rows) => field.resolveAll(rows))
  }
}

const LineItem = rowLoader('line_items', 'line_item_ids')
const Campaign = rowLoader('campaigns', 'campaign_ids')
const idOf = ({ id }) => id
const ofParent = ({ account, id }) => ({ account, id })
const children = (list, filter, column) => new Loaded(childLoader(list, filter, column), ofParent)
const columns = (names) =>
  Object.fromEntries(Object.entries(names).map(([field, key]) => [field, new ObjectKeyResolver(key)]))

const resolvers = {
  Query: { account: new AccountById(), lineItems: new LineItemsById() },
  Account: {
    ...columns({ id: 'id' }),
    campaigns: new Loaded(listLoader('campaigns'), idOf),
    lineItems: new Loaded(listLoader('line_items'), idOf),
  },
  Campaign: {
    ...columns({ id: 'id', name: 'name', entityStatus: 'entity_status' }),
    lineItems: children('line_items', 'campaign_ids', 'campaign_id'),
  },
  LineItem: {
    ...columns({
      id: 'id',
      name: 'name',
      entityStatus: 'entity_status',
      bidAmountLocalMicro: 'bid_amount_local_micro',
    }),
    campaign: new Loaded(Campaign, ({ account, campaign_id }) => ({ account, id: campaign_id })),
    promotedPosts: children('promoted_posts', 'line_item_ids', 'line_item_id'),
    targetingCriteria: children('targeting_criteria', 'line_item_ids', 'line_item_id'),
  },
  PromotedPost: columns({ id: 'id', postId: 'post_id' }),
  TargetingCriterion: columns({ id: 'id', targetingType: 'targeting_type', targetingValue: 'targeting_value' }),
}

/** Lets graphql-breadth execute what Yoga has parsed and validated. */
const executeInBreadth = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, variableValues, operationName }) => {
      const validateDocument = false
      return Executor.build({ schema, document, resolvers, variables: variableValues, operationName, validateDocument })
        .result
    })
  },
}

const yoga = createYoga({ schema, plugins: [executeInBreadth], logging: false, graphiql: false })

createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1')
