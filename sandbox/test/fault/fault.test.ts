import { describe, expect, test } from 'vitest'
import { startSandbox, openSandbox } from '../../../test/support/sandbox.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, type Fault, type FaultRule } from '../../index.ts'
import { Client } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`
const template = 'accounts/:account_id/campaigns'

const { sandbox, client, demoRows } = await openSandbox({ now: undefined })

const befall = (fault: Fault, rule: Omit<FaultRule, 'fault'> = {}) => sandbox.faults.add({ ...rule, fault })
const teapot: Fault = { kind: 'status', status: 418 }

async function statuses(calls: number, query = {}): Promise<number[]> {
  const found: number[] = []
  for (let call = 0; call < calls; call += 1) found.push((await client.get(path, query)).status)
  return found
}

describe('a rule', () => {
  test('applies to the given paths, as in the reference or as received', async () => {
    befall(teapot, { match: { path: template } })
    expect((await client.get(path)).status).toBe(418)
    expect((await client.get(`${path}/nobody`)).status).toBe(404)
    sandbox.faults.clear()
    befall(teapot, { match: { path: `/12/${path}/nobody` } })
    expect((await client.get(path)).status).toBe(200)
    expect((await client.get(`${path}/nobody`)).status).toBe(418)
  })

  test('applies to the given methods and parameters', async () => {
    befall(teapot, { match: { method: 'POST' } })
    befall(teapot, { match: { param: { name: 'q', value: 'a, b' } } })
    expect((await client.get(path)).status).toBe(200)
    expect((await client.get(path, { q: 'a' })).status).toBe(200)
    expect((await client.get(path, { q: 'a, b' })).status).toBe(418)
  })

  test('applies `times` times, after the first `after` matching requests', async () => {
    befall(teapot, { times: 2, after: 1 })
    expect(await statuses(5)).toEqual([200, 418, 418, 200, 200])
  })

  test('applies with a probability that gives the same result for the same seed', async () => {
    const runs: number[][] = []
    for (const seed of [7, 7, 8]) {
      const other = await startSandbox({ seed, faults: [{ fault: teapot, probability: 0.5 }] })
      const found: number[] = []
      for (let call = 0; call < 30; call += 1) found.push((await new Client(other).get(path)).status)
      runs.push(found)
      await other.close()
    }
    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]).not.toEqual(runs[2])
    expect(new Set(runs[0])).toEqual(new Set([200, 418]))
  })

  test('does not apply to a call with an invalid signature', async () => {
    befall(teapot, { times: 1 })
    expect((await client.raw('GET', `/12/${path}`)).status).toBe(401)
    expect(await statuses(2)).toEqual([418, 200])
  })

  test('applies after earlier rules', async () => {
    befall({ kind: 'status', status: 500 }, { times: 1 })
    befall({ kind: 'status', status: 502 }, { times: 2 })
    expect(await statuses(3)).toEqual([500, 502, 200])
  })
})

describe('a status', () => {
  test('has an empty body by default', async () => {
    befall({ kind: 'status', status: 502 })
    const { status, text, headers } = await client.get(path)
    expect([status, text]).toEqual([502, ''])
    expect(headers['x-transaction-id']).toMatch(/^[0-9a-f]{16}$/)
  })

  test.each([
    ['json', { json: { errors: [{ code: 131, message: 'Internal error' }] } }, 'application/json;charset=utf-8'],
    ['html', { html: '<h1>Bad Gateway</h1>' }, 'text/html;charset=utf-8'],
    ['text', { text: 'upstream connect error' }, 'text/plain;charset=utf-8'],
  ])('can have a body of %s and headers', async (kind, body, type) => {
    befall({ kind: 'status', status: 500, headers: { 'retry-after': '3' }, body })
    const { status, text, headers } = await client.get(path)
    const content = Object.values(body)[0]
    expect(status).toBe(500)
    expect(text).toBe(kind === 'json' ? JSON.stringify(content) : content)
    expect(headers).toMatchObject({ 'content-type': type, 'retry-after': '3' })
  })
})

describe('an exhausted window', () => {
  test.each(['user', 'account'] as const)('of the %s reports when it ends', async (scope) => {
    const before = Math.ceil((Date.now() + 2000) / 1000)
    befall({ kind: 'rateLimited', scope, resetInMs: 2000 }, { times: 1 })
    const { status, headers, body } = await client.get(path, { count: 3 })
    const prefix = scope === 'user' ? 'x-rate-limit' : 'x-account-rate-limit'
    expect(status).toBe(429)
    expect(body).toEqual({
      errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }],
      request: { params: { account_id: DEMO_ACCOUNT_ID } },
    })
    expect(headers[`${prefix}-remaining`]).toBe('0')
    expect(Number(headers[`${prefix}-reset`])).toBeGreaterThanOrEqual(before)
    expect(Number(headers[`${prefix}-reset`])).toBeLessThanOrEqual(Math.ceil((Date.now() + 2000) / 1000))
    expect((await client.get(path)).status).toBe(200)
  })

  test('can have no header', async () => {
    befall({ kind: 'rateLimited', scope: 'user', resetInMs: 2000, headers: false })
    const { status, headers } = await client.get(path)
    expect(status).toBe(429)
    expect(Object.keys(headers).filter((name) => name.includes('rate-limit'))).toEqual([])
  })
})

test.each([
  [undefined, undefined],
  [2, '2'],
])('an unavailable service is a 503 in plain text with retry-after %s', async (retryAfter, header) => {
  befall({ kind: 'unavailable', retryAfter })
  const { status, headers, text } = await client.get(path)
  expect([status, text]).toEqual([503, 'Service Unavailable'])
  expect(headers['retry-after']).toBe(header)
})

describe('latency', () => {
  test('delays the response, and adds up', async () => {
    befall({ kind: 'latency', ms: 60 })
    befall({ kind: 'latency', ms: 60 })
    const { body } = await client.get(path)
    expect(body.data).toHaveLength(50)
    const record = sandbox.requests.at(-1)!
    expect(record.answeredAt! - record.at).toBeGreaterThanOrEqual(115)
  })
})

describe('a broken connection', () => {
  test('closes before the first byte, although the request was handled', async () => {
    befall({ kind: 'broken', when: 'before' }, { times: 1 })
    await expect(client.get(path)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(sandbox.requests.at(-1)).toMatchObject({ status: 0, endpoint: template })
    expect((await client.get(path)).status).toBe(200)
  })

  test.each(['headers', 'body'] as const)('closes after the %s started to arrive', async (when) => {
    befall({ kind: 'broken', when }, { times: 1 })
    await expect(client.get(path)).rejects.toMatchObject({ code: 'ECONNRESET', message: 'aborted' })
    expect(sandbox.requests.at(-1)).toMatchObject({ status: 200 })
    expect((await client.get(path)).status).toBe(200)
  })
})

test('a slow body arrives completely', async () => {
  befall({ kind: 'slowBody', ms: 100 })
  const started = Date.now()
  const { body } = await client.get(path)
  expect(body.data).toHaveLength(50)
  expect(Date.now() - started).toBeGreaterThanOrEqual(80)
})

test('malformed JSON has a valid status and length, but is truncated', async () => {
  befall({ kind: 'malformedJson' })
  const { status, text, headers } = await client.get(path)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json;charset=utf-8')
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
})

describe('a mutation', () => {
  const mutate = (mutate: (answer: Record<string, unknown>) => unknown) =>
    befall({ kind: 'mutate', mutate }, { times: 1 })
  const rows = (answer: Record<string, unknown>) => answer.data as Record<string, unknown>[]

  test('changes a copy of the response and not the stored rows', async () => {
    mutate((answer) => {
      rows(answer)[0]!.entity_status = 'FROZEN'
    })
    expect((await client.get(path)).body.data[0]!.entity_status).toBe('FROZEN')
    const statuses = demoRows(campaigns).map((row) => row.entity_status)
    expect(statuses).not.toContain('FROZEN')
  })
})
