import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { userPermissions } from '../../account/authenticated-user-access.ts'
import { campaigns } from '../../campaign/campaign.ts'
import {
  DEMO_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  SANDBOX_CREDENTIALS,
  SMALL_ACCOUNT_ID,
  YEN_ACCOUNT_ID,
  type Sandbox,
} from '../../index.ts'
import { Client } from '../client.ts'
import { authorization } from '../sign.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

let sandbox: Sandbox
let client: Client
let target: string

beforeAll(async () => {
  sandbox = await startSandbox({ limits: { writes: 3 } })
  client = new Client(sandbox)
  target = sandbox.store
    .table(campaigns)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted)!.id
})
afterEach(() => client.raw('POST', '/sandbox/reset'))
afterAll(() => sandbox.close())

const nameOf = () => sandbox.store.table(campaigns).find(DEMO_ACCOUNT_ID, target)!.name
const difficult = "Sale: 20% off, a+b & c=d #1 ! * ' ( ) ü 🔥"

describe('the parameters of a write', () => {
  test.each(['form', 'query'] as const)('can be in the %s', async (place) => {
    const { status } = await client.send('PUT', `/12/${path}/${target}`, { [place]: { name: difficult } })
    expect([status, nameOf()]).toEqual([200, difficult])
  })

  test('can be in both, but each one only once', async () => {
    const both = { query: { name: 'In the query' }, form: { purchase_order_number: '7' } }
    const { body } = await client.send('PUT', `/12/${path}/${target}`, both)
    expect(body.data).toMatchObject({ name: 'In the query', purchase_order_number: '7' })
    const twice = await client.send('PUT', `/12/${path}/${target}`, { query: { name: 'a' }, form: { name: 'b' } })
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ code: 'INVALID_PARAMETER', message: 'Expected a single value for name', parameter: 'name' }],
    ])
  })

  test.each(['form', 'query'] as const)('are signed in the %s too', async (place) => {
    const before = nameOf()
    const url = `/12/${path}/${target}`
    const signature = authorization('PUT', sandbox.url + url, [['name', 'As signed']], sandbox.credentials)
    const headers = { authorization: signature, 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } =
      place === 'form'
        ? await client.raw('PUT', url, headers, 'name=As%20sent')
        : await client.raw('PUT', `${url}?name=As%20sent`, headers)
    expect([status, body.errors]).toEqual([401, [{ code: 32, message: 'Could not authenticate you' }]])
    expect(nameOf()).toBe(before)
  })
})

test('a write to an account without access is 403', async () => {
  const credentials = sandbox.addUser({ accountIds: [EURO_ACCOUNT_ID] })
  const { status } = await client.delete(`${path}/${target}`, {}, { credentials })
  expect(status).toBe(403)
  expect(sandbox.store.table(campaigns).find(DEMO_ACCOUNT_ID, target)?.deleted).toBe(false)
})

test('a write to an account with read-only access is 403, and a read is not', async () => {
  const { status, body } = await client.post(`accounts/${YEN_ACCOUNT_ID}/campaigns`)
  expect([status, body.errors]).toEqual([
    403,
    [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION', message: `User may not change account ${YEN_ACCOUNT_ID}` }],
  ])
  expect((await client.get(`accounts/${YEN_ACCOUNT_ID}/campaigns`)).status).toBe(200)
})

test.each([
  ['AD_MANAGER', [400, 400, 400]],
  ['CREATIVE_MANAGER', [403, 400, 403]],
  ['PARTNER_AUDIENCE_MANAGER', [403, 403, 400]],
])(
  'with %s, writes of campaigns, media and audiences without parameters are %j (R-PERM-1, R-PERM-2)',
  async (id, statuses) => {
    const permissions = sandbox.store.table(userPermissions)
    const rows = permissions.rows(DEMO_ACCOUNT_ID)
    for (const row of rows) permissions.remove(DEMO_ACCOUNT_ID, row.id)
    permissions.insert(DEMO_ACCOUNT_ID, { ...rows[0]!, id })
    const received: number[] = []
    for (const list of ['campaigns', 'media_library', 'custom_audiences'])
      received.push((await client.post(`accounts/${DEMO_ACCOUNT_ID}/${list}`)).status)
    expect(received).toEqual(statuses)
  },
)

test.each([
  ['1000000002', ['AD_MANAGER'], [400, 400, 400]],
  ['1000000003', ['CREATIVE_MANAGER'], [403, 400, 403]],
])('the user %s has the permissions %j in the account of a colleague', async (userId, permissions, statuses) => {
  const credentials = {
    ...SANDBOX_CREDENTIALS,
    accessToken: `${userId}-sandbox-access-token`,
    accessTokenSecret: `${userId}-sandbox-token-secret`,
  }
  const own = `accounts/${SMALL_ACCOUNT_ID}`
  const access = await client.get(`${own}/authenticated_user_access`, {}, { credentials })
  const received: number[] = []
  for (const list of ['campaigns', 'media_library', 'custom_audiences'])
    received.push((await client.post(`${own}/${list}`, {}, { credentials })).status)

  expect(access.body.data).toEqual({ user_id: userId, permissions })
  expect(received).toEqual(statuses)
})

test('all writes to all accounts count in one window of the user, including refused ones', async () => {
  const spent = [
    await client.put(`${path}/${target}`, { name: 'One' }),
    await client.post(`accounts/${EURO_ACCOUNT_ID}/campaigns`),
    await client.batch(path, []),
    await client.put(`${path}/${target}`, { name: 'Four' }),
  ]
  expect(spent.map(({ status, headers }) => [status, headers['x-rate-limit-remaining']])).toEqual([
    [200, '2'],
    [400, '1'],
    [200, '0'],
    [429, '0'],
  ])
  expect(spent[3]!.body.errors).toEqual([{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }])
  expect(spent[0]!.headers).not.toHaveProperty('x-account-rate-limit-limit')
  expect(nameOf()).toBe('One')
  expect((await client.get(path)).status).toBe(200)
  const credentials = sandbox.addUser({ accountIds: [DEMO_ACCOUNT_ID] })
  expect((await client.delete(`${path}/${target}`, {}, { credentials })).status).toBe(200)
})
