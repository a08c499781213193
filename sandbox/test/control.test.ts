import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaigns } from '../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type RecordedRequest, type Sandbox, type SandboxLimits } from '../index.ts'
import { Client } from './client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox({ limits: { globalReads: 3 } })
  client = new Client(sandbox)
})
beforeEach(() => {
  sandbox.faults.clear()
  sandbox.clearRequests()
})
afterAll(() => sandbox.close())

const post = (url: string, data: unknown) =>
  client.raw('POST', url, { 'content-type': 'application/json' }, JSON.stringify(data))

describe('faults', () => {
  const rule = { match: { path: 'accounts' }, fault: { kind: 'status', status: 418 }, times: 2 }

  test('are added, singly or as a list, listed with their remaining counts, and cleared', async () => {
    expect((await post('/sandbox/faults', rule)).status).toBe(201)
    expect((await post('/sandbox/faults', [rule, { fault: { kind: 'latency', ms: 1 } }])).status).toBe(201)
    expect((await client.get('accounts')).status).toBe(418)
    const listed = JSON.parse((await client.raw('GET', '/sandbox/faults')).text) as unknown
    expect(listed).toEqual([{ ...rule, times: 1 }, { ...rule, times: 1 }, { fault: { kind: 'latency', ms: 1 } }])
    expect((await client.raw('DELETE', '/sandbox/faults')).status).toBe(204)
    expect((await client.get(path)).status).toBe(200)
    expect((await client.raw('GET', '/sandbox/faults')).text).toBe('[]')
  })

  test.each([
    ['nothing', null, 'rule must be an object'],
    ['a list of texts', ['x'], 'rule must be an object'],
    ['no fault', {}, 'rule.fault must be an object'],
    [
      'an unknown kind',
      { fault: { kind: 'flood' } },
      'rule.fault.kind must be one of latency, status, rateLimited, unavailable, broken, slowBody, malformedJson, incompleteUpload',
    ],
    [
      'a function',
      { fault: { kind: 'mutate' } },
      'rule.fault.kind must be one of latency, status, rateLimited, unavailable, broken, slowBody, malformedJson, incompleteUpload',
    ],
    ['a missing member', { fault: { kind: 'latency' } }, 'rule.fault.ms must be a number of at least 0'],
    ['a member too many', { fault: { kind: 'latency', ms: 1, s: 1 } }, 'rule.fault.s is not known'],
    ['a wrong status', { fault: { kind: 'status', status: 99 } }, 'rule.fault.status must be a number from 200 to 599'],
    [
      'a wrong value',
      { fault: { kind: 'broken', when: 'never' } },
      'rule.fault.when must be one of before, headers, body',
    ],
    [
      'a wrong match',
      { fault: { kind: 'malformedJson' }, match: { param: { name: 'q' } } },
      'rule.match.param.value must be a string',
    ],
    [
      'wrong headers',
      { fault: { kind: 'status', status: 500, headers: { a: 1 } } },
      'rule.fault.headers must be an object of strings',
    ],
    [
      'a wrong body',
      { fault: { kind: 'status', status: 500, body: 'x' } },
      'rule.fault.body must be an object with json, html or text',
    ],
    ['a negative number', { fault: { kind: 'malformedJson' }, times: -1 }, 'rule.times must be a number of at least 0'],
  ])('with %s are refused, and none is added', async (_, wrong, sentence) => {
    const good = { fault: { kind: 'malformedJson' } }
    const { status, text } = await post('/sandbox/faults', Array.isArray(wrong) ? [good, ...wrong] : wrong)
    expect([status, text]).toEqual([400, sentence])
    expect((await client.raw('GET', '/sandbox/faults')).text).toBe('[]')
  })
})

