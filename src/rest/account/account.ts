import { del, get, list, MINUTE_MS, post, put } from '../endpoint.ts'
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

/**
 * The age after which the cached list of accounts is refreshed. The live service allows 5 of these calls in 15 minutes, so
 * one list never uses up the limit, and new or renamed accounts show up soon.
 */
export const ACCOUNTS_MAX_AGE_MS = 3 * MINUTE_MS

export const getAccount = get<AccountRow, { with_deleted?: boolean }>()('accounts/:account_id')
export const listAccounts = list<AccountRow, AccountFilters>()('accounts', {
  ids: 'account_ids',
  get: getAccount,
  // The service does not distinguish an account that does not exist from one that the user cannot access.
  unknownIdCode: 'ACCOUNT_NOT_FOUND',
  cache: { maxAgeMs: ACCOUNTS_MAX_AGE_MS, scope: 'private' },
})

/** The parameters of account updates (Ads Management Interface, section 4.2). */
export interface AccountParams {
  name?: string
  industry_type?: string
}

export const createAccount = post<AccountRow>()('accounts', { sandboxOnly: true })
export const updateAccount = put<AccountRow, AccountParams>()('accounts/:account_id')
export const deleteAccount = del<AccountRow>()('accounts/:account_id', { sandboxOnly: true })
