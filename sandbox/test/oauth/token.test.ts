import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID, SANDBOX_CREDENTIALS, type Credentials, type Sandbox } from '../../index.ts'
import { TAILORED_AUDIENCE_ID } from '../../seed/audience.ts'
import { Client } from '../client.ts'
import { baseString, hmac, strictEncode, type Pair } from '../sign.ts'

let sandbox: Sandbox
let client: Client

beforeEach(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterEach(() => sandbox.close())

/** Sends a POST with these parameters: `oauth_` parameters in the header, others in the query too. */
async function signedPost(path: string, oauth: Pair[], token?: { token: string; secret: string }) {
  const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
  const all: Pair[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', randomBytes(12).toString('hex')],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],
    ...(token ? [['oauth_token', token.token] as const] : []),
    ['oauth_version', '1.0'],
    ...oauth,
  ]
  const signature = hmac(baseString('POST', sandbox.url + path.split('?')[0], all), consumerSecret, token?.secret ?? '')
  const header = [...all, ['oauth_signature', signature] as const]
    .filter(([name]) => name.startsWith('oauth_'))
    .map(([name, value]) => `${name}="${strictEncode(value)}"`)
    .join(', ')
  const answer = await client.raw('POST', path, { authorization: `OAuth ${header}` })
  return { ...answer, pairs: Object.fromEntries(new URLSearchParams(answer.text)) }
}

async function requestToken(callback: string) {
  const { pairs } = await signedPost('/oauth/request_token', [['oauth_callback', callback]])
  return { token: pairs.oauth_token!, secret: pairs.oauth_token_secret! }
}

function agree(token: string, userId: string) {
  const form = `oauth_token=${token}&user_id=${userId}`
  return client.raw('POST', '/oauth/authorize', { 'content-type': 'application/x-www-form-urlencoded' }, form)
}

/** Signs a user in and returns the credentials for signing. */
async function signIn(userId = '1000000001'): Promise<Credentials> {
  const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
  const request = await requestToken('http://127.0.0.1:4000/auth/callback')
  const back = new URL((await agree(request.token, userId)).headers.location!)
  const { pairs } = await signedPost(
    '/oauth/access_token',
    [['oauth_verifier', back.searchParams.get('oauth_verifier')!]],
    request,
  )
  return {
    consumerKey,
    consumerSecret,
    accessToken: pairs.oauth_token!,
    accessTokenSecret: pairs.oauth_token_secret!,
  }
}

const refused = (code: number, message: string) => ({ errors: [{ code, message }] })

describe('signing in', () => {
  test('leads from a request token over the page to a token of the user who authorized it', async () => {
    const issued = await signedPost('/oauth/request_token', [['oauth_callback', 'http://127.0.0.1:4000/auth/callback']])
    expect([issued.status, issued.pairs.oauth_callback_confirmed]).toEqual([200, 'true'])
    const token = issued.pairs.oauth_token!

    const page = await client.raw('GET', `/oauth/authorize?oauth_token=${token}`)
    const lines = page.text.replaceAll(/<[^>]+>/g, '').match(/Authorize as .*/g)
    expect(lines).toEqual([
      'Authorize as sandbox Sees Tidewater Outfitters, Kōji &#38; Rye Bakery ☕️, Meridian Grid Retail Group, 3 more',
      'Authorize as colleague Sees Kōji &#38; Rye Bakery ☕️ with the permission AD_MANAGER',
      'Authorize as designer Sees Kōji &#38; Rye Bakery ☕️ with the permission CREATIVE_MANAGER',
    ])

    const back = new URL((await agree(token, '1000000002')).headers.location!)
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:4000/auth/callback')
    expect(back.searchParams.get('oauth_token')).toBe(token)

    const verifier: Pair = ['oauth_verifier', back.searchParams.get('oauth_verifier')!]
    const access = await signedPost('/oauth/access_token', [verifier], {
      token,
      secret: issued.pairs.oauth_token_secret!,
    })
    expect(access.pairs).toEqual({
      oauth_token: expect.stringMatching(/^1000000002-/) as unknown,
      oauth_token_secret: expect.any(String) as unknown,
      user_id: '1000000002',
      screen_name: 'colleague',
    })
  })

  test('shows a PIN of seven digits if there is no callback, and only on the authorize page (R-AUTH-9)', async () => {
    const { token } = await requestToken('oob')
    expect((await client.raw('GET', `/oauth/authenticate?oauth_token=${token}`)).status).toBe(403)
    expect((await agree(token, '1000000001')).text).toMatch(/<code id="pin">\d{7}<\/code>/)
  })

  test('accepts a verifier once, and no other (R-AUTH-11)', async () => {
    const request = await requestToken('oob')
    const pin = /id="pin">(\d+)/.exec((await agree(request.token, '1000000001')).text)![1]!
    const wrong = await signedPost('/oauth/access_token', [['oauth_verifier', '1']], request)
    expect([wrong.status, wrong.body]).toEqual([401, refused(32, 'Could not authenticate you')])
    const none = await signedPost('/oauth/access_token', [], request)
    expect([none.status, none.body]).toEqual([400, refused(215, 'Bad Authentication data')])
    expect((await signedPost('/oauth/access_token', [['oauth_verifier', pin]], request)).status).toBe(200)
    const again = await signedPost('/oauth/access_token', [['oauth_verifier', pin]], request)
    expect([again.status, again.body]).toEqual([401, refused(89, 'Invalid or expired token')])
  })

  test('redirects a user who cancels, without a verifier', async () => {
    const { token } = await requestToken('http://127.0.0.1:4000/auth/callback')
    expect((await agree(token, '')).headers.location).toBe(`http://127.0.0.1:4000/auth/callback?denied=${token}`)
  })

  test('needs a callback in the signed header', async () => {
    expect((await signedPost('/oauth/request_token', [])).status).toBe(400)
    expect((await signedPost('/oauth/request_token?oauth_callback=oob', [])).status).toBe(400)
    expect((await client.raw('POST', '/oauth/request_token')).body).toEqual(refused(215, 'Bad Authentication data'))
  })

  test('takes only registered callbacks, with any query, once there are some', async () => {
    const put = (data: unknown) =>
      client.raw('PUT', '/sandbox/callbacks', { 'content-type': 'application/json' }, JSON.stringify(data))
    const registered = ['https://app.example/callback', 'app-of-mine://callback']
    const isTaken = async (callback: string) =>
      (await signedPost('/oauth/request_token', [['oauth_callback', callback]])).status === 200
    const others = ['https://app.example/', 'https://app.example/callback/x', 'http://app.example/callback']
    expect([await isTaken(others[0]!), (await client.raw('GET', '/sandbox/callbacks')).text]).toEqual([true, '[]'])

    expect((await put(registered)).status).toBe(200)
    expect((await client.raw('GET', '/sandbox/callbacks')).text).toBe(JSON.stringify(registered))
    expect(await Promise.all([...registered, 'oob', `${registered[0]}?state=1`].map(isTaken))).toEqual(
      Array(4).fill(true),
    )
    expect(await Promise.all(others.map(isTaken))).toEqual([false, false, false])
    const refused = await signedPost('/oauth/request_token', [['oauth_callback', others[0]!]])
    expect([refused.status, refused.body]).toMatchObject([403, { errors: [{ code: 415 }] }])
    for (const wrong of ['https://app.example', [1], ['callback']]) expect((await put(wrong)).status).toBe(400)

    expect((await put([])).status).toBe(200)
    expect(await isTaken(others[0]!)).toBe(true)
  })

  test('authenticates a user who authorized before without asking again, unless login is forced', async () => {
    const first = await requestToken('http://127.0.0.1:4000/auth/callback')
    const cookie = (await agree(first.token, '1000000002')).headers['set-cookie']![0]!.split(';')[0]!
    const { token } = await requestToken('http://127.0.0.1:4000/auth/callback')
    const url = `/oauth/authenticate?oauth_token=${token}`
    expect((await client.raw('GET', url)).status).toBe(200)
    expect((await client.raw('GET', `${url}&force_login=true`, { cookie })).status).toBe(200)
    const back = await client.raw('GET', url, { cookie })
    expect([back.status, back.headers.location]).toEqual([302, expect.stringContaining('oauth_verifier=')])
  })

  test('escapes the values in the page', async () => {
    sandbox.addUser({ screenName: '<script>alert(1)</script>' })
    const { token } = await requestToken('oob')
    expect((await client.raw('GET', `/oauth/authorize?oauth_token=${token}`)).text).not.toContain('<script>')
  })
})

describe('a token of a user', () => {
  test.each(['', '.json'])('is valid until it is invalidated at the path with the suffix "%s"', async (suffix) => {
    const credentials = await signIn()
    expect((await client.get('accounts', {}, { credentials })).status).toBe(200)
    const ended = await client.send('POST', `/1.1/oauth/invalidate_token${suffix}`, { credentials })
    expect([ended.status, ended.body]).toEqual([200, { access_token: credentials.accessToken }])
    const after = await client.get('accounts', {}, { credentials })
    expect([after.status, after.body]).toEqual([401, refused(89, 'Invalid or expired token')])
  })
})

describe('the bearer token', () => {
  const basic = Buffer.from(`${SANDBOX_CREDENTIALS.consumerKey}:${SANDBOX_CREDENTIALS.consumerSecret}`)
  const create = (authorization = `Basic ${basic.toString('base64')}`, form = 'grant_type=client_credentials') =>
    client.raw(
      'POST',
      '/oauth2/token',
      { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      form,
    ) as unknown as Promise<{ status: number; body: { token_type: string; access_token: string } }>

  test('is given for a key and a secret that are percent-encoded, as RFC 6749 demands', async () => {
    const encoded = ({ consumerKey, consumerSecret }: typeof SANDBOX_CREDENTIALS) =>
      [consumerKey, consumerSecret].map((text) => text.replaceAll('-', '%2D').replaceAll('e', '%65')).join(':')
    const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

    expect((await create(header(encoded(SANDBOX_CREDENTIALS)))).status).toBe(200)
    expect((await create(header('%zz:%zz'))).status).toBe(401)
  })

  test('is refused for a wrong secret, for another grant, and after too many requests (R-AUTH-15)', async () => {
    expect((await create('Basic b3RoZXI6b3RoZXI=')).body).toEqual(refused(32, 'Could not authenticate you'))
    expect((await create(undefined, 'grant_type=password')).status).toBe(400)

    await sandbox.close()
    sandbox = await startSandbox({ limits: { bearerTokens: 1 } })
    client = new Client(sandbox)
    expect((await create()).status).toBe(200)
    const again = await create()
    expect([again.status, again.body]).toEqual([403, refused(99, 'Bearer tokens are requested too often')])
  })
})

describe('a callback', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a URL'])(
    'that no application can have approved is refused: %s (R-AUTH-4)',
    async (callback) => {
      const { status, text } = await signedPost('/oauth/request_token', [['oauth_callback', callback]])
      expect([status, JSON.parse(text)]).toEqual([
        403,
        refused(415, 'Callback URL not approved for this client application'),
      ])
    },
  )

  test.each(['oob', 'https://app.example/back', 'adgraph://signed-in'])('can be %s', async (callback) => {
    expect((await signedPost('/oauth/request_token', [['oauth_callback', callback]])).status).toBe(200)
  })
})

