import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEMO_ACCOUNT_ID, LIVE_LIMITS, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { DAY_MS } from '../../../src/async/duration.ts'
import { createLoaders } from '../../../src/loaders/index.ts'
import { type AccountRow, ACCOUNTS_MAX_AGE_MS, listAccounts } from '../../../src/rest/account/account.ts'
import { BIDDING_RULES_MAX_AGE_MS, listBiddingRules } from '../../../src/rest/account/bidding-rule.ts'
import { listIabCategories } from '../../../src/rest/account/iab-category.ts'
import { createReferenceCache } from '../../../src/rest/cache/reference-cache.ts'
import { createClient } from '../../../src/rest/client.ts'
import { put } from '../../../src/rest/endpoint.ts'
import type { Credentials } from '../../../src/rest/wire/sign.ts'
import { createAnswers } from '../../../src/state/answers.ts'
import { createMemoryState, createMemoryStore } from '../../../src/state/memory.ts'
import { budgetHeaders, failure } from '../../support/client.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { type Answer, openGraph, openSandboxGraph } from '../../support/graph.ts'
import type { CachedIabCategoryPageQuery } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startSandbox } from '../../support/sandbox.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

// The clock can be moved; timers and sockets go on as they are.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const laterBy = (ms: number) => vi.setSystemTime(Date.now() + ms)

type Script = (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>

/** Bidding rules whose lowest bid is the number of the request that brought them. */
const numbered = (nth: number): UpstreamAnswer => ({
  body: { data: [{ currency: 'USD', minimum_cpe_bid_local_micro: nth }] },
})

const RULES = graphql(`query LowestBids { biddingRules { nodes { minimumCpeBidLocalMicro } } }`)

/** Adgraph over a scripted service, and its bidding rules as one GraphQL request reads them. */
async function openRules(script: Script, referenceMaxAgeMs?: number) {
  const upstream = closedAfterTest(await startUpstream(script))
  const graph = closedAfterTest(await openGraph(upstream.url, { referenceMaxAgeMs, operationTimeoutMs: 5_000 }))
  return {
    upstream,
    read: async () => {
      const { data, errors, calls, cached, stale } = await graph.query(RULES)
      return {
        rule: data?.biddingRules?.nodes[0]?.minimumCpeBidLocalMicro,
        code: errors?.[0]?.extensions.code,
        calls: calls.length,
        cached,
        stale,
      }
    },
  }
}

const fresh = { code: undefined, calls: 1, cached: 0, stale: 0 }
const kept = { code: undefined, calls: 0, cached: 1, stale: 0 }
const stale = { ...kept, stale: 1 }

/** Until the upstream has had so many requests and answered them. */
async function settled(upstream: Upstream, requests: number): Promise<void> {
  await expect.poll(() => upstream.requests).toHaveLength(requests)
  await new Promise((resolve) => setTimeout(resolve, 30))
}

describe('reference reads', () => {
  it('make one call for twenty GraphQL requests', async () => {
    const { upstream, read } = await openRules((_, nth) => numbered(nth))
    const answers = []
    for (let nth = 0; nth < 20; nth += 1) answers.push(await read())

    expect(answers).toEqual([{ rule: '1', ...fresh }, ...Array.from({ length: 19 }, () => ({ rule: '1', ...kept }))])
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([['/12/bidding_rules', {}]])
  })

  it('make one call for twenty GraphQL requests at the same time', async () => {
    const { upstream, read } = await openRules(async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return numbered(nth)
    })
    const answers = await Promise.all(Array.from({ length: 20 }, read))

    expect(new Set(answers.map(({ rule }) => rule))).toEqual(new Set(['1']))
    expect(answers.map(({ calls }) => calls).sort((a, b) => b - a)).toEqual([1, ...Array.from({ length: 19 }, () => 0)])
    expect(answers.map(({ cached }) => cached).sort((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 19 }, () => 1),
    ])
    expect(upstream.requests).toHaveLength(1)
  })

  it('stay within the rate limit of the live service', async () => {
    const graph = closedAfterTest(await openSandboxGraph({ sandbox: { limits: LIVE_LIMITS } }))
    const document = `{ accounts(first: 2) { nodes { name } } biddingRules { nodes { currency } } publishers { nodes { userId } }
      iabCategories(first: 3) { totalCount nodes { name } } contentCategories { nodes { iabCategories { nodes { name } } } } }`
    for (let nth = 0; nth < 20; nth += 1) {
      const { errors } = await graph.query(document)
      expect(errors).toBeUndefined()
    }

    expect(graph.sandbox.requests.map(({ url }) => url.replace(/\?.*/, ''))).toEqualInSteps([
      '/12/accounts',
      '/12/bidding_rules',
      '/12/content_categories',
      '/12/iab_categories',
      '/12/publishers',
    ])
  })

  it('are kept apart by their parameters', async () => {
    const { upstream } = await openRules((_, nth) => numbered(nth))
    const { session } = reference(upstream)
    const rules = (currency?: string) => session(ANY_CREDENTIALS).page(listBiddingRules, {}, { currency })
    await rules()
    await rules('USD')
    await rules('EUR')
    await rules('USD')

    expect(upstream.requests.map(({ query }) => query)).toEqual([{}, { currency: 'USD' }, { currency: 'EUR' }])
  })
})

