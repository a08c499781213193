import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonWriter, literalOf } from '../../../src/execute/response/json-writer.ts'

/** Any character; half of a surrogate pair too. The unit `binary` of fast-check takes seconds to create. */
const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

describe('JSON that is written piece by piece', () => {
  it('equals the output of JSON.stringify, regardless of its length', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: character, maxLength: 300 }),
      // Halves of a surrogate pair.
      fc.string({ unit: fc.constantFrom('\ud83c', '\udf92', 'a') }),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 100, size: 'max' }), (values) => {
        const json = new JsonWriter()
        for (const value of values) {
          json.value(value)
          json.byte(0x0a)
        }

        expect(json.written().toString()).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
      }),
      { numRuns: 200 },
    )
  })

  it('copies values from other JSON after literals, whatever their form and length', () => {
    const value = fc.oneof(
      fc.string({ unit: character, maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.array(value, { maxLength: 50 }), (values) => {
        const texts = values.map((value) => JSON.stringify(value))
        const bytes = Buffer.from(`[[${texts.join()}],0]`)
        const source = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }
        const json = new JsonWriter()
        const openings = texts.map((_, nth) => '“ü🎒”,'.repeat(nth % 3) + 'x'.repeat(nth % 9))
        let at = 2
        for (const [nth, text] of texts.entries()) {
          const length = Buffer.byteLength(text)
          json.copyAfter(literalOf(openings[nth]!), source, at, length)
          at += length + 1
        }

        expect(json.written().toString()).toBe(texts.map((text, nth) => openings[nth] + text).join(''))
      }),
      { numRuns: 300 },
    )
  })

  it('has strings of every length, with an escape sequence at every position', () => {
    const texts = Array.from({ length: 140 }, (_, length) => 'x'.repeat(length))
    const values = texts.flatMap((text) => [text, `${text}\\`, `${text}"y`, `${text} ü`, `${text}\u0080`, `\n${text}`])
    const bytes = Buffer.from(JSON.stringify({ values }))
    const source = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }
    const [written, copied] = [new JsonWriter(), new JsonWriter()]
    let at = bytes.indexOf('[') + 1
    for (const value of values) {
      written.value(value)
      const length = Buffer.byteLength(JSON.stringify(value))
      copied.copyAfter(literalOf(''), source, at, length)
      at += length + 1
    }
    const expected = values.map((value) => JSON.stringify(value)).join('')

    expect(written.written().toString()).toBe(expected)
    expect(copied.written().toString()).toBe(expected)
  })

  it('has null for values that JSON.stringify omits', () => {
    const json = new JsonWriter()
    for (const value of [undefined, () => 1, Symbol('none')]) json.value(value)

    expect(json.written().toString()).toBe('nullnullnull')
  })

  it('contains literals of any length', () => {
    const json = new JsonWriter()
    const texts = Array.from({ length: 5000 }, (_, length) => '“ü🎒”,'.repeat(length % 7) + 'x'.repeat(length % 5))
    for (const text of texts) json.literal(literalOf(text))

    expect(json.written().toString()).toBe(texts.join(''))
  })

  it('returns a copy, which later writers do not change', () => {
    const one = new JsonWriter()
    one.value('first')
    const first = one.written()
    const two = new JsonWriter()
    two.value('other')

    expect(String(two.written())).toBe('"other"')
    expect(String(first)).toBe('"first"')
  })

  it('returns copies piece by piece', () => {
    const json = new JsonWriter()
    json.value('first')
    const first = json.take()
    json.value('other')

    expect([String(json.take()), String(first), json.length]).toEqual(['"other"', '"first"', 0])
  })

  it('shares no memory with a writer that has begun before it', () => {
    const [one, two] = [new JsonWriter(), new JsonWriter()]
    one.value('one')
    two.value('two')
    one.value('more of one')
    two.value('more of two')

    expect(String(two.written())).toBe('"two""more of two"')
    expect(String(one.written())).toBe('"one""more of one"')
  })
})
