import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSandboxGraph } from '../../support/graph.ts'
import { BrowserClient } from '../../support/browser-client.ts'

const OPERATOR = { authorization: 'Bearer the-operator' }

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph({ graph: { operatorTokens: ['the-operator'] } })
})
afterEach(() => graph.sandbox.clearRequests())
afterAll(() => graph.close())

interface Payload {
  requestToken: {
    token: string
    tokenSecret: string
    callbackConfirmed: boolean
    authorizeUrl: string
    authenticateUrl: string | null
  } | null
  accessToken: { token: string; tokenSecret: string; userId: string; screenName: string } | null
  bearerToken: { tokenType: string; accessToken: string } | null
  userErrors: { field: string[]; rule: string | null }[]
}

const REQUEST = `mutation ($input: CreateRequestTokenInput!, $validateOnly: Boolean! = false) {
  result: createRequestToken(input: $input, validateOnly: $validateOnly) {
    requestToken { token tokenSecret callbackConfirmed authorizeUrl(forceLogin: true, screenName: "n&a") authenticateUrl }
    userErrors { field rule }
  }
}`
const ACCESS = `mutation ($input: CreateAccessTokenInput!) { result: createAccessToken(input: $input) {
  accessToken { token tokenSecret userId screenName } userErrors { field rule }
} }`
const INVALIDATE = `mutation ($input: InvalidateAccessTokenInput!) { result: invalidateAccessToken(input: $input) {
  accessToken userErrors { field rule }
} }`
const BEARER =
  'mutation { result: createBearerToken { bearerToken { tokenType accessToken } userErrors { field rule } } }'
const INVALIDATE_BEARER = `mutation ($input: InvalidateBearerTokenInput!) {
  result: invalidateBearerToken(input: $input) { accessToken userErrors { field rule } }
}`

async function run<Result = Payload>(document: string, input: object = {}, headers: Record<string, string> = OPERATOR) {
  const { data, errors } = await graph.query<{ result: Result }>(document, { input }, headers)
  return { ...data?.result, errors } as Result & { errors: typeof errors }
}

const paths = () => graph.sandbox.requests.map(({ path }) => path)

/** Signs a user in with a PIN and returns the token. */
async function accessToken() {
  const { requestToken } = await run(REQUEST, { callback: 'oob' })
  const page = new URL(requestToken!.authorizeUrl)
  const agreed = await new BrowserClient().post(
    `${page.origin}/oauth/authorize`,
    `oauth_token=${requestToken!.token}&user_id=1000000002`,
  )
  const verifier = /id="pin">(\d+)/.exec(agreed.text)![1]!
  const input = { requestToken: requestToken!.token, requestTokenSecret: requestToken!.tokenSecret, verifier }
  return run(ACCESS, input)
}

describe('a request token', () => {
  it('comes with the browser URLs that its callback allows (R-AUTH-4, R-AUTH-5, R-AUTH-9)', async () => {
    const { requestToken } = await run(REQUEST, { callback: 'https://app.example/cb', accessType: 'READ' })
    expect(requestToken!.callbackConfirmed).toBe(true)
    const { token, authorizeUrl, authenticateUrl } = requestToken!

    expect(authorizeUrl).toBe(
      `${graph.sandbox.url}/oauth/authorize?oauth_token=${token}&force_login=true&screen_name=n%26a`,
    )
    expect(authenticateUrl).toBe(`${graph.sandbox.url}/oauth/authenticate?oauth_token=${token}`)
    expect(graph.sandbox.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/oauth/request_token', [['svc_auth_access_type', 'read']]],
    ])
  })

  it('for a PIN has only the authorize URL (R-AUTH-9)', async () => {
    const { requestToken } = await run(REQUEST, { callback: 'oob' })
    expect(requestToken!.authenticateUrl).toBeNull()
  })

  it.each(['here', '', '/cb', 'http://a b\u0000'])('is refused for the callback %j (R-AUTH-4)', async (callback) => {
    expect(await run(REQUEST, { callback })).toMatchObject({
      requestToken: null,
      userErrors: [{ field: ['input', 'callback'], rule: 'R-AUTH-4' }],
    })
    expect(paths()).toEqual([])
  })

  it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'is refused for the callback %j, which a browser would execute or open locally',
    async (callback) => {
      expect(await run(REQUEST, { callback })).toMatchObject({
        requestToken: null,
        userErrors: [{ field: ['input', 'callback'], rule: null }],
      })
      expect(paths()).toEqual([])
    },
  )

  it('is requested only with the access READ or WRITE (R-AUTH-5)', async () => {
    expect((await run(REQUEST, { callback: 'oob', accessType: 'ADMIN' })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ])
    expect(paths()).toEqual([])
  })

  it('has no URL for a name that contains half a character', async () => {
    const document = `mutation ($screenName: String) { createRequestToken(input: { callback: "oob" }) {
      requestToken { authorizeUrl(screenName: $screenName) }
    } }`
    expect((await graph.query(document, { screenName: '\ud800' }, OPERATOR)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: 'screenName' } },
    ])
  })

  it('is not requested with validateOnly', async () => {
    const variables = { input: { callback: 'app://cb' }, validateOnly: true }
    const { data } = await graph.query(REQUEST, variables, OPERATOR)
    expect(data).toEqual({ result: { requestToken: null, userErrors: [] } })
    expect(paths()).toEqual([])
  })
})

