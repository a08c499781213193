import { get, put } from '../endpoint.ts'

export interface UserSettingsRow {
  notification_email?: string | null
  contact_phone?: string | null
  contact_phone_extension?: string | null
  /** The spelling in some responses of the live service. */
  Contact_phone_extension?: string | null
  subscribe_email_types?: string[] | null
}

export const getUserSettings = get<UserSettingsRow>()('accounts/:account_id/user_settings/:user_id', {
  rows: [],
})

/** The parameters of updates of user settings (Ads Management Interface, section 4.2). */
export interface UserSettingsParams {
  notification_email?: string
  contact_phone?: string
  contact_phone_extension?: string
  subscribe_email_types?: readonly string[]
}

export const updateUserSettings = put<UserSettingsRow, UserSettingsParams>()(
  'accounts/:account_id/user_settings/:user_id',
  { rows: [] },
)
