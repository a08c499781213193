import { getTaxSettings, type TaxSettingsRow } from '../../rest/account/tax-settings.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost.ts'
import { openEnum } from '../open-enum.ts'
import { keyOnly } from '../selection.ts'
import { Account } from './account.ts'

export const TaxSettings = builder.objectRef<TaxSettingsRow>('TaxSettings')

export const TaxCategory = openEnum('TaxCategory', 'As what an advertiser is taxed (R-ACC-13).', {
  BUSINESS_NO_VAT: 'A business without a VAT number.',
  BUSINESS_WITH_VAT: 'A business with a VAT number.',
  INDIVIDUAL: 'An individual.',
})

export const InvoiceJurisdiction = openEnum('InvoiceJurisdiction', 'Which law invoices follow (R-ACC-13).', {
  LOI_SAPIN: 'The Loi Sapin.',
  NONE: 'None in particular.',
  NOT_SET: 'Not chosen yet.',
})

export const BillTo = openEnum('BillTo', 'Beyond the documents: to whom invoices go.', {
  ADVERTISER: 'To the advertiser.',
  AGENCY: 'To its agency.',
})

export const BusinessRelationship = openEnum(
  'BusinessRelationship',
  'Beyond the documents: for whom an account advertises.',
  { AGENCY: 'As an agency, for a client.', SELF: 'For itself.' },
)

const BEYOND = 'Beyond the documents: '

TaxSettings.implement({
  description:
    'How an account is invoiced and taxed. Beyond the documents: they show its update only; fields marked so are those ' +
    'the live service answers with.',
  fields: (t) => ({
    taxCategory: t.expose('tax_category', { type: TaxCategory, description: 'As what it is taxed.' }),
    taxId: t.exposeString('tax_id', { description: 'Its tax number.' }),
    taxExemptionId: t.exposeString('tax_exemption_id', { description: 'The number of its tax exemption.' }),
    invoiceJurisdiction: t.expose('invoice_jurisdiction', {
      type: InvoiceJurisdiction,
      description: 'Which law its invoices follow.',
    }),
    billTo: t.expose('bill_to', { type: BillTo, description: `${BEYOND}to whom invoices go.` }),
    businessRelationship: t.expose('business_relationship', {
      type: BusinessRelationship,
      description: `${BEYOND}for whom it advertises.`,
    }),
    addressCompany: t.exposeString('address_company', { description: `${BEYOND}the company of the address.` }),
    addressFirstName: t.exposeString('address_first_name', { description: `${BEYOND}the first name in the address.` }),
    addressLastName: t.exposeString('address_last_name', { description: `${BEYOND}the last name in the address.` }),
    addressEmail: t.exposeString('address_email', { description: `${BEYOND}the e-mail address for invoices.` }),
    addressStreet1: t.exposeString('address_street1', { description: `${BEYOND}the first line of the street.` }),
    addressStreet2: t.exposeString('address_street2', { description: `${BEYOND}the second line of the street.` }),
    addressCity: t.exposeString('address_city', { description: `${BEYOND}the city.` }),
    addressRegion: t.exposeString('address_region', { description: `${BEYOND}the region.` }),
    addressPostalCode: t.exposeString('address_postal_code', { description: `${BEYOND}the postal code.` }),
    addressCountry: t.exposeString('address_country', { description: `${BEYOND}the country.` }),
    clientAddressStreet1: t.exposeString('client_address_street1', {
      description: "The first line of the street of an agency's client.",
    }),
    clientAddressStreet2: t.exposeString('client_address_street2', {
      description: "The second line of the street of an agency's client.",
    }),
    clientAddressRegion: t.exposeString('client_address_region', { description: "The region of an agency's client." }),
    raw: t.field({ type: 'JSON', description: 'The answer as the service sent it.', resolve: (row) => row }),
  }),
})

builder.objectField(Account, 'taxSettings', (t) =>
  t.field({
    type: TaxSettings,
    description: 'Beyond the documents: how it is invoiced and taxed (R-ACC-13).',
    extensions: { ...keyOnly, ...callCost() },
    resolve: (account, _args, { loaders }) => loaders.once(getTaxSettings, { account_id: account.id }),
  }),
)
