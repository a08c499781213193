import { describe, expect, it } from 'vitest'
import { comparable, shows } from '../../src/rest/value.ts'

describe('whether a column shows what was sent', () => {
  it.each<[column: unknown, sent: unknown, type: string | undefined, shown: boolean | undefined]>([
    ['f1', 'F1', 'ID', true],
    ['f1', 'f2', 'ID', false],
    [17, '17', 'Long', true],
    [17, '18', 'Long', false],
    ['Spring', ' Spring ', 'String', true],
    ['spring sale', 'Spring  Sale', 'String', undefined],
    ['Summer', 'Spring', 'String', false],
    // Only texts are changed by the service.
    ['active', 'ACTIVE', 'EntityStatus', false],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.999Z', 'DateTime', true],
    ['2030-01-01T00:00:00Z', '2030-01-01T01:00:00+01:00', 'DateTime', true],
    ['2030-01-01T00:00:00Z', '2030-01-01T02:00:00+02', 'DateTime', true],
    ['2030-01-01T00:00:00Z', '2030-01-01T02:00:00+0200', 'DateTime', true],
    ['2030-01-01T00:00:00Z', '2030-01-01T02:00+02', undefined, true],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:01Z', 'DateTime', false],
    ['2030-01-01T00:00:00.1Z', '2030-01-01T00:00:00.9Z', 'String', false],
    [null, '', 'String', true],
    [undefined, null, 'Long', true],
    [[], null, 'String', true],
    [0, null, 'Long', false],
    [null, 0, 'Long', false],
    [false, false, 'Boolean', true],
    // Lists have no order, and are sent as texts too.
    [['a', 'b'], ['b', 'a'], 'String', true],
    [['a', 'b'], 'b,a', 'String', true],
    [['a', 'b'], ['a'], 'String', false],
    [['a'], ['a', 'b'], 'String', false],
    [['a', 'b'], ['a', 'B'], 'String', undefined],
    [{ a: 1, b: 'x', more: true }, { a: 1, b: 'x', none: undefined }, undefined, true],
    [{ a: 1, b: 'x' }, { a: 1, b: 'y' }, undefined, false],
  ])('%j shows %j as %s: %s', (column, sent, type, shown) => {
    expect(shows(column, sent, type)).toBe(shown)
  })
})

describe('the form in which values are compared', () => {
  it('is one for equal values, whatever the order and the form are', () => {
    expect(comparable(['B', 'a'], 'ID')).toBe(comparable(['A', 'b'], 'ID'))
    expect(comparable('2030-01-01T00:00:00.5Z')).toBe(comparable('2030-01-01T01:00:00+01:00'))
    expect(comparable('2030-01-01T00:00:00Z', 'DateTime')).toBe(comparable('2030-01-01T02:00:00+02', 'DateTime'))
    expect(comparable('2030-01-01T00:00:00Z', 'String')).not.toBe(comparable('2030-01-01T00:00:00.5Z', 'String'))
    expect(comparable({ b: 1n, a: ' x' })).toBe(comparable({ a: 'x', b: '1' }))
    expect(comparable(['a', 'b'])).not.toBe(comparable(['a']))
  })
})
