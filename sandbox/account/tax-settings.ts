import { taxSettings as reference } from '../../reference/account/tax-settings.ts'
import { byId } from '../data/order.ts'
import { table } from '../data/store.ts'
import { settingsEndpoints, type SettingsRow } from '../endpoint/settings.ts'

/** The tax and invoice settings of an account. The ID is the ID of the account. */
export type TaxSettingsRow = SettingsRow<(typeof COLUMNS)[number]>

const COLUMNS = [
  'tax_id',
  'address_city',
  'business_relationship',
  'address_street1',
  'address_last_name',
  'address_company',
  'tax_category',
  'address_postal_code',
  'bill_to',
  'address_region',
  'address_country',
  'address_first_name',
  'invoice_jurisdiction',
  'address_street2',
  'address_email',
] as const

/** The tax settings of each account, one row. */
export const taxSettings = table<TaxSettingsRow>('tax_settings', byId(), 11)

/**
 * The endpoints of tax settings: the update (Ads Management Interface, section 4.2), and the read as in the live
 * service.
 */
export const taxSettingsEndpoints = settingsEndpoints(reference, taxSettings, {
  initial: { ...Object.fromEntries(COLUMNS.map((name) => [name, null])), invoice_jurisdiction: 'NOT_SET' },
  // The live service has different names for the company in requests and responses.
  change: ({ address_name: company, ...sent }) =>
    company === undefined ? sent : { ...sent, address_company: company },
})