describe('an access token', () => {
  it('belongs to the user who authorized it, is valid until it is invalidated, and the next one is different (R-AUTH-11, T1, T5)', async () => {
    const { accessToken: user } = await accessToken()
    expect(user).toMatchObject({ userId: '1000000002', screenName: 'colleague' })

    const input = { accessToken: user!.token, accessTokenSecret: user!.tokenSecret }
    expect(await run(INVALIDATE, input)).toMatchObject({ accessToken: user!.token, userErrors: [] })
    expect((await run(INVALIDATE, input)).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', upstream: { status: 401, errors: [{ code: 89 }] } } },
    ])
    expect(paths().slice(-2)).toEqual(['/1.1/oauth/invalidate_token.json', '/1.1/oauth/invalidate_token.json'])
    expect((await accessToken()).accessToken!.token).not.toBe(user!.token)
  })

  it.each(['requestToken', 'verifier'])('is not issued without `%s` (R-AUTH-11)', async (field) => {
    const input = { requestToken: 'a', requestTokenSecret: 'b', verifier: 'c', [field]: '' }
    expect((await run(ACCESS, input)).userErrors).toEqual([{ field: ['input', field], rule: 'R-AUTH-11' }])
    expect(paths()).toEqual([])
  })

  it('is not invalidated without its secret (R-AUTH-13)', async () => {
    expect((await run(INVALIDATE, { accessToken: 'a' })).userErrors).toEqual([
      { field: ['input', 'accessTokenSecret'], rule: 'R-AUTH-13' },
    ])
    expect(paths()).toEqual([])
  })
})

describe('the bearer token', () => {
  it('is cached, and different after it was invalidated (R-AUTH-15, R-AUTH-16, R-AUTH-19, T2, T3, T4)', async () => {
    const { bearerToken } = await run(BEARER)
    expect(bearerToken).toEqual({ tokenType: 'bearer', accessToken: expect.stringContaining('%2F') as string })
    expect((await run(BEARER)).bearerToken).toEqual(bearerToken)
    expect(paths()).toEqual(['/oauth2/token'])

    const input = { accessToken: bearerToken!.accessToken }
    expect(await run(INVALIDATE_BEARER, input)).toMatchObject({ accessToken: input.accessToken, userErrors: [] })
    expect((await run(BEARER)).bearerToken).not.toEqual(bearerToken)
    expect(paths()).toEqual(['/oauth2/token', '/oauth2/invalidate_token', '/oauth2/token'])
  })

  it('is a call of the field that asks for it in the trace', async () => {
    const { bearerToken } = await run(BEARER)
    await run(INVALIDATE_BEARER, { accessToken: bearerToken!.accessToken })
    const { trace } = await graph.query(BEARER, {}, OPERATOR)

    expect(trace).toMatchObject({
      fields: [{ path: 'result', calls: 1 }],
      calls: [{ method: 'POST', path: 'oauth2/token', fields: ['result'] }],
    })
  })

  it('is requested only with client credentials, which is not an argument (R-AUTH-15)', async () => {
    const { errors } = await graph.query(
      'mutation { createBearerToken(grantType: "password") { userErrors { code } } }',
      {},
      OPERATOR,
    )
    expect(errors).toMatchObject([{ message: expect.stringContaining('"grantType"') as string }])
    expect(paths()).toEqual([])
  })

  it('is invalidated on behalf of another owner with both parts of the owner token', async () => {
    const { bearerToken } = await run(BEARER)
    const owner = graph.sandbox.addUser({ screenName: 'owner' })
    const input = { accessToken: bearerToken!.accessToken, ownerAccessToken: owner.accessToken }
    expect((await run(INVALIDATE_BEARER, input)).userErrors).toEqual([
      { field: ['input', 'ownerAccessTokenSecret'], rule: 'R-AUTH-19' },
    ])
    expect((await run(INVALIDATE_BEARER, { accessToken: '' })).userErrors).toEqual([
      { field: ['input', 'accessToken'], rule: 'R-AUTH-19' },
    ])
    const whole = { ...input, ownerAccessTokenSecret: owner.accessTokenSecret }
    // The sandbox's application is owned by its first user.
    expect((await run(INVALIDATE_BEARER, whole)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(graph.sandbox.requests.at(-1)!.headers.authorization).toContain(owner.accessToken)
    const { accessToken: ownerAccessToken, accessTokenSecret: ownerAccessTokenSecret } = graph.sandbox.credentials
    const byOwner = { ...input, ownerAccessToken, ownerAccessTokenSecret }
    expect((await run(INVALIDATE_BEARER, byOwner)).errors).toBeUndefined()
  })
})

describe('a mutation that returns or takes secrets', () => {
  it.each([
    ['a caller without a token', {}],
    ['a token that is not the operator', { authorization: 'Bearer the-operato' }],
  ])('is refused for %s, and nothing is sent', async (_, headers) => {
    const token = { requestToken: 'a', requestTokenSecret: 'b', verifier: 'c' }
    for (const [document, input] of [
      [REQUEST, { callback: 'oob' }],
      [ACCESS, token],
      [INVALIDATE, {}],
      [BEARER, {}],
      [INVALIDATE_BEARER, { accessToken: 'a' }],
    ] as const) {
      const { errors } = await run(document, input, headers)
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    }
    expect(paths()).toEqual([])
  })

  it('does not log any secret', async () => {
    const { accessToken: user } = await accessToken()
    const { bearerToken } = await run(BEARER)
    const log = graph.logLines.join('')
    for (const secret of [user!.token, user!.tokenSecret, bearerToken!.accessToken, 'the-operator'])
      expect(log).not.toContain(secret)
  })
})