describe('a stale answer', () => {
  it('is returned while it is refreshed, in one call regardless of the number of readers', async () => {
    const { upstream, read } = await openRules(async (_, nth) => {
      if (nth === 2) await new Promise((resolve) => setTimeout(resolve, 400))
      return numbered(nth)
    })
    await read()
    laterBy(DAY_MS - 1_000)
    expect(await read()).toEqual({ rule: '1', ...kept })
    laterBy(2_000)

    expect(await Promise.all(Array.from({ length: 10 }, read))).toEqual(
      Array.from({ length: 10 }, () => ({ rule: '1', ...stale })),
    )
    await settled(upstream, 2)
    await expect.poll(read).toEqual({ rule: '2', ...kept })
    expect(upstream.requests).toHaveLength(2)
  })

  it.each([400, 401, 403])('is not refreshed again and again for a caller who gets %i', async (status) => {
    const { upstream, read } = await openRules((_, nth) => (nth === 1 ? numbered(1) : { status }))
    await read()
    laterBy(DAY_MS + 1_000)
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await read()).toEqual({ rule: '1', ...stale })
      await settled(upstream, 2)
    }
    expect(upstream.requests).toHaveLength(2)

    laterBy(31_000)
    await read()
    await settled(upstream, 3)
  })

  it('is refreshed as early as the setting says', async () => {
    const { upstream, read } = await openRules((_, nth) => numbered(nth), 60_000)
    await read()
    laterBy(60_001)
    expect(await read()).toEqual({ rule: '1', ...stale })
    await settled(upstream, 2)

    expect(await read()).toEqual({ rule: '2', ...kept })
  })

  it('is not returned beyond its documented age, regardless of the setting', async () => {
    const { upstream, read } = await openRules((_, nth) => numbered(nth), 1_000 * DAY_MS)
    await read()
    laterBy(BIDDING_RULES_MAX_AGE_MS + 1)

    expect(await read()).toEqual({ rule: '2', ...fresh })
    expect(upstream.requests).toHaveLength(2)
  })

  it.each([
    ['refuses with 429', { status: 429, headers: { 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '0' } }],
    ['is down with 503', { status: 503, headers: { 'retry-after': '600' }, body: 'Service Unavailable' }],
  ])('is given beyond its documented age while the service %s, and nobody asks again at once', async (_, answer) => {
    let down = false
    const { upstream, read } = await openRules((_, nth) => {
      const reset = { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600) }
      return down ? { ...answer, headers: { ...answer.headers, ...reset } } : numbered(nth)
    })
    await read()
    laterBy(BIDDING_RULES_MAX_AGE_MS + 1)
    down = true

    expect(await read()).toEqual({ rule: '1', ...stale, calls: 1 })
    expect(await read()).toEqual({ rule: '1', ...stale })
    expect(upstream.requests).toHaveLength(2)

    down = false
    laterBy(601_000)
    expect(await read()).toEqual({ rule: '3', ...fresh })
  })

  it('is returned if the service is slow, and the late response is stored', async () => {
    const { upstream, read } = await openRules(async (_, nth) => {
      if (nth === 2) await new Promise((resolve) => setTimeout(resolve, 2_300))
      return numbered(nth)
    })
    await read()
    laterBy(BIDDING_RULES_MAX_AGE_MS + 1)

    expect(await read()).toMatchObject({ rule: '1', cached: 1, stale: 1 })
    await expect.poll(read).toEqual({ rule: '2', ...kept })
    expect(upstream.requests).toHaveLength(2)
  })

  it('does not hide that the credentials are refused', async () => {
    const { read } = await openRules((_, nth) =>
      nth === 1
        ? numbered(nth)
        : { status: 401, body: { errors: [{ code: 89, message: 'Invalid or expired token' }] } },
    )
    await read()
    laterBy(BIDDING_RULES_MAX_AGE_MS + 1)

    expect(await read()).toMatchObject({ rule: undefined, code: 'UNAUTHENTICATED' })
  })

  it('is forgotten a day after its documented age', async () => {
    const { read } = await openRules((_, nth) => (nth === 1 ? numbered(nth) : { status: 400 }))
    await read()
    laterBy(BIDDING_RULES_MAX_AGE_MS + DAY_MS + 1)

    expect(await read()).toMatchObject({ rule: undefined, code: 'UPSTREAM_ERROR' })
  })
})

