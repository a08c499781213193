import { resource, type RowOf } from '../resource.ts'
import type { Columns } from '../types.ts'
import { id, text, value } from '../value.ts'

/** Recommendations (Ads Management Interface, section 4.2). */
const recommendations = resource('5/accounts/:account_id/recommendations/:recommendation_id', {
  columns: {
    account_id: id,
    funding_instrument_id: id,
    status: text,
    message: text,
    /** Sent only if a single recommendation is read. */
    changes: value<RecommendedChangeRow[]>('RecommendedChange'),
  },
  list: {},
})

export interface RecommendationRow extends RowOf<typeof recommendations> {}

/** A recommended change, and the changes that depend on it. */
export interface RecommendedChangeRow extends Columns<{
  entity_type: string
  operation_type: string
  params: object
  dependent_entities: RecommendedChangeRow[]
}> {}

/** The recommendations for the account, at most one for each funding instrument (R-ACC-7). */
export const listRecommendations = recommendations.list
/** One recommendation. */
export const getRecommendation = recommendations.get
