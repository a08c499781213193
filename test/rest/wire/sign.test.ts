import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baseString, hmac, type Pair, strictEncode } from '../../../sandbox/test/sign.ts'
import { type Client, createClient } from '../../../src/rest/client.ts'
import { del, get, post, postJson, put } from '../../../src/rest/endpoint.ts'
import { encodeParams, fillPath, percentEncode, wireParams } from '../../../src/rest/wire/request.ts'
import { applicationKey, credentialKey, type Credentials, sign } from '../../../src/rest/wire/sign.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { startUpstream, type Upstream, type UpstreamRequest } from '../../support/upstream.ts'

const AWKWARD = [
  'a,b',
  'two words',
  '1+1',
  "!*'()",
  '100%',
  '%2C',
  'a&b=c',
  '==',
  '~-._',
  '#/?:@;$[]',
  'Größe',
  'さくら電機',
  '🔥👩‍👩‍👧',
  'line\nbreak\ttab',
  '"\\',
  '',
]

/** The members of an Authorization header, decoded. */
function membersOf(header: string): Record<string, string> {
  expect(header).toMatch(/^OAuth /)
  return Object.fromEntries(
    header
      .slice('OAuth '.length)
      .split(/,\s*/)
      .map((member) => /^([^=]+)="([^"]*)"$/.exec(member)!)
      .map(([, name, value]) => [name!, decodeURIComponent(value!)]),
  )
}

/** The signature that RFC 5849 asks for, with the header's own nonce and timestamp. */
function expectedSignature(
  header: string,
  method: string,
  url: string,
  params: readonly Pair[],
  credentials: Credentials,
) {
  const { oauth_signature: _, ...oauth } = membersOf(header)
  const base = baseString(method, url, [...Object.entries(oauth), ...params])
  return hmac(base, credentials.consumerSecret, credentials.accessTokenSecret ?? '')
}

/** Decoded pairs of a query or form, read as application/x-www-form-urlencoded. */
const pairsIn = (text: string): Pair[] => [...new URLSearchParams(text)]

describe('the signature of these tests', () => {
  it('agrees with the example that was published with the protocol', () => {
    const base = baseString('GET', 'http://photos.example.net/photos', [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_token', 'nnch734d00sl2jdk'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '1191242096'],
      ['oauth_nonce', 'kllo9940pd9333jh'],
      ['oauth_version', '1.0'],
      ['file', 'vacation.jpg'],
      ['size', 'original'],
    ])
    expect(hmac(base, 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00')).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=')
  })
})

describe('a signature', () => {
  const url = 'https://ads.example/12/accounts/a1/campaigns'
  const signed = (params: readonly Pair[], credentials = ANY_CREDENTIALS) =>
    sign(
      credentials,
      { method: 'GET', url, signedParams: params.map(([name, text]) => [name, percentEncode(text)]) },
      Date.now(),
    )

  it.each(AWKWARD)('covers the value %j', (value) => {
    const params: Pair[] = [
      ['q', value],
      ['count', '5'],
    ]
    const header = signed(params)
    expect(membersOf(header)['oauth_signature']).toBe(expectedSignature(header, 'GET', url, params, ANY_CREDENTIALS))
  })

  it('covers any values of any parameters', () => {
    const value = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z][a-z_.0-9]{0,11}$/), value), value, (params, secret) => {
        const credentials = { ...ANY_CREDENTIALS, consumerSecret: secret }
        const pairs = Object.entries(params)
        const header = signed(pairs, credentials)
        expect(membersOf(header)['oauth_signature']).toBe(expectedSignature(header, 'GET', url, pairs, credentials))
      }),
      { numRuns: 300 },
    )
  })

  it('is HMAC-SHA1 of version 1.0, by a nonce and a timestamp of its own', () => {
    const [one, other] = [membersOf(signed([])), membersOf(signed([]))]

    expect(one).toMatchObject({
      oauth_consumer_key: ANY_CREDENTIALS.consumerKey,
      oauth_token: ANY_CREDENTIALS.accessToken,
      oauth_signature_method: 'HMAC-SHA1',
      oauth_version: '1.0',
    })
    expect(one['oauth_nonce']).toMatch(/^[0-9a-f]{32}$/)
    expect(one['oauth_nonce']).not.toBe(other['oauth_nonce'])
    expect(Math.abs(Number(one['oauth_timestamp']) - Date.now() / 1000)).toBeLessThan(5)
  })

  it('has a timestamp in whole seconds', () => {
    const header = sign(ANY_CREDENTIALS, { method: 'GET', url, signedParams: [] }, 1_600_000_000_999)
    expect(membersOf(header)['oauth_timestamp']).toBe('1600000000')
  })

  it('has no token if the client has none yet', () => {
    const credentials = { consumerKey: 'key', consumerSecret: 'secret' }
    const header = signed([], credentials)

    expect(membersOf(header)).not.toHaveProperty('oauth_token')
    expect(membersOf(header)['oauth_signature']).toBe(expectedSignature(header, 'GET', url, [], credentials))
  })

  it('of a token without a secret has an empty one', () => {
    const credentials = { consumerKey: 'key', consumerSecret: 'secret', accessToken: 'token' }
    const header = signed([], credentials)

    expect(membersOf(header)['oauth_token']).toBe('token')
    expect(membersOf(header)['oauth_signature']).toBe(expectedSignature(header, 'GET', url, [], credentials))
  })

  it('contains no parameter of the request, and changes none', () => {
    const params: Pair[] = Object.freeze([Object.freeze(['q', 'secret-search'] as const)]) as unknown as Pair[]
    expect(signed(params)).not.toContain('secret-search')
  })
})

