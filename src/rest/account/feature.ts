import { get } from '../endpoint.ts'

/** Features are nothing but their keys. */
export const listFeatures = get<string[], { feature_keys?: readonly string[] }>()('accounts/:account_id/features', {
  many: true,
})
