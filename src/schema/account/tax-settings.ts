import { getTaxSettings, updateTaxSettings, type TaxSettingsRow } from '../../rest/account/tax-settings.ts'
import { accountField, builder, inputType, openEnum, writeField } from '../kit.ts'
import { SETTINGS_EDITORS } from '../write/existence.ts'
import { Account } from './account.ts'

const TaxSettings = builder.objectRef<TaxSettingsRow>('TaxSettings')

const TaxCategory = openEnum('TaxCategory', 'The tax category of an advertiser (R-ACC-13).', {
  BUSINESS_NO_VAT: 'A business without a VAT number.',
  BUSINESS_WITH_VAT: 'A business with a VAT number.',
  INDIVIDUAL: 'An individual.',
})

const InvoiceJurisdiction = openEnum('InvoiceJurisdiction', 'The jurisdiction of invoices (R-ACC-13).', {
  LOI_SAPIN: 'The French Loi Sapin.',
  NONE: 'No special jurisdiction.',
  NOT_SET: 'The jurisdiction is not set.',
})

const BillTo = openEnum('BillTo', 'The recipient of invoices. @beyondDocuments', {
  ADVERTISER: 'The advertiser.',
  AGENCY: 'The agency of the advertiser.',
})

const BusinessRelationship = openEnum(
  'BusinessRelationship',
  'Whether an account advertises for itself or for a client. @beyondDocuments',
  { AGENCY: 'The account is an agency that advertises for a client.', SELF: 'The account advertises for itself.' },
)

/** What is both returned and changed. */
const SETTINGS = {
  taxCategory: [TaxCategory, 'The tax category of the advertiser (R-ACC-13).'],
  taxId: 'The tax ID.',
  taxExemptionId: 'The ID of the tax exemption.',
  invoiceJurisdiction: [InvoiceJurisdiction, 'The jurisdiction of the invoices (R-ACC-13).'],
  billTo: [BillTo, 'The recipient of invoices. @beyondDocuments'],
  businessRelationship: [
    BusinessRelationship,
    'Whether the account advertises for itself or for a client. @beyondDocuments',
  ],
  addressFirstName: 'The first name in the address. @beyondDocuments',
  addressLastName: 'The last name in the address. @beyondDocuments',
  addressEmail: 'The email address for invoices. @beyondDocuments',
  addressStreet1: 'The first line of the street address. @beyondDocuments',
  addressStreet2: 'The second line of the street address. @beyondDocuments',
  addressCity: 'The city in the address. @beyondDocuments',
  addressRegion: 'The region in the address. @beyondDocuments',
  addressPostalCode: 'The postal code in the address. @beyondDocuments',
  addressCountry: 'The country in the address. @beyondDocuments',
  clientAddressStreet1: "The first line of the street address of an agency's client.",
  clientAddressStreet2: "The second line of the street address of an agency's client.",
  clientAddressRegion: "The region of an agency's client.",
} as const

TaxSettings.implement({
  description:
    'The tax and invoice settings of an account. The documents describe only their update: reading them, and the ' +
    'fields that are marked so, are as in the live service.',
  fields: (t) => ({
    ...t.columns({
      ...SETTINGS,
      addressCompany: 'The company in the address. @beyondDocuments',
    }),
    raw: t.raw(),
  }),
})

builder.objectField(Account, 'taxSettings', (t) =>
  t.single(
    TaxSettings,
    getTaxSettings,
    'The tax and invoice settings of the account (R-ACC-13). Takes one call per account. @beyondDocuments',
    {},
  ),
)

builder.mutationField('updateTaxSettings', (t) =>
  writeField(t, {
    row: TaxSettings,
    endpoint: updateTaxSettings,
    does: { action: 'UPDATE', id: 'accountId' },
    editors: SETTINGS_EDITORS,
    description: 'Changes the tax and invoice settings of an account (R-ACC-13).',
    input: inputType(
      'UpdateTaxSettingsInput',
      'The changes to the tax settings of an account. Fields that are omitted stay as they are; null removes the value.',
      (t) => ({
        ...accountField(t),
        ...t.optional({
          ...SETTINGS,
          addressName: 'The company in the address, which is returned as `addressCompany`. @beyondDocuments',
          clientAddressCity: "The city of an agency's client. @beyondDocuments",
          clientAddressCountry: "The country of an agency's client. @beyondDocuments",
          clientAddressEmail: "The email address of an agency's client. @beyondDocuments",
          clientAddressFirstName: "The first name of an agency's client. @beyondDocuments",
          clientAddressLastName: "The last name of an agency's client. @beyondDocuments",
          clientAddressName: "The name of an agency's client. @beyondDocuments",
          clientAddressPostalCode: "The postal code of an agency's client. @beyondDocuments",
        }),
      }),
    ),
    prepare(check) {
      check.ids.account()
    },
  }),
)