describe('the key of a caller', () => {
  it('distinguishes credentials and reveals nothing about them', () => {
    const other = { ...ANY_CREDENTIALS, accessToken: 'another-token' }
    const names = [credentialKey(ANY_CREDENTIALS), credentialKey(other), credentialKey({ ...ANY_CREDENTIALS })]

    expect(names[0]).not.toBe(names[1])
    expect(names[2]).toBe(names[0])
    expect(names.join(' ')).not.toMatch(/token|key|secret/)
    expect(names[0]).toMatch(/^[\w-]{16}$/)
  })

  it.each(['consumerKey', 'accessToken', 'accessTokenSecret', 'bearer'] as const)('depends on the %s', (name) => {
    expect(credentialKey({ ...ANY_CREDENTIALS, [name]: 'another' })).not.toBe(credentialKey(ANY_CREDENTIALS))
  })

  it('depends on the boundaries between its parts', () => {
    const of = (consumerKey: string, accessToken: string) =>
      credentialKey({ ...ANY_CREDENTIALS, consumerKey, accessToken })
    expect(of('ab', 'c')).not.toBe(of('a', 'bc'))
  })

  it('is the same for all users of one client application, if it belongs to the application', () => {
    const [one, other] = [ANY_CREDENTIALS, { ...ANY_CREDENTIALS, accessToken: 'another' }]
    const { consumerKey, consumerSecret } = one

    expect(applicationKey(one)).toBe(credentialKey({ consumerKey, consumerSecret }))
    expect(applicationKey(one)).toBe(applicationKey(other))
    expect(applicationKey({ ...one, consumerKey: 'another' })).not.toBe(applicationKey(one))
  })
})

