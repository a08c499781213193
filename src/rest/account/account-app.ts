import { list } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface AccountAppRow extends EntityRow {
  app_store_identifier?: string | null
  os_type?: string | null
  conversion_tracking_enabled?: boolean | null
  deep_link_pattern?: string | null
}

/**
 * The mobile apps of the account.
 * `GET accounts/:account_id/account_apps` (Ads Management Interface, section 4.2).
 */
export const listAccountApps = list<AccountAppRow, ListParams>()('accounts/:account_id/account_apps')
