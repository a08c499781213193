import { account } from '../../reference/account/account.ts'
import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound } from '../http/error.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import { singleParameters, visible, without } from '../endpoint/list.ts'
import { byId, columns } from '../data/order.ts'
import { oneOf, text } from '../endpoint/parameter.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { liveRow, operation, type WriteContext } from '../endpoint/write.ts'
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

/** All accounts. Their owner is NO_ACCOUNT, because they belong to no other account. */
export const accounts: TableDefinition<AccountRow> = { name: 'accounts', order: byId(), idLength: 11 }

/** Creates an account. The caller gets all permissions, and becomes its FULL promotable user. */
const create = operation({
  parameters: {},
  run(_, { store, user, now }) {
    const table = store.table(accounts)
    const id = table.newId()
    const times = { created_at: timestamp(now), updated_at: timestamp(now) }
    const row = table.insert(NO_ACCOUNT, {
      name: 'Sandbox account',
      business_name: null,
      timezone: 'America/Los_Angeles',
      timezone_switch_at: times.created_at,
      id,
      ...times,
      business_id: null,
      approval_status: 'ACCEPTED',
      deleted: false,
    })
    user.accountIds.add(id)
    for (const permission of ['ACCOUNT_ADMIN', 'POST_COMPOSER'])
      store.table(userPermissions).insert(id, { id: permission, ...times, deleted: false })
    const author = { user_id: user.id, promotable_user_type: 'FULL', ...times, deleted: false }
    store.table(promotableUsers).insert(id, { ...author, id: store.table(promotableUsers).newId() })
    // The live service responds with an array of one item.
    return [row]
  },
})

const update = operation({
  parameters: given(account, 'PUT 12 accounts/:account_id', {
    name: text({ min: 1 }),
    industry_type: oneOf(...account.enumerations.IndustryType.documents),
  }),
  run(params, context, id) {
    const before = liveAccount(context, id)
    const { name = before.name, industry_type = before.industry_type } = params
    const industry = industry_type === undefined ? {} : { industry_type }
    const changes = { name, ...industry, updated_at: timestamp(context.now) }
    return context.store.table(accounts).update(NO_ACCOUNT, id, changes)
  },
})

const remove = operation({
  parameters: {},
  run(_, context, id) {
    liveAccount(context, id)
    const changes = { deleted: true, updated_at: timestamp(context.now) }
    // The live service omits the business from this response.
    return without(context.store.table(accounts).update(NO_ACCOUNT, id, changes), 'business_name', 'business_id')
  },
})

function liveAccount({ store }: WriteContext, id: string): Readonly<AccountRow> {
  return liveRow({ store, owner: NO_ACCOUNT }, accounts, 'account_id', id)
}

const wire = endpointsOf(account)

/**
 * The endpoints of accounts (Ads Management Interface, section 4.2). Create and delete exist only in the sandbox of the
 * service.
 */
export const accountEndpoints: Endpoint[] = [
  wire.list(accounts, {
    quota: 'global',
    sortable: columns<AccountRow>('name'),
    keep:
      ({ user }) =>
      ({ id }) =>
        user.accountIds.has(id),
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
  wire.create(create),
  wire.update(update),
  wire.delete(remove),
]
