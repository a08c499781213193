import { userSettings as reference } from '../../reference/account/user-settings.ts'
import { byId } from '../data/order.ts'
import { table } from '../data/store.ts'
import { settingsEndpoints, type SettingsRow } from '../endpoint/settings.ts'
import { mayNotChange } from '../http/error.ts'
import { permissionsOf } from './authenticated-user-access.ts'

/** The settings of a user. The ID is the ID of the user. The service spells the extension in two ways. */
export type UserSettingsRow = SettingsRow<'notification_email' | 'contact_phone'> & {
  contact_phone_extension?: string | null
  Contact_phone_extension?: string | null
  subscribe_email_types?: string[]
}

/** The settings of each account's users. */
export const userSettings = table<UserSettingsRow>('user_settings', byId(), 10)

/** The endpoints of user settings (Ads Management Interface, section 4.2). */
export const userSettingsEndpoints = settingsEndpoints(reference, userSettings, {
  initial: { notification_email: null, contact_phone: null },
  /** Users can change only their own settings, and administrators of the account none. */
  change(sent, context, before) {
    const isAdmin = permissionsOf(context).includes('ACCOUNT_ADMIN')
    if (context.user.id !== before.id || isAdmin) throw mayNotChange(`settings of user ${before.id}`)
    const { Contact_phone_extension: other } = before
    return {
      ...(other !== undefined && { contact_phone_extension: other }),
      ...sent,
      Contact_phone_extension: undefined,
      ...(sent['subscribe_email_types'] === null && { subscribe_email_types: [] }),
    }
  },
})
