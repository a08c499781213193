import { del, get, post } from '../endpoint.ts'

/** The keys of features. */
export interface FeatureParams {
  feature_keys?: readonly string[]
}

/** Features are sent as strings, their keys. */
export const listFeatures = get<string[], FeatureParams>()('accounts/:account_id/features', {
  many: true,
  rows: 'text',
})

export const addFeatures = post<string[], FeatureParams>()('accounts/:account_id/features', {
  many: true,
  rows: 'text',
  sandboxOnly: true,
})
export const removeFeatures = del<string[], FeatureParams>()('accounts/:account_id/features', {
  many: true,
  rows: 'text',
  sandboxOnly: true,
})
