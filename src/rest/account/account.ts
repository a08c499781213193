import { MINUTE_MS } from '../../async/duration.ts'
import { del, post } from '../endpoint.ts'
import { resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, NAMED, text, time, word } from '../value.ts'

/**
 * The age after which the cached list of accounts is refreshed. The live service allows 5 of these calls in 15 minutes, so
 * one list never uses up the limit, and new or renamed accounts show up soon.
 */
export const ACCOUNTS_MAX_AGE_MS = 3 * MINUTE_MS

/** Accounts (Ads Management Interface, section 4.2). */
const accounts = resource(
  'accounts/:account_id',
  {
    columns: {
      business_name: text,
      business_id: id,
      timezone: text,
      timezone_switch_at: time,
      approval_status: word('ApprovalStatus'),
    },
    list: {
      ...LISTED,
      ...NAMED,
      /** Only rows with one of these IDs, at most 200. */
      account_ids: ids,
    },
    update: {
      /** The new name. It cannot be empty or null. */
      name: text,
      /** The new industry. It cannot be null (R-ACC-2). */
      industry_type: word('IndustryType'),
    },
  },
  {
    // The service does not distinguish an account that does not exist from one that the user cannot access.
    cache: { maxAgeMs: ACCOUNTS_MAX_AGE_MS, scope: 'private' },
  },
)

export interface AccountRow extends RowOf<typeof accounts> {}

/** The accounts that the caller can see. */
export const listAccounts = accounts.list
/** One account. */
export const getAccount = accounts.get
/** Changes the name or the industry of an account. */
export const updateAccount = accounts.update
/** Creates an account with the values that the service sets; it has no parameters. */
export const createAccount = post<AccountRow>()('accounts', { params: {}, sandboxOnly: true })
/** Deletes an account. */
export const deleteAccount = del<AccountRow>()('accounts/:account_id', { sandboxOnly: true })
