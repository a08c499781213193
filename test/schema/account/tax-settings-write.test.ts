import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { tax_id: '7', tax_category: 'INDIVIDUAL', address_company: 'Söder & Co' }

const graph = useWriteGraph(ROW)

const UPDATE = `mutation ($input: UpdateTaxSettingsInput!, $validateOnly: Boolean = false) {
  outcome: updateTaxSettings(input: $input, validateOnly: $validateOnly) {
    taxSettings { taxId taxCategory addressCompany billTo } userErrors { code field rule }
  }
}`

const READ = graphql(`query WrittenTaxSettings($account: ID!) {
  account(id: $account) { taxSettings { taxId taxCategory addressCompany billTo clientAddressRegion } }
}`)

describe('updateTaxSettings', () => {
  it('sends null as an empty value, and does not send omitted fields', async () => {
    await graph.write(UPDATE, { accountId: 'a1', taxId: null, taxCategory: null })

    expect(graph.sent()).toEqual([['PUT accounts/a1/tax_settings', { tax_id: '', tax_category: '' }]])
  })

  it.each([
    ['invoiceJurisdiction', 'MARS'],
    ['taxCategory', 'CHARITY'],
    ['billTo', 'ME'],
    ['businessRelationship', 'NONE'],
  ])('does not take %s %s (R-ACC-13), and sends nothing', async (field, value) => {
    const { errors } = await graph.write(UPDATE, { accountId: 'a1', [field]: value })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it.each([
    ['ACCOUNT_ADMIN', []],
    ['AD_MANAGER', [{ code: 'BAD_USER_INPUT', field: ['input', 'accountId'], rule: 'R-PERM-1' }]],
  ])('only validates with validateOnly, which knows who can change settings: %s', async (permission, userErrors) => {
    graph.answer(() => ({ body: { data: { permissions: [permission] } } }))
    const { data } = await graph.write(UPDATE, { accountId: 'a1', taxId: '7' }, { validateOnly: true })

    expect(graph.written()).toEqual([])
    expect(data).toEqual({ outcome: { taxSettings: null, userErrors } })
  })

  it('is FORBIDDEN for callers who cannot change settings', async () => {
    graph.answer(() => ({ status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'No' }] } }))
    const { errors } = await graph.write(UPDATE, { accountId: 'a1', taxId: '7' })

    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})

it('later reads return what was written to tax settings, and other fields keep their values', async () => {
  const { ask, close } = await openSandboxWrites()
  const read = async () => {
    const { account } = await ask(READ, { account: DEMO_ACCOUNT_ID })
    return account!.taxSettings!
  }
  const before = await read()
  const change = { taxId: null, taxCategory: 'INDIVIDUAL', addressName: 'Söder, & Co', clientAddressRegion: 'CA' }
  const updated = await ask(UPDATE, { input: { accountId: DEMO_ACCOUNT_ID, ...change } })

  expect(updated).toMatchObject({
    outcome: { taxSettings: { taxId: null, taxCategory: 'INDIVIDUAL', addressCompany: 'Söder, & Co' }, userErrors: [] },
  })
  const { addressName: addressCompany, ...changed } = change
  expect(await read()).toEqual({ ...before, ...changed, addressCompany })
  await close()
})
