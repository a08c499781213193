import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { type Sandbox, type SandboxLimits, SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { createClient } from '../../src/rest/client.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { BrowserClient, signIn } from '../support/browser-client.ts'
import { budgetHeaders } from '../support/client.ts'
import { runCommand } from '../support/command.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import type { Graph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../support/redis.ts'
import { startUpstream } from '../support/upstream.ts'

const TOKEN = graphql(`mutation SharedBearerToken { createBearerToken { bearerToken { accessToken } } }`)

const CAMPAIGNS = `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 1) { nodes { name } } } }`

const OPERATOR = { authorization: 'Bearer op' }

const { redis: openRedis, sandbox: openSandbox, instance, state, closeLater } = useInstances()

async function open(limits: Partial<SandboxLimits> = {}): Promise<{ redis: TestRedis; sandbox: Sandbox }> {
  return { redis: await openRedis(), sandbox: await openSandbox(limits) }
}

const statuses = (sandbox: Sandbox) => {
  const counts: Record<number, number> = {}
  for (const { status } of sandbox.requests) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe.skipIf(!HAS_REDIS)('instances that share Redis (needs the apt package redis-server)', () => {
  it('never exceed the window of the service together, from its first answer on', async () => {
    const { redis, sandbox } = await open({ coreReadsPerAccount: 20, windowMs: 1_000 })
    const graphs = await Promise.all([1, 2].map(() => instance(redis.url, sandbox)))
    await graphs[0]!.query(CAMPAIGNS)

    const answers = await Promise.all(Array.from({ length: 39 }, (_, nth) => graphs[nth % 2]!.query(CAMPAIGNS)))
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(statuses(sandbox)).toEqual({ 200: 40 })
  })

  it('wait together for the next window of a user who has no account in the path', async () => {
    const { redis, sandbox } = await open({ globalReads: 6, windowMs: 1_000 })
    const graphs = await Promise.all([1, 2].map(() => instance(redis.url, sandbox)))
    const names = Array.from({ length: 10 }, (_, nth) => `name ${nth}`)

    const answers = await Promise.all(
      names.map((query, nth) => graphs[nth % 2]!.query(`{ accounts(namePrefix: "${query}") { nodes { name } } }`)),
    )
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    // No answer had announced the limit when they were sent.
    expect(statuses(sandbox)).toMatchObject({ 200: 10 })
  })

  it('share the rate limit of an account among its users', async () => {
    const windowMs = 1_000
    const counts = new Map<number, number>()
    const { redis } = await open()
    const upstream = await startUpstream(() => {
      const window = Math.floor(Date.now() / windowMs)
      const count = (counts.get(window) ?? 0) + 1
      counts.set(window, count)
      const headers = budgetHeaders('x-account-rate-limit', Math.max(0, 6 - count), ((window + 1) * windowMs) / 1000, 6)
      return count > 6 ? { status: 429, headers, body: {} } : { headers, body: { data: [], next_cursor: null } }
    })
    closeLater(() => upstream.close())
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const shared = await state(redis.url, upstream.url)
        return createClient({ adsBaseUrl: upstream.url, authBaseUrl: upstream.url, ...shared })
      }),
    )
    for (const client of clients) closeLater(() => client.close())
    const read = (nth: number) =>
      clients[nth % 2]!.session({
        credentials: { ...ANY_CREDENTIALS, accessToken: `user ${nth % 4}` },
        deadline: Date.now() + 30_000,
      }).page(listCampaigns, { account_id: 'a1' }, {})
    for (let nth = 0; nth < 4; nth += 1) await read(nth)
    await Promise.all(Array.from({ length: 16 }, (_, nth) => read(nth)))

    expect(upstream.requests).toHaveLength(20)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(6)
  })

  it('share the reset of a spent window as soon as one of them knows it', async () => {
    const { redis, sandbox } = await open({ coreReadsPerAccount: 3, windowMs: 60_000 })
    const [one, other] = await Promise.all(
      [1, 2].map(() => instance(redis.url, sandbox, { operationTimeoutMs: 20_000 })),
    )
    for (let call = 0; call < 3; call += 1) await one!.query(CAMPAIGNS)

    expect((await other!.query(CAMPAIGNS)).errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAt: expect.any(String) as unknown } },
    ])
    expect(statuses(sandbox)).toEqual({ 200: 3 })
    const metrics = await (await fetch(new URL('/metrics', one!.url))).text()
    expect(metrics).toContain('adgraph_rate_budget_left{endpoint="accounts/:account_id/campaigns"} 0\n')
  })

  it('let no request wait if answers announce no rate limit', async () => {
    const { redis } = await open()
    let begun = 0
    let allBegun = () => {}
    const together = new Promise<void>((resolve) => (allBegun = resolve))
    const upstream = await startUpstream(async (_request, nth) => {
      if (nth === 1) return { body: { data: [] } }
      begun += 1
      if (begun === 12) allBegun()
      await together
      return { body: { data: [] } }
    })
    closeLater(() => upstream.close())
    const credentials = ANY_CREDENTIALS
    const graph = await instance(redis.url, { url: upstream.url, credentials }, { operationTimeoutMs: 15_000 })
    await graph.query(CAMPAIGNS)
    const answers = await Promise.all(Array.from({ length: 12 }, () => graph.query(CAMPAIGNS)))

    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(begun).toBe(12)
  })

  it('request one bearer token in 100 concurrent cold starts', async () => {
    const { redis, sandbox } = await open()
    const graphs = await Promise.all([1, 2].map(() => instance(redis.url, sandbox)))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => graphs[nth % 2]!.query('{ webhookConfigs { nodes { url } } }')),
    )

    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(sandbox.requests.filter(({ path }) => path === '/oauth2/token')).toHaveLength(1)
  })

  it('forget a bearer token that one of them has ended', async () => {
    const { redis, sandbox } = await open()
    const [one, other] = await Promise.all([1, 2].map(() => instance(redis.url, sandbox, { operatorTokens: ['op'] })))
    const tokenOf = async (graph: Graph) => {
      const { data } = await graph.query(TOKEN, {}, OPERATOR)
      return data!.createBearerToken!.bearerToken!.accessToken
    }
    const first = await tokenOf(one!)
    expect(await tokenOf(other!)).toBe(first)
    const document = `mutation { invalidateBearerToken(input: { accessToken: "${first}" }) { accessToken } }`
    expect((await other!.query(document, {}, OPERATOR)).errors).toBeUndefined()

    const second = await tokenOf(one!)
    expect(second).not.toBe(first)
    expect(await tokenOf(other!)).toBe(second)
  })

  it('share the answers of reference reads', async () => {
    const { redis, sandbox } = await open()
    const [one, other] = await Promise.all([1, 2].map(() => instance(redis.url, sandbox)))
    const query = '{ accounts(first: 3) { nodes { name } } }'
    const first = await one!.query(query)
    const second = await other!.query(query)

    expect(second.data).toEqual(first.data)
    expect([second.calls, second.cached]).toEqual([[], 1])
  })

  it('end a session for all of them', async () => {
    const { redis, sandbox } = await open()
    const options = {
      signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 60_000 },
      tenant: { credentials: undefined, clientTokens: [] },
    }
    const [one, other] = await Promise.all([1, 2].map(() => instance(redis.url, sandbox, options)))
    const browser = new BrowserClient()
    await signIn(browser, one!.url)
    const headers = { authorization: `Bearer ${browser.cookie('adgraph_session')}` }
    expect((await other!.query(CAMPAIGNS, {}, headers)).errors).toBeUndefined()
    await browser.post(new URL('/auth/logout', one!.url).href)
    // All versions look for the end of a session under this name, whatever their format of other things.
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    expect(await connection.keys('*ended session *')).toEqual([expect.stringMatching(/^adgraph:[0-9a-f]{8}:ended /)])
    sandbox.clearRequests()

    expect((await other!.query(CAMPAIGNS, {}, headers)).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect(sandbox.requests).toEqual([])
  })

  it.each<[string, (redis: TestRedis) => Promise<() => Promise<void>>]>([
    [
      'is lost',
      async (redis) => {
        await redis.kill()
        return async () => {
          const again = await startRedis(redis.port)
          closeLater(() => again.kill())
        }
      },
    ],
    [
      'answers nothing any more',
      async (redis) => {
        redis.freeze()
        return async () => redis.thaw()
      },
    ],
  ])('lose no request when Redis %s in the middle, log it once, and share again when it is back', async (_, lose) => {
    const { redis, sandbox } = await open()
    const graphs = await Promise.all([1, 2].map(() => instance(redis.url, sandbox)))
    const problems: unknown[] = []
    let answered = 0
    const over = new AbortController()
    const callers = Array.from({ length: 8 }, async (_nothing, nth) => {
      while (!over.signal.aborted) {
        const { errors = [] } = await graphs[nth % 2]!.query(CAMPAIGNS)
        answered += 1
        problems.push(...errors)
      }
    })
    const answers = async (more: number) => {
      const until = answered + more
      await vi.waitUntil(() => answered >= until, 60_000)
    }
    const lines = (count: number) =>
      vi.waitUntil(() => graphs.every(({ redisLines }) => redisLines.length >= count), 60_000)
    await answers(20)
    const restore = await lose(redis)
    await lines(1)
    // More than there could be if each request waited for Redis.
    await answers(200)
    await restore()
    await lines(2)
    over.abort()
    await Promise.all(callers)

    expect(problems).toEqual([])
    for (const { redisLines } of graphs)
      expect(redisLines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
        'Redis is unavailable; this instance continues with its own state',
        'Redis is available again; state is shared',
      ])
  })

  it('store no secret in the names of shared keys', async () => {
    const { redis, sandbox } = await open()
    const graph = await instance(redis.url, sandbox)
    await graph.query('{ webhookConfigs { nodes { url } } accounts { nodes { name } } }')
    await graph.query(CAMPAIGNS)
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    // Versions share texts, and what has the same format.
    const kindOf = (name: string) => /^adgraph:[0-9a-f]{8}:((?:\d+:)?\w+)/.exec(name)?.[1] ?? name
    const kinds = async () => [...new Set((await connection.keys('*')).map(kindOf))].sort((a, b) => a.localeCompare(b))
    const secrets = Object.values(sandbox.credentials)

    // A lease is released after the answer.
    await expect.poll(kinds).toEqual(['3:budget', '3:reference', '3:spare', 'bearer'])
    const names = await connection.keys('*')
    expect(names.filter((name) => secrets.some((secret) => name.includes(secret)))).toEqual([])
    // -1 would be for ever.
    for (const name of names) expect(await connection.pttl(name)).not.toBe(-1)
  })
})

