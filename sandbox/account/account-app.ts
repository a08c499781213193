import { accountApp } from '../../reference/account/account-app.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { oldestFirst } from '../data/order.ts'
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
export const accountAppEndpoints: Endpoint[] = [endpointsOf(accountApp).list(accountApps, { quota: 'account' })]
