import { getTaxSettings, updateTaxSettings, type TaxSettingsRow } from '../../rest/account/tax-settings.ts'
import { builder } from '../builder.ts'
import { accountField } from '../write/input.ts'
import { SETTINGS_EDITORS } from '../write/existence.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { Account } from './account.ts'
import { payload } from '../write/mutation.ts'

export const TaxSettings = builder.objectRef<TaxSettingsRow>('TaxSettings')

export const TaxCategory = openEnum('TaxCategory', 'The tax category of an advertiser (R-ACC-13).', {
  BUSINESS_NO_VAT: 'A business without a VAT number.',
  BUSINESS_WITH_VAT: 'A business with a VAT number.',
  INDIVIDUAL: 'An individual.',
})

export const InvoiceJurisdiction = openEnum('InvoiceJurisdiction', 'The jurisdiction of invoices (R-ACC-13).', {
  LOI_SAPIN: 'The French Loi Sapin.',
  NONE: 'No special jurisdiction.',
  NOT_SET: 'The jurisdiction is not set.',
})

export const BillTo = openEnum('BillTo', 'The recipient of invoices. @beyondDocuments', {
  ADVERTISER: 'The advertiser.',
  AGENCY: 'The agency of the advertiser.',
})

export const BusinessRelationship = openEnum(
  'BusinessRelationship',
  'Whether an account advertises for itself or for a client. @beyondDocuments',
  { AGENCY: 'The account is an agency that advertises for a client.', SELF: 'The account advertises for itself.' },
)

TaxSettings.implement({
  description:
    'The tax and invoice settings of an account. The documents describe only their update: reading them, and the ' +
    'fields that are marked so, are as in the live service. @beyondDocuments',
  fields: (t) => ({
    taxCategory: t.expose('tax_category', { type: TaxCategory, description: 'The tax category of the advertiser.' }),
    taxId: t.exposeString('tax_id', { description: 'The tax ID.' }),
    taxExemptionId: t.exposeString('tax_exemption_id', { description: 'The ID of the tax exemption.' }),
    invoiceJurisdiction: t.expose('invoice_jurisdiction', {
      type: InvoiceJurisdiction,
      description: 'The jurisdiction of the invoices.',
    }),
    billTo: t.expose('bill_to', { type: BillTo, description: 'The recipient of invoices. @beyondDocuments' }),
    businessRelationship: t.expose('business_relationship', {
      type: BusinessRelationship,
      description: 'Whether the account advertises for itself or for a client. @beyondDocuments',
    }),
    addressCompany: t.exposeString('address_company', { description: 'The company in the address. @beyondDocuments' }),
    addressFirstName: t.exposeString('address_first_name', {
      description: 'The first name in the address. @beyondDocuments',
    }),
    addressLastName: t.exposeString('address_last_name', {
      description: 'The last name in the address. @beyondDocuments',
    }),
    addressEmail: t.exposeString('address_email', { description: 'The email address for invoices. @beyondDocuments' }),
    addressStreet1: t.exposeString('address_street1', {
      description: 'The first line of the street address. @beyondDocuments',
    }),
    addressStreet2: t.exposeString('address_street2', {
      description: 'The second line of the street address. @beyondDocuments',
    }),
    addressCity: t.exposeString('address_city', { description: 'The city in the address. @beyondDocuments' }),
    addressRegion: t.exposeString('address_region', { description: 'The region in the address. @beyondDocuments' }),
    addressPostalCode: t.exposeString('address_postal_code', {
      description: 'The postal code in the address. @beyondDocuments',
    }),
    addressCountry: t.exposeString('address_country', { description: 'The country in the address. @beyondDocuments' }),
    clientAddressStreet1: t.exposeString('client_address_street1', {
      description: "The first line of the street address of an agency's client.",
    }),
    clientAddressStreet2: t.exposeString('client_address_street2', {
      description: "The second line of the street address of an agency's client.",
    }),
    clientAddressRegion: t.exposeString('client_address_region', { description: "The region of an agency's client." }),
    raw: t.field({ type: 'JSON', description: 'The JSON object as the service sent it.', resolve: (row) => row }),
  }),
})

builder.objectField(Account, 'taxSettings', (t) =>
  t.single({
    type: TaxSettings,
    endpoint: getTaxSettings,
    description: 'The tax and invoice settings of the account (R-ACC-13). Takes one call per account. @beyondDocuments',
  }),
)

const UpdateTaxSettingsInput = builder.inputType('UpdateTaxSettingsInput', {
  description:
    'The changes to the tax settings of an account. Fields that are omitted stay as they are; null removes the value.',
  fields: (t) => ({
    ...accountField(t),
    taxCategory: t.field({ type: TaxCategory, description: 'The tax category of the advertiser (R-ACC-13).' }),
    taxId: t.string({ description: 'The tax ID.' }),
    taxExemptionId: t.string({ description: 'The ID of the tax exemption.' }),
    invoiceJurisdiction: t.field({
      type: InvoiceJurisdiction,
      description: 'The jurisdiction of the invoices (R-ACC-13).',
    }),
    billTo: t.field({ type: BillTo, description: 'The recipient of invoices. @beyondDocuments' }),
    businessRelationship: t.field({
      type: BusinessRelationship,
      description: 'Whether the account advertises for itself or for a client. @beyondDocuments',
    }),
    addressCity: t.string({ description: 'The city in the address. @beyondDocuments' }),
    addressCountry: t.string({ description: 'The country in the address. @beyondDocuments' }),
    addressEmail: t.string({ description: 'The email address for invoices. @beyondDocuments' }),
    addressFirstName: t.string({ description: 'The first name in the address. @beyondDocuments' }),
    addressLastName: t.string({ description: 'The last name in the address. @beyondDocuments' }),
    addressName: t.string({
      description: 'The company in the address, which is returned as `addressCompany`. @beyondDocuments',
    }),
    addressPostalCode: t.string({ description: 'The postal code in the address. @beyondDocuments' }),
    addressRegion: t.string({ description: 'The region in the address. @beyondDocuments' }),
    addressStreet1: t.string({ description: 'The first line of the street address. @beyondDocuments' }),
    addressStreet2: t.string({ description: 'The second line of the street address. @beyondDocuments' }),
    clientAddressCity: t.string({ description: "The city of an agency's client. @beyondDocuments" }),
    clientAddressCountry: t.string({ description: "The country of an agency's client. @beyondDocuments" }),
    clientAddressEmail: t.string({ description: "The email address of an agency's client. @beyondDocuments" }),
    clientAddressFirstName: t.string({ description: "The first name of an agency's client. @beyondDocuments" }),
    clientAddressLastName: t.string({ description: "The last name of an agency's client. @beyondDocuments" }),
    clientAddressName: t.string({ description: "The name of an agency's client. @beyondDocuments" }),
    clientAddressPostalCode: t.string({ description: "The postal code of an agency's client. @beyondDocuments" }),
    clientAddressRegion: t.string({ description: "The region of an agency's client." }),
    clientAddressStreet1: t.string({ description: "The first line of the street address of an agency's client." }),
    clientAddressStreet2: t.string({ description: "The second line of the street address of an agency's client." }),
  }),
})

builder.mutationField('updateTaxSettings', (t) =>
  writeField(t, {
    payload: payload('UpdateTaxSettingsPayload', { taxSettings: TaxSettings }),
    endpoint: updateTaxSettings,
    editors: SETTINGS_EDITORS,
    description: 'Changes the tax and invoice settings of an account (R-ACC-13).',
    input: UpdateTaxSettingsInput,
    prepare(check) {
      check.account('accountId')
      return { params: check.params() }
    },
  }),
)
