import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJsonCounter } from '../../../src/server/guard/json-values.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ minLength: 60, maxLength: 300 }),
  fc.constantFrom('"', '\\', '\\"', ',{['),
)
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

function countsOf(pieces: readonly Uint8Array[]) {
  const count = createJsonCounter()
  return { ...pieces.map((piece) => count(piece)).at(-1) }
}

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
        expect(countsOf([Buffer.from(JSON.stringify(value))])).toMatchObject({ values: valuesIn(value) })
      }),
    )
  })

  it('are counted alike wherever the text is cut', () => {
    fc.assert(
      fc.property(json, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (value, lengths) => {
        const whole = Buffer.from(JSON.stringify(value))
        const pieces: Buffer[] = []
        for (let at = 0, nth = 0; at < whole.length; nth += 1) {
          const length = lengths[nth % lengths.length]!
          pieces.push(whole.subarray(at, at + length))
          at += length
        }
        expect(countsOf(pieces)).toEqual(countsOf([whole]))
      }),
    )
  })

  it.each([
    ['objects without members', '[{},{}]', 0],
    ['equal objects', '[{"a":1,"b":2},{"a":3,"b":4}]', 2],
    ['the members of an object in another order', '[{"a":1,"b":2},{"b":1,"a":2}]', 4],
    ['objects within members', '{"a":{"b":1},"c":{"b":1}}', 3],
    ['names in texts', '["{\\"a\\":1}","b:"]', 0],
    [
      'long names, each time',
      `[${Array<string>(3)
        .fill(`{"${'n'.repeat(65)}":1}`)
        .join(',')}]`,
      3,
    ],
  ])('have a shape for each new beginning of an object: %s', (_, text, shapes) => {
    expect(countsOf([Buffer.from(text)])).toMatchObject({ shapes })
  })
})
