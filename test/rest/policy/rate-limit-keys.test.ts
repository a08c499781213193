import { describe, expect, it } from 'vitest'
import { get, post } from '../../../src/rest/endpoint.ts'
import {
  announcesRateLimit,
  ownerOf,
  rateLimitKeys,
  type LimitedEndpoint,
} from '../../../src/rest/policy/rate-limit-keys.ts'
import { credentialKey } from '../../../src/rest/wire/sign.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'

const THINGS = 'accounts/:account_id/things'
const ACCOUNT = { account_id: 'a1' }
const { consumerKey, consumerSecret } = ANY_CREDENTIALS
const CALLER = credentialKey(ANY_CREDENTIALS)
const APPLICATION = credentialKey({ consumerKey, consumerSecret })

const keysOf = (endpoint: LimitedEndpoint, path: Readonly<Record<string, string>> = ACCOUNT, params: object = {}) =>
  rateLimitKeys(endpoint, path, params, ANY_CREDENTIALS)

const getThings = get()(THINGS)
const createThing = post()(THINGS)

describe('the rate limits of a request', () => {
  it('are those of the endpoint in its account, and for the user', () => {
    expect(keysOf(getThings)).toEqual({ account: `${CALLER} a1 ${THINGS}`, user: `${CALLER} ${THINGS}` })
    expect(keysOf(get()('accounts'), {})).toEqual({ account: undefined, user: `${CALLER} accounts` })
  })

  it('are one for all writes of the user, except those of an endpoint with its own', () => {
    expect(keysOf(createThing)).toEqual({ account: undefined, user: `${CALLER} writes` })
    expect(keysOf(post()(THINGS, { ownRateLimit: true }))).toEqual({ account: undefined, user: `${CALLER} ${THINGS}` })
    expect(keysOf(post()(THINGS, { safe: true }))).toEqual(keysOf(getThings))
  })

  it('are one for all counts of the user', () => {
    expect(keysOf(getThings, ACCOUNT, { with_total_count: true })).toEqual({
      account: undefined,
      user: `${CALLER} counts`,
    })
    expect(keysOf(getThings, ACCOUNT, { with_total_count: false })).toEqual(keysOf(getThings))
    expect(keysOf(getThings, ACCOUNT, { count: true })).toEqual(keysOf(getThings))
  })

  it('of the authorization are those of the user, or of the client application', () => {
    const token = (auth: 'user' | 'consumer' | 'app' | 'client') =>
      keysOf(post()('oauth/token', { host: 'auth', auth }), {})

    expect(token('user')).toEqual({ account: undefined, user: `${CALLER} oauth/token` })
    for (const auth of ['consumer', 'app', 'client'] as const)
      expect(token(auth)).toEqual({ account: undefined, user: `${APPLICATION} oauth/token` })
  })
})

describe('the owner of a rate limit', () => {
  it.each([
    [`${CALLER} a1 ${THINGS}`, { endpoint: THINGS, scope: 'ACCOUNT', account: 'a1' }],
    [`${CALLER} ${THINGS}`, { endpoint: THINGS, scope: 'USER', account: undefined }],
    [`${CALLER} writes`, { endpoint: undefined, scope: 'WRITES', account: undefined }],
    [`${CALLER} counts`, { endpoint: undefined, scope: 'COUNTS', account: undefined }],
  ])('is in its key: %s', (key, owner) => {
    expect(ownerOf(key)).toEqual(owner)
  })
})

describe('the headers of an answer', () => {
  it.each([
    [{}, 200, true],
    [{ with_total_count: false }, 200, true],
    [{ with_total_count: true }, 200, false],
    [{ with_total_count: true }, 403, false],
    [{ with_total_count: true }, 429, true],
  ])('announce the rate limit of a request with %j and status %i: %s', (params, status, expected) => {
    expect(announcesRateLimit(params, status)).toBe(expected)
  })
})
