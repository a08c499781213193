import { get } from '../endpoint.ts'

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

/** Beyond the documents, which show the update alone (service-facts.md 2.5). */
export const getTaxSettings = get<TaxSettingsRow>()('accounts/:account_id/tax_settings')
