import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { NonceLog, signatureBase, verifySignature } from '../../access/signature.ts'
import { Users } from '../../access/user.ts'
import { parsePairs, type Pair, type WireRequest } from '../../http/request.ts'
import { DEMO_ACCOUNT_ID, type Sandbox } from '../../index.ts'
import { Client } from '../client.ts'
import { authorization } from '../sign.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

describe('the signature base string', () => {
  const parameters: Pair[] = [
    ...parsePairs('b5=%3D%253D&a3=a&c%40=&a2=r%20b'),
    ...parsePairs('c2&a3=2+q'),
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
  ]
  const published =
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
    'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
    'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7'

  test('equals the example in RFC 5849 section 3.4.1.1', () => {
    expect(signatureBase('POST', 'http://example.com/request', parameters)).toBe(published)
  })

  test('orders by encoded name, then by encoded value, byte by byte', () => {
    const pairs: Pair[] = [
      ['b', '2'],
      ['a', 'é'],
      ['a', 'z'],
      ['a-b', '1'],
      ['A', '1'],
    ]
    expect(signatureBase('GET', 'http://h/p', pairs)).toBe(
      `GET&http%3A%2F%2Fh%2Fp&${encodeURIComponent('A=1&a=%C3%A9&a=z&a-b=1&b=2')}`,
    )
  })
})

describe('verifying', () => {
  const now = new Date(137_131_201_000)
  const users = new Users()
  users.add('somebody', [])
  const secrets = { consumerSecret: () => 'j49sk3j29djd', tokenSecret: () => 'dh893hdasih9' }
  const example: WireRequest = {
    method: 'POST',
    url: '/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    path: '/request',
    query: parsePairs('b5=%3D%253D&a3=a&c%40=&a2=r%20b'),
    form: parsePairs('c2&a3=2+q'),
    size: 9,
    headers: {
      host: 'EXAMPLE.COM:80',
      authorization:
        'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", ' +
        'oauth_signature="r6%2FTJjbCOr97%2F%2BUU0NsvSne7s5g%3D"',
    },
  }

  test('accepts the request of RFC 5849 section 3.4.1.1, with realm, upper-case host and default port', () => {
    expect(verifySignature(example, secrets, new NonceLog(), now)).toMatchObject({
      consumerKey: '9djdj82h48djs9d2',
      token: 'kkk9d7dh3k39sjv7',
    })
  })

  test('accepts a nonce again with another timestamp, and not with the same', () => {
    const nonces = new NonceLog()
    expect(nonces.use('n', 1000, 1000)).toBe(true)
    expect(nonces.use('n', 1001, 1001)).toBe(true)
    expect(nonces.use('n', 1000, 1001)).toBe(false)
  })

  test('removes nonces only after their timestamps became invalid', () => {
    const nonces = new NonceLog()
    nonces.use('n', 1000, 1000)
    expect(nonces.use('n', 1000, 1300)).toBe(false)
    expect(nonces.use('n', 1000, 1301)).toBe(true)
  })
})

