import { describe, expect, it } from 'vitest'
import { variantMap } from '../../src/loaders/variant.ts'

describe('a map of variants', () => {
  const endpoint = {}

  it.each([
    ['equal members', [{ account_id: 'a' }, { lang: 'en' }], [{ account_id: 'a' }, { lang: 'en' }]],
    ['members in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    ['a member that is not set', [{ a: 1, b: undefined }], [{ a: 1 }]],
    ['equal lists', [{ ids: ['1', '2'] }], [{ ids: ['1', '2'] }]],
  ])('gives the same for %s', (_what, one, other) => {
    const map = variantMap<object>()

    expect(map(endpoint, other, () => ({}))).toBe(map(endpoint, one, () => ({})))
  })

  it.each([
    ['another value', [{ account_id: 'a' }], [{ account_id: 'b' }]],
    ['a member more', [{ a: 1 }], [{ a: 1, b: 2 }]],
    ['another member instead of one that is not set', [{ a: 1, b: undefined }], [{ a: 1, c: 2 }]],
    ['a number instead of a text', [{ a: 1 }], [{ a: '1' }]],
    ['another order of a list', [{ ids: ['1', '2'] }], [{ ids: ['2', '1'] }]],
    ['an object instead of nothing', [{}, {}], [{}, null]],
  ])('gives another for %s', (_what, one, other) => {
    const map = variantMap<object>()

    expect(map(endpoint, other, () => ({}))).not.toBe(map(endpoint, one, () => ({})))
  })

  it('gives another for another endpoint', () => {
    const map = variantMap<object>()

    expect(map(endpoint, ['a'], () => ({}))).not.toBe(map({}, ['a'], () => ({})))
  })
})
