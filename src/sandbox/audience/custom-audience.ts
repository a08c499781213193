import { accounts } from '../account/account.ts'
import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { anyOf, listEndpoint, nameQuery, singleParameters, startingWith, visible } from '../list.ts'
import { columns, newestFirst } from '../order.ts'
import { idList, oneOf } from '../parameter.ts'
import { NO_ACCOUNT, type Row, type Store, type TableDefinition } from '../store.ts'
import { customAudiencePermissions } from './custom-audience-permission.ts'

/** A custom audience as the service sends it to its owner. Some answers leave the optional columns out. */
export interface CustomAudienceRow extends Row {
  targetable: boolean
  name: string
  targetable_types: string[]
  audience_type: string
  description?: string | null
  permission_level: string
  owner_account_id: string
  reasons_not_targetable: string[]
  partner_source: string
  audience_size: number | null
  is_owner?: boolean
  metadata?: AudienceMetadata[]
}

/** What a flexible audience is made of. */
export interface AudienceMetadata {
  custom_audience_id: string
  account_id: string
  name: string
  audience_source: string
  upload_status: string
  segments: Segment
}

/** A node of the tree of a flexible audience, with everything filled in that was not set. */
export type Segment = {
  frequency: number
  frequency_comparator: string
  negate: boolean
  child_segments: Segment[]
} & ({ boolean_operator: string } | { custom_audience_id: string; lookback_window: number })

/** The custom audiences that each account owns, newest first. */
export const customAudiences: TableDefinition<CustomAudienceRow> = {
  name: 'custom_audiences',
  order: newestFirst(),
  idLength: 5,
}

/** The reads of custom audiences (document 2, section 4.9). */
export const customAudienceEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/custom_audiences',
    quota: 'account',
    table: customAudiences,
    filters: { custom_audience_ids: idList(), permission_scope: oneOf('OWNER', 'SHARED'), q: nameQuery() },
    sortable: columns<CustomAudienceRow>('created_at', 'updated_at', 'deleted', 'name', 'audience_size'),
    rows: ({ params, store, owner }) =>
      params.permission_scope === 'SHARED' ? sharedWith(store, owner) : store.table(customAudiences).rows(owner),
    keep({ params }) {
      const wanted = anyOf(params.custom_audience_ids)
      const named = startingWith(params.q)
      return (row) => wanted(row.id) && named(row.name)
    },
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id',
    quota: 'account',
    parameters: singleParameters,
    handle(call) {
      const found = findAudience(call.store, call.owner, call.path.custom_audience_id)
      if (visible(found, call.params.with_deleted) === undefined)
        throw notFound('custom_audience_id', call.path.custom_audience_id)
      return envelope(call, { data: found })
    },
  }),
]

/** An audience that an account owns or that is shared with it, deleted or not; undefined when there is none. */
export function findAudience(store: Store, account: string, id: string): CustomAudienceRow | undefined {
  return store.table(customAudiences).find(account, id) ?? sharedWith(store, account).find((row) => row.id === id)
}

/** The audiences that other accounts share with one, as it sees them. */
function sharedWith(store: Store, account: string): CustomAudienceRow[] {
  const owners = store.table(accounts).rows(NO_ACCOUNT)
  return owners.flatMap(({ id: owner }) =>
    store
      .table(customAudiencePermissions)
      .rows(owner)
      .filter((permission) => permission.granted_account_id === account && !permission.deleted)
      .map((permission) => ({
        ...store.table(customAudiences).find(owner, permission.custom_audience_id)!,
        permission_level: permission.permission_level,
        is_owner: false,
      })),
  )
}
