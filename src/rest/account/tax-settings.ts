import { get, put } from '../endpoint.ts'
import type { Columns } from '../types.ts'

export interface TaxSettingsRow extends Columns<{
  tax_id: string
  tax_exemption_id: string
  tax_category: string
  invoice_jurisdiction: string
  bill_to: string
  business_relationship: string
  address_company: string
  address_first_name: string
  address_last_name: string
  address_email: string
  address_street1: string
  address_street2: string
  address_city: string
  address_region: string
  address_postal_code: string
  address_country: string
  client_address_street1: string
  client_address_street2: string
  client_address_region: string
}> {}

/** The documents describe only the update. Not documented by the service. */
export const getTaxSettings = get<TaxSettingsRow>()('accounts/:account_id/tax_settings', { answer: 'object' })

/**
 * The parameters of updates of tax settings. The client's region and street, the invoice jurisdiction, the tax category
 * and both tax IDs are documented (Ads Management Interface, section 2). All others: Not documented by the service.
 */
export interface TaxSettingsParams {
  /** The tax ID. */
  tax_id?: string
  /** The ID of the tax exemption. */
  tax_exemption_id?: string
  /** The tax category of the advertiser (R-ACC-13). */
  tax_category?: string
  /** The jurisdiction of the invoices (R-ACC-13). */
  invoice_jurisdiction?: string
  /** The recipient of invoices. Not documented by the service. */
  bill_to?: string
  /** Whether the account advertises for itself or for a client. Not documented by the service. */
  business_relationship?: string
  /** The city in the address. Not documented by the service. */
  address_city?: string
  /** The country in the address. Not documented by the service. */
  address_country?: string
  /** The email address for invoices. Not documented by the service. */
  address_email?: string
  /** The first name in the address. Not documented by the service. */
  address_first_name?: string
  /** The last name in the address. Not documented by the service. */
  address_last_name?: string
  /** The company in the address, which is returned as `address_company`. Not documented by the service. */
  address_name?: string
  /** The postal code in the address. Not documented by the service. */
  address_postal_code?: string
  /** The region in the address. Not documented by the service. */
  address_region?: string
  /** The first line of the street address. Not documented by the service. */
  address_street1?: string
  /** The second line of the street address. Not documented by the service. */
  address_street2?: string
  /** The city of an agency's client. Not documented by the service. */
  client_address_city?: string
  /** The country of an agency's client. Not documented by the service. */
  client_address_country?: string
  /** The email address of an agency's client. Not documented by the service. */
  client_address_email?: string
  /** The first name of an agency's client. Not documented by the service. */
  client_address_first_name?: string
  /** The last name of an agency's client. Not documented by the service. */
  client_address_last_name?: string
  /** The name of an agency's client. Not documented by the service. */
  client_address_name?: string
  /** The postal code of an agency's client. Not documented by the service. */
  client_address_postal_code?: string
  /** The region of an agency's client. */
  client_address_region?: string
  /** The first line of the street address of an agency's client. */
  client_address_street1?: string
  /** The second line of the street address of an agency's client. */
  client_address_street2?: string
}

/**
 * Changes the tax and invoice settings of an account (R-ACC-13).
 * `PUT accounts/:account_id/tax_settings` (Ads Management Interface, section 2).
 */
export const updateTaxSettings = put<TaxSettingsRow, TaxSettingsParams>()('accounts/:account_id/tax_settings', {
  answer: 'object',
})
