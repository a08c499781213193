import { MINUTE_MS } from '../../async/duration.ts'
import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityColumns, NamedFilters, WithDeleted } from '../types.ts'

export interface AccountRow extends EntityColumns<{
  name: string
  business_name: string
  business_id: string
  timezone: string
  timezone_switch_at: string
  approval_status: string
  industry_type: string
}> {}

/**
 * The age after which the cached list of accounts is refreshed. The live service allows 5 of these calls in 15 minutes, so
 * one list never uses up the limit, and new or renamed accounts show up soon.
 */
export const ACCOUNTS_MAX_AGE_MS = 3 * MINUTE_MS

/** One account. `GET accounts/:account_id` (Ads Management Interface, section 4.2). */
export const getAccount = get<AccountRow, WithDeleted>()('accounts/:account_id')
/** The accounts that the caller can see. `GET accounts` (Ads Management Interface, section 4.2). */
export const listAccounts = list<AccountRow, NamedFilters>()('accounts', {
  ids: 'account_ids',
  get: getAccount,
  // The service does not distinguish an account that does not exist from one that the user cannot access.
  unknownIdCode: 'ACCOUNT_NOT_FOUND',
  cache: { maxAgeMs: ACCOUNTS_MAX_AGE_MS, scope: 'private' },
})

/** The parameters of account updates (Ads Management Interface, section 4.2). */
export interface AccountParams {
  /** The new name. It cannot be empty or null. */
  name?: string
  /** The new industry. It cannot be null (R-ACC-2). */
  industry_type?: string
}

/**
 * Creates an account with the values that the service sets; it has no parameters.
 * `POST accounts` (Ads Management Interface, section 4.2).
 */
export const createAccount = post<AccountRow>()('accounts', { sandboxOnly: true })
/**
 * Changes the name or the industry of an account.
 * `PUT accounts/:account_id` (Ads Management Interface, section 4.2).
 */
export const updateAccount = put<AccountRow, AccountParams>()('accounts/:account_id')
/** Deletes an account. `DELETE accounts/:account_id` (Ads Management Interface, section 4.2). */
export const deleteAccount = del<AccountRow>()('accounts/:account_id', { sandboxOnly: true })
