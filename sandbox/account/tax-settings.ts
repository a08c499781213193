import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound } from '../http/error.ts'
import { without } from '../endpoint/list.ts'
import { byId } from '../data/order.ts'
import { oneOf, text, unsettable } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { operation, updateEndpoint } from '../endpoint/write.ts'

/** The tax and invoice settings of an account. The ID is the ID of the account. The service sends neither ID nor times. */
export interface TaxSettingsRow extends Row {
  tax_id: string | null
  address_city: string | null
  business_relationship: string | null
  address_street1: string | null
  address_last_name: string | null
  address_company: string | null
  tax_category: string | null
  address_postal_code: string | null
  bill_to: string | null
  address_region: string | null
  address_country: string | null
  address_first_name: string | null
  invoice_jurisdiction: string | null
  address_street2: string | null
  address_email: string | null
}

/** The tax settings of each account, one row. */
export const taxSettings: TableDefinition<TaxSettingsRow> = { name: 'tax_settings', order: byId(), idLength: 11 }

const line = text({ min: 1 })
const nothing = {
  tax_id: null,
  address_city: null,
  business_relationship: null,
  address_street1: null,
  address_last_name: null,
  address_company: null,
  tax_category: null,
  address_postal_code: null,
  bill_to: null,
  address_region: null,
  address_country: null,
  address_first_name: null,
  invoice_jurisdiction: 'NOT_SET',
  address_street2: null,
  address_email: null,
}

const update = operation({
  parameters: unsettable({
    address_city: line,
    address_country: line,
    address_email: line,
    address_first_name: line,
    address_last_name: line,
    address_name: line,
    address_postal_code: line,
    address_region: line,
    address_street1: line,
    address_street2: line,
    client_address_city: line,
    client_address_country: line,
    client_address_email: line,
    client_address_first_name: line,
    client_address_last_name: line,
    client_address_name: line,
    client_address_postal_code: line,
    client_address_region: line,
    client_address_street1: line,
    client_address_street2: line,
    bill_to: oneOf('ADVERTISER', 'AGENCY'),
    business_relationship: oneOf('AGENCY', 'SELF'),
    invoice_jurisdiction: oneOf('LOI_SAPIN', 'NONE', 'NOT_SET'),
    tax_category: oneOf('BUSINESS_NO_VAT', 'BUSINESS_WITH_VAT', 'INDIVIDUAL'),
    tax_exemption_id: line,
    tax_id: line,
  }),
  run({ address_name, ...params }, { store, owner, now }) {
    const time = timestamp(now)
    const before = store.table(taxSettings).find(owner, owner)
    const given = Object.entries(params).filter(([, value]) => value !== undefined)
    const row = store.table(taxSettings).insert(owner, {
      ...(before ?? { ...nothing, id: owner, created_at: time, deleted: false }),
      ...Object.fromEntries(given),
      // The live service has different names for the company in requests and responses.
      ...(address_name === undefined ? {} : { address_company: address_name }),
      updated_at: time,
    })
    return sent(row)
  },
})

function sent(row: TaxSettingsRow): unknown {
  return without(row, 'id', 'created_at', 'updated_at', 'deleted')
}

/**
 * The endpoints of tax settings: the update (Ads Management Interface, section 4.2), and the read as in the live
 * service.
 */
export const taxSettingsEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/tax_settings',
    quota: 'account',
    parameters: {},
    handle(call) {
      const found = call.store.table(taxSettings).find(call.owner, call.owner)
      if (found === undefined) throw notFound('account_id', call.owner)
      return envelope(call, { data: sent(found) })
    },
  }),
  updateEndpoint('accounts/:account_id/tax_settings', update),
]
