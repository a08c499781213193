import { list } from '../endpoint.ts'
import type { EntityColumns } from '../types.ts'

export interface AccountAppRow extends EntityColumns<{
  app_store_identifier: string
  os_type: string
  conversion_tracking_enabled: boolean
  deep_link_pattern: string
}> {}

/**
 * The mobile apps of the account.
 * `GET accounts/:account_id/account_apps` (Ads Management Interface, section 4.2).
 */
export const listAccountApps = list<AccountAppRow>()('accounts/:account_id/account_apps')
