import { describe, expect, it } from 'vitest'
import { baseString, hmac, strictEncode } from '../../../sandbox/test/sign.ts'
import { type Client, type ClientOptions, createClient } from '../../../src/rest/client.ts'
import { UpstreamError } from '../../../src/rest/errors.ts'
import { createAccessToken, invalidateAccessToken } from '../../../src/rest/oauth/access-token.ts'
import { authenticate, authorize, newRequestToken } from '../../../src/rest/oauth/request-token.ts'
import { listWebhookConfigs } from '../../../src/rest/oauth/webhook-config.ts'
import type { Session } from '../../../src/rest/session.ts'
import { credentialKey } from '../../../src/rest/wire/sign.ts'
import { createMemoryState, createMemoryStore } from '../../../src/state/memory.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

const APPLICATION = { consumerKey: 'consumer-key', consumerSecret: 'consumer-secret' }
/** The key of the application's bearer token in the store. */
const BEARER_KEY = `bearer ${credentialKey(APPLICATION)}`
const USER = { accessToken: 'user-token', accessTokenSecret: 'user-secret' }
const PAIRS = 'oauth_token=rt%2F1&oauth_token_secret=rs%3D&oauth_callback_confirmed=true'

async function open(
  script: (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>,
  options: Partial<ClientOptions> = {},
): Promise<{ upstream: Upstream; client: Client; session: Session }> {
  const upstream = await startUpstream(script)
  const client = createClient({
    adsBaseUrl: upstream.url,
    authBaseUrl: upstream.url,
    ...createMemoryState(),
    ...options,
  })
  closedAfterTest(upstream)
  closedAfterTest(client)
  return { upstream, client, session: sessionOf(client) }
}

function sessionOf(client: Client): Session {
  return client.session({ credentials: { ...APPLICATION, ...USER }, deadline: Date.now() + 5_000 })
}

/** The parameters of an OAuth header. */
function headerOf({ headers }: UpstreamRequest): Record<string, string> {
  const pairs = [...headers['authorization']!.replace(/^OAuth /, '').matchAll(/([a-z_]+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)]))
}

/** Whether the header signs this request with these secrets, computed independently from RFC 5849. */
function isSigned(upstream: Upstream, request: UpstreamRequest, tokenSecret: string): boolean {
  const { oauth_signature: signature, ...oauth } = headerOf(request)
  const pairs = [oauth, request.query, Object.fromEntries(new URLSearchParams(request.body))].flatMap(Object.entries)
  const base = baseString(request.method, upstream.url + request.path, pairs as [string, string][])
  return signature === hmac(base, APPLICATION.consumerSecret, tokenSecret)
}

describe('a request token', () => {
  it('is requested without a body, with the callback only in the signed header (R-AUTH-3)', async () => {
    const { upstream, session } = await open(() => ({ body: PAIRS }))
    const callback = "https://app.example/cb?a=1&b=ü,+!*'()"
    await newRequestToken(session, { oauth_callback: callback, svc_auth_access_type: 'read' })

    const request = upstream.requests[0]!
    expect([request.method, request.path, request.query, request.body]).toEqual([
      'POST',
      '/oauth/request_token',
      { svc_auth_access_type: 'read' },
      '',
    ])
    expect(request.headers['content-type']).toBeUndefined()
    expect(Object.keys(headerOf(request)).sort()).toEqual([
      'oauth_callback',
      'oauth_consumer_key',
      'oauth_nonce',
      'oauth_signature',
      'oauth_signature_method',
      'oauth_timestamp',
      'oauth_version',
    ])
    expect(headerOf(request)).toMatchObject({ oauth_callback: callback, oauth_signature_method: 'HMAC-SHA1' })
    expect(headerOf(request)['oauth_nonce']).toMatch(/^[!-~]+$/)
    expect(isSigned(upstream, request, '')).toBe(true)
  })

  it.each([
    ['name=value pairs', PAIRS],
    ['name=value pairs with a line break at the end', `${PAIRS}\n`],
    ['JSON', { oauth_token: 'rt/1', oauth_token_secret: 'rs=', oauth_callback_confirmed: true }],
  ])('is read out of %s (R-AUTH-6)', async (_, body) => {
    const { session } = await open(() => ({ body }))
    expect(await newRequestToken(session, { oauth_callback: 'oob' })).toEqual({
      oauth_token: 'rt/1',
      oauth_token_secret: 'rs=',
      oauth_callback_confirmed: 'true',
    })
  })

  it.each([
    ['that is not confirmed (R-AUTH-7)', PAIRS.replace('true', 'false'), 'UPSTREAM_ERROR'],
    ['without its secret', 'oauth_token=a&oauth_callback_confirmed=true', 'UPSTREAM_UNAVAILABLE'],
    ['in a page of HTML', '<html>oauth_token=a</html>', 'UPSTREAM_UNAVAILABLE'],
    ['cut in the middle of JSON', '{"oauth_token":"a', 'UPSTREAM_UNAVAILABLE'],
  ])('%s ends the flow', async (_, body, code) => {
    const { session } = await open(() => ({ body }))
    await expect(newRequestToken(session, { oauth_callback: 'oob' })).rejects.toMatchObject({ code })
  })

  it('builds the URLs of the pages without a callback (R-AUTH-8)', async () => {
    const { session, upstream } = await open(() => ({}), { authBaseUrl: 'https://auth.example/' })
    const params = { oauth_token: 'a b&c', force_login: true, screen_name: 'ü' }
    expect(session.address(authorize, params)).toBe(
      'https://auth.example/oauth/authorize?oauth_token=a%20b%26c&force_login=true&screen_name=%C3%BC',
    )
    expect(session.address(authenticate, { oauth_token: 't' })).toBe(
      'https://auth.example/oauth/authenticate?oauth_token=t',
    )
    expect(upstream.requests).toEqual([])
  })
})

