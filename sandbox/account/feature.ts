import { feature } from '../../reference/account/feature.ts'
import { byId } from '../data/order.ts'
import { table, type Row } from '../data/store.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Call } from '../endpoint/endpoint.ts'
import { anyOf } from '../endpoint/list.ts'
import { parameterOf } from '../endpoint/parameter.ts'
import { added } from '../endpoint/write.ts'

/** A beta feature of an account. The ID is its key, and the service sends nothing else. */
type FeatureRow = Row

/** The features of each account. */
export const features = table<FeatureRow>('features', byId(), 1)

const wire = endpointsOf(feature)

/** The keys of the features of an account, or only the ones of a list that it has. */
function granted({ store, owner }: Pick<Call, 'store' | 'owner'>, wanted?: string[]): string[] {
  const keys = store
    .table(features)
    .rows(owner)
    .map((row) => row.id)
  return keys.filter(anyOf(wanted))
}

const keysOf = ({ params }: Call) => params['feature_keys'] as string[] | undefined

/**
 * The endpoints of features (Ads Management Interface, section 4.2). All can be added and removed in the sandbox, but only
 * three can be asked for.
 */
export const featureEndpoints = [
  wire.at('GET', {
    parameters: { feature_keys: parameterOf({ type: 'ReadableFeature[]' }) },
    handle: (call) => envelope(call, { data: granted(call, keysOf(call)) }),
  }),
  wire.at('POST', {
    handle(call) {
      for (const id of keysOf(call)!) added(call, features, { id })
      return envelope(call, { data: granted(call) }, 201)
    },
  }),
  wire.at('DELETE', {
    handle(call) {
      for (const key of keysOf(call)!) call.store.table(features).remove(call.owner, key)
      return envelope(call, { data: granted(call) })
    },
  }),
]
