import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { mayNotChange, notFound } from '../http/error.ts'
import { without } from '../endpoint/list.ts'
import { byId } from '../data/order.ts'
import { listOf, text, unsettable } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { changed, operation, updateEndpoint } from '../endpoint/write.ts'
import { permissionsOf } from './authenticated-user-access.ts'

/**
 * The settings of a user. The ID is the ID of the user. The service spells the extension in two ways, and sends neither
 * ID nor times.
 */
export interface UserSettingsRow extends Row {
  notification_email: string | null
  contact_phone: string | null
  contact_phone_extension?: string | null
  Contact_phone_extension?: string | null
  subscribe_email_types?: string[]
}

/** The settings of each account's users. */
export const userSettings: TableDefinition<UserSettingsRow> = { name: 'user_settings', order: byId(), idLength: 10 }

const line = text({ min: 1 })

/**
 * Changes settings. Users can change only their own, and administrators of the account none (Ads Management Interface,
 * section 4.2).
 */
const update = operation({
  parameters: unsettable({
    notification_email: line,
    contact_phone: line,
    contact_phone_extension: line,
    subscribe_email_types: listOf(line),
  }),
  run(params, { store, owner, user, now }, userId) {
    const isAdmin = permissionsOf({ store, owner, user }).includes('ACCOUNT_ADMIN')
    if (user.id !== userId || isAdmin) throw mayNotChange(`settings of user ${userId}`)
    const table = store.table(userSettings)
    const time = timestamp(now)
    const found: UserSettingsRow = table.find(owner, userId) ?? {
      id: userId,
      notification_email: null,
      contact_phone: null,
      created_at: time,
      updated_at: time,
      deleted: false,
    }
    const { Contact_phone_extension: other, ...before } = found
    const extension = changed(params.contact_phone_extension, before.contact_phone_extension ?? other)
    const types = changed(params.subscribe_email_types, before.subscribe_email_types)
    const row = table.insert(owner, {
      ...before,
      notification_email: changed(params.notification_email, before.notification_email),
      contact_phone: changed(params.contact_phone, before.contact_phone),
      ...(extension === undefined ? {} : { contact_phone_extension: extension }),
      ...(types === undefined ? {} : { subscribe_email_types: types ?? [] }),
      updated_at: time,
    })
    return sent(row)
  },
})

function sent(row: UserSettingsRow): unknown {
  return without(row, 'id', 'created_at', 'updated_at', 'deleted')
}

/** The endpoints of user settings (Ads Management Interface, section 4.2). */
export const userSettingsEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/user_settings/:user_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const found = call.store.table(userSettings).find(call.owner, call.path.user_id)
      if (found === undefined) throw notFound('user_id', call.path.user_id)
      return envelope(call, { data: sent(found) })
    },
  }),
  updateEndpoint('accounts/:account_id/user_settings/:user_id', update),
]
