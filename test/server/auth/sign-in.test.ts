import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../../sandbox/index.ts'
import { sessionSeal } from '../../../src/server/auth/user-session.ts'
import type { SignIn } from '../../../src/server/index.ts'
import { agree, BrowserClient, signIn } from '../../support/browser-client.ts'
import { openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { INVALIDATE, OPERATOR } from '../../support/token.ts'

const SECRET = 'a-secret-that-is-long-enough-for-it'
const SIGN_IN: SignIn = { secrets: [SECRET], maxAgeMs: 3_600_000 }
const ACCOUNTS = graphql(`query CountedAccounts { accounts { totalCount } }`)

const graph = useSandboxGraph({
  graph: { signIn: SIGN_IN, operatorTokens: ['the-operator'], tenant: { credentials: undefined, clientTokens: [] } },
})

const at = (path: string) => new URL(path, graph.url).href
const paths = () => graph.sandbox.requests.map(({ path }) => path)

describe('signing in', () => {
  it('redirects to the service and back, and starts a session of the user', async () => {
    const browser = new BrowserClient()
    expect((await browser.query(graph.url, ACCOUNTS)).codes).toEqual(['UNAUTHENTICATED'])

    const back = await signIn(browser, graph.url)
    expect([back.status, back.headers.get('location')]).toEqual([303, '/graphql'])
    expect(paths()).toEqual(['/oauth/request_token', '/oauth/authorize', '/oauth/access_token'])

    const { data } = await browser.query(graph.url, ACCOUNTS)
    expect(data).toEqual({ accounts: { totalCount: 1 } })
    expect(JSON.parse((await browser.get(at('/auth/session'))).text)).toEqual({
      user: { id: '1000000002', screenName: 'colleague' },
      mayCall: true,
      loginUrl: '/auth/login',
    })
  })

  it('is each browser by itself', async () => {
    const [one, other, nobody] = [new BrowserClient(), new BrowserClient(), new BrowserClient()]
    await signIn(one, graph.url, '1000000001')
    await signIn(other, graph.url, '1000000002')

    expect((await one.query(graph.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 6 } })
    expect((await other.query(graph.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 1 } })
    expect((await nobody.query(graph.url, ACCOUNTS)).codes).toEqual(['UNAUTHENTICATED'])
  })

  it('keeps cookies from scripts and other sites, each on its path', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)

    expect(browser.setCookies.filter((line) => line.startsWith('adgraph'))).toEqual([
      expect.stringMatching(/^adgraph_login=[\w.-]+; Path=\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/),
      'adgraph_login=; Path=/auth; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^adgraph_session=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('redirects to the page where it was started', async () => {
    const returnTo = encodeURIComponent('/graphql?query=%7Ba%7D#x')
    const back = await signIn(new BrowserClient(), graph.url, undefined, `/auth/login?returnTo=${returnTo}`)
    expect(back.headers.get('location')).toBe('/graphql?query=%7Ba%7D#x')
  })

  it('is completed if another one of the same browser ended before, or if its callback was called by somebody else', async () => {
    const browser = new BrowserClient()
    const first = await agree(browser, at('/auth/login'), '1000000002')
    const second = await agree(browser, at('/auth/login'), '1000000002')
    for (const callback of [first, at('/auth/callback?oauth_token=x')])
      expect((await browser.get(callback)).status).toBe(400)
    expect((await browser.get(second)).status).toBe(303)
    expect((await browser.query(graph.url, ACCOUNTS)).data).toEqual({ accounts: { totalCount: 1 } })
  })

  it('refuses a path that is too long for a cookie', async () => {
    const login = (length: number) => at(`/auth/login?returnTo=/${'x'.repeat(length - 1)}`)
    const back = await signIn(new BrowserClient(), graph.url, undefined, login(2_000))
    expect(back.headers.get('location')).toHaveLength(2_000)
    const { status, text } = await new BrowserClient().get(login(2_001))
    expect([status, text]).toEqual([400, 'returnTo must have at most 2000 characters.\n'])
  })

  it('passes the parameters on to the service: page, access, a forced login, a name', async () => {
    const browser = new BrowserClient()
    const login = '/auth/login?mode=authenticate&accessType=read&forceLogin=true&screenName=nad%26ia'
    const { headers } = await browser.get(at(login))

    expect(graph.sandbox.requests[0]!.query).toEqual([['svc_auth_access_type', 'read']])
    const page = new URL(headers.get('location')!)
    expect(page.pathname).toBe('/oauth/authenticate')
    expect([...page.searchParams.keys()]).toEqual(['oauth_token', 'force_login', 'screen_name'])
    expect([page.searchParams.get('force_login'), page.searchParams.get('screen_name')]).toEqual(['true', 'nad&ia'])
  })

  it('returns without a session if the user cancels', async () => {
    const browser = new BrowserClient()
    const callback = await agree(browser, at('/auth/login'), '')
    const back = await browser.get(callback)

    expect([back.status, back.headers.get('location')]).toEqual([303, '/graphql'])
    expect(browser.cookie('adgraph_session')).toBeUndefined()
    expect(paths()).not.toContain('/oauth/access_token')
  })

  it('reports that the service is unavailable, without details', async () => {
    const json = { errors: [{ code: 32, message: 'consumer key of-mine is wrong' }] }
    graph.sandbox.faults.add({
      match: { path: 'oauth/request_token' },
      fault: { kind: 'status', status: 401, body: { json } },
    })
    const { status, text } = await new BrowserClient().get(at('/auth/login'))
    expect([status, text]).toEqual([502, 'The service refused the sign-in.\n'])
  })

  it('takes one method at each path, and HEAD where it only reads', async () => {
    const refusalOf = async (method: string, path: string) => {
      const response = await fetch(at(path), { method })
      const [, code] = /"code":"(\w+)"/.exec(await response.text()) ?? []
      return [response.status, response.headers.get('allow'), code]
    }
    for (const [path, allow, others] of [
      ['login', 'GET', ['POST', 'PUT', 'DELETE']],
      ['callback', 'GET', ['POST']],
      ['session', 'GET, HEAD', ['DELETE']],
      ['logout', 'POST', ['GET', 'PUT']],
    ] as const)
      for (const method of others)
        expect(await refusalOf(method, `/auth/${path}`)).toEqual([405, allow, 'METHOD_NOT_ALLOWED'])
    const heads = ['login', 'callback', 'session'].map((path) => fetch(at(`/auth/${path}`), { method: 'HEAD' }))
    expect((await Promise.all(heads)).map(({ status }) => status)).toEqual([405, 405, 200])
    expect(await refusalOf('GET', '/auth/other')).toEqual([404, null, 'NOT_FOUND'])
    expect(paths()).toEqual([])
  })

  it('is not available without a secret', async () => {
    const closed = await openSandboxGraph()
    expect((await new BrowserClient().get(new URL('/auth/login', closed.url).href)).status).toBe(404)
    await closed.close()
  })

  it('is behind https kept to https, under the address that browsers know', async () => {
    const settings = { PUBLIC_URL: 'https://graph.example' }
    const behind = await openSandboxGraph({ graph: { signIn: SIGN_IN, settings } })
    const browser = new BrowserClient()
    const local = (url: string) => url.replace('https://graph.example', new URL(behind.url).origin)
    const callback = await agree(browser, new URL('/auth/login', behind.url).href, '1000000002')

    expect(new URL(callback).origin).toBe('https://graph.example')
    expect(browser.setCookies[0]).toMatch(/^__Host-adgraph_login=[^;]+; Path=\/; .*; Secure$/)
    await browser.get(local(callback))
    expect(browser.setCookies.at(-1)).toMatch(/^__Host-adgraph_session=[^;]+; Path=\/; .*; HttpOnly; .*; Secure$/)
    expect((await browser.query(behind.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 1 } })
    await behind.close()
  })
})

describe('a session', () => {
  it('serves as a bearer token too, as a gateway forwards it', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    const authorization = `Bearer ${browser.cookie('adgraph_session')}`

    const { data } = await new BrowserClient().query(graph.url, ACCOUNTS, { authorization })
    expect(data).toMatchObject({ accounts: { totalCount: 1 } })
  })

  it('is accepted by every instance with the same secret, even if it is no longer the newest', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    const authorization = `Bearer ${browser.cookie('adgraph_session')}`
    const totals = []
    for (const secrets of [
      [SECRET],
      ['a-newer-secret-that-is-long-enough', SECRET],
      ['another-secret-that-is-not-the-same'],
    ]) {
      // With the date of another day, a refusal would be taken for one of the time of the signature.
      const other = await openSandboxGraph({ sandbox: { now: undefined }, graph: { signIn: { ...SIGN_IN, secrets } } })
      // Another service, which does not know the token: what it refuses has been opened.
      const { errors } = await other.query(ACCOUNTS, {}, { authorization })
      totals.push([other.sandbox.requests.length, errors?.[0]?.extensions.code])
      await other.close()
    }
    expect(totals).toEqual([
      [1, 'UNAUTHENTICATED'],
      [1, 'UNAUTHENTICATED'],
      [0, 'UNAUTHENTICATED'],
    ])
  })

  it('ends by signing out, here and at the service', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    const authorization = `Bearer ${browser.cookie('adgraph_session')}`
    const out = await browser.post(at('/auth/logout'))

    expect(JSON.parse(out.text)).toEqual({ signedOut: true, revoked: true })
    expect(paths().at(-1)).toBe('/1.1/oauth/invalidate_token.json')
    expect(browser.cookie('adgraph_session')).toBeUndefined()
    graph.sandbox.clearRequests()
    const after = await new BrowserClient().query(graph.url, ACCOUNTS, { authorization })
    expect([after.status, after.codes]).toEqual([200, ['UNAUTHENTICATED']])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each([
    [503, 131, false],
    [401, 32, false],
    [401, 89, true],
  ])(
    'ends here even if the service answers %i with code %i, and so is not revoked or is: %s',
    async (status, code, revoked) => {
      const token = graph.sandbox.addUser({ screenName: 'leaver' })
      const sessions = [`one ${code}`, `other ${code}`].map((id) =>
        sessionSeal([SECRET]).close({ id, ...token, userId: '1', screenName: 'leaver' }, 60_000),
      )
      const [one, other] = (await Promise.all(sessions)).map((sealed) => ({ authorization: `Bearer ${sealed}` }))
      const json = { errors: [{ code, message: 'No' }] }
      graph.sandbox.faults.add({ times: 1, fault: { kind: 'status', status, body: { json } } })

      const out = await fetch(at('/auth/logout'), { method: 'POST', headers: one! })
      expect(await out.json()).toEqual({ signedOut: true, revoked })
      const mayCall = [one!, other!].map(async (headers) => (await fetch(at('/auth/session'), { headers })).json())
      expect(await Promise.all(mayCall)).toMatchObject([{ mayCall: false }, { mayCall: !revoked }])
    },
  )

  it('redirects a browser after signing out, even if it was not signed in', async () => {
    const accept = { accept: 'text/html,*/*' }
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    const out = await browser.post(at('/auth/logout?returnTo=/graphql'), '', accept)
    expect([out.status, out.headers.get('location')]).toEqual([303, '/graphql'])
    expect(JSON.parse((await browser.post(at('/auth/logout'))).text)).toEqual({ signedOut: false, revoked: false })
  })

  it('ends when the service no longer accepts its token (401, code 89)', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    graph.sandbox.faults.add({
      fault: { kind: 'status', status: 401, body: { json: { errors: [{ code: 89, message: 'Invalid or expired' }] } } },
    })
    const refused = await browser.query(graph.url, ACCOUNTS)
    expect(refused.errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED', upstream: { status: 401 } })
    expect(browser.cookie('adgraph_session')).toBeUndefined()
  })

  it('ends when an operator invalidates its token, and shows no cached answer then (R-AUTH-14)', async () => {
    const { accessToken, accessTokenSecret, userId, screenName } = graph.sandbox.addUser()
    const token = { accessToken, accessTokenSecret }
    const sealed = await sessionSeal([SECRET]).close({ id: '1', ...token, userId, screenName }, 60_000)
    const accounts = () => graph.query(ACCOUNTS, {}, { authorization: `Bearer ${sealed}` })
    expect((await accounts()).data).toEqual({ accounts: { totalCount: 0 } })
    await graph.query(INVALIDATE, { input: token }, OPERATOR)
    graph.sandbox.clearRequests()

    expect((await accounts()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('that ended by the service is known to be over without asking it again', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    const authorization = `Bearer ${browser.cookie('adgraph_session')}`
    graph.sandbox.faults.add({
      fault: { kind: 'status', status: 401, body: { json: { errors: [{ code: 89, message: 'Invalid or expired' }] } } },
    })
    await graph.query(ACCOUNTS, {}, { authorization })
    graph.sandbox.clearRequests()

    expect((await graph.query(ACCOUNTS, {}, { authorization })).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('that cannot be read is forgotten by the browser that sends it', async () => {
    const asked = (headers: Record<string, string>) =>
      fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"query":"{ __typename }"}',
      })
    const [byCookie, byHeader] = await Promise.all([
      asked({ cookie: 'adgraph_session=of-another-secret' }),
      asked({ authorization: 'Bearer of-another-secret' }),
    ])

    expect(byCookie.headers.getSetCookie()).toEqual(['adgraph_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
    expect(byHeader.headers.getSetCookie()).toEqual([])
  })

  it('continues if a single call is refused for another reason', async () => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    graph.sandbox.faults.add({
      fault: { kind: 'status', status: 401, body: { json: { errors: [{ code: 32, message: 'No' }] } } },
    })
    await browser.query(graph.url, ACCOUNTS)
    graph.sandbox.faults.clear()
    expect((await browser.query(graph.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 1 } })
  })
})

describe('the modes', () => {
  it('let everybody load the schema, and say that a sign-in is missing if a call is needed', async () => {
    const { errors } = await graph.query('{ __schema { queryType { name } } }')
    expect(errors).toBeUndefined()

    const { status, errors: missing } = await graph.query(ACCOUNTS)
    expect(status).toBe(200)
    expect(missing).toMatchObject([
      { message: expect.stringContaining('/auth/login') as unknown, extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('serve everybody on behalf of one user, and signed-in users on their own', async () => {
    const single = await openSandboxGraph({ graph: { signIn: SIGN_IN } })
    const browser = new BrowserClient()
    expect((await browser.query(single.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 6 } })
    await signIn(browser, single.url)
    expect((await browser.query(single.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 1 } })
    await browser.post(new URL('/auth/logout', single.url).href)
    expect((await browser.query(single.url, ACCOUNTS)).data).toMatchObject({ accounts: { totalCount: 6 } })
    await single.close()
  })

  it('accept only client tokens and sessions if there are client tokens', async () => {
    const closed = await openSandboxGraph({
      graph: {
        signIn: SIGN_IN,
        operatorTokens: ['the-operator'],
        tenant: { credentials: SANDBOX_CREDENTIALS, clientTokens: ['a-client'] },
      },
    })
    const total = async (headers: Record<string, string>, browser = new BrowserClient()) => {
      const { data, codes } = await browser.query(closed.url, ACCOUNTS, headers)
      return codes?.[0] ?? data!.accounts!.totalCount
    }
    const browser = new BrowserClient()
    await signIn(browser, closed.url)

    expect(await total({})).toBe('UNAUTHENTICATED')
    expect(await total({ authorization: 'Bearer a-clien' })).toBe('UNAUTHENTICATED')
    expect(await total({ authorization: 'Bearer a-client' })).toBe(6)
    expect(await total({ authorization: 'Bearer the-operator' })).toBe(6)
    expect(await total({}, browser)).toBe(1)
    await closed.close()
  })
})

describe('a page of another site', () => {
  it.each([
    ['that the browser marks as such', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['on another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['in an older browser', { origin: 'https://evil.example' }],
  ])('%s signs nobody out, whether the cookie is sent or not', async (_, headers: Record<string, string>) => {
    const browser = new BrowserClient()
    await signIn(browser, graph.url)
    graph.sandbox.clearRequests()
    for (const cookie of [`adgraph_session=${browser.cookie('adgraph_session')}`, '']) {
      const out = await fetch(at('/auth/logout'), {
        method: 'POST',
        headers: { ...headers, cookie },
        body: new URLSearchParams(),
      })
      expect([out.status, out.headers.getSetCookie()]).toEqual([403, []])
    }
    expect((await browser.query(graph.url, ACCOUNTS)).codes).toBeUndefined()
    expect(paths()).not.toContain('/1.1/oauth/invalidate_token.json')
  })
})

describe('sign-ins that begin', () => {
  it('are limited, because each takes a signed call of somebody whom nobody knows', async () => {
    const own = await openSandboxGraph({
      graph: { signIn: SIGN_IN, tenant: { credentials: undefined, clientTokens: [] } },
    })
    onTestFinished(() => own.close())
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => fetch(new URL('/auth/login', own.url), { redirect: 'manual' })),
    )
    const refused = answers.filter(({ status }) => status === 429)

    expect(answers.filter(({ status }) => status === 303)).toHaveLength(100)
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(50).fill('60'))
    expect(own.sandbox.requests).toHaveLength(100)
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
    onTestFinished(() => void vi.restoreAllMocks())
    expect((await fetch(new URL('/auth/login', own.url), { redirect: 'manual' })).status).toBe(303)
  })
})
