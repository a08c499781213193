import type { Endpoint } from '../endpoint/endpoint.ts'
import { listEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'

/** A mobile app of an account as the service sends it. */
export interface AccountAppRow extends Row {
  app_store_identifier: string
  conversion_tracking_enabled: boolean
  deep_link_pattern: string
  os_type: string
}

/** The apps of each account, oldest first. */
export const accountApps: TableDefinition<AccountAppRow> = {
  name: 'account_apps',
  order: oldestFirst(),
  idLength: 5,
}

/** The endpoint that lists apps (Ads Management Interface, section 4.2). */
export const accountAppEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/account_apps',
    quota: 'account',
    table: accountApps,
    filters: {},
    sortable: columns<AccountAppRow>('created_at', 'updated_at', 'deleted'),
    keep: () => () => true,
  }),
]
