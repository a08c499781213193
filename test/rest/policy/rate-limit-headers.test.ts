import { describe, expect, it } from 'vitest'
import {
  announcedLimitIn,
  announcedLimitOf,
  retryAtOf,
  withCheckedRateLimits,
} from '../../../src/rest/policy/rate-limit.ts'
import type { WireAnswer } from '../../../src/rest/wire/transport.ts'
import { answered, budgetHeaders } from '../../support/client.ts'

const NOW = 1_900_000_000_000
const SECOND = NOW / 1000

describe('rate-limit headers', () => {
  const reset = (seconds: number | string) => budgetHeaders('x-rate-limit', 0, seconds)
  function checked(headers: WireAnswer['headers']) {
    const reports: string[] = []
    const answer = withCheckedRateLimits(answered(headers), NOW, (header, value) => reports.push(`${header}=${value}`))
    return { names: Object.keys(answer.headers).filter((name) => answer.headers[name] !== undefined), reports }
  }

  it.each([SECOND, SECOND + 900, SECOND + 1_200, SECOND - 300, SECOND + 1])('are accepted with a reset of %s', (at) => {
    expect(checked({ ...reset(at), date: 'x' })).toEqual({
      names: ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'date'],
      reports: [],
    })
  })

  it.each([
    SECOND + 1_201,
    SECOND - 301,
    SECOND * 1000,
    99_999_999_999_999,
    '9'.repeat(16),
    900,
    0,
    -1,
    '',
    'soon',
    '1e9',
    `${SECOND}.5`,
    'NaN',
    'Infinity',
  ])('are ignored and reported with a reset of %s', (at) => {
    expect(checked({ ...reset(at), date: 'x' })).toEqual({ names: ['date'], reports: [`x-rate-limit-reset=${at}`] })
  })

  it.each(['-1', '', 'many', '1.5'])(
    'are ignored and reported if the remaining requests or the limit are %s',
    (value) => {
      expect(checked(budgetHeaders('x-account-rate-limit', value, SECOND))).toEqual({
        names: [],
        reports: [`x-account-rate-limit-remaining=${value}`],
      })
      expect(checked(budgetHeaders('x-account-rate-limit', 1, SECOND, value))).toEqual({
        names: [],
        reports: [`x-account-rate-limit-limit=${value}`],
      })
    },
  )

  it("of the account are ignored alone: the user's stay, and the other way round", () => {
    const good = budgetHeaders('x-rate-limit', 5, SECOND + 60)
    expect(checked({ ...good, ...budgetHeaders('x-account-rate-limit', 5, 1) }).names).toEqual(Object.keys(good))
  })

  it.each([
    ['7', NOW + 7_000],
    ['0', NOW],
    [new Date(NOW + 60_000).toUTCString(), NOW + 60_000],
    [String(86_400), NOW + 86_400_000],
    [String(86_401), undefined],
    ['99999999999999999', undefined],
    ['-5', undefined],
    ['7.5', undefined],
    ['about 5', undefined],
    [`about ${new Date(NOW + 60_000).toUTCString()}`, undefined],
    ['2026-11-27', undefined],
    ['soon', undefined],
    [new Date(NOW + 86_401_000).toUTCString(), undefined],
  ])('ask with Retry-After %s for a moment, or are ignored and reported', (value, at) => {
    expect(retryAtOf(answered({ 'retry-after': value }, 503), NOW)).toBe(at)
    expect(checked({ 'retry-after': value })).toEqual(
      at === undefined ? { names: [], reports: [`retry-after=${value}`] } : { names: ['retry-after'], reports: [] },
    )
  })

  it("of a 429 announce the reset of the account, otherwise the user's, otherwise Retry-After", () => {
    const user = budgetHeaders('x-rate-limit', 5, SECOND + 60)
    const account = budgetHeaders('x-account-rate-limit', 5, SECOND + 30)
    const later = { 'retry-after': '7' }
    expect(retryAtOf(answered({ ...user, ...account, ...later }, 429), NOW)).toBe(NOW + 30_000)
    expect(retryAtOf(answered({ ...user, ...later }, 429), NOW)).toBe(NOW + 60_000)
    expect(retryAtOf(answered(later, 429), NOW)).toBe(NOW + 7_000)
    expect(retryAtOf(answered({ ...user, ...later }, 503), NOW)).toBe(NOW + 7_000)
    expect(retryAtOf(answered({}, 429), NOW)).toBeUndefined()
  })

  it('of a 429 with a reset that has passed announce Retry-After', () => {
    const past = budgetHeaders('x-rate-limit', 0, SECOND - 5)
    expect(retryAtOf(answered({ ...past, 'retry-after': '7' }, 429), NOW)).toBe(NOW + 7_000)
  })

  it("of a 429 announce the limit that is spent by its own headers: the account's first, and the account's if none is", () => {
    const keys = { account: 'caller a1 things', user: 'caller things' }
    const announced = (account: number | undefined, user: number | undefined, status = 429) => {
      const answer = answered(
        {
          ...(account !== undefined && budgetHeaders('x-account-rate-limit', account, SECOND + 840)),
          ...(user !== undefined && budgetHeaders('x-rate-limit', user, SECOND + 30)),
        },
        status,
      )
      return { key: announcedLimitIn(answer, keys, NOW)?.key, retryAt: retryAtOf(answer, NOW) }
    }
    const ofAccount = { key: keys.account, retryAt: NOW + 840_000 }
    const ofUser = { key: keys.user, retryAt: NOW + 30_000 }

    expect(announced(9_000, 0)).toEqual(ofUser)
    expect(announced(0, 0)).toEqual(ofAccount)
    expect(announced(0, 9_000)).toEqual(ofAccount)
    expect(announced(9_000, 9_000)).toEqual(ofAccount)
    expect(announced(9_000, undefined)).toEqual(ofAccount)
    expect(announced(undefined, 0)).toEqual(ofUser)
    expect(announced(9_000, 0, 200)).toEqual({ key: keys.account, retryAt: undefined })
  })

  it("of a 429 without the reset of the user's limit do not announce the account's", () => {
    const answer = answered(
      {
        ...budgetHeaders('x-account-rate-limit', 9_000, SECOND + 840),
        'x-rate-limit-remaining': '0',
        'retry-after': '7',
      },
      429,
    )
    expect(retryAtOf(answer, NOW)).toBe(NOW + 7_000)
    expect(announcedLimitIn(answer, { account: 'caller a1 things', user: 'caller things' }, NOW)).toEqual({
      key: 'caller things',
      announced: { limit: 0, remaining: 0, resetAt: NOW + 7_000 },
    })
  })

  it('that are plausible leave the answer as it is, and others leave the rest of its headers', () => {
    const answer = answered({ ...reset(SECOND), 'retry-after': '7', date: 'x' })
    expect(withCheckedRateLimits(answer, NOW, () => {})).toBe(answer)
    expect(checked({ 'retry-after': 'soon', date: 'x' }).names).toEqual(['date'])
  })

  it('announce a limit by what remains and the reset; the number of requests may be missing', () => {
    const { 'x-rate-limit-limit': _, ...headers } = budgetHeaders('x-rate-limit', 5, SECOND + 60)
    const limit = { limit: 5, remaining: 5, resetAt: NOW + 60_000 }

    expect(announcedLimitOf(answered(headers), 'x-rate-limit')).toEqual(limit)
    expect(announcedLimitOf(answered({ ...headers, 'x-rate-limit-limit': '9' }), 'x-rate-limit')).toEqual({
      ...limit,
      limit: 9,
    })
    expect(announcedLimitOf(answered(headers), 'x-account-rate-limit')).toBeUndefined()
  })

  it.each(['remaining', 'reset'])('announce no limit without %s', (part) => {
    const headers = { ...budgetHeaders('x-rate-limit', 5, SECOND + 60), [`x-rate-limit-${part}`]: undefined }
    expect(announcedLimitOf(answered(headers), 'x-rate-limit')).toBeUndefined()
  })

  it('of a 429 mean that nothing remains', () => {
    const headers = budgetHeaders('x-rate-limit', 5, SECOND + 60)
    expect(announcedLimitOf(answered(headers, 429), 'x-rate-limit')).toMatchObject({ limit: 100, remaining: 0 })
  })
})
