import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { budgetHeaders } from '../../support/client.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

/** When the rate limits of the service reset, in seconds since the epoch. */
const RESET_AT = Math.floor(Date.now() / 1000) + 600
const resetAt = new Date(RESET_AT * 1000).toISOString()

let upstream: Upstream
let graph: Graph
/** The requests that remain for lists below an account. */
let remaining: number
beforeEach(async () => {
  remaining = 5
  upstream = await startUpstream(({ method, path }) => {
    const prefix = method === 'GET' && path.split('/').length > 3 ? 'x-account-rate-limit' : 'x-rate-limit'
    const spent = remaining <= 0
    return {
      status: spent ? 429 : 200,
      headers: {
        [`${prefix}-limit`]: '10',
        [`${prefix}-remaining`]: String(spent ? 0 : remaining),
        [`${prefix}-reset`]: String(RESET_AT),
      },
      body: spent
        ? { errors: [{ code: 'TOO_MANY_REQUESTS' }] }
        : { data: [{ id: 'c1', name: 'n' }], next_cursor: null },
    }
  })
  graph = await openGraph(upstream.url, { settings: { CORS_ORIGINS: 'https://tools.example' } })
})
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

const RATE_LIMITS = '{ rateLimits { endpoint scope account limit remaining resetAt } }'

const CAMPAIGNS = '{ account(id: "a1") { campaigns { nodes { name } } } }'

describe('rateLimits', () => {
  it('are none before the first call, and those that calls announced after it, without a call', async () => {
    expect(await graph.query(RATE_LIMITS)).toMatchObject({ data: { rateLimits: [] }, calls: [] })
    await graph.query(CAMPAIGNS)
    await graph.query('{ accounts { nodes { name } } }')
    await graph.query('mutation { deleteCampaign(input: { campaignId: "Campaign:a1:c1" }) { deletedId } }')
    const { data, calls, plan } = await graph.query(RATE_LIMITS, {}, { 'x-upstream-plan': '1' })
    const known = { limit: 10, remaining: 5, resetAt }
    expect(data).toEqual({
      rateLimits: [
        { endpoint: 'accounts/:account_id/campaigns', scope: 'ACCOUNT', account: 'a1', ...known },
        { endpoint: 'accounts', scope: 'USER', account: null, ...known },
        { endpoint: null, scope: 'WRITES', account: null, ...known },
      ],
    })
    expect(calls).toEqual([])
    expect(plan).toMatchObject({ calls: { min: 0, max: 0 }, steps: [] })
  })

  it("tell of a refusal the user's that it spent, and the call is repeated when that resets", async () => {
    const opensAt = Math.floor(Date.now() / 1000) + 2
    const headers = {
      ...budgetHeaders('x-account-rate-limit', 9_000, RESET_AT),
      ...budgetHeaders('x-rate-limit', 0, opensAt),
    }
    const sentAt: number[] = []
    const refusing = await startUpstream(() => {
      sentAt.push(Date.now())
      return sentAt.length === 1
        ? { status: 429, headers, body: {} }
        : { body: { data: [{ id: 'c1', name: 'n' }], next_cursor: null } }
    })
    const other = await openGraph(refusing.url)
    const known = async () => (await other.query<{ rateLimits: object[] }>(RATE_LIMITS)).data.rateLimits
    const answer = other.query(CAMPAIGNS)
    await vi.waitUntil(async () => (await known()).length > 0)
    const whileRefused = await known()
    const { data, errors, calls } = await answer
    await other.close()
    await refusing.close()

    expect(whileRefused).toMatchObject([{ scope: 'USER', account: null, remaining: 0 }])
    expect({ data, errors }).toEqual({
      data: { account: { campaigns: { nodes: [{ name: 'n' }] } } },
      errors: undefined,
    })
    expect(calls.map(({ status }) => status)).toEqual([429, 200])
    expect(sentAt[1]).toBeGreaterThanOrEqual(opensAt * 1000)
  })

  it('belong to the caller alone', async () => {
    await graph.query(CAMPAIGNS)
    const other = await openGraph(upstream.url)
    expect((await other.query(RATE_LIMITS)).data).toEqual({ rateLimits: [] })
    await other.close()
  })
})

describe('a response that is RATE_LIMITED', () => {
  const rateLimited = async (query = CAMPAIGNS) => {
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://tools.example' },
      body: JSON.stringify({ query }),
    })
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string; retryAt: string } }[] }
    return { headers: response.headers, errors }
  }

  it('has the headers RateLimit and RateLimit-Policy, which pages of allowed origins can read', async () => {
    remaining = 0
    const sent = async () => {
      const { headers, errors } = await rateLimited()
      expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAt: resetAt } }])
      expect(headers.get('ratelimit-policy')).toBe(`"accounts/:account_id/campaigns";q=10;pk=:${btoa('a1')}:`)
      const [, seconds] = /^"accounts\/:account_id\/campaigns";r=0;t=(\d+);pk=:YTE=:$/.exec(headers.get('ratelimit')!)!
      expect(Math.abs(Number(seconds) - (RESET_AT - Date.now() / 1000))).toBeLessThan(60)
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase()
      expect(exposed).toContain('ratelimit-policy')
      expect(exposed?.split(/, ?/)).toContain('ratelimit')
    }
    // The first is refused by the service, the second by us without a call.
    await sent()
    expect(upstream.requests).toHaveLength(1)
    await sent()
    expect(upstream.requests).toHaveLength(1)
  })

  it('has the headers beside data that did arrive, and no other response has them', async () => {
    expect((await rateLimited()).headers.has('ratelimit')).toBe(false)
    remaining = 0
    await rateLimited('{ account(id: "a1") { lineItems { nodes { name } } } }')
    remaining = 5
    const both = '{ account(id: "a1") { campaigns { nodes { name } } lineItems { nodes { name } } } }'
    const { headers, errors } = await rateLimited(both)
    expect(errors).toHaveLength(1)
    expect(headers.get('ratelimit')).toMatch(/^"accounts\/:account_id\/line_items";r=0;t=\d+;pk=:YTE=:$/)
  })
})
