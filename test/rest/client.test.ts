import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { listFeatures } from '../../src/rest/account/feature.ts'
import { batchCampaigns, getCampaign, listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { listLineItems } from '../../src/rest/campaign/line-item.ts'
import { listPlacements } from '../../src/rest/campaign/placement.ts'
import { createPromotedAccount } from '../../src/rest/campaign/promoted-account.ts'
import { sendDraftPostPreview } from '../../src/rest/creative/draft-post.ts'
import { del, post, postJson, put } from '../../src/rest/endpoint.ts'
import { listWebhookConfigs } from '../../src/rest/oauth/webhook-config.ts'
import { createRateLimiter, type Permit, type RateLimiter } from '../../src/rest/policy/permit.ts'
import type { Session } from '../../src/rest/session.ts'
import { accountId } from '../../src/rest/types.ts'
import { budgetHeaders, failure, openClient, statuses, type OpenClient } from '../support/client.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }
const CAMPAIGN = { ...ACCOUNT, campaign_id: 'c1' }
const CREATE = { operation_type: 'Create', params: {} } as const
const OK: UpstreamAnswer = { body: { data: { id: 'c1' } } }

const createThing = post<object, { name?: string }>()('accounts/:account_id/things')
const uploadThings = postJson<object, object>()('accounts/:account_id/uploads', { isUpload: true })
const createOther = post<object, { name?: string }>()('accounts/:account_id/others')
const updateThing = put<object, { name?: string }>()('accounts/:account_id/things')
const deleteThing = del<object>()('accounts/:account_id/things')

const closing: OpenClient[] = []
afterAll(async () => {
  await Promise.all(closing.map((opened) => opened.close()))
})

async function open(...args: Parameters<typeof openClient>): Promise<OpenClient> {
  const opened = await openClient(...args)
  closing.push(opened)
  return opened
}

/** The token of the user who has signed a request. */
const userIn = ({ authorization = '' }: UpstreamRequest['headers']) =>
  /oauth_token="(\w+)"/.exec(authorization)?.[1] ?? ''

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** An answer that ends before it is complete: before its first byte, or in the middle of its body. */
const broken = (when: 'before' | 'body'): UpstreamAnswer => ({
  raw(response) {
    if (when === 'body') response.writeHead(200, { 'content-length': '1000' }).write('{"data":')
    setTimeout(() => response.destroy(), 10)
  },
})

const never: UpstreamAnswer = { raw: () => undefined }

describe('the sessions of operations', () => {
  it('share one hidden class, so that none is made for each request and accesses stay fast', async () => {
    setFlagsFromString('--allow-natives-syntax')
    // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval
    const haveSameMap = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean
    const { session } = await open([OK])
    const others = Array.from({ length: 100 }, () => session.with({}))
    expect(others.filter((other) => !haveSameMap(other, session))).toEqual([])
  })
})

describe('an answer', () => {
  it.each([
    ['an object', { id: 'c1' }],
    ['an array of one', [{ id: 'c1' }]],
  ])('of one entity is read from %s', async (_, data) => {
    const { session } = await open([{ body: { data, request: { params: {} } } }])
    const row = await session.call(getCampaign, CAMPAIGN)

    expect(row).toEqual(expect.objectContaining({ id: 'c1' }))
    expect(row[accountId]).toBe('a1')
  })

  it.each([
    ['an array', [{ id: 'c1' }], ['c1']],
    ['an object', { id: 'c1' }, ['c1']],
    ['an empty array', [], []],
  ])('of a list is read from %s', async (_, data, ids) => {
    const { session } = await open([{ body: { data } }])
    const page = await session.page(listCampaigns, ACCOUNT, {})

    expect(page.rows.map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    ['null', { next_cursor: null }],
    ['missing', {}],
    ['empty', { next_cursor: '' }],
  ])('ends its list where the cursor is %s', async (_, envelope) => {
    const { session } = await open([{ body: { data: [], ...envelope } }])
    expect((await session.page(listCampaigns, ACCOUNT, {})).nextCursor).toBeNull()
  })

  it('returns a count that was not requested', async () => {
    const { session } = await open([{ body: { total_count: 7, data: [], data_type: 'campaign' } }])
    expect((await session.page(listCampaigns, ACCOUNT, {})).totalCount).toBe(7)
  })

  it.each(['', 'OK', '<html>', '[]', '"text"', 'null', '{"data":[{"id":"c1"}'])(
    'with a good status and the body %j is UPSTREAM_UNAVAILABLE, and is not requested again',
    async (body) => {
      const { session, calls } = await open([{ headers: { 'x-transaction-id': 'x1' }, body }])
      const error = await failure(session.call(getCampaign, CAMPAIGN))

      expect(error).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        status: 200,
        transactionId: 'x1',
        outcomeUnknown: false,
      })
      expect(statuses(calls)).toEqual([200])
    },
  )

  /** Bodies of good answers without the documented form: for one campaign, and for a list of them. */
  const OTHER_FORMS: [string, object][] = [
    ['no data', {}],
    ['null as data', { data: null }],
    ['a number as data', { data: 1 }],
    ['a text as data', { data: 'c1' }],
    ['a number as a row', { data: [1] }],
    ['null as a row', { data: [null] }],
    ['a list as a row', { data: [[{ id: 'c1' }]] }],
    ['a row without an id', { data: [{ name: 'n' }] }],
    ['an object without an id', { data: { name: 'n' } }],
    ['an empty object', { data: {} }],
    ['a row whose id is null', { data: [{ id: null }] }],
    ['a row whose id is empty', { data: [{ id: '' }] }],
    ['a row whose id is an object', { data: [{ id: {} }] }],
    ['a row whose id is true', { data: [{ id: true }] }],
    ['a row whose id as text is empty beside the number', { data: [{ id: 7, id_str: '' }] }],
  ]
  const UNDOCUMENTED = { code: 'UPSTREAM_UNAVAILABLE', status: 200, transactionId: 'x1' }

  it('of one entity may have a number as its id', async () => {
    const { session } = await open([{ body: { data: { id: 7 } } }])
    expect(await session.call(getCampaign, { ...ACCOUNT, campaign_id: '7' })).toMatchObject({ id: 7 })
  })

  it('with a list as a row is unavailable, also if rows need no id', async () => {
    const { session } = await open([{ body: { data: [[{ product_type: 'X' }]] } }])
    expect(await failure(session.page(listPlacements, {}, {}))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: 200,
    })
  })

  it('to a batch without rows is unavailable, and the outcome of the batch is not known', async () => {
    const { session, calls } = await open([{ headers: { 'x-transaction-id': 'x1' }, body: { data: [] } }])

    expect(await failure(session.call(batchCampaigns, ACCOUNT, [CREATE]))).toMatchObject({
      ...UNDOCUMENTED,
      outcomeUnknown: true,
    })
    expect(statuses(calls)).toEqual([200])
  })

  it.each(OTHER_FORMS)('to a single read with %s is unavailable, and is requested once', async (_, body) => {
    const { session, calls } = await open([{ headers: { 'x-transaction-id': 'x1' }, body }])

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ ...UNDOCUMENTED, outcomeUnknown: false })
    expect(calls).toMatchObject([{ status: 200, rows: 0 }])
  })

  it.each<[string, object]>([
    ...OTHER_FORMS,
    ['a good row before a bad one', { data: [{ id: 'c1' }, { id: '' }] }],
    ['a good row before one without an id', { data: [{ id: 'c1', name: 'a' }, { name: 'b' }] }],
    ['a good row before null', { data: [{ id: 'c1' }, null] }],
    ['a number as its cursor', { data: [{ id: 'c1' }], next_cursor: 7 }],
    ['an object as its cursor', { data: [{ id: 'c1' }], next_cursor: {} }],
  ])('to a list with %s is unavailable, and is requested once', async (_, body) => {
    const { session, calls } = await open([{ headers: { 'x-transaction-id': 'x1' }, body }])

    expect(await failure(session.page(listCampaigns, ACCOUNT, {}))).toMatchObject(UNDOCUMENTED)
    expect(calls).toMatchObject([{ status: 200, rows: 0 }])
  })

  it.each<[string, object]>([
    ['no row', { data: [] }],
    ['two rows', { data: [{ id: 'c1' }, { id: 'c2' }] }],
  ])('to a single read with %s is unavailable', async (_, body) => {
    const { session } = await open([{ body }])
    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it.each<[string, object]>([
    ['a number', { id: 7 }],
    ['a long number', { id: 7, id_str: '7' }],
    ['a text beside a null', { id_str: null, id: 'c1' }],
    ['a media key', { id: null, media_key: '3_1' }],
  ])('may identify a row by %s', async (_, row) => {
    const { session } = await open([{ body: { data: [row] } }])
    expect((await session.page(listCampaigns, ACCOUNT, {})).rows).toHaveLength(1)
  })

  it('may have rows without an ID if the endpoint has no IDs, but only objects', async () => {
    const options = listPlacements
    const rowless = [{ data: [{}, { product_type: 'MEDIA' }] }, { data: [1] }, { data: [null] }, {}]
    const { session } = await open(rowless.map((body) => ({ body })))

    expect((await session.page(options, {}, {})).rows).toHaveLength(2)
    for (const _ of rowless.slice(1))
      expect(await failure(session.page(options, {}, {}))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it('must be a list of strings if the reference says so', async () => {
    const bodies = [{ data: ['A', 'B'] }, { data: [] }, { data: [1] }, { data: [''] }, { data: [{ id: 'x' }] }, {}]
    const { session } = await open(bodies.map((body) => ({ body })))

    expect(await session.call(listFeatures, ACCOUNT)).toEqual(['A', 'B'])
    expect(await session.call(listFeatures, ACCOUNT)).toEqual([])
    for (const _ of bodies.slice(2))
      expect(await failure(session.call(listFeatures, ACCOUNT))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it('may lack data if the reference says so', async () => {
    const { session } = await open([{ body: { request: {}, message: 'sent' } }, { body: { data: [] } }, { body: {} }])

    await session.call(sendDraftPostPreview, { ...ACCOUNT, draft_post_id: '1' })
    expect(await session.call(createPromotedAccount, ACCOUNT, {})).toBeUndefined()
    expect(await failure(session.call(createPromotedAccount, ACCOUNT, {}))).toMatchObject({ outcomeUnknown: true })
  })

  it('to a list of webhooks may lack data only if it has meta or problems', async () => {
    const session = async (body: object) => {
      const { session } = await open(({ path }) =>
        path === '/oauth2/token' ? { body: { token_type: 'bearer', access_token: 'b' } } : { body },
      )
      return session.call(listWebhookConfigs, {})
    }
    expect(await session({ meta: { result_count: 0 } })).toMatchObject({ data: [], meta: { result_count: 0 } })
    expect(await session({ errors: [{ title: 'Gone' }] })).toMatchObject({ data: [], errors: [{ title: 'Gone' }] })
    for (const body of [{}, { data: null }, { data: [{}] }])
      expect(await failure(session(body))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it.each<[string, unknown]>([
    ['cannot be read', '{"data":'],
    ['has no row', { data: [] }],
    ['has a row without an id', { data: { name: 'n' } }],
  ])('to a write that %s leaves its outcome open', async (_, body) => {
    const { session, calls } = await open([{ headers: { 'x-transaction-id': 'x1' }, body }])
    const error = await failure(session.call(createThing, ACCOUNT, {}))

    expect(error).toMatchObject({ ...UNDOCUMENTED, outcomeUnknown: true })
    expect(error.message).toContain('The service accepted POST accounts/:account_id/things')
    expect(statuses(calls)).toEqual([200])
  })

  it.each<[string, unknown[], unknown[]]>([
    ['a row too few', [{ id: 'c1' }], [{ id: 'c1' }]],
    ['a row too many', [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }], [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }]],
    ['a row without an id', [{ name: 'n' }, { id: 'c2' }], [undefined, { id: 'c2' }]],
    ['null for a row', [{ id: 'c1' }, null], [{ id: 'c1' }, undefined]],
  ])('to a batch with %s leaves its outcome open, and tells the rows that it has', async (_, data, rows) => {
    const { session } = await open([{ body: { data } }])
    const error = await failure(session.call(batchCampaigns, ACCOUNT, [CREATE, CREATE]))

    expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', outcomeUnknown: true })
    expect(JSON.parse(JSON.stringify(error.rows))).toEqual(rows.map((row) => row ?? null))
  })

  it.each([
    ['told by its length', { body: { data: 'x'.repeat(2_000) } }],
    [
      'in pieces',
      {
        raw(response) {
          response.writeHead(200)
          response.write('{"data":"')
          for (let piece = 0; piece < 20; piece += 1) response.write('x'.repeat(100))
          response.end('"}')
        },
      } satisfies UpstreamAnswer,
    ],
  ])('longer than the limit, %s, is UPSTREAM_UNAVAILABLE, and is not requested again', async (_, answer) => {
    const { session, calls } = await open([answer], { maxResponseBytes: 1_000 })

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(statuses(calls)).toEqual([null])
  })

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'in pieces',
      (response) => {
        response.writeHead(200).write('{"data":{"id":')
        setTimeout(() => response.end('"c1"}}'), 20)
      },
    ],
    [
      'after a word that it is under way',
      (response) => {
        response.writeProcessing()
        response.writeEarlyHints({ link: '</style.css>; rel=preload' })
        setTimeout(() => response.end('{"data":{"id":"c1"}}'), 20)
      },
    ],
  ])('that comes %s is read whole', async (_, raw) => {
    const { session, calls } = await open([{ raw }])

    expect(await session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
    expect(statuses(calls)).toEqual([200])
  })

  it('that names a header twice is read, and the first counts', async () => {
    const at = inSeconds(600)
    const { session, calls } = await open([
      {
        raw: (response) =>
          response
            .writeHead(429, ['Retry-After', '1', 'RETRY-AFTER', String(at), 'X-Twice', 'a', 'x-twice', 'b'])
            .end(),
      },
      OK,
    ])
    await session.call(getCampaign, CAMPAIGN)

    expect(calls[1]!.startMs - calls[0]!.startMs).toBeGreaterThanOrEqual(990)
  })

  it('is reported with the template of its path, its attempt, and the numbers of requested keys and returned rows', async () => {
    const { session, calls } = await open([{ status: 503 }, { body: { data: [{ id: 'c1' }, { id: 'c2' }] } }])
    await session.page(listCampaigns, ACCOUNT, { campaign_ids: ['c1', 'c2', 'c3'] })

    expect(calls).toEqual([
      {
        method: 'GET',
        path: 'accounts/:account_id/campaigns',
        account: ACCOUNT.account_id,
        url: undefined,
        body: undefined,
        status: 503,
        startMs: expect.any(Number) as number,
        durationMs: expect.any(Number) as number,
        waitedMs: expect.any(Number) as number,
        attempt: 1,
        keys: 3,
        rows: 0,
        askers: undefined,
      },
      expect.objectContaining({ status: 200, attempt: 2, keys: 3, rows: 2 }),
    ])
  })
})

describe.concurrent('a read', () => {
  it.each([500, 502, 503, 504])('is repeated after a %i, signed anew', async (status) => {
    const { session, calls, upstream } = await open([{ status, body: 'oops' }, OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(statuses(calls)).toEqual([status, 200])
    const nonces = upstream.requests.map(({ headers }) => /oauth_nonce="(\w+)"/.exec(headers.authorization!)![1])
    expect(new Set(nonces).size).toBe(2)
  })

  it.each(['before', 'body'] as const)('is repeated after a connection that broke: %s', async (when) => {
    const { session, calls } = await open([broken(when), OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(statuses(calls)).toEqual([null, 200])
  })

  it('is repeated after an attempt that took too long', async () => {
    const { session, calls } = await open([never, OK], { attemptTimeoutMs: 1_000 })
    await session.call(getCampaign, CAMPAIGN)

    expect(statuses(calls)).toEqual([null, 200])
  })

  it.each([400, 401, 403, 404, 405, 408, 423, 501, 302])('is not repeated after a %i', async (status) => {
    const { session, calls } = await open([{ status }, OK])
    await failure(session.call(getCampaign, CAMPAIGN))

    expect(statuses(calls)).toEqual([status])
  })

  it('is given up after four attempts', async () => {
    const { session, calls } = await open([{ status: 503, body: 'Service Unavailable' }])

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: 503,
    })
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
  })

  it('waits as long as a 503 says', async () => {
    const { session, calls } = await open([{ status: 503, headers: { 'retry-after': '1' } }, OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(calls[1]!.startMs - calls[0]!.startMs).toBeGreaterThanOrEqual(990)
  })

  it('waits until the moment that a 503 names', async () => {
    const at = inSeconds(2)
    const { session, calls } = await open([
      { status: 503, headers: { 'retry-after': new Date(at * 1000).toUTCString() } },
      OK,
    ])
    await session.call(getCampaign, CAMPAIGN)

    expect(calls[1]!.startMs).toBeGreaterThanOrEqual(at * 1000 - 10)
  })

  it('is not repeated if that would pass the deadline', async () => {
    const { session, calls } = await open([{ status: 503, headers: { 'retry-after': '60' } }, OK])

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(statuses(calls)).toEqual([503])
  })

  it('ends with its deadline', async () => {
    const { session, calls } = await open([never], { deadlineMs: 100 })
    const start = Date.now()

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(Date.now() - start).toBeLessThan(5_000)
    expect(statuses(calls)).toEqual([null])
  })

  it('is not sent after the deadline', async () => {
    const { session, upstream, calls } = await open([OK], { deadlineMs: -1 })

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect([upstream.requests, calls]).toEqual([[], []])
  })

  it('is not sent if its caller has disconnected before', async () => {
    const { session, upstream } = await open([OK], { signal: AbortSignal.abort() })

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests).toEqual([])
  })

  it('ends when its caller disconnects, in flight and while it waits', async () => {
    const leaving = new AbortController()
    const underWay = await open([never], { signal: leaving.signal })
    const waiting = await open([{ status: 503, headers: { 'retry-after': '5' } }, OK], { signal: leaving.signal })
    const errors = [underWay, waiting].map(({ session }) => failure(session.call(getCampaign, CAMPAIGN)))
    await vi.waitUntil(() => underWay.upstream.requests.length === 1 && waiting.calls.length === 1, 60_000)
    leaving.abort()

    expect(await Promise.all(errors)).toMatchObject([
      { code: 'UPSTREAM_UNAVAILABLE' },
      { code: 'UPSTREAM_UNAVAILABLE' },
    ])
    expect(waiting.upstream.requests).toHaveLength(1)
  })

  it('ends together with the others of its caller that are on the way', async () => {
    const leaving = new AbortController()
    const { session, upstream } = await open([OK, never, never], { signal: leaving.signal })
    await session.call(getCampaign, CAMPAIGN)
    const errors = [session.call(getCampaign, CAMPAIGN), session.call(getCampaign, CAMPAIGN)].map(failure)
    await vi.waitUntil(() => upstream.requests.length === 3, 60_000)
    leaving.abort()

    expect(await Promise.all(errors)).toMatchObject([
      { code: 'UPSTREAM_UNAVAILABLE' },
      { code: 'UPSTREAM_UNAVAILABLE' },
    ])
  })
})

describe.concurrent('a write', () => {
  const writes = [
    ['POST', (session: Session) => session.call(createThing, ACCOUNT, { name: 'n' })],
    ['PUT', (session: Session) => session.call(updateThing, ACCOUNT, { name: 'n' })],
    ['DELETE', (session: Session) => session.call(deleteThing, ACCOUNT)],
  ] as const

  describe.each(writes)('by %s', (_, write) => {
    it.each([500, 502, 503, 504, 408, 423])('is not repeated after a %i, and its outcome is open', async (status) => {
      const { session, calls } = await open([{ status, headers: { 'retry-after': '0' } }, OK])

      expect(await failure(write(session))).toMatchObject({ status, outcomeUnknown: true })
      expect(statuses(calls)).toEqual([status])
    })

    it('is not repeated after a connection that broke, nor after a timeout, and its outcome is open', async () => {
      for (const answer of [broken('before'), broken('body'), never]) {
        const { session, calls } = await open([answer, OK], { attemptTimeoutMs: 500 })

        expect(await failure(write(session))).toMatchObject({ outcomeUnknown: true })
        expect(statuses(calls)).toEqual([null])
      }
    })

    it('is repeated after a 429, which did nothing', async () => {
      const { session, calls } = await open([{ status: 429 }, OK])
      await write(session)

      expect(statuses(calls)).toEqual([429, 200])
    })

    it.each([400, 401, 403, 404])('that a %i refused surely did not happen', async (status) => {
      const { session, calls } = await open([{ status }, OK])

      expect(await failure(write(session))).toMatchObject({ status, outcomeUnknown: false })
      expect(statuses(calls)).toEqual([status])
    })
  })

  it('is repeated if the connection was refused, because it certainly did not happen', async () => {
    const { session, calls, upstream } = await open([OK])
    await upstream.close()

    expect(await failure(session.call(createThing, ACCOUNT, {}))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: undefined,
      outcomeUnknown: false,
    })
    expect(statuses(calls)).toEqual([null, null, null, null])
  })

  it('is not aborted when its caller disconnects', async () => {
    const leaving = new AbortController()
    const { session } = await open(
      () => {
        leaving.abort()
        return { body: { data: { id: 't1' } } }
      },
      { signal: leaving.signal },
    )

    expect(await session.call(createThing, ACCOUNT, {})).toMatchObject({ id: 't1' })
  })
})

describe.concurrent('what waits for a connection', () => {
  /** A client whose only connection is taken until `release`, and a service that tells by which connection it was asked. */
  async function taken() {
    const ports: unknown[] = []
    let release = () => {}
    const opened = await open(
      () => ({
        raw(response) {
          const answer = () => response.writeHead(200).end('{"data":{"id":"c1"}}')
          ports.push(response.socket?.remotePort)
          if (ports.length > 1) answer()
          else release = answer
        },
      }),
      { connections: 1, deadlineMs: 60_000 },
    )
    const first = opened.another({ calls: undefined }).call(getCampaign, CAMPAIGN)
    await vi.waitUntil(() => ports.length === 1, 60_000)
    return {
      ...opened,
      /** Lets the first call end, and makes another: how many requests went over how many connections. */
      rest: async () => {
        release()
        await first
        await opened.another().call(getCampaign, CAMPAIGN)
        return [ports.length, new Set(ports).size]
      },
    }
  }

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['read', (session) => session.call(getCampaign, CAMPAIGN)],
    ['write', (session) => session.call(createThing, ACCOUNT, {})],
  ])('ends with its deadline, and is not sent later: a %s', async (_, call) => {
    const { another, calls, rest } = await taken()
    const began = Date.now()

    expect(await failure(call(another({ deadline: began + 200 })))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      outcomeUnknown: false,
    })
    // Long before the call that has the connection.
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(calls).toEqual([])
    expect(await rest()).toEqual([2, 1])
  })

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['read', (session) => session.call(getCampaign, CAMPAIGN)],
    ['write', (session) => session.call(createThing, ACCOUNT, {})],
  ])('ends when its caller goes away, and is not sent later: a %s', async (_, call) => {
    const { another, rest } = await taken()
    const leaving = new AbortController()
    const waiting = failure(call(another({ signal: leaving.signal })))
    leaving.abort()

    expect(await waiting).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', outcomeUnknown: false })
    expect(await rest()).toEqual([2, 1])
  })

  it('gives its permit back if it is not sent, and counts as no request', async () => {
    const limiter = createRateLimiter()
    const release = vi.fn((permit: Permit) => limiter.release(permit))
    const update = vi.fn((...given: Parameters<typeof limiter.update>) => limiter.update(...given))
    const { another, upstream } = await open([never], { connections: 1, rateLimiter: { ...limiter, release, update } })
    const leaving = new AbortController()
    const before = failure(another({ signal: leaving.signal }).call(getCampaign, CAMPAIGN))
    await vi.waitUntil(() => upstream.requests.length === 1, 60_000)
    const late = await failure(another({ deadline: Date.now() + 200 }).call(getCampaign, CAMPAIGN))

    expect(late.code).toBe('UPSTREAM_TIMEOUT')
    expect([release.mock.calls.length, update.mock.calls.length]).toEqual([1, 0])
    leaving.abort()
    await before
  })

  it('may wait longer than an attempt may take', async () => {
    const { another, calls } = await open((_, nth) => (nth === 1 ? never : OK), {
      connections: 1,
      attemptTimeoutMs: 2_000,
      deadlineMs: 60_000,
    })
    const before = another({ calls: undefined }).call(getCampaign, CAMPAIGN)

    expect(await another().call(createThing, ACCOUNT, {})).toMatchObject({ id: 'c1' })
    expect(calls).toMatchObject([{ method: 'POST', status: 200, attempt: 1 }])
    await before
  })

  it('comes before the calls of a caller that holds more connections', async () => {
    const waiting: (() => void)[] = []
    const order: (string | undefined)[] = []
    const { another } = await open(
      ({ headers }) => {
        order.push(headers['x-request-id'] as string)
        return { raw: (response) => void waiting.push(() => response.end(JSON.stringify(OK.body))) }
      },
      { connections: 4, deadlineMs: 60_000 },
    )
    const calls = Array.from({ length: 40 }, async () =>
      another({ caller: 'busy', requestId: 'busy' }).call(getCampaign, CAMPAIGN),
    )
    await vi.waitUntil(() => waiting.length === 4, 60_000)
    for (let nth = 0; nth < 10; nth += 1)
      calls.push(another({ caller: 'small', requestId: 'small' }).call(getCampaign, CAMPAIGN))
    // One connection is freed at a time: requests over several connections can overtake each other.
    for (let sent = 5; sent <= 54; sent += 1) {
      waiting.shift()!()
      await vi.waitUntil(() => order.length === Math.min(sent, 50), { timeout: 60_000, interval: 2 })
    }
    await Promise.all(calls)

    // All connections while nobody else waits; then each freed one until the shares are equal, and every other one from then on.
    expect(order.slice(0, 6)).toEqual(['busy', 'busy', 'busy', 'busy', 'small', 'small'])
    expect(order.slice(6, 22).filter((caller) => caller === 'small')).toHaveLength(8)
  })
})

describe.concurrent('a refusal for its rate', () => {
  it.each([
    ['account', (reset: number) => budgetHeaders('x-account-rate-limit', 0, reset)],
    ['user', (reset: number) => budgetHeaders('x-rate-limit', 0, reset)],
    [
      "account, whatever the user's says",
      (reset: number) => ({
        ...budgetHeaders('x-account-rate-limit', 0, reset),
        ...budgetHeaders('x-rate-limit', 90, reset + 900),
      }),
    ],
    [
      "user, if the account's is not spent",
      (reset: number) => ({
        ...budgetHeaders('x-account-rate-limit', 9_000, reset + 840),
        ...budgetHeaders('x-rate-limit', 0, reset),
      }),
    ],
  ])('is waited out until the budget of the %s opens again', async (_, headersOf) => {
    const reset = inSeconds(2)
    const { session, calls } = await open([{ status: 429, headers: headersOf(reset) }, OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(statuses(calls)).toEqual([429, 200])
    expect(calls[1]!.startMs).toBeGreaterThanOrEqual(reset * 1000)
  })

  it('without headers is tried again soon', async () => {
    const { session, calls } = await open([{ status: 429, body: 'slow down' }, OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(statuses(calls)).toEqual([429, 200])
  })

  it('beyond the deadline fails calls at once, and nothing is sent until then', async () => {
    const reset = inSeconds(600)
    const { session, upstream } = await open([
      { status: 429, headers: budgetHeaders('x-account-rate-limit', 0, reset) },
      OK,
    ])
    const expected = { code: 'RATE_LIMITED', retryAt: new Date(reset * 1000) }

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ ...expected, status: 429 })
    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ ...expected, status: undefined })
    expect(upstream.requests).toHaveLength(1)
  })
})

describe.concurrent('a rate limit that is spent', () => {
  it.each([
    ['first', [1_500]],
    ['second', [500, 1_500]],
  ])(
    'is waited for from the moment at which its reset is known, if the %s answer about it comes late',
    async (_, answersMs) => {
      const begun = Date.now()
      const resetAt = begun + 1_600
      const answers = answersMs.values()
      const rateLimiter: RateLimiter = {
        // Limits that instances share wait for a message of another instance.
        async acquire(keys, now) {
          if (now >= resetAt) return { keys, id: String(now) }
          await sleep(begun + (answers.next().value ?? 0) - Date.now())
          return resetAt
        },
        update() {},
        release() {},
        learn() {},
        limitOf: ({ user }) => user,
        remaining: () => new Map(),
        known: () => undefined,
        knownOf: () => [],
      }
      const { another, upstream } = await open(() => OK, { rateLimiter })
      const row = await another({ deadline: begun + 3_000 }).call(getCampaign, CAMPAIGN)

      expect(row).toMatchObject({ id: 'c1' })
      expect(upstream.requests).toHaveLength(1)
    },
  )

  it('has no `retryAt` while the first call after its reset finds out the next one', async () => {
    const own = createRateLimiter()
    let asked = 0
    const rateLimiter: RateLimiter = {
      ...own,
      acquire(keys, now) {
        asked += 1
        return asked === 1 ? now + 50 : sleep(1_000, { keys, id: 'first' })
      },
    }
    const { another } = await open(() => OK, { rateLimiter })
    const first = another({ deadline: Date.now() + 5_000 }).call(getCampaign, CAMPAIGN)
    await sleep(100)
    const behind = await failure(another({ deadline: Date.now() + 300 }).call(getCampaign, CAMPAIGN))

    expect(behind).toMatchObject({ code: 'RATE_LIMITED', retryAt: undefined })
    expect(await first).toMatchObject({ id: 'c1' })
  })

  it('serves callers in turn after its reset, regardless of how many requests one of them has waiting', async () => {
    const resetAt = Date.now() + 1_000
    let left = 6
    const rateLimiter: RateLimiter = {
      acquire(keys, now) {
        if (now < resetAt) return resetAt
        left -= 1
        return left < 0 ? resetAt + 900_000 : { keys, id: String(now) }
      },
      update() {},
      release() {},
      learn() {},
      limitOf: ({ user }) => user,
      remaining: () => new Map(),
      known: () => undefined,
      knownOf: () => [],
    }
    const { another, upstream } = await open(() => OK, { rateLimiter })
    const ask = async (caller: string) =>
      another({ caller, requestId: caller, deadline: resetAt + 20_000 }).call(getCampaign, CAMPAIGN)
    const ends = await Promise.allSettled([...Array.from({ length: 20 }, () => 'busy'), 'small', 'small'].map(ask))

    const served = upstream.requests.map(({ headers }) => headers['x-request-id'])
    expect(served).toHaveLength(6)
    expect(served.filter((caller) => caller === 'small')).toHaveLength(2)
    expect(ends.slice(20).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
})

describe.concurrent('a budget that headers tell of', () => {
  it('is never exceeded: further requests wait for the next window', async () => {
    const reset = inSeconds(2)
    let left = 3
    const { session, calls } = await open(() => {
      left -= 1
      return left < 0
        ? OK
        : { body: { data: { id: 'c1' } }, headers: budgetHeaders('x-account-rate-limit', left, reset) }
    })
    await session.call(getCampaign, CAMPAIGN)
    await Promise.all([1, 2, 3, 4].map(() => session.call(getCampaign, CAMPAIGN)))

    expect(calls.filter(({ startMs }) => startMs < reset * 1000)).toHaveLength(3)
    expect(statuses(calls)).toEqual([200, 200, 200, 200, 200])
  })

  it('holds after its reset until an answer announces the next window, so that no waiting request is refused', async () => {
    const windowMs = 2_000
    const counts = new Map<number, number>()
    const { another, upstream } = await open(() => {
      const window = Math.floor(Date.now() / windowMs)
      const count = (counts.get(window) ?? 0) + 1
      counts.set(window, count)
      const headers = budgetHeaders('x-account-rate-limit', Math.max(0, 5 - count), ((window + 1) * windowMs) / 1000, 5)
      return count > 5 ? { status: 429, headers, body: {} } : { ...OK, headers }
    })
    const call = async () => another({ deadline: Date.now() + 30_000 }).call(getCampaign, CAMPAIGN)
    await call()
    await Promise.all(Array.from({ length: 17 }, call))

    expect(upstream.requests).toHaveLength(18)
    expect(Math.max(...counts.values())).toBe(5)
  })

  it('of an account is shared by its callers in turn, and each is told only what its own answers announced', async () => {
    const windowMs = 2_000
    const counts = new Map<number, number>()
    const { another, upstream } = await open(() => {
      const window = Math.floor(Date.now() / windowMs)
      const count = (counts.get(window) ?? 0) + 1
      counts.set(window, count)
      const headers = budgetHeaders('x-account-rate-limit', Math.max(0, 2 - count), ((window + 1) * windowMs) / 1000, 2)
      return count > 2 ? { status: 429, headers, body: {} } : { ...OK, headers }
    })
    const callerOf = (accessToken: string) =>
      another({ credentials: { ...ANY_CREDENTIALS, accessToken }, deadline: Date.now() + 30_000 })
    const [busy, quiet] = [callerOf('busy'), callerOf('quiet')]
    const remaining = () => quiet.rateLimits().map((limit) => limit.remaining)
    const startOfWindow = windowMs - (Date.now() % windowMs)
    await new Promise((resolve) => setTimeout(resolve, startOfWindow))
    await quiet.call(getCampaign, CAMPAIGN)
    await busy.call(getCampaign, CAMPAIGN)
    expect(remaining()).toEqual([1])
    const waiting = Array.from({ length: 3 }, () => busy.call(getCampaign, CAMPAIGN))
    await quiet.call(getCampaign, CAMPAIGN)
    await Promise.all(waiting)

    expect(Math.max(...counts.values())).toBe(2)
    const order = upstream.requests.map(({ headers }) => userIn(headers))
    // The first of those that wait already has its turn.
    expect(order).toEqualInSteps(['quiet'], ['busy'], ['busy', 'quiet'], ['busy', 'busy'])
  })

  it('of a user delays no other caller of the account, neither until its reset nor until an answer', async () => {
    const reset = inSeconds(600)
    const left: Record<string, number> = { spent: 2, free: 90 }
    const opened = await open(async ({ headers }) => {
      const user = userIn(headers)
      left[user]! -= 1
      const remaining = left[user]!
      // Another request of this user waits meanwhile.
      if (remaining === 0) await sleep(400)
      return { ...OK, headers: budgetHeaders('x-rate-limit', remaining, reset) }
    })
    const callerOf = (accessToken: string) => opened.another({ credentials: { ...ANY_CREDENTIALS, accessToken } })
    const [spent, free] = [callerOf('spent'), callerOf('free')]
    const served = async () => {
      const began = Date.now()
      await free.call(getCampaign, CAMPAIGN)
      return Date.now() - began
    }
    await served()
    await spent.call(getCampaign, CAMPAIGN)
    const waiting = [spent.call(getCampaign, CAMPAIGN), failure(spent.call(getCampaign, CAMPAIGN))]
    expect(await served()).toBeLessThan(300)
    expect(await waiting[1]).toMatchObject({ code: 'RATE_LIMITED' })
    await waiting[0]
    await served()
    expect(free.rateLimits()).toMatchObject([{ scope: 'USER', remaining: 87 }])
  })

  it('that is spent beyond the deadline fails the call before anything is sent', async () => {
    const reset = inSeconds(600)
    const { session, upstream } = await open([
      { body: { data: { id: 'c1' } }, headers: budgetHeaders('x-account-rate-limit', 0, reset) },
    ])
    await session.call(getCampaign, CAMPAIGN)

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({
      code: 'RATE_LIMITED',
      status: undefined,
      retryAt: new Date(reset * 1000),
    })
    expect(upstream.requests).toHaveLength(1)
  })

  it('that is spent until Retry-After fails the next call before anything is sent', async () => {
    const { session, upstream } = await open([{ status: 429, headers: { 'retry-after': '600' }, body: {} }])
    for (let nth = 0; nth < 2; nth += 1)
      expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(upstream.requests).toHaveLength(1)
  })

  it('applies to its account, endpoint and caller only', async () => {
    const spent = { body: { data: { id: 'c1' } }, headers: budgetHeaders('x-account-rate-limit', 0, inSeconds(600)) }
    const { session, another, upstream } = await open([spent])
    await session.call(getCampaign, CAMPAIGN)
    await session.call(getCampaign, { account_id: 'a2', campaign_id: 'c1' })
    await session.page(listLineItems, ACCOUNT, {})
    await another({ credentials: { ...ANY_CREDENTIALS, accessToken: 'somebody-else' } }).call(getCampaign, CAMPAIGN)

    expect(upstream.requests).toHaveLength(4)
    expect(await failure(another().call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(upstream.requests).toHaveLength(4)
  })

  it('of writes is shared by all writes, and delays neither reads nor endpoints with a limit of their own', async () => {
    const spent = { body: { data: { id: 'c1' } }, headers: budgetHeaders('x-rate-limit', 0, inSeconds(600)) }
    const { session, upstream } = await open([spent])
    await session.call(createThing, ACCOUNT, {})

    expect(await failure(session.call(createOther, { account_id: 'a2' }, {}))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await failure(session.call(deleteThing, ACCOUNT))).toMatchObject({
      code: 'RATE_LIMITED',
      outcomeUnknown: false,
    })
    await session.call(getCampaign, CAMPAIGN)
    await session.call(uploadThings, ACCOUNT, {})
    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
  })
})

describe('the pages of a list', () => {
  it('are followed to the end, with every filter, and with the count only once', async () => {
    const { session, upstream } = await open(({ query }) => {
      const next = Number(query['cursor'] ?? 0) + 1
      return { body: { data: [{ id: `c${next}` }], next_cursor: next < 3 ? String(next) : null, total_count: 3 } }
    })
    const ids: unknown[] = []
    for await (const { rows } of session.pages(listCampaigns, ACCOUNT, { q: 'a', with_total_count: true }))
      ids.push(...rows.map(({ id }) => id))

    expect(ids).toEqual(['c1', 'c2', 'c3'])
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { q: 'a', with_total_count: 'true' },
      { q: 'a', cursor: '1' },
      { q: 'a', cursor: '2' },
    ])
  })

  it('fail if the service returns the cursor that it was sent', async () => {
    const { session, upstream } = await open([{ body: { data: [{ id: 'c1' }], next_cursor: 'again' } }])
    const walk = async () => {
      for await (const page of session.pages(listCampaigns, ACCOUNT, {})) void page
    }
    expect(await failure(walk())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests).toHaveLength(2)
  })
})