describe('requests', () => {
  test('are listed in order of arrival, parsed, with their outcome', async () => {
    await client.get(path, { q: 'Ünï, ☃ +', count: 1 })
    await client.send('POST', '/12/accounts', { form: { name: 'a b' }, query: { x: '1' } })
    await client.raw('GET', '/12/nowhere?%zz=1')
    await client.raw('GET', '/12/nowhere')
    const { text } = await client.raw('GET', '/sandbox/requests')
    const listed = JSON.parse(text) as RecordedRequest[]
    expect(listed).toEqual(JSON.parse(JSON.stringify(sandbox.requests)))
    expect(listed).toMatchObject([
      {
        method: 'GET',
        path: `/12/${path}`,
        url: `/12/${path}?q=%C3%9Cn%C3%AF%2C%20%E2%98%83%20%2B&count=1`,
        query: [
          ['q', 'Ünï, ☃ +'],
          ['count', '1'],
        ],
        form: [],
        endpoint: 'accounts/:account_id/campaigns',
        status: 200,
      },
      { method: 'POST', path: '/12/accounts', query: [['x', '1']], form: [['name', 'a b']], status: 400 },
      { method: 'GET', path: '/12/nowhere', status: 404 },
    ])
    expect(listed.map((record) => record.at)).toEqual(listed.map((record) => record.at).sort((a, b) => a - b))
    expect(listed[0]!.headers.authorization).toMatch(/^OAuth /)
  })

  test('are cleared on request', async () => {
    await client.get(path)
    expect((await client.raw('DELETE', '/sandbox/requests')).status).toBe(204)
    expect(sandbox.requests).toEqual([])
  })

  test('are kept up to the limit', async () => {
    const small = await startSandbox({ logRequests: 2 })
    for (const count of [1, 2, 3]) await new Client(small).get('accounts', { count })
    expect(small.requests.map((record) => record.query)).toEqual([[['count', '2']], [['count', '3']]])
    await small.close()
  })
})

describe('limits', () => {
  const change = (data: unknown) =>
    client.raw('PATCH', '/sandbox/limits', { 'content-type': 'application/json' }, JSON.stringify(data))
  const limits = async () => JSON.parse((await client.raw('GET', '/sandbox/limits')).text) as SandboxLimits

  test('are read and changed, and apply from then on', async () => {
    const before = await limits()
    expect([before.activeCampaigns, before.globalReads]).toEqual([200, 3])
    expect((await change({ activeCampaigns: 8_000, globalReads: 1 })).status).toBe(200)
    expect(await limits()).toEqual({ ...before, activeCampaigns: 8_000, globalReads: 1 })
    expect([(await client.get('accounts')).status, (await client.get('accounts')).status]).toEqual([200, 429])

    expect((await client.raw('POST', '/sandbox/reset')).status).toBe(204)
    expect(await limits()).toEqual(before)
  })

  test.each([
    [{ activeCampaigns: 8_001 }, 'activeCampaigns must be an integer from 1 to 8000'],
    [{ writes: 0 }, 'writes must be an integer from 1 to 9007199254740991'],
    [{ globalReads: 2, reads: 1 }, 'reads is not a limit'],
  ])('are refused with %j, and none is changed', async (wrong, sentence) => {
    const before = await limits()
    const { status, text } = await change(wrong)
    expect([status, text, await limits()]).toEqual([400, sentence, before])
  })
})

describe('reset', () => {
  test('restores the rows and clears faults and windows', async () => {
    const before = await client.walk(path)
    const table = sandbox.store.table(campaigns)
    table.remove(DEMO_ACCOUNT_ID, before[0]!.id)
    table.update(DEMO_ACCOUNT_ID, before[1]!.id, { name: 'changed' })
    sandbox.faults.add({ match: { path: 'accounts' }, fault: { kind: 'status', status: 418 } })
    for (let call = 0; call < 4; call += 1) await client.get('accounts')

    expect((await client.raw('POST', '/sandbox/reset')).status).toBe(204)
    expect(await client.walk(path)).toEqual(before)
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await client.get('accounts')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

test.each([
  ['GET', '/sandbox/nothing'],
  ['PUT', '/sandbox/faults'],
  ['GET', '/sandbox/reset'],
])('%s %s does not exist', async (method, url) => {
  const { status, text } = await client.raw(method, url)
  expect([status, text]).toEqual([
    404,
    'The control route has the resources faults, requests, callbacks, limits and reset',
  ])
})