describe('a request on the wire', () => {
  const things = { account_id: 'a1' }
  const getThings = get<object, { q?: string; ids?: readonly string[] }>()('accounts/:account_id/things')
  const deleteThing = del<object, { q?: string; ids?: readonly string[] }>()('accounts/:account_id/things')
  const postThing = post<object, { q?: string; ids?: readonly string[] }>()('accounts/:account_id/things')
  const putThing = put<object, { q?: string; ids?: readonly string[] }>()('accounts/:account_id/things')
  const postThings = postJson<object, object>()('batch/accounts/:account_id/things')

  let upstream: Upstream
  let client: Client
  beforeAll(async () => {
    upstream = await startUpstream(() => ({ body: { data: { id: 't1' } } }))
    client = createClient({ adsBaseUrl: `${upstream.url}/`, authBaseUrl: upstream.url, ...createMemoryState() })
  })
  beforeEach(() => {
    upstream.requests.length = 0
  })
  afterAll(async () => {
    await client.close()
    await upstream.close()
  })

  const session = () => client.session({ credentials: ANY_CREDENTIALS, deadline: Date.now() + 5_000 })

  /** Whether the signature of a request is the one that the independent check finds for what arrived. */
  function isSigned({ method, path, target, headers, body }: UpstreamRequest): boolean {
    const form = headers['content-type'] === 'application/x-www-form-urlencoded' ? pairsIn(body) : []
    const query = pairsIn(target.split('?')[1] ?? '')
    const header = headers.authorization ?? ''
    const expected = expectedSignature(header, method, upstream.url + path, [...query, ...form], ANY_CREDENTIALS)
    return membersOf(header)['oauth_signature'] === expected
  }

  it.each(AWKWARD)('carries %j in the query, signed', async (value) => {
    const params = { q: value, ids: [value, 'x'] }
    await session().call(getThings, things, params)
    await session().call(deleteThing, things, params)

    const expected = { q: value, ids: `${value},x` }
    expect(upstream.requests.map(({ query, body }) => [query, body])).toEqual([
      [expected, ''],
      [expected, ''],
    ])
    expect(upstream.requests.every(isSigned)).toBe(true)
    // Nothing is left to the reader: neither a `+` for a space, nor any sign that has a meaning in a URL.
    expect(upstream.requests.every(({ target }) => /^[\w/.~%?&=-]+$/.test(target))).toBe(true)
  })

  it.each(AWKWARD)('carries %j in the form, signed', async (value) => {
    const params = { q: value, ids: [value, 'x'] }
    await session().call(postThing, things, params)
    await session().call(putThing, things, params)

    const expected = { q: value, ids: `${value},x` }
    expect(upstream.requests.map(({ target, body }) => [target, Object.fromEntries(pairsIn(body))])).toEqual([
      ['/12/accounts/a1/things', expected],
      ['/12/accounts/a1/things', expected],
    ])
    expect(upstream.requests.every(isSigned)).toBe(true)
  })

  it('carries JSON unsigned, with integers to the last digit', async () => {
    await session().call(postThings, things, [{ params: { post_id: 9007199254740993n, name: 'é', none: null } }])

    const [request] = upstream.requests
    expect(request).toMatchObject({
      method: 'POST',
      target: '/12/batch/accounts/a1/things',
      body: '[{"params":{"post_id":9007199254740993,"name":"é","none":""}}]',
    })
    expect(request!.headers['content-type']).toBe('application/json')
    expect(isSigned(request!)).toBe(true)
  })
})

describe('encoding', () => {
  it('agrees with an encoder that works byte by byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(percentEncode(text)).toBe(strictEncode(text))
      }),
    )
    expect(percentEncode("a b+c!*'()~")).toBe('a%20b%2Bc%21%2A%27%28%29~')
  })

  it.each(Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)))(
    'encodes %j alone and among others',
    (char) => {
      expect(percentEncode(char)).toBe(strictEncode(char))
      expect(percentEncode(`a${char}b${char}`)).toBe(strictEncode(`a${char}b${char}`))
    },
  )

  it('refuses half a character', () => {
    const error = new RangeError('The text has a lone surrogate and cannot be sent')
    expect(() => percentEncode('a\ud83d')).toThrow(error)
  })

  it('sends null as empty, false and 0 as they are, lists with commas, and leaves out undefined', () => {
    const params = { a: undefined, b: null, c: false, d: 0, e: ['x', 'y,z'], f: [], g: 9007199254740993n, h: '' }
    expect(wireParams(params)).toEqual([
      ['b', ''],
      ['c', 'false'],
      ['d', '0'],
      ['e', 'x,y,z'],
      ['f', ''],
      ['g', '9007199254740993'],
      ['h', ''],
    ])
    expect(encodeParams({ 'a b&': 'c' })).toBe('a%20b%26=c')
    expect(encodeParams(params)).toBe('b=&c=false&d=0&e=x%2Cy%2Cz&f=&g=9007199254740993&h=')
  })

  it('fills a path with encoded values', () => {
    expect(fillPath('words:of/accounts/:account_id', { account_id: 'a1' })).toBe('words:of/accounts/a1')
    expect(fillPath('accounts/:account_id/cards/:card_id', { account_id: 'a/1', card_id: '../ä?#' })).toBe(
      'accounts/a%2F1/cards/..%2F%C3%A4%3F%23',
    )
  })

  it.each(['', '.', '..', undefined])('refuses %j in a path', (value) => {
    const error = new RangeError(`"${value ?? ''}" is not a valid value of :account_id in accounts/:account_id`)
    expect(() => fillPath('accounts/:account_id', { account_id: value } as Record<string, string>)).toThrow(error)
  })
})