describe('a signed call', () => {
  let sandbox: Sandbox
  let client: Client

  beforeAll(async () => {
    sandbox = await startSandbox({ now: undefined })
    client = new Client(sandbox)
  })
  afterAll(() => sandbox.close())

  test.each(['a,b,c', 'a b', '+', "!*'()", '100%', 'a&b=c', 'größe', '漢字', '🔥 Flash', '#?/', '%2C'])(
    'is accepted with %s in the query',
    async (q) => {
      const answer = await client.get(path, { q })
      expect(answer.status).toBe(200)
      expect(sandbox.requests.at(-1)?.query).toEqual([['q', q]])
    },
  )

  test('is accepted with an unencoded comma in the URL, because decoded values are signed', async () => {
    const uri = `${sandbox.url}/12/${path}`
    const header = authorization('GET', uri, [['campaign_ids', 'a,b']], sandbox.credentials)
    const answer = await client.raw('GET', `/12/${path}?campaign_ids=a,b`, { authorization: header })
    expect(answer.status).toBe(200)
  })

  const unauthorized = (code: number, message: string) => ({ errors: [{ code, message }] })

  test('without an Authorization header is 401 with code 215', async () => {
    const answer = await client.raw('GET', `/12/${path}`)
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(unauthorized(215, 'Bad Authentication data'))
    expect(answer.headers['x-transaction-id']).toMatch(/^[0-9a-f]{16}$/)
  })

  test.each([
    ['another scheme', 'Bearer abc'],
    ['no parameters', 'OAuth '],
    ['an unquoted parameter', 'OAuth oauth_nonce=abc'],
    ['a parameter twice', 'OAuth oauth_nonce="a", oauth_nonce="a"'],
    ['percent-encoding that cannot be decoded', 'OAuth oauth_nonce="%FF"'],
  ])('with a header that has %s is 401 with code 215', async (_, header) => {
    const answer = await client.raw('GET', `/12/${path}`, { authorization: header })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(unauthorized(215, 'Bad Authentication data'))
  })

  test.each([{ method: 'PLAINTEXT' }, { method: 'HMAC-SHA256' }, { version: '2.0' }, { nonce: 'nönce' }])(
    'with %o is 401 with code 215',
    async (tampering) => {
      const answer = await client.get(path, {}, { tampering })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(unauthorized(215, 'Bad Authentication data'))
    },
  )

  test.each([
    ['an unknown client key', 32, { consumerKey: 'other' }, 'Could not authenticate you'],
    ['a wrong client secret', 32, { consumerSecret: 'other' }, 'Could not authenticate you'],
    ['a wrong token secret', 32, { accessTokenSecret: 'other' }, 'Could not authenticate you'],
    ['an unknown token', 89, { accessToken: 'other' }, 'Invalid or expired token'],
  ])('with %s is 401 with code %i', async (_, code, wrong, message) => {
    const answer = await client.get(path, {}, { credentials: { ...sandbox.credentials, ...wrong } })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(unauthorized(code, message))
  })

  test('is refused if a parameter was not signed, or was signed with another value', async () => {
    const uri = `${sandbox.url}/12/${path}`
    const header = authorization('GET', uri, [['count', '5']], sandbox.credentials)
    const more = await client.raw('GET', `/12/${path}?count=5&with_draft=true`, { authorization: header })
    expect(more.body).toEqual(unauthorized(32, 'Could not authenticate you'))
    const other = await client.raw('GET', `/12/${path}?count=6`, { authorization: header })
    expect(other.body).toEqual(unauthorized(32, 'Could not authenticate you'))
  })

  test('is refused if a plus sign that stands for a space was signed as a plus sign', async () => {
    const uri = `${sandbox.url}/12/${path}`
    const header = authorization('GET', uri, [['q', 'a+b']], sandbox.credentials)
    const answer = await client.raw('GET', `/12/${path}?q=a+b`, { authorization: header })
    expect(answer.body).toEqual(unauthorized(32, 'Could not authenticate you'))
  })

  test('is refused if it is sent twice', async () => {
    const header = authorization('GET', `${sandbox.url}/12/${path}`, [], sandbox.credentials)
    const first = await client.raw('GET', `/12/${path}`, { authorization: header })
    const second = await client.raw('GET', `/12/${path}`, { authorization: header })
    expect(first.status).toBe(200)
    expect(second.status).toBe(401)
    expect(second.body).toEqual(unauthorized(32, 'Could not authenticate you'))
  })

  test('is accepted if someone else sent its nonce with an invalid signature before', async () => {
    const nonce = 'stolen'
    const timestamp = Date.now() / 1000
    const credentials = { ...sandbox.credentials, accessTokenSecret: 'guess' }
    await client.get(path, {}, { credentials, tampering: { nonce, timestamp } })
    const answer = await client.get(path, {}, { tampering: { nonce, timestamp } })
    expect(answer.status).toBe(200)
  })

  describe('at a clock that stands', () => {
    const now = new Date('2020-01-01T00:00:00Z')
    const at = async (seconds: number) => {
      const past = await startSandbox({ now: () => now })
      const timestamp = now.getTime() / 1000 + seconds
      const answer = await new Client(past).get(path, {}, { tampering: { timestamp } })
      await past.close()
      return answer
    }

    test.each([-301, 301])('is 401 with code 135 for a timestamp %i seconds away', async (seconds) => {
      const { status, body } = await at(seconds)
      expect([status, body]).toEqual([401, unauthorized(135, 'Timestamp out of bounds')])
    })

    test.each([-300, 0, 300])('is accepted with a timestamp %i seconds away', async (seconds) => {
      expect((await at(seconds)).status).toBe(200)
    })
  })
})
