import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { campaigns } from '../campaign/campaign.ts'
import {
  DEMO_ACCOUNT_ID,
  UnmatchedFault,
  type FaultRule,
  type RecordedRequest,
  type Sandbox,
  type SandboxLimits,
} from '../index.ts'
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

const OR = 'as in the reference (accounts/:account_id/campaigns) or as received (/12/accounts/18ce54d4x5t/campaigns)'

/** Rules that would apply to no request. */
const NO_MATCH: [what: string, match: FaultRule['match'], sentence: string][] = [
  ['a method in small letters', { method: 'get' }, 'rule.match.method must be one of GET, POST, PUT, DELETE, not get'],
  ...[
    ['accounts/:account_id/campaign', 'accounts/:account_id/campaigns'],
    ['/12/accounts/:account_id/line_items', 'accounts/:account_id/line_items'],
    ['accounts/18ce54d4x5t/campaigns', 'accounts/:account_id/campaigns'],
    ['/accounts/18ce54d4x5t/campaigns', 'accounts/:account_id/campaigns'],
    ['/12/accounts?count=1', 'accounts'],
  ].map(([given = '', meant]): (typeof NO_MATCH)[number] => [
    `the path ${given}`,
    { path: given },
    `rule.match.path ${given} is not the path of an endpoint, ${OR}. Did you mean ${meant}?`,
  ]),
  [
    'a method that the path does not have',
    { method: 'DELETE', path: 'accounts/:account_id/campaigns' },
    'rule.match.method must be GET or POST for the path accounts/:account_id/campaigns',
  ],
  [
    'a parameter that the endpoint does not have',
    { method: 'GET', path: 'accounts/:account_id/authenticated_user_access', param: { name: 'q', value: 'x' } },
    'rule.match.param cannot match: the endpoint has no parameters in a query or a form',
  ],
  [
    'a parameter that no endpoint has',
    { param: { name: 'query', value: 'x' } },
    'rule.match.param.name query is not a parameter of any endpoint',
  ],
]

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

  test.each<[what: string, wrong: unknown, sentence: string]>([
    ['nothing', null, 'rule must be an object'],

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

    ['a member too many', { fault: { kind: 'latency', ms: 1, s: 1 } }, 'rule.fault.s is not known'],
    ['a wrong status', { fault: { kind: 'status', status: 99 } }, 'rule.fault.status must be a number from 200 to 599'],

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

    ['no times', { fault: { kind: 'malformedJson' }, times: 0 }, 'rule.times must be a whole number of at least 1'],

    [
      'a probability in percent',
      { fault: { kind: 'malformedJson' }, probability: 50 },
      'rule.probability must be a number above 0 and at most 1',
    ],
    ...NO_MATCH.map(
      ([what, match, sentence]) =>
        [what, { fault: { kind: 'malformedJson' }, match }, sentence] as [string, unknown, string],
    ),
  ])('with %s are refused, and none is added', async (_, wrong, sentence) => {
    const good = { fault: { kind: 'malformedJson' } }
    const { status, text } = await post('/sandbox/faults', Array.isArray(wrong) ? [good, ...wrong] : wrong)
    expect([status, text]).toEqual([400, sentence])
    expect((await client.raw('GET', '/sandbox/faults')).text).toBe('[]')
  })
})

test.each(NO_MATCH)('a rule with %s is refused in a program too', async (_, match, sentence) => {
  const rule: FaultRule = { fault: { kind: 'malformedJson' }, match }

  expect(() => sandbox.faults.add(rule)).toThrow(new UnmatchedFault(sentence))
  await expect(startSandbox({ faults: [rule] })).rejects.toThrow(sentence)
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

  test('are kept with at most 16 MB of bodies', async () => {
    const users = [{ operation_type: 'Update', params: { users: [{ partner_user_id: ['x'.repeat(4_000_000)] }] } }]
    const upload = (id: string) => client.send('POST', `/12/${id}`, { json: users })
    for (const id of ['1', '2', '3', '4', '5']) await upload(id)
    expect(sandbox.requests.map((request) => request.path)).toEqual(['/12/3', '/12/4', '/12/5'])
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

  test('takes away the accounts that were created since', async () => {
    const create = (by: Client) => by.post('accounts')
    const other = new Client({ ...sandbox, credentials: sandbox.addUser() })
    const { body } = await create(client)
    await client.raw('POST', '/sandbox/reset')
    expect((await create(other)).body.data.id).toBe(body.data.id)
    expect((await client.get(`accounts/${body.data.id}`)).status).toBe(403)
  })

  test('lets faults of a probability hit the same calls again', async () => {
    const outcomes = async () => {
      sandbox.faults.add({ match: { method: 'GET' }, fault: { kind: 'status', status: 418 }, probability: 0.5 })
      const statuses: number[] = []
      for (let call = 0; call < 10; call += 1) statuses.push((await client.get(path)).status)
      await client.raw('POST', '/sandbox/reset')
      return statuses
    }
    const first = await outcomes()
    expect(new Set(first)).toEqual(new Set([200, 418]))
    expect(await outcomes()).toEqual(first)
  })
})

test('no page can use the control route', async () => {
  const origin = { origin: 'https://evil.example' }
  const { status, text } = await client.raw('POST', '/sandbox/reset', origin)
  expect([status, text]).toEqual([403, 'Pages cannot use the control route'])
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
