import { afterEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import {
  DEMO_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  GENEROUS_LIMITS,
  LIVE_LIMITS,
  type Sandbox,
  type SandboxLimits,
} from '../../index.ts'
import { Client, type Answer } from '../client.ts'

const campaigns = `accounts/${DEMO_ACCOUNT_ID}/campaigns`
const lineItems = `accounts/${DEMO_ACCOUNT_ID}/line_items`
const start = Date.parse('2026-06-01T12:00:00.250Z')
const startSecond = Math.ceil(start / 1000)

let sandbox: Sandbox | undefined
let clock = start

/** A sandbox with limits, whose clock stands until a test moves it, and a client that signs by it. */
async function limited(limits: Partial<SandboxLimits>): Promise<Client> {
  clock = start
  sandbox = await startSandbox({ limits, now: () => new Date(clock) })
  return new (class extends Client {
    override send: Client['send'] = (method, path, options) =>
      super.send(method, path, { ...options, tampering: { timestamp: clock / 1000 } })
  })(sandbox)
}

afterEach(() => sandbox?.close())

const user = ({ headers }: Answer<unknown>) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-rate-limit-${name}`]))
const account = ({ headers }: Answer<unknown>) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-account-rate-limit-${name}`]))

const tooMany = [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }]

test('the published limits are set, and the default ones are beyond manual use', () => {
  expect(LIVE_LIMITS).toMatchObject({
    windowMs: 900_000,
    coreReadsPerAccount: 10_000,
    accountReads: 2_000,
    globalReads: 5,
    totalCounts: 200,
    writes: 450,
    userUploads: 1_500,
    writeWindowMs: 60_000,
  })
  expect(GENEROUS_LIMITS).toMatchObject({ globalReads: 1_000, totalCounts: 200 })
})

describe('reads of core entities', () => {
  test('report two windows that start with the first call and count down', async () => {
    const client = await limited({ coreReadsPerUser: 50, coreReadsPerAccount: 20 })
    const first = await client.get(campaigns)
    expect(user(first)).toEqual([50, 49, startSecond + 900])
    expect(account(first)).toEqual([20, 19, startSecond + 900])
    clock += 60_000
    const second = await client.get(campaigns)
    expect(user(second)).toEqual([50, 48, startSecond + 900])
    expect(account(second)).toEqual([20, 18, startSecond + 900])
    const single = await client.get(`${campaigns}/nobody`)
    expect(single.status).toBe(404)
    expect(account(single)).toEqual([20, 19, startSecond + 960])
  })

  test('beyond the account limit are 429 until the window ends', async () => {
    const client = await limited({ coreReadsPerAccount: 2 })
    await client.get(campaigns)
    await client.get(campaigns)
    const refused = await client.get(campaigns, { count: 3 })
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      errors: tooMany,
      request: { params: { account_id: DEMO_ACCOUNT_ID, count: 3 } },
    })
    expect(account(refused)).toEqual([2, 0, startSecond + 900])
    clock += 899_999
    expect((await client.get(campaigns)).status).toBe(429)
    clock += 1
    const again = await client.get(campaigns)
    expect(again.status).toBe(200)
    expect(account(again)).toEqual([2, 1, startSecond + 1800])
  })

  test('count separately per account and endpoint, and together for the users of an account', async () => {
    const client = await limited({ coreReadsPerAccount: 1 })
    const guest = sandbox!.addUser({ accountIds: [DEMO_ACCOUNT_ID] })
    expect((await client.get(campaigns)).status).toBe(200)
    expect((await client.get(lineItems)).status).toBe(200)
    expect((await client.get(`accounts/${EURO_ACCOUNT_ID}/campaigns`)).status).toBe(200)
    expect((await client.get(campaigns, {}, { credentials: guest })).status).toBe(429)
  })

  test('beyond the user limit are 429 for this user only', async () => {
    const client = await limited({ coreReadsPerUser: 1 })
    const guest = sandbox!.addUser({ accountIds: [DEMO_ACCOUNT_ID] })
    await client.get(campaigns)
    const refused = await client.get(campaigns)
    expect(refused.status).toBe(429)
    expect(user(refused)).toEqual([1, 0, startSecond + 900])
    expect((await client.get(campaigns, {}, { credentials: guest })).status).toBe(200)
  })

  test('with an invalid parameter count too, and those without access do not', async () => {
    const client = await limited({ coreReadsPerAccount: 20 })
    expect(account(await client.get(campaigns, { count: 0 }))[1]).toBe(19)
    const guest = sandbox!.addUser()
    const denied = await client.get(campaigns, {}, { credentials: guest })
    expect(denied.status).toBe(403)
    expect(denied.headers).not.toHaveProperty('x-account-rate-limit-limit')
    expect(account(await client.get(campaigns))[1]).toBe(18)
  })
})

describe('reads without an account', () => {
  test('have a window per user and none per account', async () => {
    const client = await limited({ globalReads: 5 })
    const answer = await client.get('accounts')
    expect(user(answer)).toEqual([5, 4, startSecond + 900])
    expect(answer.headers).not.toHaveProperty('x-account-rate-limit-limit')
  })

  test('are five in 15 minutes when limits are live', async () => {
    const client = await limited(LIVE_LIMITS)
    const statuses: number[] = []
    for (let call = 0; call < 6; call += 1) statuses.push((await client.get('accounts')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await client.get(`accounts/${DEMO_ACCOUNT_ID}`)).status).toBe(200)
  })
})

describe('total counts', () => {
  test('are limited per user over all lists, and lists without a count are not', async () => {
    const client = await limited({ totalCounts: 2 })
    expect((await client.get(campaigns, { with_total_count: true })).body.total_count).toBe(50)
    expect((await client.get(lineItems, { with_total_count: true })).body.total_count).toBe(500)
    const refused = await client.get('accounts', { with_total_count: true })
    expect(refused.status).toBe(429)
    expect(refused.body.errors).toEqual(tooMany)
    expect(user(refused)).toEqual([2, 0, startSecond + 900])
    expect((await client.get('accounts')).status).toBe(200)
    const guest = sandbox!.addUser()
    expect((await client.get('accounts', { with_total_count: true }, { credentials: guest })).status).toBe(200)
  })
})
