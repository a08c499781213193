import { describe, expect, it } from 'vitest'
import { get, post } from '../../../src/rest/endpoint.ts'
import {
  announcesRateLimit,
  createAccountCallers,
  ownerOf,
  rateLimitKeys,
  type LimitedEndpoint,
} from '../../../src/rest/policy/rate-limit.ts'
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
  it('belong to the endpoint in its account, and to the user', () => {
    expect(keysOf(getThings)).toEqual({
      account: `${CALLER} a1 ${THINGS}`,
      user: `${CALLER} ${THINGS}`,
      copy: `all-of-${APPLICATION} a1 ${THINGS}`,
    })
    expect(keysOf(get()('accounts'), {})).toEqual({ account: undefined, user: `${CALLER} accounts` })
  })

  it('are one for all writes of the user, except to an endpoint with its own', () => {
    expect(keysOf(createThing)).toEqual({ account: undefined, user: `${CALLER} writes` })
    expect(keysOf(post()(THINGS, { isUpload: true }))).toEqual({ account: undefined, user: `${CALLER} ${THINGS}` })
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

  it('of the authorization belong to the user, or to the client application', () => {
    const token = (auth: 'user' | 'consumer' | 'app' | 'client') => keysOf(post()('/oauth/token', { auth }), {})

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

describe('the callers of an account', () => {
  const NOW = 1_900_000_000_000
  const HOUR_MS = 3_600_000
  const own = keysOf(getThings)
  const common = { account: own.copy, user: own.user, copy: own.account }

  it('share its rate limits for an hour after each answer that they got from it', () => {
    const callers = createAccountCallers()
    expect(callers.shared(own, NOW)).toBe(own)
    callers.add(own, NOW)
    expect(callers.shared(own, NOW + HOUR_MS - 1)).toEqual(common)
    expect(callers.shared(own, NOW + HOUR_MS)).toBe(own)
    callers.add(own, NOW + HOUR_MS)
    expect(callers.shared(own, NOW + HOUR_MS)).toEqual(common)
  })

  it('share the limits of all its endpoints, and of no other account, caller or write', () => {
    const callers = createAccountCallers()
    callers.add(own, NOW)
    callers.add(keysOf(createThing), NOW)
    const others = keysOf(get()('accounts/:account_id/others'))
    expect(callers.shared(others, NOW)).toEqual({ account: others.copy, user: others.user, copy: others.account })
    for (const keys of [
      keysOf(getThings, { account_id: 'a2' }),
      rateLimitKeys(getThings, ACCOUNT, {}, { ...ANY_CREDENTIALS, accessToken: 'another' }),
      keysOf(createThing),
      keysOf(getThings, ACCOUNT, { with_total_count: true }),
    ])
      expect(callers.shared(keys, NOW)).toBe(keys)
    const withoutCopy = { account: own.account, user: own.user }
    expect(callers.shared(withoutCopy, NOW)).toBe(withoutCopy)
  })
})
