import { recommendation } from '../../reference/account/recommendation.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { without } from '../endpoint/list.ts'

/** A recommendation as the service sends it, except `deleted`, which it does not send. */
export type RecommendationRow = RowOf<typeof recommendation.rows.Recommendation, { changes: RecommendedChange[] }>

/** A recommended change, and the changes that depend on it. */
export interface RecommendedChange {
  entity_type: string
  operation_type: string | null
  params: Record<string, unknown>
  dependent_entities: RecommendedChange[]
}

/** The recommendations of each account, at most one for each funding instrument. */
export const recommendations = table<RecommendationRow>('recommendations', oldestFirst(), 6)

/**
 * The endpoints that read recommendations, in version 5 (Ads Management Interface, section 4.2). The list does not
 * include `changes`.
 */
export const recommendationEndpoints = crud(recommendation, recommendations, {
  quota: 'account',
  list: { countsUnasked: true, present: (row) => without(row, 'changes', 'deleted') },
  single: { present: (row) => without(row, 'deleted') },
})