describe('an access token', () => {
  it('is requested with the request token and its verifier, both in the signed header (R-AUTH-11)', async () => {
    const body = 'oauth_token=at&oauth_token_secret=as&user_id=9007199254740993&screen_name=n%C3%BC'
    const { upstream, session } = await open(() => ({ body }))
    const token = { accessToken: 'rt', accessTokenSecret: 'r&s' }
    const answer = await session.as(token).call(createAccessToken, {}, { oauth_verifier: '1234567' })

    expect(answer).toEqual({
      oauth_token: 'at',
      oauth_token_secret: 'as',
      user_id: '9007199254740993',
      screen_name: 'nü',
    })
    const request = upstream.requests[0]!
    expect([request.path, request.query, request.body]).toEqual(['/oauth/access_token', {}, ''])
    expect(headerOf(request)).toMatchObject({ oauth_token: 'rt', oauth_verifier: '1234567' })
    expect(isSigned(upstream, request, 'r&s')).toBe(true)
  })

  it('keeps a user ID beyond 2^53 that is sent as a JSON number (R-AUTH-12)', async () => {
    const body = '{"oauth_token":"a","oauth_token_secret":"b","user_id":9007199254740993,"screen_name":"c"}'
    const { session } = await open(() => ({ body }))
    const answer = await session.call(createAccessToken, {}, { oauth_verifier: '1' })
    expect(answer.user_id).toBe('9007199254740993')
  })

  it.each([
    [undefined, '/1.1/oauth/invalidate_token.json'],
    ['' as const, '/1.1/oauth/invalidate_token'],
  ])('is ended on the path with the suffix of the settings: %s (R-AUTH-13)', async (tokenPathSuffix, path) => {
    const { upstream, session } = await open(() => ({ body: { access_token: 'user-token' } }), { tokenPathSuffix })
    expect(await session.call(invalidateAccessToken, {})).toEqual({ access_token: 'user-token' })

    const request = upstream.requests[0]!
    expect([request.method, request.path, request.query, request.body]).toEqual(['POST', path, {}, ''])
    expect(headerOf(request)['oauth_token']).toBe('user-token')
    expect(isSigned(upstream, request, 'user-secret')).toBe(true)
  })

  it('is not sent a second time when it is not known whether it was ended', async () => {
    const { upstream, session } = await open(() => ({ status: 503 }))
    await expect(session.call(invalidateAccessToken, {})).rejects.toMatchObject({ outcomeUnknown: true })
    expect(upstream.requests).toHaveLength(1)
  })

  it.each([
    [401, 89, true],
    [401, 32, false],
    [403, 89, false],
  ])(
    'that is refused with %i and code %i: its owner learns that it has ended: %s (R-AUTH-14)',
    async (status, code, told) => {
      const { client } = await open(() => ({ status, body: { errors: [{ code, message: 'No' }] } }))
      let over = false
      const session = client.session({
        credentials: { ...APPLICATION, ...USER },
        deadline: Date.now() + 5_000,
        onRevoked: () => (over = true),
      })
      await expect(session.call(invalidateAccessToken, {})).rejects.toMatchObject({ status })
      expect(over).toBe(told)
    },
  )

  it('that is invalidated is reported as over, whoever invalidates it (R-AUTH-14)', async () => {
    const { client } = await open(() => ({ body: { access_token: 'a' } }))
    const over: (string | undefined)[] = []
    const session = client.session({
      credentials: { ...APPLICATION, ...USER },
      deadline: Date.now() + 5_000,
      onRevoked: ({ accessToken }) => over.push(accessToken),
    })
    await session.as({ accessToken: 'a', accessTokenSecret: 'b' }).call(invalidateAccessToken, {})
    expect(over).toEqual(['a'])
  })

  it('that is missing is reported before anything is sent', async () => {
    const { client, upstream } = await open(() => ({}))
    const session = client.session({ credentials: APPLICATION, deadline: Date.now() + 5_000 })
    await expect(session.call(invalidateAccessToken, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(upstream.requests).toEqual([])
  })
})

describe('the bearer token', () => {
  it('is created once by 100 cold starts at the same time, in two clients that share a store', async () => {
    const upstream = await startUpstream(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { body: { token_type: 'bearer', access_token: 'b%2F1' } }
    })
    const store = createMemoryStore()
    const clients = [1, 2].map(() =>
      createClient({ adsBaseUrl: upstream.url, authBaseUrl: upstream.url, ...createMemoryState(), store }),
    )
    closedAfterTest(upstream)
    for (const client of clients) closedAfterTest(client)

    const tokens = await Promise.all(Array.from({ length: 100 }, (_, nth) => sessionOf(clients[nth % 2]!).appToken()))
    expect(new Set(tokens)).toEqual(new Set(['b%2F1']))
    expect(upstream.requests).toHaveLength(1)
  })

  it('is ended as its owner, encoded once, and created anew afterwards (R-AUTH-19)', async () => {
    let created = 0
    const { upstream, session } = await open(({ path }) =>
      path === '/oauth2/token'
        ? { body: { token_type: 'bearer', access_token: `b%2F${(created += 1)}%3D` } }
        : { body: { access_token: 'b%2F1%3D' } },
    )
    const token = await session.appToken()
    await session.revokeAppToken(token)

    const request = upstream.requests[1]!
    expect([request.path, request.body]).toEqual(['/oauth2/invalidate_token', 'access_token=b%2F1%3D'])
    expect(request.body).toBe(`access_token=${strictEncode('b/1=')}`)
    expect(headerOf(request)['oauth_token']).toBe('user-token')
    expect(isSigned(upstream, request, 'user-secret')).toBe(true)
    expect(await session.appToken()).toBe('b%2F2%3D')
  })

  it('is created anew unless one was requested within the last minute, by any instance', async () => {
    let created = 0
    const upstream = await startUpstream(() => ({ body: { token_type: 'bearer', access_token: `b${(created += 1)}` } }))
    const store = createMemoryStore()
    const [one, other] = [1, 2].map(() =>
      createClient({ adsBaseUrl: upstream.url, authBaseUrl: upstream.url, ...createMemoryState(), store }),
    ) as [Client, Client]
    closedAfterTest(upstream)
    closedAfterTest(one)
    closedAfterTest(other)
    // Another instance stored it long ago, and somebody invalidated it elsewhere.
    await store.set(BEARER_KEY, 'b0', 60_000)

    expect(await sessionOf(one).appToken()).toBe('b0')
    const tokens = [sessionOf(one), sessionOf(one), sessionOf(other)].map((session) => session.newAppToken())
    expect(await Promise.all(tokens)).toEqual(['b1', 'b1', 'b1'])
    expect([await sessionOf(other).newAppToken(), await sessionOf(one).appToken()]).toEqual(['b1', 'b1'])
    await store.delete(`${BEARER_KEY} recent`)
    expect([await sessionOf(other).newAppToken(), await sessionOf(one).appToken()]).toEqual(['b2', 'b2'])
    expect(upstream.requests).toHaveLength(2)
  })

  it.each([
    ['is invalidated', { body: { access_token: 'b/1=' } }, 'b2'],
    ['is no longer known to the service', { status: 401, body: { errors: [{ code: 89, message: 'No' }] } }, 'b2'],
    ['may have been invalidated', { status: 503 }, 'b2'],
    ['may not be invalidated by this user', { status: 403 }, 'b%2F1%3D'],
  ])('that %s, presented decoded, is kept by no instance if it may be dead', async (_, answer, next) => {
    const store = createMemoryStore()
    await store.set(BEARER_KEY, 'b%2F1%3D', 60_000)
    const { session, upstream } = await open(
      ({ path }) => (path === '/oauth2/token' ? { body: { token_type: 'bearer', access_token: 'b2' } } : answer),
      { store },
    )
    await session.revokeAppToken('b/1=').catch(() => undefined)

    expect((await store.get(BEARER_KEY))?.value).toBe(next === 'b2' ? undefined : next)
    expect(await session.appToken()).toBe(next)
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      '/oauth2/invalidate_token',
      ...(next === 'b2' ? ['/oauth2/token'] : []),
    ])
  })

  it('is kept if an older one is invalidated', async () => {
    const store = createMemoryStore()
    await store.set(BEARER_KEY, 'newer', 60_000)
    const { session, upstream } = await open(() => ({ body: { access_token: 'older' } }), { store })
    await session.revokeAppToken('older')

    expect(await session.appToken()).toBe('newer')
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/oauth2/invalidate_token'])
  })

  it('is not requested while it was requested too often, and is said to be for a day at most', async () => {
    const store = createMemoryStore()
    await store.set(`${BEARER_KEY} pause`, '9'.repeat(20), 60_000)
    const { upstream, session } = await open(() => ({}), { store })
    const refused = (await session.appToken().catch((error: unknown) => error)) as UpstreamError

    expect(refused.code).toBe('RATE_LIMITED')
    expect(refused.retryAt!.getTime() - Date.now()).toBeCloseTo(86_400_000, -4)
    expect(upstream.requests).toEqual([])
  })

  it('is not requested for a caller who has gone', async () => {
    const { client, upstream } = await open(() => ({ body: { token_type: 'bearer', access_token: 'AAAA' } }))
    const signal = AbortSignal.abort()
    const session = client.session({ credentials: APPLICATION, deadline: Date.now() + 5_000, signal })

    await expect(session.call(listWebhookConfigs, {})).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests).toEqual([])
  })

  it('is requested again after a failure', async () => {
    const { upstream, session } = await open((_, nth) =>
      nth === 1 ? { status: 401 } : { body: { token_type: 'bearer', access_token: 'b' } },
    )
    await expect(session.appToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await session.appToken()).toBe('b')
    expect(upstream.requests).toHaveLength(2)
  })

  it('is used again if it was refused once and the service issues the same one', async () => {
    let refusals = 1
    const { upstream, session } = await open(({ path }) => {
      if (path === '/oauth2/token') return { body: { token_type: 'bearer', access_token: 'b' } }
      return (refusals -= 1) < 0 ? { body: { data: [] } } : { status: 401 }
    })
    for (let nth = 0; nth < 3; nth += 1) await session.call(listWebhookConfigs, {})
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      '/oauth2/token',
      '/2/webhooks',
      '/oauth2/token',
      ...Array<string>(3).fill('/2/webhooks'),
    ])
  })

  it.each(['', 'with a blank', 'with a line\nbreak', 'não'])(
    'is asked for where %j is stored, which no header can hold, and replaces it',
    async (garbage) => {
      const store = createMemoryStore()
      await store.set(BEARER_KEY, garbage, 60_000)
      const { upstream, session } = await open(() => ({ body: { token_type: 'bearer', access_token: 'b' } }), { store })
      expect([await session.appToken(), await session.appToken()]).toEqual(['b', 'b'])
      expect((await store.get(BEARER_KEY))?.value).toBe('b')
      expect(upstream.requests).toHaveLength(1)
    },
  )

  it('is awaited by each caller until its own deadline, and requested again after the shorter one of another', async () => {
    const answer = { body: { token_type: 'bearer', access_token: 'b' } }
    const { upstream, client } = await open((_, nth) => (nth === 1 ? new Promise(() => {}) : answer))
    const began = Date.now()
    const tokenWithin = (ms: number) =>
      client
        .session({ credentials: APPLICATION, deadline: Date.now() + ms })
        .appToken()
        .catch((error: UpstreamError) => [error.code, Date.now() - began < 1_500])
    const tokens = await Promise.all([2_000, 200, 10_000].map(tokenWithin))

    expect(tokens).toEqual([['UPSTREAM_TIMEOUT', false], ['UPSTREAM_TIMEOUT', true], 'b'])
    expect(upstream.requests).toHaveLength(2)
  })

  it('is awaited until the deadline at most if another instance holds the lease and does not release it', async () => {
    const store = createMemoryStore()
    await store.lease(BEARER_KEY)
    const { upstream, client } = await open(() => ({}), { store })
    const session = client.session({ credentials: { ...APPLICATION, ...USER }, deadline: Date.now() + 200 })
    await expect(session.appToken()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(upstream.requests).toEqual([])
  })
})

describe('a caller who may call nothing', () => {
  it('gets the reason from every call, and nothing is sent', async () => {
    const { client, upstream } = await open(() => ({}))
    const refused = new UpstreamError({ code: 'UNAUTHENTICATED', message: 'Sign in' })
    const session = client.session({ credentials: APPLICATION, deadline: Date.now() + 5_000, refused })
    await expect(session.appToken()).rejects.toBe(refused)
    await expect(newRequestToken(session, { oauth_callback: 'oob' })).rejects.toBe(refused)
    expect(upstream.requests).toEqual([])
  })
})
