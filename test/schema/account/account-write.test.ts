import { describe, expect, it } from 'vitest'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'a1', name: 'Söder & Co', industry_type: 'RETAIL', deleted: false }

const graph = useWriteGraph(ROW, { environment: 'sandbox' })

const UPDATE = `mutation ($input: UpdateAccountInput!, $validateOnly: Boolean = false) {
  outcome: updateAccount(input: $input, validateOnly: $validateOnly) {
    account { id name industryType } userErrors { code field rule }
  }
}`
const CREATE = graphql(`mutation CreateAccount($validateOnly: Boolean = false) {
  outcome: createAccount(validateOnly: $validateOnly) { account { id name } userErrors { code field rule } }
}`)
const DELETE = `mutation ($input: DeleteAccountInput!, $validateOnly: Boolean = false) {
  outcome: deleteAccount(input: $input, validateOnly: $validateOnly) {
    account { id deleted businessId } userErrors { code field rule }
  }
}`
const READ = graphql(`query WrittenAccount($id: ID!) { accounts(ids: [$id]) { nodes { id name industryType } } }`)

describe('updateAccount', () => {
  it('does not send fields that are omitted', async () => {
    await graph.write(UPDATE, { accountId: 'a1', industryType: 'OTHER' })

    expect(graph.sent()).toEqual([['PUT accounts/a1', { industry_type: 'OTHER' }]])
  })

  it('refuses an unknown industry (R-ACC-2), and sends nothing', async () => {
    const { errors } = await graph.write(UPDATE, { accountId: 'a1', industryType: 'FISHING' })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('refuses the ID of another type, with the right article in the message, and sends nothing', async () => {
    const document = UPDATE.replace('code field', 'code message field')
    const { data } = await graph.write(document, { accountId: 'Campaign:a1:c1', name: 'x' })

    expect(graph.sent()).toEqual([])
    const message = '`accountId` takes the ID of an Account; "Campaign:a1:c1" is the ID of a Campaign'
    expect(data).toEqual({
      outcome: {
        account: null,
        userErrors: [{ code: 'BAD_USER_INPUT', message, field: ['input', 'accountId'], rule: null }],
      },
    })
  })
})

describe('createAccount', () => {
  it('sends no parameters, and accepts the array in the response (R-ACC-1)', async () => {
    graph.answer(() => ({ status: 201, body: { data: [ROW] } }))
    const { data, errors } = await graph.write(CREATE, {})

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([['POST accounts', null]])
    expect(data).toEqual({ outcome: { account: { id: 'Account:a1', name: 'Söder & Co' }, userErrors: [] } })
  })
})

describe('deleteAccount', () => {
  it('returns the deleted entity as the service sends it', async () => {
    graph.answer(() => ({ body: { data: { id: 'a1', deleted: true } } }))
    const { data } = await graph.write(DELETE, { accountId: 'Account:a1' })

    expect(graph.sent()).toEqual([['DELETE accounts/a1', null]])
    expect(data).toEqual({
      outcome: { account: { id: 'Account:a1', deleted: true, businessId: null }, userErrors: [] },
    })
  })
})

it('later reads return what was written to accounts', async () => {
  const sandbox = await openSandboxGraph()
  const created = await sandbox.query(CREATE, {})
  const { id } = created.data!.outcome!.account!
  const accounts = async () => {
    const { data } = await sandbox.query(READ, { id })
    return data!.accounts!.nodes
  }
  expect(await accounts()).toEqual([{ id, name: 'Sandbox account', industryType: null }])

  await sandbox.query(UPDATE, { input: { accountId: id, name: 'Söder, & Co', industryType: 'TRAVEL' } })
  expect(await accounts()).toEqual([{ id, name: 'Söder, & Co', industryType: 'TRAVEL' }])

  const deleted = await sandbox.query(DELETE, { input: { accountId: id } })
  expect(deleted.data).toEqual({ outcome: { account: { id, deleted: true, businessId: null }, userErrors: [] } })
  expect(await accounts()).toEqual([])
  const again = await sandbox.query(DELETE, { input: { accountId: id } })
  expect(again.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'accountId'] }] } })
  await sandbox.close()
})
