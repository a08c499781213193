import { get, put } from '../endpoint.ts'
import type { Columns } from '../types.ts'

export interface UserSettingsRow extends Columns<{
  notification_email: string
  contact_phone: string
  contact_phone_extension: string
  /** The spelling in some responses of the live service. */
  Contact_phone_extension: string
  subscribe_email_types: string[]
}> {}

/**
 * The contact settings of a user of the account.
 * `GET accounts/:account_id/user_settings/:user_id` (Ads Management Interface, section 4.2).
 */
export const getUserSettings = get<UserSettingsRow>()('accounts/:account_id/user_settings/:user_id', {
  answer: 'object',
})

/** The parameters of updates of user settings (Ads Management Interface, section 4.2). */
export interface UserSettingsParams {
  /** The email address for notifications. */
  notification_email?: string
  /** The phone number. */
  contact_phone?: string
  /** The extension of the phone number. */
  contact_phone_extension?: string
  /**
   * The types of email to subscribe to, for example ACCOUNT_PERFORMANCE, PERFORMANCE_IMPROVEMENT. Replaces the
   * previous list.
   */
  subscribe_email_types?: readonly string[]
}

/**
 * Changes the contact settings of a user of an account.
 * `PUT accounts/:account_id/user_settings/:user_id` (Ads Management Interface, section 4.2).
 */
export const updateUserSettings = put<UserSettingsRow, UserSettingsParams>()(
  'accounts/:account_id/user_settings/:user_id',
  { answer: 'object' },
)
