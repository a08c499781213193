import { get, list } from '../endpoint.ts'
import type { Columns, EntityColumns } from '../types.ts'

export interface RecommendationRow extends EntityColumns<{
  account_id: string
  funding_instrument_id: string
  status: string
  message: string
  /** Sent only if a single recommendation is read. */
  changes: RecommendedChangeRow[]
}> {}

/** A recommended change, and the changes that depend on it. */
export interface RecommendedChangeRow extends Columns<{
  entity_type: string
  operation_type: string
  params: object
  dependent_entities: RecommendedChangeRow[]
}> {}

/**
 * One recommendation.
 * `GET accounts/:account_id/recommendations/:recommendation_id` (Ads Management Interface, section 4.2).
 */
export const getRecommendation = get<RecommendationRow>()('accounts/:account_id/recommendations/:recommendation_id', {
  version: '5',
})
/**
 * The recommendations for the account, at most one for each funding instrument (R-ACC-7).
 * `GET accounts/:account_id/recommendations` (Ads Management Interface, section 4.2).
 */
export const listRecommendations = list<RecommendationRow>()('accounts/:account_id/recommendations', {
  version: '5',
  sized: false,
  get: getRecommendation,
})
