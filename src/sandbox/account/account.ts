import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { anyOf, listEndpoint, nameQuery, singleParameters, startingWith, visible } from '../list.ts'
import { byId, columns } from '../order.ts'
import { idList } from '../parameter.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../store.ts'

/** An account as the service sends it. Not every account has the optional columns. */
export interface AccountRow extends Row {
  name: string
  business_name?: string | null
  timezone: string
  timezone_switch_at: string | null
  business_id?: string | null
  approval_status: string
  industry_type?: string
}

/** All accounts; they belong to none, so their owner is NO_ACCOUNT. */
export const accounts: TableDefinition<AccountRow> = { name: 'accounts', order: byId(), idLength: 11 }

/** The reads of accounts (document 2, section 4.2). */
export const accountEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts',
    quota: 'global',
    table: accounts,
    filters: { account_ids: idList(), q: nameQuery() },
    sortable: columns<AccountRow>('created_at', 'updated_at', 'deleted', 'name'),
    keep({ params, user }) {
      const wanted = anyOf(params.account_ids)
      const named = startingWith(params.q)
      return (row) => user.accountIds.has(row.id) && wanted(row.id) && named(row.name)
    },
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id',
    quota: 'core',
    parameters: singleParameters,
    handle(call) {
      const id = call.path.account_id
      const account = visible(call.store.table(accounts).find(NO_ACCOUNT, id), call.params.with_deleted)
      if (account === undefined) throw notFound('account_id', id)
      return envelope(call, { data: account })
    },
  }),
]
