import { get } from '../endpoint.ts'

export interface UserSettingsRow {
  notification_email?: string | null
  contact_phone?: string | null
  contact_phone_extension?: string | null
  /** How some answers of the live service spell it. */
  Contact_phone_extension?: string | null
  subscribe_email_types?: string[] | null
}

export const getUserSettings = get<UserSettingsRow>()('accounts/:account_id/user_settings/:user_id')
