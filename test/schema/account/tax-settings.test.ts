import { describe, expect, it } from 'vitest'
import { taxSettings } from '../../../sandbox/account/tax-settings.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()

describe('tax settings', () => {
  it('have all fields that the service sends (R-ACC-13), and are an error for an account without settings', async () => {
    const row = graph.sandbox.store.table(taxSettings).find(DEMO_ACCOUNT_ID, DEMO_ACCOUNT_ID)!
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { taxSettings {
          taxCategory taxId taxExemptionId invoiceJurisdiction billTo businessRelationship addressCompany addressFirstName
          addressLastName addressEmail addressStreet1 addressStreet2 addressCity addressRegion addressPostalCode addressCountry
          clientAddressStreet1 clientAddressStreet2 clientAddressRegion } }
         empty: account(id: "${EMPTY_ACCOUNT_ID}") { taxSettings { taxId } } }`,
    )
    expect(errors).toMatchObject([{ path: ['empty', 'taxSettings'], extensions: { code: 'NOT_FOUND' } }])
    expect(data).toEqual({
      account: {
        taxSettings: {
          taxCategory: 'BUSINESS_WITH_VAT',
          taxId: row.tax_id,
          taxExemptionId: null,
          invoiceJurisdiction: 'NONE',
          billTo: 'ADVERTISER',
          businessRelationship: 'SELF',
          addressCompany: 'Tidewater Outfitters Inc.',
          addressFirstName: null,
          addressLastName: null,
          addressEmail: null,
          addressStreet1: row.address_street1,
          addressStreet2: null,
          addressCity: 'Springfield',
          addressRegion: 'OR',
          addressPostalCode: row.address_postal_code,
          addressCountry: 'US',
          clientAddressStreet1: null,
          clientAddressStreet2: null,
          clientAddressRegion: null,
        },
      },
      empty: { taxSettings: null },
    })
    expect(graph.sandbox.requests.map(({ path, query }) => [path, query])).toEqualInSteps([
      [`/12/accounts/${DEMO_ACCOUNT_ID}/tax_settings`, []],
      [`/12/accounts/${EMPTY_ACCOUNT_ID}/tax_settings`, []],
    ])
  })
})
