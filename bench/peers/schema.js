import { readFileSync } from 'node:fs'

/** The graph of all peers but Mesh and Pothos, which make theirs. */
export const typeDefs = readFileSync(new URL('schema.graphql', import.meta.url), 'utf8')

/** The resolvers of fields that have another name than the column of the row. */
export const COLUMNS = {
  Campaign: { entityStatus: ({ entity_status }) => entity_status },
  LineItem: {
    entityStatus: ({ entity_status }) => entity_status,
    bidAmountLocalMicro: ({ bid_amount_local_micro }) => bid_amount_local_micro,
  },
  Stats: { engagement: (metrics) => metrics, billing: (metrics) => metrics },
  Billing: { billedChargeLocalMicro: ({ billed_charge_local_micro }) => billed_charge_local_micro },
  PromotedPost: { postId: ({ post_id }) => post_id },
  TargetingCriterion: {
    targetingType: ({ targeting_type }) => targeting_type,
    targetingValue: ({ targeting_value }) => targeting_value,
  },
}
