import { get, list } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface AccountRow extends EntityRow {
  name?: string | null
  business_name?: string | null
  business_id?: string | null
  timezone?: string | null
  timezone_switch_at?: string | null
  approval_status?: string | null
  industry_type?: string | null
}

export interface AccountFilters extends ListParams {
  account_ids?: readonly string[]
  q?: string
}

export const getAccount = get<AccountRow, { with_deleted?: boolean }>()('accounts/:account_id')
export const listAccounts = list<AccountRow, AccountFilters>()('accounts', { ids: 'account_ids', one: getAccount })
