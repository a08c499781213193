import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { anyOf } from '../list.ts'
import { byId } from '../order.ts'
import { listOf, oneOf } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A beta feature that an account is granted; the id is its key, which is all that the service sends of it. */
export type FeatureRow = Row

/** The features of each account. */
export const features: TableDefinition<FeatureRow> = { name: 'features', order: byId(), idLength: 1 }

/** The read of features (document 2, section 4.2): the filter knows three of them only. */
export const featureEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/features',
    quota: 'account',
    parameters: {
      feature_keys: listOf(oneOf('REACH_AND_FREQUENCY_ANALYTICS', 'REACH_FREQUENCY_CAP', 'WEBSITE_CLICKS_CPM_BILLING')),
    },
    handle(call) {
      const granted = call.store.table(features).rows(call.owner)
      return envelope(call, { data: granted.map((row) => row.id).filter(anyOf(call.params.feature_keys)) })
    },
  }),
]
