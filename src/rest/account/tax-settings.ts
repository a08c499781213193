import { get, put } from '../endpoint.ts'
import { type Read, type Sent, text, word } from '../value.ts'

/**
 * The columns that updates change. The client's region and street, the invoice jurisdiction, the tax category and both tax IDs are
 * documented (Ads Management Interface, section 2). All others: Not documented by the service.
 */
const changeable = {
  /** The tax ID. */
  tax_id: text,
  /** The ID of the tax exemption. */
  tax_exemption_id: text,
  /** The tax category of the advertiser (R-ACC-13). */
  tax_category: word('TaxCategory'),
  /** The jurisdiction of the invoices (R-ACC-13). */
  invoice_jurisdiction: word('InvoiceJurisdiction'),
  /** The recipient of invoices. Not documented by the service. */
  bill_to: word('BillTo'),
  /** Whether the account advertises for itself or for a client. Not documented by the service. */
  business_relationship: word('BusinessRelationship'),
  /** The first name in the address. Not documented by the service. */
  address_first_name: text,
  /** The last name in the address. Not documented by the service. */
  address_last_name: text,
  /** The email address for invoices. Not documented by the service. */
  address_email: text,
  /** The first line of the street address. Not documented by the service. */
  address_street1: text,
  /** The second line of the street address. Not documented by the service. */
  address_street2: text,
  /** The city in the address. Not documented by the service. */
  address_city: text,
  /** The region in the address. Not documented by the service. */
  address_region: text,
  /** The postal code in the address. Not documented by the service. */
  address_postal_code: text,
  /** The country in the address. Not documented by the service. */
  address_country: text,
  /** The first line of the street address of an agency's client. */
  client_address_street1: text,
  /** The second line of the street address of an agency's client. */
  client_address_street2: text,
  /** The region of an agency's client. */
  client_address_region: text,
}

const columns = { ...changeable, address_company: text }

/** What updates change besides, which is not returned under these names. */
const update = {
  ...changeable,
  /** The company in the address, which is returned as `address_company`. Not documented by the service. */
  address_name: text,
  /** The city of an agency's client. Not documented by the service. */
  client_address_city: text,
  /** The country of an agency's client. Not documented by the service. */
  client_address_country: text,
  /** The email address of an agency's client. Not documented by the service. */
  client_address_email: text,
  /** The first name of an agency's client. Not documented by the service. */
  client_address_first_name: text,
  /** The last name of an agency's client. Not documented by the service. */
  client_address_last_name: text,
  /** The name of an agency's client. Not documented by the service. */
  client_address_name: text,
  /** The postal code of an agency's client. Not documented by the service. */
  client_address_postal_code: text,
}

export interface TaxSettingsRow extends Read<typeof columns> {}
/** The parameters of updates of tax settings. */
export interface TaxSettingsParams extends Sent<typeof update> {}

/** The documents describe only the update. Not documented by the service. */
export const getTaxSettings = get<TaxSettingsRow>()('accounts/:account_id/tax_settings', { answer: 'object' })

/**
 * Changes the tax and invoice settings of an account (R-ACC-13).
 * `PUT accounts/:account_id/tax_settings` (Ads Management Interface, section 2).
 */
export const updateTaxSettings = put<TaxSettingsRow, TaxSettingsParams>()('accounts/:account_id/tax_settings', {
  params: update,
  answer: 'object',
})
