import { feature } from '../../reference/account/feature.ts'
import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { anyOf } from '../endpoint/list.ts'
import { byId } from '../data/order.ts'
import { listOf, oneOf, required } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { createEndpoint, operation, type WriteContext } from '../endpoint/write.ts'

/** A beta feature of an account. The ID is its key, and the service sends nothing else. */
export type FeatureRow = Row

/** The features of each account. */
export const features: TableDefinition<FeatureRow> = { name: 'features', order: byId(), idLength: 1 }

/** The features that can be added and removed in the sandbox. Not all of them can be used as a filter. */
const feature_keys = required(listOf(oneOf(...feature.enumerations.GrantableFeature.documents)))

const grant = operation({
  parameters: { feature_keys },
  run(params, context) {
    const time = timestamp(context.now)
    for (const id of params.feature_keys)
      context.store.table(features).insert(context.owner, { id, created_at: time, updated_at: time, deleted: false })
    return granted(context)
  },
})

function granted({ store, owner }: Pick<WriteContext, 'store' | 'owner'>): string[] {
  return store
    .table(features)
    .rows(owner)
    .map((row) => row.id)
}

/** The endpoints of features (Ads Management Interface, section 4.2). The filter of the list takes only three of them. */
export const featureEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/features',
    quota: 'account',
    parameters: {
      feature_keys: listOf(oneOf(...feature.enumerations.ReadableFeature.documents)),
    },
    handle(call) {
      return envelope(call, { data: granted(call).filter(anyOf(call.params.feature_keys)) })
    },
  }),
  createEndpoint('accounts/:account_id/features', grant),
  endpoint({
    method: 'DELETE',
    path: 'accounts/:account_id/features',
    quota: 'write',
    parameters: { feature_keys },
    handle(call) {
      for (const key of call.params.feature_keys) call.store.table(features).remove(call.owner, key)
      return envelope(call, { data: granted(call) })
    },
  }),
]
