import { describe, expect, it } from 'vitest'
import { del, get, post, postJson, postQuery } from '../../../src/rest/endpoint.ts'
import { type Addresses, identifiesPerson, unsignedRequest } from '../../../src/rest/wire/request.ts'
import { authorizationOf, isSigned } from '../../../src/rest/wire/sign.ts'
import { createVocabulary } from '../../../src/rest/wire/vocabulary.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'

const ADDRESSES: Addresses = {
  bases: { ads: 'https://ads.example', auth: 'https://auth.example' },
  suffixes: {},
}
const PATH = { account_id: 'a/1' }
const THINGS = 'accounts/:account_id/things'
const PARAMS = { q: 'a b', ids: ['1', '2'], none: null, absent: undefined }

const getThings = get<object, typeof PARAMS>()(THINGS)

describe('a request without its authorization', () => {
  it('has its parameters in the query', () => {
    expect(unsignedRequest(ADDRESSES, getThings, PATH, PARAMS)).toEqual({
      method: 'GET',
      url: 'https://ads.example/12/accounts/a%2F1/things',
      headers: { accept: 'application/json' },
      query: 'q=a%20b&ids=1%2C2&none=',
      body: undefined,
      signedParams: [
        ['q', 'a%20b'],
        ['ids', '1%2C2'],
        ['none', ''],
      ],
    })
    expect(unsignedRequest(ADDRESSES, del()(THINGS), PATH, {})).toMatchObject({ method: 'DELETE', query: '' })
  })

  it('has its parameters in a form', () => {
    expect(unsignedRequest(ADDRESSES, post<object, typeof PARAMS>()(THINGS), PATH, PARAMS)).toMatchObject({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      query: '',
      body: 'q=a%20b&ids=1%2C2&none=',
      signedParams: [
        ['q', 'a%20b'],
        ['ids', '1%2C2'],
        ['none', ''],
      ],
    })
  })

  it('has its parameters in a JSON body, which is not signed', () => {
    expect(unsignedRequest(ADDRESSES, postJson<object, object>()(THINGS), PATH, [{ id: 9007199254740993n }])).toEqual({
      method: 'POST',
      url: 'https://ads.example/12/accounts/a%2F1/things',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      query: '',
      body: '[{"id":9007199254740993}]',
      signedParams: [],
    })
  })

  it('has parameters of the signature in its header only', () => {
    const params = { oauth_callback: 'oob', x_oauth_y: '1' }
    const endpoint = postQuery<object, typeof params>()('/oauth/request_token')

    expect(unsignedRequest(ADDRESSES, endpoint, {}, params)).toMatchObject({
      url: 'https://auth.example/oauth/request_token',
      query: 'x_oauth_y=1',
      signedParams: [
        ['oauth_callback', 'oob'],
        ['x_oauth_y', '1'],
      ],
    })
  })

  it.each(['.json', ''])('has the suffix %j where the path of its endpoint may have one', (suffix) => {
    const addresses: Addresses = { ...ADDRESSES, suffixes: { 'oauth/invalidate_token': suffix } }
    const suffixed = post()('/1/oauth/invalidate_token')

    expect(unsignedRequest(addresses, suffixed, {}, {}).url).toBe(
      `https://auth.example/1/oauth/invalidate_token${suffix}`,
    )
    expect(unsignedRequest(addresses, getThings, PATH, {}).url).toBe('https://ads.example/12/accounts/a%2F1/things')
  })
})

describe('a path', () => {
  it.each(['', '.', '..', undefined])('is not made of %j, which can lead elsewhere', (account_id) => {
    expect(() => unsignedRequest(ADDRESSES, getThings, account_id === undefined ? {} : { account_id }, {})).toThrow(
      RangeError,
    )
  })
})

describe('a request in the words of the service', () => {
  const vocabulary = createVocabulary({
    path: { things: 'items', accounts: 'customers' },
    parameters: { q: 'text', ids: 'keys' },
    columns: { created_at: 'made' },
    values: { ids: { '1': 'one' }, q: { 'a b': 'c d' } },
  })
  const addresses: Addresses = { ...ADDRESSES, suffixes: { [THINGS]: '.json' }, vocabulary }

  it('has its path, names and values, and the suffix of our path', () => {
    const params = { ...PARAMS, sort_by: ['created_at-desc', 'id'] }
    const sent = unsignedRequest(addresses, get<object, typeof params>()(THINGS), PATH, params)

    expect(sent).toMatchObject({
      url: 'https://ads.example/12/customers/a%2F1/items.json',
      query: 'text=c%20d&keys=one%2C2&none=&sort_by=made-desc%2Cid',
    })
    expect(sent.signedParams[0]).toEqual(['text', 'c%20d'])
  })

  it('has them in its JSON body', () => {
    const endpoint = postJson<object, object>()(THINGS)
    const body = [{ params: { q: 'a b', ids: '1,2', other: { ids: 1, q: null } } }]

    expect(unsignedRequest(addresses, endpoint, PATH, body).body).toBe(
      '[{"params":{"text":"c d","keys":"one,2","other":{"keys":1,"text":null}}}]',
    )
  })
})

describe('a parameter that can identify a person', () => {
  it.each([
    'user',
    'user_id',
    'user_ids',
    'username',
    'screen_name',
    'email',
    'phone',
    'handle',
    'promoted_user_id',
    'from_email',
  ])('is %s', (name) => {
    expect(identifiesPerson({ count: 1, [name]: 'x' })).toBe(true)
    expect(identifiesPerson([{ params: { count: 1 } }, { params: { count: null, [name]: 'x' } }])).toBe(true)
  })

  it.each(['users_count', 'user_idx', 'superuser', 'email_type', 'handles', 'line_item_ids', 'user_name_type'])(
    'is not %s',
    (name) => {
      expect(identifiesPerson({ [name]: 'x' })).toBe(false)
    },
  )
})

describe('the authorization of a request', () => {
  const request = unsignedRequest(ADDRESSES, getThings, PATH, {})
  const authorization = (auth: Parameters<typeof authorizationOf>[1], bearerToken?: string) =>
    authorizationOf(request, auth, ANY_CREDENTIALS, bearerToken, 1_700_000_000_999)

  it('is a signature for the user, or for the client application alone', () => {
    expect(authorization('user')).toMatch(/^OAuth .*oauth_timestamp="1700000000".*oauth_token="access-token"/)
    expect(authorization('consumer')).toMatch(/^OAuth .*oauth_consumer_key="consumer-key"/)
    expect(authorization('consumer')).not.toContain('oauth_token')
    expect(authorization('user')).not.toBe(authorization('user'))
  })

  it('is the bearer token', () => {
    expect(authorization('app', 'a-token')).toBe('Bearer a-token')
  })

  it('is the key and the secret of the client application, encoded', () => {
    expect(authorization('client')).toBe('Basic Y29uc3VtZXIta2V5OmNvbnN1bWVyLXNlY3JldA==')
    const credentials = { consumerKey: 'k:1', consumerSecret: 's/2' }
    expect(authorizationOf(request, 'client', credentials, undefined, 0)).toBe(
      `Basic ${Buffer.from('k%3A1:s%2F2').toString('base64')}`,
    )
  })

  it.each([
    ['user', true],
    ['consumer', true],
    ['app', false],
    ['client', false],
  ] as const)('has a timestamp for %s: %s', (auth, expected) => {
    expect(isSigned(get()('things', { auth }))).toBe(expected)
  })
})
