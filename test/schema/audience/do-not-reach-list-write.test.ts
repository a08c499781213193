import { expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'd1', name: 'Do not reach', description: 'x', deleted: false })

const LIST = graphql(`query DoNotReachList($account: ID!) {
  account(id: $account) { doNotReachList { restId description } }
}`)
const CREATE = `mutation ($input: CreateDoNotReachListInput!, $validateOnly: Boolean = false) {
  outcome: createDoNotReachList(input: $input, validateOnly: $validateOnly) {
    doNotReachList { restId description reasonsNotTargetable } userErrors { code field rule } validation { unchecked }
  }
}`
const DELETE = `mutation ($input: DeleteDoNotReachListInput!) {
  outcome: deleteDoNotReachList(input: $input) { doNotReachList { restId deleted name } userErrors { field } }
}`

it('is created with or without a description', async () => {
  const { data, errors } = await graph.write(CREATE, { accountId: 'Account:a1', description: 'x' })
  await graph.write(CREATE, { accountId: 'a1' })

  expect(errors).toBeUndefined()
  expect(graph.sent()).toEqual([
    ['POST accounts/a1/do_not_reach_lists', { description: 'x' }],
    ['POST accounts/a1/do_not_reach_lists', null],
  ])
  expect(data).toMatchObject({
    outcome: {
      doNotReachList: { restId: 'd1', description: 'x' },
      userErrors: [],
      validation: null,
    },
  })
})

it('is refused by the service at the account if it exists', async () => {
  graph.answer(() => ({ status: 400, body: { errors: [{ code: 'INVALID', message: 'One only' }] } }))
  const { data } = await graph.write(CREATE, { accountId: 'a1' })

  expect(data).toMatchObject({ outcome: { userErrors: [{ code: 'INVALID', field: ['input', 'accountId'] }] } })
})

it('is read with validateOnly (R-AUD-20)', async () => {
  const look = async (rows: object[]) => {
    graph.answer(() => ({ body: { data: rows } }))
    return (await graph.write(CREATE, { accountId: 'a1' }, { validateOnly: true })).data
  }

  expect(await look([{ id: 'd1' }])).toMatchObject({
    outcome: { userErrors: [{ field: ['input', 'accountId'], rule: 'R-AUD-20' }] },
  })
  expect(await look([])).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5'] } } })
  expect(graph.sent().map(([call]) => call)).toEqual([1, 2].map(() => 'GET accounts/a1/do_not_reach_lists'))
})

it('is limited to one per account in the sandbox until it is deleted', async () => {
  const own = await openSandboxGraph()
  const read = async () => {
    const { data } = await own.query(LIST, { account: DEMO_ACCOUNT_ID })
    return data!.account!.doNotReachList
  }
  const write = async (document: string, input: object) =>
    (await own.query(document, { input: { accountId: DEMO_ACCOUNT_ID, ...input } })).data
  const before = await read()

  expect(await write(CREATE, { description: null })).toMatchObject({
    outcome: { userErrors: [{ field: ['input', 'accountId'] }] },
  })
  await write(DELETE, { doNotReachListId: before!.restId })
  expect(await read()).toBeNull()
  expect(await write(CREATE, { description: 'Anew' })).toMatchObject({
    outcome: { doNotReachList: { description: 'Anew', reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'] } },
  })
  expect(await read()).toMatchObject({ description: 'Anew' })
  await own.close()
})
