import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { without } from '../list.ts'
import { byId } from '../order.ts'
import type { Row, TableDefinition } from '../store.ts'

/** How an account is invoiced and taxed; the id is the account's. The service tells no id or times. */
export interface TaxSettingsRow extends Row {
  tax_id: string
  address_city: string
  business_relationship: string
  address_street1: string
  address_last_name: string | null
  address_company: string
  tax_category: string
  address_postal_code: string
  bill_to: string
  address_region: string
  address_country: string
  address_first_name: string | null
  invoice_jurisdiction: string
  address_street2: string | null
  address_email: string | null
}

/** The tax settings of each account, one row. */
export const taxSettings: TableDefinition<TaxSettingsRow> = { name: 'tax_settings', order: byId(), idLength: 11 }

/** The read of tax settings, which the documents do not show but the live service has. */
export const taxSettingsEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/tax_settings',
    quota: 'account',
    parameters: {},
    handle(call) {
      const found = call.store.table(taxSettings).find(call.owner, call.owner)
      if (found === undefined) throw notFound('account_id', call.owner)
      return envelope(call, { data: without(found, 'id', 'created_at', 'updated_at', 'deleted') })
    },
  }),
]
