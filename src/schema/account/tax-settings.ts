import {
  getTaxSettings,
  updateTaxSettings,
  type TaxSettingsParams,
  type TaxSettingsRow,
} from '../../rest/account/tax-settings.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { accountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { keyOnly } from '../../execute/selection.ts'
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

const UpdateTaxSettingsInput = builder.inputType('UpdateTaxSettingsInput', {
  description: 'What is to change of the tax settings of an account: what is left out stays, null removes.',
  fields: (t) => ({
    ...accountField(t),
    taxCategory: t.field({ type: TaxCategory, description: 'As what it is taxed (R-ACC-13).' }),
    taxId: t.string({ description: 'Its tax number.' }),
    taxExemptionId: t.string({ description: 'The number of its tax exemption.' }),
    invoiceJurisdiction: t.field({
      type: InvoiceJurisdiction,
      description: 'Which law its invoices follow (R-ACC-13).',
    }),
    billTo: t.field({ type: BillTo, description: `${BEYOND}to whom invoices go.` }),
    businessRelationship: t.field({ type: BusinessRelationship, description: `${BEYOND}for whom it advertises.` }),
    addressCity: t.string({ description: `${BEYOND}the city of its address.` }),
    addressCountry: t.string({ description: `${BEYOND}the country of its address.` }),
    addressEmail: t.string({ description: `${BEYOND}the e-mail address of its address.` }),
    addressFirstName: t.string({ description: `${BEYOND}the first name of its address.` }),
    addressLastName: t.string({ description: `${BEYOND}the last name of its address.` }),
    addressName: t.string({ description: `${BEYOND}the name in its address, which is read as \`addressCompany\`.` }),
    addressPostalCode: t.string({ description: `${BEYOND}the postal code of its address.` }),
    addressRegion: t.string({ description: `${BEYOND}the region of its address.` }),
    addressStreet1: t.string({ description: `${BEYOND}the first line of the street of its address.` }),
    addressStreet2: t.string({ description: `${BEYOND}the second line of the street of its address.` }),
    clientAddressCity: t.string({ description: `${BEYOND}the city of an agency's client.` }),
    clientAddressCountry: t.string({ description: `${BEYOND}the country of an agency's client.` }),
    clientAddressEmail: t.string({ description: `${BEYOND}the e-mail address of an agency's client.` }),
    clientAddressFirstName: t.string({ description: `${BEYOND}the first name of an agency's client.` }),
    clientAddressLastName: t.string({ description: `${BEYOND}the last name of an agency's client.` }),
    clientAddressName: t.string({ description: `${BEYOND}the name of an agency's client.` }),
    clientAddressPostalCode: t.string({ description: `${BEYOND}the postal code of an agency's client.` }),
    clientAddressRegion: t.string({ description: "The region of an agency's client." }),
    clientAddressStreet1: t.string({ description: "The first line of the street of an agency's client." }),
    clientAddressStreet2: t.string({ description: "The second line of the street of an agency's client." }),
  }),
})

const UpdateTaxSettingsPayload = builder.objectRef<Outcome<TaxSettingsRow>>('UpdateTaxSettingsPayload').implement({
  description: 'The result of changing the tax settings of an account.',
  interfaces: [Payload],
  fields: (t) => ({
    taxSettings: t.field({
      type: TaxSettings,
      description: 'The settings as the service answered; null if they were refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('updateTaxSettings', (t) =>
  writeField(t, {
    payload: UpdateTaxSettingsPayload,
    description: 'Changes how an account is invoiced and taxed (R-ACC-13).',
    input: UpdateTaxSettingsInput,
    inputDescription: 'The changes.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const params = toParams<TaxSettingsParams>(input, ['accountId'])
      return { send: () => context.rest.call(updateTaxSettings, { account_id: account }, params) }
    },
  }),
)
