import { account } from '../../reference/account/account.ts'
import { byId, columns } from '../data/order.ts'
import { table, type Row } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { crud } from '../endpoint/crud.ts'
import { without } from '../endpoint/list.ts'
import { added } from '../endpoint/write.ts'
import { userPermissions } from './authenticated-user-access.ts'
import { promotableUsers } from './promotable-user.ts'

/** An account as the service sends it. Some accounts do not have the optional columns. */
export interface AccountRow extends Row {
  name: string
  business_name?: string | null
  timezone: string
  timezone_switch_at: string | null
  business_id?: string | null
  approval_status: string
  industry_type?: string
}

/** All accounts. They belong to no other account. */
export const accounts = table<AccountRow>('accounts', byId(), 11, { isShared: true })

/**
 * The endpoints of accounts (Ads Management Interface, section 4.2). Create and delete exist only in the sandbox of the
 * service.
 */
export const accountEndpoints = crud(account, accounts, {
  list: {
    quota: 'global',
    sortable: columns<AccountRow>('name'),
    keep:
      ({ user }) =>
      ({ id }) =>
        user.accountIds.has(id),
  },
  keeps: ['industry_type'],
  /** The caller gets all permissions, and becomes the FULL promotable user of the account. */
  create(_, { store, user, now }) {
    const id = store.table(accounts).newId()
    const inAccount = { store, owner: id, now }
    user.accountIds.add(id)
    for (const permission of ['ACCOUNT_ADMIN', 'POST_COMPOSER']) added(inAccount, userPermissions, { id: permission })
    added(inAccount, promotableUsers, { user_id: user.id, promotable_user_type: 'FULL' })
    return {
      id,
      name: 'Sandbox account',
      business_name: null,
      timezone: 'America/Los_Angeles',
      timezone_switch_at: timestamp(now),
      business_id: null,
      approval_status: 'ACCEPTED',
    }
  },
  answer(row, method) {
    // The live service answers a creation with an array of one item, and a deletion without the business.
    if (method === 'POST') return [row]
    return method === 'DELETE' ? without(row, 'business_name', 'business_id') : row
  },
})
