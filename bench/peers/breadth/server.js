// graphql-breadth, a breadth-first executor on graphql-js, in Yoga, which parses and validates. A resolver is called once
// for all objects of a level, and a loader once for all their keys.
import { buildSchema } from 'graphql'
import breadth from 'graphql-breadth'
import { createYoga } from 'graphql-yoga'
import { batches, firstRows } from '../rest.js'
import { typeDefs } from '../schema.js'
import { serve } from '../serve.js'

const { Executor, FieldResolver, LazyLoader, ObjectKeyResolver } = breadth

const schema = buildSchema(typeDefs)

/** A loader of values by `{ account, id }`. A loader with arguments has one instance for each set of them. */
const loaderOf = (batch) =>
  class extends LazyLoader {
    async = true
    map = true
    constructor({ first } = {}) {
      super()
      this.first = first
    }
    identityFor({ account, id }) {
      return `${account}:${id}`
    }
    performAsync(keys) {
      return batch(keys.map(({ account, id }) => ({ account, id, first: this.first })))
    }
  }

const listLoader = (list) =>
  loaderOf((keys) => Promise.all(keys.map(({ account, first }) => firstRows(account, list, first))))

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

const LineItem = loaderOf(batches.lineItem)
const Campaign = loaderOf(batches.campaign)
const ofAccount = ({ id }) => ({ account: id, id })
const ofParent = ({ account, id }) => ({ account, id })
const children = (batch) => new Loaded(loaderOf(batch), ofParent)
const columns = (names) =>
  Object.fromEntries(Object.entries(names).map(([field, key]) => [field, new ObjectKeyResolver(key)]))

const resolvers = {
  Query: { account: new AccountById(), lineItems: new LineItemsById() },
  Account: {
    ...columns({ id: 'id' }),
    campaigns: new Loaded(listLoader('campaigns'), ofAccount),
    lineItems: new Loaded(listLoader('line_items'), ofAccount),
  },
  Campaign: {
    ...columns({ id: 'id', name: 'name', entityStatus: 'entity_status' }),
    lineItems: children(batches.lineItemsOf),
  },
  LineItem: {
    ...columns({
      id: 'id',
      name: 'name',
      entityStatus: 'entity_status',
      bidAmountLocalMicro: 'bid_amount_local_micro',
    }),
    campaign: new Loaded(Campaign, ({ account, campaign_id }) => ({ account, id: campaign_id })),
    promotedPosts: children(batches.promotedPostsOf),
    targetingCriteria: children(batches.targetingCriteriaOf),
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

serve(yoga)
