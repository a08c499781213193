import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { without } from '../list.ts'
import { byId } from '../order.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A user's settings; the id is the user's. The service spells the extension in two ways, and tells no id or times. */
export interface UserSettingsRow extends Row {
  notification_email: string
  contact_phone: string
  contact_phone_extension?: string
  Contact_phone_extension?: string
  subscribe_email_types?: string[]
}

/** The settings of each account's users. */
export const userSettings: TableDefinition<UserSettingsRow> = { name: 'user_settings', order: byId(), idLength: 10 }

/** The read of user settings (document 2, section 4.2). */
export const userSettingsEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/user_settings/:user_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const found = call.store.table(userSettings).find(call.owner, call.path.user_id)
      if (found === undefined) throw notFound('user_id', call.path.user_id)
      return envelope(call, { data: without(found, 'id', 'created_at', 'updated_at', 'deleted') })
    },
  }),
]
