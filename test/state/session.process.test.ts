import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { BrowserClient, signIn } from '../support/browser-client.ts'
import type { Graph } from '../support/graph.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'

const OLD = 'an-old-secret-that-is-long-enough-for-it'
const NEW = 'a-new-secret-that-is-long-enough-for-it!'
const ACCOUNT = `{ account(id: "${SMALL_ACCOUNT_ID}") { name } }`

const { redis: openRedis, sandbox: openSandbox, instance, closeLater } = useInstances()

const withSecrets = (...secrets: string[]) => ({
  signIn: { secrets, maxAgeMs: 60_000 },
  tenant: { credentials: undefined, clientTokens: [] },
})

/** A signed-in user's token, as a client sends it. */
async function tokenFrom(graph: Graph): Promise<{ browser: BrowserClient; headers: { authorization: string } }> {
  const browser = new BrowserClient()
  await signIn(browser, graph.url)
  return { browser, headers: { authorization: `Bearer ${browser.cookie('adgraph_session')}` } }
}

/** The code of the error that a caller gets, or OK. */
const codeOf = async (graph: Graph, headers: Record<string, string>) =>
  (await graph.query(ACCOUNT, {}, headers)).errors?.[0]?.extensions.code ?? 'OK'

describe.skipIf(!HAS_REDIS)('sessions of instances that share Redis (needs the apt package redis-server)', () => {
  it('stay ended in the instance that knows it, and end again for the others, when Redis has lost its data', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const [one, other] = [
      await instance(redis.url, sandbox, withSecrets(OLD)),
      await instance(redis.url, sandbox, withSecrets(OLD)),
    ]
    const { browser, headers } = await tokenFrom(one)
    expect([await codeOf(one, headers), await codeOf(other, headers)]).toEqual(['OK', 'OK'])
    // The service cannot be reached: only Adgraph knows that the session has ended.
    sandbox.faults.add({ match: { path: 'oauth/invalidate_token.json' }, fault: { kind: 'status', status: 503 } })
    await browser.post(new URL('/auth/logout', one.url).href)
    await redis.forgetAll()
    sandbox.clearRequests()

    expect(await codeOf(one, headers)).toBe('UNAUTHENTICATED')
    expect(await codeOf(other, headers)).toBe('UNAUTHENTICATED')
    expect(sandbox.requests).toEqual([])
  })

  it('stay ended in an instance that read the revocation before Redis lost its data', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const [one, other] = [
      await instance(redis.url, sandbox, withSecrets(OLD)),
      await instance(redis.url, sandbox, withSecrets(OLD)),
    ]
    const { browser, headers } = await tokenFrom(one)
    await browser.post(new URL('/auth/logout', one.url).href)
    expect(await codeOf(other, headers)).toBe('UNAUTHENTICATED')
    await redis.forgetAll()
    sandbox.clearRequests()

    expect(await codeOf(other, headers)).toBe('UNAUTHENTICATED')
    expect(sandbox.requests).toEqual([])
  })

  it('that ended while Redis was lost end for all instances as soon as the first instance is asked again', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const [one, other] = [
      await instance(redis.url, sandbox, withSecrets(OLD)),
      await instance(redis.url, sandbox, withSecrets(OLD)),
    ]
    const { headers } = await tokenFrom(one)
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    sandbox.faults.add({ match: { path: 'oauth/invalidate_token.json' }, fault: { kind: 'status', status: 503 } })
    const logout = await fetch(new URL('/auth/logout', one.url), { method: 'POST', headers })
    expect(await logout.json()).toEqual({ signedOut: true, revoked: false })
    const [mark] = await connection.keys('*:ended session*')
    await connection.del(mark!)
    expect(await codeOf(other, headers)).toBe('OK')
    expect(await codeOf(one, headers)).toBe('UNAUTHENTICATED')

    expect(await codeOf(other, headers)).toBe('UNAUTHENTICATED')
    expect(await connection.pttl(mark!)).toBeGreaterThan(0)
  })

  it('end for versions that store rate limits in another format too: the name of what ends them has none', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const graph = await instance(redis.url, sandbox, withSecrets(OLD))
    const { browser, headers } = await tokenFrom(graph)
    expect(await codeOf(graph, headers)).toBe('OK')
    await browser.post(new URL('/auth/logout', graph.url).href)
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const kinds = (await connection.keys('*')).map(
      (name) => /^adgraph:[0-9a-f]{8}:((?:\d+:)?\w+(?: \w+)?)/.exec(name)?.[1],
    )

    expect(kinds).toContain('3:budget')
    expect(new Set(kinds.filter((kind) => kind?.includes('ended')))).toEqual(new Set(['ended session', 'ended token']))
  })

  it('outlive the rotation of SESSION_SECRET in two steps, one instance after the other', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const tokens: Record<string, string>[] = []
    const before = [[OLD], [OLD]]
    const rollout: string[][][] = [
      before,
      // Step 1: every instance learns the new secret, which seals nothing yet.
      [[OLD, NEW], [OLD]],
      [
        [OLD, NEW],
        [OLD, NEW],
      ],
      // Step 2: the new secret seals.
      [
        [NEW, OLD],
        [OLD, NEW],
      ],
      [
        [NEW, OLD],
        [NEW, OLD],
      ],
    ]
    for (const deployed of rollout) {
      const graphs = []
      for (const secrets of deployed) graphs.push(await instance(redis.url, sandbox, withSecrets(...secrets)))
      for (const graph of graphs) tokens.push((await tokenFrom(graph)).headers)
      for (const graph of graphs) {
        const codes = await Promise.all(tokens.map((headers) => codeOf(graph, headers)))
        expect({ deployed, codes }).toEqual({ deployed, codes: tokens.map(() => 'OK') })
      }
    }

    // When the sessions from before have expired, the old secret can go.
    const last = await instance(redis.url, sandbox, withSecrets(NEW))
    const codes = await Promise.all(tokens.map((headers) => codeOf(last, headers)))
    expect(codes).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'OK',
      'UNAUTHENTICATED',
      'OK',
      'OK',
    ])
  })

  it('cannot be read by instances that do not know the new secret yet, if it already seals', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const [one, other] = [
      await instance(redis.url, sandbox, withSecrets(NEW, OLD)),
      await instance(redis.url, sandbox, withSecrets(OLD)),
    ]
    const { headers } = await tokenFrom(one)

    expect([await codeOf(one, headers), await codeOf(other, headers)]).toEqual(['OK', 'UNAUTHENTICATED'])
  })
})