describe('a failed first read', () => {
  it('is not kept', async () => {
    const { upstream, read } = await openRules((_, nth) => (nth === 1 ? { status: 400 } : numbered(nth)))

    expect(await read()).toEqual({ rule: undefined, ...fresh, code: 'UPSTREAM_ERROR' })
    expect(await read()).toEqual({ rule: '2', ...fresh })
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('an answer that does not have the documented form', () => {
  const FORMS: unknown[] = [{}, { data: null }, { data: [1] }, { data: [null] }, { data: 'text' }, [], 'text', null]

  it.each(FORMS.map((form) => [JSON.stringify(form), form]))(
    '%s is not cached: after the service has recovered, its good answer is served',
    async (_, form) => {
      const { upstream, read } = await openRules((_, nth) =>
        nth === 1 ? { body: JSON.stringify(form) } : numbered(nth),
      )

      expect(await read()).toMatchObject({ rule: undefined, code: 'UPSTREAM_UNAVAILABLE' })
      expect(await read()).toEqual({ rule: '2', ...fresh })
      expect(await read()).toEqual({ rule: '2', ...kept })
      expect(upstream.requests).toHaveLength(2)
    },
  )

  it.each([{ data: [{}] }, { data: [{ id: '' }] }, { data: [{ id: null }] }])(
    'that is a list of accounts without ids (%j) is not cached',
    async (form) => {
      const upstream = closedAfterTest(
        await startUpstream((_, nth) => ({ body: nth === 1 ? form : { data: [{ id: 'a1', name: 'One' }] } })),
      )
      const graph = closedAfterTest(await openGraph(upstream.url))
      const accounts = () => graph.query('{ accounts { nodes { name } } }')

      expect((await accounts()).errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
      expect((await accounts()).data).toEqual({ accounts: { nodes: [{ name: 'One' }] } })
      expect(upstream.requests).toHaveLength(2)
    },
  )
})

/** Sessions of several callers before one memory, of their own unless another is given. */
function reference(upstream: { url: string }, timeoutMs = 5_000, store = createAnswers()) {
  const client = createClient({ adsBaseUrl: upstream.url, authBaseUrl: upstream.url, ...createMemoryState() })
  closedAfterTest(client)
  const throughCache = createReferenceCache(client, {
    readTimeoutMs: timeoutMs,
    store,
    leases: createMemoryStore(),
  })
  return {
    session: (credentials: Credentials, options: { signal?: AbortSignal; ms?: number } = {}) =>
      client.session({ credentials, deadline: Date.now() + (options.ms ?? timeoutMs), signal: options.signal }, [
        throughCache(),
      ]),
  }
}

const ALICE = { ...ANY_CREDENTIALS, accessToken: 'alice' }
const BOB = { ...ANY_CREDENTIALS, accessToken: 'bob' }

const tokenOf = ({ headers }: UpstreamRequest) => /oauth_token="(\w+)"/.exec(headers.authorization ?? '')?.[1]

describe('two callers', () => {
  it('never see the accounts of each other', async () => {
    const sandbox = closedAfterTest(await startSandbox())
    const alice = sandbox.addUser({ accountIds: [DEMO_ACCOUNT_ID] })
    const bob = sandbox.addUser({ accountIds: [SMALL_ACCOUNT_ID] })
    const { session } = reference(sandbox)
    const accounts = async (credentials: Credentials) => {
      const { rows } = await session(credentials).page(listAccounts, {}, { count: 1000 })
      return rows.map(({ id }) => id)
    }
    const lists = await Promise.all([alice, bob, bob, alice, alice, bob].map(accounts))
    const later = [await accounts(bob), await accounts(alice)]

    const [of, her] = [[DEMO_ACCOUNT_ID], [SMALL_ACCOUNT_ID]]
    expect(lists).toEqual([of, her, her, of, of, her])
    expect(later).toEqual([her, of])
    expect(sandbox.requests).toHaveLength(2)
  })

  it('are two if only the secret differs', async () => {
    const sandbox = closedAfterTest(await startSandbox())
    const { session } = reference(sandbox)
    await session(sandbox.credentials).page(listAccounts, {}, {})
    const guessing = { ...sandbox.credentials, accessTokenSecret: 'guessed' }

    await expect(session(guessing).page(listAccounts, {}, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('share responses that are the same for all callers', async () => {
    const upstream = closedAfterTest(await startUpstream((_, nth) => numbered(nth)))
    const { session } = reference(upstream)
    await session(ALICE).page(listBiddingRules, {}, {})
    await session(BOB).page(listBiddingRules, {}, {})

    expect(upstream.requests.map(tokenOf)).toEqual(['alice'])
  })

  it.each([
    ['a revoked token', { status: 401, body: { errors: [{ code: 89, message: 'Invalid or expired token' }] } }],
    ['no permission', { status: 403 }],
    ['a spent budget', { status: 429, headers: { 'retry-after': '900' } }],
  ])('who wait for the same answer: %s of one does not affect the other', async (_, refusal) => {
    const upstream = closedAfterTest(
      await startUpstream(async (request, nth) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return tokenOf(request) === 'alice' ? refusal : numbered(nth)
      }),
    )
    const { session } = reference(upstream)
    const [alice, bob, again] = await Promise.allSettled(
      [ALICE, BOB, BOB].map((caller) => session(caller).page(listBiddingRules, {}, {})),
    )

    expect([alice?.status, bob?.status, again?.status]).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(upstream.requests.map(tokenOf)).toEqual(['alice', 'bob'])
  })

  it.each([
    ['no permission', { status: 403 }],
    ['a spent budget', { status: 429, headers: { 'retry-after': '900' } }],
  ])('are one where they are the same: both are refused by one call for %s', async (_, refusal) => {
    const upstream = closedAfterTest(await startUpstream(() => refusal))
    const { session } = reference(upstream)
    const answers = await Promise.allSettled(
      [5_000, 4_000].map((ms) => session(ALICE, { ms }).page(listBiddingRules, {}, {})),
    )

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(upstream.requests).toHaveLength(1)
  })

  it('do not wait for the rate limit of each other', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 600
    const upstream = closedAfterTest(
      await startUpstream((request, nth) => ({
        ...numbered(nth),
        headers: budgetHeaders('x-rate-limit', tokenOf(request) === 'alice' ? 0 : 5, reset),
      })),
    )
    const { session } = reference(upstream, 900_000)
    await session(ALICE).page(listBiddingRules, {}, { currency: 'EUR' })
    const leaving = new AbortController()
    const waiting = session(ALICE, { signal: leaving.signal }).page(listBiddingRules, {}, { currency: 'USD' })
    const ended = failure(waiting)
    await session(BOB).page(listBiddingRules, {}, { currency: 'USD' })
    leaving.abort()

    expect(await ended).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests.map(tokenOf)).toEqual(['alice', 'bob'])
  })

  it('share a failure of the service', async () => {
    const upstream = closedAfterTest(await startUpstream(() => ({ status: 400 })))
    const { session } = reference(upstream)
    const answers = await Promise.allSettled(
      [ALICE, BOB].map((caller) => session(caller).page(listBiddingRules, {}, {})),
    )

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('an operation', () => {
  it('that is aborted does not abort the read for others who wait for it', async () => {
    const upstream = closedAfterTest(
      await startUpstream(async (_, nth) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        return numbered(nth)
      }),
    )
    const { session } = reference(upstream)
    const gone = new AbortController()
    const first = session(ALICE, { signal: gone.signal }).page(listBiddingRules, {}, {})
    const second = session(ALICE).page(listBiddingRules, {}, {})
    setTimeout(() => gone.abort(), 20)
    await first.catch(() => {})

    expect((await second).rows).toMatchObject([{ currency: 'USD', minimum_cpe_bid_local_micro: 1 }])
    expect(upstream.requests).toHaveLength(1)
  })

  it('waits no longer than its own deadline for a read that another operation started', async () => {
    vi.useRealTimers()
    const upstream = closedAfterTest(await startUpstream(() => new Promise<UpstreamAnswer>(() => {})))
    const { session } = reference(upstream, 1_000)
    const patient = session(ALICE)
      .page(listBiddingRules, {}, {})
      .catch(() => 'later')
    const hurried = session(ALICE, { ms: 100 }).page(listBiddingRules, {}, {})

    expect(await Promise.race([hurried.catch(() => 'first'), patient])).toBe('first')
    await expect(hurried).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(await patient).toBe('later')
  })

  it('with a later deadline continues after the operation that started the read has timed out', async () => {
    vi.useRealTimers()
    const upstream = closedAfterTest(
      await startUpstream((_, nth) => (nth === 1 ? new Promise<UpstreamAnswer>(() => {}) : numbered(nth))),
    )
    const { session } = reference(upstream)
    const hurried = session(ALICE, { ms: 100 })
      .page(listBiddingRules, {}, {})
      .catch(() => 'gave up')
    const patient = session(ALICE).page(listBiddingRules, {}, {})

    expect(await hurried).toBe('gave up')
    expect((await patient).rows).toHaveLength(1)
  })
})

/** IAB categories c1, c2, … in pages of at most two, whatever is asked for. */
const categories =
  (total: number): Script =>
  ({ query }) => {
    const start = Number(query['cursor'] ?? 0)
    const ids = Array.from({ length: total }, (_, index) => `c${index + 1}`).slice(start, start + 2)
    return {
      body: {
        data: ids.map((id) => ({ id, name: id })),
        next_cursor: start + 2 < total ? String(start + 2) : null,
        ...(query['with_total_count'] === 'true' && { total_count: total }),
      },
    }
  }

describe('a list in pages', () => {
  const PAGE = graphql(`query CachedIabCategoryPage($first: Int, $after: String) {
    iabCategories(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }
  }`)

  it('stores each page, and requests whole pages even if few rows are needed', async () => {
    const upstream = closedAfterTest(await startUpstream(categories(5)))
    const graph = closedAfterTest(await openGraph(upstream.url))
    const walk = async (first: number) => {
      const ids: string[] = []
      let after: string | null = null
      for (;;) {
        const answer: Answer<CachedIabCategoryPageQuery | null> = await graph.query(PAGE, { first, after })
        const { nodes, pageInfo } = answer.data!.iabCategories!
        ids.push(...nodes.map(({ restId }) => restId))
        if (!pageInfo.hasNextPage) return ids
        after = pageInfo.endCursor
      }
    }

    for (const first of [1, 2, 3, 1000]) expect(await walk(first)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5'])
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '1000' },
      { count: '1000', cursor: '2' },
      { count: '1000', cursor: '4' },
    ])
  })

  it('is searched by id in its cached pages, without a call', async () => {
    const upstream = closedAfterTest(await startUpstream(categories(5)))
    const { session } = reference(upstream)
    const first = createLoaders(session(ALICE))
    const rows = await Promise.all(['c2', 'c5', 'c9'].map((id) => first.byId(listIabCategories, {})(id)))
    const again = await createLoaders(session(BOB)).byId(listIabCategories, {})('c4')

    expect([...rows, again].map((row) => row?.id ?? null)).toEqual(['c2', 'c5', null, 'c4'])
    expect(upstream.requests).toHaveLength(3)
  })

  it('is counted without a call if its first page is the whole list', async () => {
    const upstream = closedAfterTest(await startUpstream(categories(2)))
    const graph = closedAfterTest(await openGraph(upstream.url))
    await graph.query('{ iabCategories { nodes { restId } } }')
    const { data, calls } = await graph.query('{ iabCategories(first: 1) { totalCount } }')

    expect(data).toEqual({ iabCategories: { totalCount: 2 } })
    expect(calls).toEqual([])
    expect(upstream.requests).toHaveLength(1)
  })

  it('is counted by a call of its own if the call in flight does not count', async () => {
    const upstream = closedAfterTest(await startUpstream(categories(5)))
    const { session } = reference(upstream)
    const [page, counted] = await Promise.all([
      session(ALICE).page(listIabCategories, {}, {}),
      session(ALICE).page(listIabCategories, {}, { with_total_count: true }),
    ])

    expect([page.totalCount, counted.totalCount]).toEqual([undefined, 5])
    expect(upstream.requests.map(({ query }) => query)).toEqual([{}, { with_total_count: 'true' }])
  })

  it('is counted by the service, once, if it has more pages', async () => {
    const upstream = closedAfterTest(await startUpstream(categories(5)))
    const graph = closedAfterTest(await openGraph(upstream.url))
    const count = async () => (await graph.query('{ iabCategories(first: 1) { totalCount nodes { restId } } }')).data
    await graph.query('{ iabCategories(first: 1) { nodes { restId } } }')

    expect(await count()).toEqual({ iabCategories: { totalCount: 5, nodes: [{ restId: 'c1' }] } })
    expect(await count()).toEqual({ iabCategories: { totalCount: 5, nodes: [{ restId: 'c1' }] } })
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '1000' },
      { count: '1000', with_total_count: 'true' },
    ])
  })
})

describe('the list of accounts', () => {
  it('is read again in all instances that share a store, whichever of them has changed an account', async () => {
    const upstream = closedAfterTest(
      await startUpstream((_, nth) => ({ body: { data: [{ id: 'a1', name: `v${nth}` }] } })),
    )
    const store = createAnswers()
    const instances = [1, 2].map(() => reference(upstream, undefined, store).session(ALICE))
    const renameAccount = put<AccountRow, { name: string }>()('accounts/:account_id')
    const seen: unknown[] = []
    for (const changing of instances) {
      await changing.call(renameAccount, { account_id: 'a1' }, { name: 'New' })
      for (const reading of instances) seen.push((await reading.page(listAccounts, {}, {})).rows[0]?.name)
    }

    expect(seen).toEqual(['v2', 'v2', 'v4', 'v4'])
    expect(upstream.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT', 'GET'])
  })

  it('is read again only for the caller who changed an account', async () => {
    const upstream = closedAfterTest(await startUpstream(() => ({ body: { data: [{ id: 'a1' }] } })))
    const { session } = reference(upstream)
    const list = () => Promise.all([ALICE, BOB].map((caller) => session(caller).page(listAccounts, {}, {})))
    const renameAccount = put<AccountRow, { name: string }>()('accounts/:account_id')
    await list()
    await session(ALICE).call(renameAccount, { account_id: 'a1' }, { name: 'New' })
    await list()

    expect(upstream.requests.map((request) => `${request.method} ${tokenOf(request)}`)).toEqualInSteps(
      ['GET alice', 'GET bob'],
      ['PUT alice'],
      ['GET alice'],
    )
  })

  it('is not shown from the cache any more once the service no longer accepts the token', async () => {
    let isRevoked = false
    const refused = { status: 401, body: { errors: [{ code: 89, message: 'Invalid or expired token.' }] } }
    const service = closedAfterTest(
      await startUpstream(() => (isRevoked ? refused : { body: { data: [{ id: 'a', name: 'n' }] } })),
    )
    const graph = closedAfterTest(await openGraph(service.url))
    const read = async () => {
      const { data, errors } = await graph.query('{ accounts { nodes { name } } }')
      return [data, errors?.map(({ extensions }) => extensions.code)]
    }
    const shown = [{ accounts: { nodes: [{ name: 'n' }] } }, undefined]
    expect(await read()).toEqual(shown)
    isRevoked = true
    expect(await read()).toEqual(shown)
    await graph.query('{ account(id: "a") { campaigns { nodes { id } } } }')

    expect(await read()).toEqual([{ accounts: null }, ['UNAUTHENTICATED']])
  })

  it('is read again after three minutes, so that one that is read over and over stays within five in fifteen', async () => {
    const graph = closedAfterTest(await openSandboxGraph({ sandbox: { limits: LIVE_LIMITS } }))
    const minutes = 60
    for (let minute = 0; minute < minutes; minute += 1) {
      const { errors } = await graph.query('{ accounts { nodes { name } } }')
      expect(errors).toBeUndefined()
      laterBy(60_000)
    }

    expect(ACCOUNTS_MAX_AGE_MS).toBe(180_000)
    expect(graph.sandbox.requests).toHaveLength(minutes / 4)
  })

  it('returns many accounts in one call, and each by its own GET when its rate limit is spent', async () => {
    const graph = closedAfterTest(
      await openSandboxGraph({ sandbox: { limits: { ...LIVE_LIMITS, globalReads: 1 } }, graph: { checksPlan: false } }),
    )
    const together = await graph.query(
      `{ nodes(ids: ["Account:${DEMO_ACCOUNT_ID}", "Account:${SMALL_ACCOUNT_ID}"]) { ... on Account { name } } }`,
    )
    const apart = await graph.query(
      `{ demo: account(id: "${DEMO_ACCOUNT_ID}", withDeleted: true) { name }
        small: account(id: "${SMALL_ACCOUNT_ID}", withDeleted: true) { name } }`,
    )

    expect(together.calls.map(({ path, keys }) => [path, keys])).toEqual([['accounts', 2]])
    expect(apart.errors).toBeUndefined()
    expect(apart.calls.map(({ path }) => path)).toEqual(['accounts/:account_id', 'accounts/:account_id'])
    expect(graph.sandbox.requests).toHaveLength(3)
  })
})

describe('the store in memory', () => {
  it('drops the least recently used answer when it is full', async () => {
    // A key and 22 characters of JSON each.
    const store = createAnswers(undefined, 50)
    await store.set('a', 'x'.repeat(20), 1_000)
    await store.set('b', 'x'.repeat(20), 1_000)
    await store.get('a')
    await store.set('c', 'x'.repeat(20), 1_000)

    const found = await Promise.all(['a', 'b', 'c'].map((key) => store.get(key)))
    expect(found.map((cached) => cached !== undefined)).toEqual([true, false, true])
  })

  it('counts rows as the memory that they take, not as their bytes alone', async () => {
    const store = createAnswers(undefined, 20_000)
    const answer = { data: Array.from({ length: 100 }, (_, nth) => ({ id: `${nth}` })) }
    for (const key of ['a', 'b']) await store.set(key, answer, 1_000, JSON.stringify(answer).length)

    expect([(await store.get('a')) === undefined, (await store.get('b')) === undefined]).toEqual([true, false])
  })

  it('drops expired responses, returns the age of others, and stores nothing larger than its capacity', async () => {
    const store = createAnswers(undefined, 100)
    await store.set('a', 'stored', 1_000)
    await store.set('large', 'x'.repeat(200), 1_000)
    expect(await store.get('large')).toBeUndefined()

    await store.set('a', 'stored', 1_000)
    laterBy(1_000)
    expect(await store.get('a')).toEqual({ answer: 'stored', ageMs: 1_000 })
    laterBy(1)
    expect(await store.get('a')).toBeUndefined()
  })
})

describe('the answers to reference reads', () => {
  const pageOf = (bytes: number) => ({
    body: {
      data: Array.from({ length: 100 }, (_, nth) => ({ targeting_value: `v${nth}`, name: 'n'.repeat(bytes / 100) })),
    },
  })
  const aliases = (count: number) =>
    `{ targetingOptions { ${Array.from({ length: count }, (_, nth) => `a${nth}: locations(namePrefix: "p${nth}", first: 1) { nodes { name } }`).join(' ')} } }`

  it.each([
    ['as they arrive', 1, 12_000_000],
    ['as long as an operation has them', 8, 1_500_000],
  ])('take memory of the process %s', async (_, count, bytes) => {
    const upstream = closedAfterTest(await startUpstream(() => pageOf(bytes)))
    const graph = closedAfterTest(await openGraph(upstream.url, { maxMemoryBytes: 10_000_000, queueTimeoutMs: 200 }))
    const { status, errors } = await graph.query(aliases(count))

    expect([status, errors?.map(({ extensions }) => extensions.code)]).toEqual([503, ['OVERLOADED']])
    expect((await graph.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
  })

  it('are not kept if they have more than two megabytes', async () => {
    const upstream = closedAfterTest(await startUpstream(() => pageOf(2_200_000)))
    const graph = closedAfterTest(await openGraph(upstream.url))
    const reads = [await graph.query(aliases(1)), await graph.query(aliases(1))]

    expect(reads.map(({ calls, cached }) => [calls.length, cached])).toEqual([
      [1, 0],
      [1, 0],
    ])
  })
})
