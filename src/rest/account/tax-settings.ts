import { get, put } from '../endpoint.ts'

export interface TaxSettingsRow {
  tax_id?: string | null
  tax_exemption_id?: string | null
  tax_category?: string | null
  invoice_jurisdiction?: string | null
  bill_to?: string | null
  business_relationship?: string | null
  address_company?: string | null
  address_first_name?: string | null
  address_last_name?: string | null
  address_email?: string | null
  address_street1?: string | null
  address_street2?: string | null
  address_city?: string | null
  address_region?: string | null
  address_postal_code?: string | null
  address_country?: string | null
  client_address_street1?: string | null
  client_address_street2?: string | null
  client_address_region?: string | null
}

/** The documents describe only the update. Beyond the documents. */
export const getTaxSettings = get<TaxSettingsRow>()('accounts/:account_id/tax_settings', { rows: [] })

/**
 * The parameters of updates of tax settings. The client's region and street, the invoice jurisdiction, the tax category
 * and both tax IDs are documented (Ads Management Interface, section 2). All others: Beyond the documents.
 */
export interface TaxSettingsParams {
  tax_id?: string
  tax_exemption_id?: string
  tax_category?: string
  invoice_jurisdiction?: string
  bill_to?: string
  business_relationship?: string
  address_city?: string
  address_country?: string
  address_email?: string
  address_first_name?: string
  address_last_name?: string
  address_name?: string
  address_postal_code?: string
  address_region?: string
  address_street1?: string
  address_street2?: string
  client_address_city?: string
  client_address_country?: string
  client_address_email?: string
  client_address_first_name?: string
  client_address_last_name?: string
  client_address_name?: string
  client_address_postal_code?: string
  client_address_region?: string
  client_address_street1?: string
  client_address_street2?: string
}

export const updateTaxSettings = put<TaxSettingsRow, TaxSettingsParams>()('accounts/:account_id/tax_settings', {
  rows: [],
})
