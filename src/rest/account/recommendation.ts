import { get, list } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface RecommendationRow extends EntityRow {
  account_id?: string | null
  funding_instrument_id?: string | null
  status?: string | null
  message?: string | null
  /** Sent only if a single recommendation is read. */
  changes?: RecommendedChangeRow[] | null
}

/** A recommended change, and the changes that depend on it. */
export interface RecommendedChangeRow {
  entity_type?: string | null
  operation_type?: string | null
  params?: object | null
  dependent_entities?: RecommendedChangeRow[] | null
}

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
export const listRecommendations = list<RecommendationRow, ListParams>()('accounts/:account_id/recommendations', {
  version: '5',
  sized: false,
  counted: false,
  get: getRecommendation,
})
