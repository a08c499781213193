import { describe, expect, it } from 'vitest'
import { variantMap } from '../../src/loaders/batch.ts'

describe('a map of variants', () => {
  const endpoint = {}

  it.each([
    ['equal members', [{ account_id: 'a' }, { lang: 'en' }], [{ account_id: 'a' }, { lang: 'en' }]],
    ['members in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    ['a member that is not set', [{ a: 1, b: undefined }], [{ a: 1 }]],
    ['equal lists', [{ ids: ['1', '2'] }], [{ ids: ['1', '2'] }]],
  ])('gives the same for %s', (_what, one, other) => {
    const map = variantMap<object>(() => {})

    expect(map(endpoint, other, () => ({}))).toBe(map(endpoint, one, () => ({})))
  })

  it.each([
    ['another value', [{ account_id: 'a' }], [{ account_id: 'b' }]],
    ['a member more', [{ a: 1 }], [{ a: 1, b: 2 }]],
    ['another member instead of one that is not set', [{ a: 1, b: undefined }], [{ a: 1, c: 2 }]],
    ['a number instead of a text', [{ a: 1 }], [{ a: '1' }]],
    ['another order of a list', [{ ids: ['1', '2'] }], [{ ids: ['2', '1'] }]],
  ])('gives another for %s', (_what, one, other) => {
    const map = variantMap<object>(() => {})

    expect(map(endpoint, other, () => ({}))).not.toBe(map(endpoint, one, () => ({})))
  })

  it.each([
    ['an item more in a list', [['1', '2']], [['1']]],
    ['a member more in a list of objects', [[{ a: 1, b: 2 }]], [[{ a: 1 }]]],
    ['another value deep inside', [{ after: { index: 1 } }], [{ after: { index: 2 } }]],
    ['a list instead of an object', [{ 0: 'a' }], [['a']]],
    ['an object instead of nothing', [{}, {}], [{}, null]],
    ['a number instead of an object without members', [{ a: 1 }], [{ a: {} }]],
    ['false instead of nothing', [{ a: false }], [{ a: undefined }]],
    ['null instead of nothing', [{ a: null }], [{}]],
    ['an empty text instead of nothing', [{ a: '' }], [{}]],
  ])('gives another for %s, whichever was asked for first', (_what, one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ]) {
      const map = variantMap<object>(() => {})
      const loader = map(endpoint, first!, () => ({}))

      expect(map(endpoint, second!, () => ({}))).not.toBe(loader)
      expect(map(endpoint, structuredClone(first!), () => ({}))).toBe(loader)
    }
  })

  it('compares the current content of an object, not its identity', () => {
    const map = variantMap<object>(() => {})
    const params: { with_deleted: boolean; ids: string[] } = { with_deleted: false, ids: ['1'] }
    const one = map(endpoint, [params], () => ({}))
    params.with_deleted = true
    const two = map(endpoint, [params], () => ({}))
    params.ids.push('2')
    const three = map(endpoint, [params], () => ({}))

    expect(new Set([one, two, three]).size).toBe(3)
    expect(map(endpoint, [{ with_deleted: false, ids: ['1'] }], () => ({}))).toBe(one)
    expect(map(endpoint, [{ with_deleted: true, ids: ['1'] }], () => ({}))).toBe(two)
  })

  it('has a separate loader for each endpoint', () => {
    const map = variantMap<object>(() => {})

    expect(map(endpoint, ['a'], () => ({}))).not.toBe(map({}, ['a'], () => ({})))
  })
})
