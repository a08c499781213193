import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countJson } from '../../src/json/count.ts'
import { atOnce } from '../support/read-answer.ts'

const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', ',{['))
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value

const countsOf = (text: string) => atOnce(countJson(text, { values: Infinity, shapes: Infinity }))

/** The items and members after the first ones, and the lists and objects that are no such. */
function valuesIn(value: unknown, isFirst = true): number {
  if (typeof value !== 'object' || value === null) return isFirst ? 0 : 1
  const items = Object.values(value)
  const below = items.reduce<number>((sum, item, nth) => sum + valuesIn(item, nth === 0), 0)
  // A member's value is not behind the comma before its name.
  const hidden = Array.isArray(value)
    ? 0
    : items.slice(1).filter((item) => typeof item === 'object' && item !== null).length
  return 1 + below + hidden
}

describe('the contents of a JSON text', () => {
  it('are counted without parsing it', () => {
    fc.assert(
      fc.property(json, (value) => {
        fc.pre(typeof value === 'object' && value !== null)
        expect(countsOf(JSON.stringify(value))).toMatchObject({ values: valuesIn(value) })
      }),
    )
  })

  it.each([
    ['objects without members', '[{},{}]', 0],
    ['equal objects', '[{"a":1,"b":2},{"a":3,"b":4}]', 2],
    ['the members of an object in another order', '[{"a":1,"b":2},{"b":1,"a":2}]', 4],
    ['objects within members', '{"a":{"b":1},"c":{"b":1}}', 3],
    ['names in texts', '["{\\"a\\":1}","b:"]', 0],
    ['a name that is cut off', '[{"a":1},{"a\\"', 1],
  ])('have a shape for each new beginning of an object: %s', (_, text, shapes) => {
    expect(countsOf(text)).toMatchObject({ shapes })
  })

  it('are counted up to the first one too many', () => {
    expect(atOnce(countJson('[{"a":1},{"b":1},{"c":1}]', { values: 3, shapes: 9 }))).toEqual({ values: 4, shapes: 2 })
    expect(atOnce(countJson('[{"a":1},{"b":1},{"c":1}]', { values: 9, shapes: 1 }))).toEqual({ values: 3, shapes: 2 })
  })
})