describe('an instance whose Redis is unavailable', () => {
  it('starts, serves requests with its own state, and logs it without a secret', async () => {
    const command = runCommand(['start'], { PORT: '0', REDIS_URL: 'redis://:secret-of-mine@127.0.0.1:9' })
    closeLater(() => command.stop())
    const [, url] = await command.printed(/"url":"([^"]+)"/)
    const document = `{ webhookConfigs { nodes { url } } account(id: "${SMALL_ACCOUNT_ID}") { name } }`
    const { status, errors } = await new BrowserClient().query(url!, document)

    expect([status, errors]).toEqual([200, undefined])
    expect((await fetch(new URL('/readyz', url))).status).toBe(200)
    expect(command.output().match(/Redis is unavailable; this instance continues with its own state/g)).toHaveLength(1)
    expect(command.output()).not.toContain('secret-of-mine')
  })

  it('respects the rate limits that its own answers announced', async () => {
    const sandbox = await openSandbox({ coreReadsPerAccount: 2, windowMs: 60_000 })
    const { rateLimiter } = await state('redis://127.0.0.1:9', sandbox.url)
    const client = createClient({
      adsBaseUrl: sandbox.url,
      authBaseUrl: sandbox.url,
      ...createMemoryState(),
      rateLimiter,
    })
    closeLater(() => client.close())
    const session = client.session({ credentials: sandbox.credentials, deadline: Date.now() + 20_000 })
    const read = () => session.page(listCampaigns, { account_id: SMALL_ACCOUNT_ID }, {})
    await read()
    await read()
    await expect(read()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(statuses(sandbox)).toEqual({ 200: 2 })
  })
})
