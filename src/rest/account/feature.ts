import { del, get, post } from '../endpoint.ts'

/** The keys of features. */
export interface FeatureParams {
  /** The features: at least one (R-ACC-4). */
  feature_keys?: readonly string[]
}

/** Features are sent as strings, their keys. */
export const listFeatures = get<string[], FeatureParams>()('accounts/:account_id/features', {
  answer: 'texts',
})

/** Adds features to an account. `POST accounts/:account_id/features` (Ads Management Interface, section 4.2). */
export const addFeatures = post<string[], FeatureParams>()('accounts/:account_id/features', {
  answer: 'texts',
  sandboxOnly: true,
})
/**
 * Removes features from an account.
 * `DELETE accounts/:account_id/features` (Ads Management Interface, section 4.2).
 */
export const removeFeatures = del<string[], FeatureParams>()('accounts/:account_id/features', {
  answer: 'texts',
  sandboxOnly: true,
})