describe('a token that was requested for reading', () => {
  test('can read and cannot write (R-AUTH-5)', async () => {
    const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
    const request = await client.send<unknown>('POST', '/oauth/request_token', {})
    expect(request.status).toBe(401)
    const { pairs } = await signedPost('/oauth/request_token?svc_auth_access_type=read', [
      ['oauth_callback', 'oob'],
      ['svc_auth_access_type', 'read'],
    ])
    const page = await agree(pairs.oauth_token!, '1000000001')
    const verifier = /id="pin">(\d+)</.exec(page.text)![1]!
    const granted = await signedPost('/oauth/access_token', [['oauth_verifier', verifier]], {
      token: pairs.oauth_token!,
      secret: pairs.oauth_token_secret!,
    })
    const credentials = {
      consumerKey,
      consumerSecret,
      accessToken: granted.pairs.oauth_token!,
      accessTokenSecret: granted.pairs.oauth_token_secret!,
    }
    const path = `accounts/${DEMO_ACCOUNT_ID}`
    expect((await client.get(`${path}/campaigns`, {}, { credentials })).status).toBe(200)
    const { status, body } = await client.send('PUT', `/12/${path}`, { form: { name: 'Mine' }, credentials })
    expect([status, body.errors?.map(({ code }) => code)]).toEqual([403, ['READONLY_CLIENT_APPLICATION']])
    expect((await client.post('accounts', {}, { credentials })).status).toBe(403)
    const permissions = `/5/${path}/tailored_audiences/${TAILORED_AUDIENCE_ID}/permissions`
    expect((await client.send('POST', permissions, { credentials })).status).toBe(403)
    expect((await client.send('POST', '/1.1/oauth/invalidate_token.json', { credentials })).status).toBe(200)
  })
})

describe('the bearer token', () => {
  test('can be invalidated only by the user who owns the application', async () => {
    const other = await signIn('1000000002')
    const { status, body } = await client.send('POST', '/oauth2/invalidate_token', {
      form: { access_token: 'x' },
      credentials: other,
    })
    expect([status, body.errors?.map(({ code }) => code)]).toEqual([403, [220]])
  })
})

describe('a reset', () => {
  test('restores revoked tokens of the seed and invalidates all issued tokens', async () => {
    const issued = await signIn()
    await client.send('POST', '/1.1/oauth/invalidate_token', {})
    expect((await client.get('accounts')).status).toBe(401)
    await client.raw('POST', '/sandbox/reset')
    expect((await client.get('accounts')).status).toBe(200)
    expect((await client.get('accounts', {}, { credentials: issued })).status).toBe(401)
  })
})
