import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../src/rest/client.ts'
import { sessionSeal } from '../../src/server/auth/user-session.ts'
import { createLog } from '../../src/server/observe/log.ts'
import { connectRedis } from '../../src/state/redis.ts'
import { createSharedState } from '../../src/state/shared.ts'
import { callCounts, openGraph, type Answer, type Graph } from '../support/graph.ts'
import { closedAfterTest } from '../support/open.ts'
import { seededRandom } from '../support/random-document.ts'
import { HAS_REDIS, PATIENT_MS, startRedis } from '../support/redis.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

const SECRET = 'a-secret-that-is-long-enough-for-it'
const USERS = Array.from({ length: 25 }, (_, nth) => `user-${nth}`)

/** On whose behalf the service was asked. */
const tokenOf = ({ headers }: UpstreamRequest) => /oauth_token="([^"]+)"/.exec(headers.authorization ?? '')?.[1] ?? ''

/**
 * A service where everybody sees the same ids, and in every row the own name; instances of Adgraph before it, each with
 * a memory of its own or all with the same Redis.
 */
async function open(
  instances: number,
  { shared = false, script }: { shared?: boolean; script?: (request: UpstreamRequest) => UpstreamAnswer | undefined },
): Promise<{ upstream: Upstream; ask: (user: string, document: string, nth?: number) => Promise<Answer<unknown>> }> {
  const random = seededRandom(1)
  const upstream = await startUpstream(async (request) => {
    // They overtake each other.
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    const own = script?.(request)
    if (own) return own
    const row = { id: 'x1', name: tokenOf(request), campaign_id: 'x1', keyword: tokenOf(request) }
    return { body: { data: /\/accounts\/\w+$/.test(request.path) ? row : [row], total_count: 1 } }
  })
  closedAfterTest(upstream)
  const redis = shared ? await startRedis() : undefined
  onTestFinished(() => redis?.kill())
  const graphs: Graph[] = []
  for (let nth = 0; nth < instances; nth += 1) {
    const log = createLog('silent')
    const connection =
      redis && (await connectRedis({ url: redis.url, timeoutMs: PATIENT_MS, serviceUrl: upstream.url, log }))
    const state = connection && createSharedState(connection)
    const graph = await openGraph(upstream.url, {
      signIn: { secrets: [SECRET], maxAgeMs: 600_000 },
      tenant: { credentials: undefined, clientTokens: [] },
      // A hundred operations at once take a while on a busy machine.
      operationTimeoutMs: 100_000,
      ...(state && {
        client: createClient({ ...state, adsBaseUrl: upstream.url, authBaseUrl: upstream.url }),
        store: state.store,
        referenceStore: state.referenceStore,
      }),
    })
    closedAfterTest(graph)
    onTestFinished(() => connection?.close())
    graphs.push(graph)
  }
  const seal = sessionSeal([SECRET])
  return {
    upstream,
    async ask(user, document, nth = 0) {
      const session = { id: user, accessToken: user, accessTokenSecret: 's', userId: user, screenName: user }
      const authorization = `Bearer ${await seal.close(session, 600_000)}`
      return graphs[nth % instances]!.query(document, {}, { authorization })
    },
  }
}

/** All names in an answer. */
const namesIn = (data: unknown) =>
  new Set([...JSON.stringify(data).matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name))

/** Operations whose answers are kept across requests, joined over requests, and batched within one. */
const EVERYTHING = `{
  accounts { nodes { name } }
  account(id: "x1") {
    name
    campaigns(first: 5) { totalCount nodes { name lineItems(first: 5) { nodes { name campaign { name } } } } }
  }
  campaign(id: "Campaign:x1:x1") { name }
  node(id: "LineItem:x1:x1") { ... on LineItem { name } }
}`

/** The calls that takes beside the list of accounts, which one request makes for all that ask at the same time. */
const OWN_CALLS = {
  'GET accounts/:account_id': 1,
  'GET accounts/:account_id/campaigns': 2,
  'GET accounts/:account_id/campaigns/:campaign_id': 1,
  'GET accounts/:account_id/line_items': 2,
}

/** Data that belong to another user, came by other calls, or are not in the trace, when all ask again and again at once. */
async function mixedUp(instances: number, shared: boolean): Promise<unknown> {
  const { upstream, ask } = await open(instances, { shared })
  const turns = [0, 1, 2, 3].flatMap((round) => USERS.map((user, nth) => ({ user, turn: round + nth })))
  const answers = await Promise.all(
    turns.map(async ({ user, turn }) => ({ user, ...(await ask(user, EVERYTHING, turn)) })),
  )
  const listsOf = (user: string) =>
    upstream.requests.filter((request) => tokenOf(request) === user && request.path === '/12/accounts').length
  return {
    answers: answers.filter(({ user, data, errors, calls }) => {
      const { 'GET accounts': lists = 0, ...own } = callCounts(calls)
      return errors || lists > 1 || !isDeepStrictEqual([[...namesIn(data)], own], [[user], OWN_CALLS])
    }),
    users: USERS.filter((user) => listsOf(user) < 1 || listsOf(user) > instances),
    untracedCalls: upstream.requests.length - answers.reduce((sum, { calls }) => sum + calls.length, 0),
  }
}

const NOTHING = { answers: [], users: [], untracedCalls: 0 }

describe('users whose requests are interleaved', () => {
  it('get only their own rows, each with own calls and traces', async () => {
    expect(await mixedUp(1, false)).toEqual(NOTHING)
  })

  it.skipIf(!HAS_REDIS)(
    'get only their own rows from two instances that share Redis (needs the apt package redis-server)',
    async () => {
      expect(await mixedUp(2, true)).toEqual(NOTHING)
    },
  )

  it('each have a budget of their own', async () => {
    const spent = { limit: '5', remaining: '0', reset: String(Math.ceil(Date.now() / 1000) + 600) }
    const headers = Object.fromEntries(Object.entries(spent).map(([name, text]) => [`x-rate-limit-${name}`, text]))
    const { upstream, ask } = await open(1, {
      script: (request) => (tokenOf(request) === 'user-0' ? { headers, body: { data: [] } } : undefined),
    })
    const document = '{ account(id: "x1") { campaigns { nodes { name } } } }'
    await ask('user-0', document)
    upstream.requests.length = 0
    const answers = await Promise.all(
      [...USERS, ...USERS].map(async (user) => ({ user, ...(await ask(user, document)) })),
    )

    for (const { user, errors } of answers)
      expect([user, errors?.[0]?.extensions.code]).toEqual([user, user === 'user-0' ? 'RATE_LIMITED' : undefined])
    expect(upstream.requests.map(tokenOf).filter((user) => user === 'user-0')).toEqual([])
  })

  it('each end only their own session', async () => {
    const revoked = { status: 401, body: { errors: [{ code: 89, message: 'Invalid or expired token' }] } }
    const { upstream, ask } = await open(1, {
      script: (request) => (tokenOf(request) === 'user-0' ? revoked : undefined),
    })
    await ask('user-0', EVERYTHING)
    upstream.requests.length = 0
    const answers = await Promise.all(USERS.map(async (user) => ({ user, ...(await ask(user, EVERYTHING)) })))

    for (const { user, errors } of answers)
      expect([user, errors?.[0]?.extensions.code]).toEqual([user, user === 'user-0' ? 'UNAUTHENTICATED' : undefined])
    expect(upstream.requests.map(tokenOf)).not.toContain('user-0')
  })
})
