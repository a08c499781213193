import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

// The service sends an array of one item here.
const graph = useWriteGraph([{ success_count: 2, total_count: 2 }])

const UPLOAD = graphql(`mutation UpdateDoNotReachListUsers($input: UpdateDoNotReachListUsersInput!) {
  outcome: updateDoNotReachListUsers(input: $input) {
    successCount totalCount chunks { start count status } userErrors { code field rule }
  }
}`)
const LIST = graphql(`query DoNotReachListToUpload($account: ID!) {
  account(id: $account) { doNotReachList { restId } }
}`)
const HASH = createHash('sha256').update('ann@example.org').digest('hex')
const PATH = 'batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users'
const upload = (operations: object[], more: object = {}) =>
  graph.write(UPLOAD, {
    accountId: 'a1',
    doNotReachListId: 'd1',
    operations,
    ...more,
  })

it('sends every field by its wire name, hashed on request', async () => {
  const users = [{ email: ['Ann@example.org'], phoneNumber: [HASH] }]
  const { data, errors } = await upload(
    [
      { update: { users, expiresAt: '2031-01-01T00:00:00Z' } },
      { delete: { users: [{ email: [HASH.toUpperCase()] }] } },
    ],
    { hash: true },
  )

  expect(errors).toBeUndefined()
  expect(graph.sent()).toEqual([
    [
      'POST batch/accounts/a1/do_not_reach_lists/d1/users',
      [
        {
          operation_type: 'Update',
          params: { users: [{ email: [HASH], phone_number: [HASH] }], expires_at: '2031-01-01T00:00:00Z' },
        },
        { operation_type: 'Delete', params: { users: [{ email: [HASH] }] } },
      ],
    ],
  ])
  expect(data).toEqual({
    outcome: { successCount: '2', totalCount: '2', chunks: [{ start: 0, count: 2, status: 'DONE' }], userErrors: [] },
  })
})

it.each([
  ['R-AUD-11', 'update users', { update: { users: [] } }],
  ['R-AUD-12', 'update expiresAt', { update: { users: [{ email: [HASH] }], expiresAt: '2020-01-01T00:00:00Z' } }],
  ['R-AUD-13', 'delete users 0 email', { delete: { users: [{ email: [HASH, 'ann@example.org'] }] } }],
  [null, 'update users', { update: { users: [{ email: [HASH] }, {}] } }],
])('reports an input that breaks %s at %s without its value, and sends nothing', async (rule, field, operation) => {
  const { data } = await upload([operation])

  expect(graph.sent()).toEqual([])
  expect(data!.outcome!.userErrors).toEqual([
    { code: 'BAD_USER_INPUT', field: `input operations 0 ${field}`.split(' '), rule },
  ])
})

it('refuses 2,501 operations, and sends nothing', async () => {
  const { data } = await upload(Array.from({ length: 2501 }, () => ({ update: { users: [{ email: [HASH] }] } })))

  expect(graph.sent()).toEqual([])
  expect(data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'operations'], rule: 'R-AUD-14' }])
})

it('reports INCOMPLETE_UPLOAD if two calls accept too few users (R-AUD-15)', async () => {
  const { data } = await upload([{ update: { users: [{ email: [HASH] }] } }])

  expect(graph.sent()).toHaveLength(2)
  expect(data).toMatchObject({
    outcome: { chunks: [{ status: 'UNKNOWN' }], userErrors: [{ code: 'INCOMPLETE_UPLOAD', rule: 'R-AUD-15' }] },
  })
})

it('is accepted by the sandbox, and reported if the sandbox counts too few users', async () => {
  const own = await openSandboxGraph()
  const { data: found } = await own.query(LIST, { account: DEMO_ACCOUNT_ID })
  const send = async () => {
    const operations = [{ update: { users: [{ email: [HASH] }] } }]
    const doNotReachListId = found!.account!.doNotReachList!.restId
    return (await own.query(UPLOAD, { input: { accountId: DEMO_ACCOUNT_ID, doNotReachListId, operations } })).data
  }
  expect(await send()).toMatchObject({ outcome: { successCount: '1', userErrors: [] } })

  own.sandbox.faults.add({ match: { path: PATH }, fault: { kind: 'incompleteUpload', missing: 1 }, times: 2 })
  expect(await send()).toMatchObject({ outcome: { userErrors: [{ code: 'INCOMPLETE_UPLOAD' }] } })
  expect(own.logLines.join()).not.toContain(HASH)
  await own.close()
})
