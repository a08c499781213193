import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from '../../src/json/json.ts'

describe('parsing JSON', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1000000000000000', 1000000000000000],
    ['0000000000000001', undefined],
    ['18446744073709551616', '18446744073709551616'],
    ['1234567890123456.5', 1234567890123456.5],
    ['9007199254740993.0', '9007199254740993.0'],
    ['12345678901234567890.5', '12345678901234567890.5'],
    ['1234567890123456e2', '1234567890123456e2'],
    ['9.007199254740993E15', '9.007199254740993E15'],
    ['9.0E+15', 9e15],
    ['1e400', '1e400'],
    ['-1e+400', '-1e+400'],
    ['1e-400', 0],
    ['12e5', 1_200_000],
    ['"12e50"', '12e50'],
    ['1.2.3', undefined],
    ['1234567890123456-7', undefined],
    ['012345678901234567890', undefined],
    ['1e400.5', undefined],
    ['12345678901234567890E-5', 123456789012345.67],
    ['"12345678901234567890"', '12345678901234567890'],
    ['"[12345678901234567890]"', '[12345678901234567890]'],
    ['"\\":12345678901234567890"', '":12345678901234567890'],
    ['"\\\\"', '\\'],
  ])('reads %s in a member, an item and beside others', (text, value) => {
    const read = (json: string): unknown => {
      try {
        return parse(json)
      } catch {
        return undefined
      }
    }
    const expected = (wrap: (value: unknown) => unknown) => (value === undefined ? undefined : wrap(value))

    expect(read(`{"a":${text}}`)).toEqual(expected((a) => ({ a })))
    expect(read(`{ "a" :\n\t${text} , "b" : ${text}\n}`)).toEqual(expected((a) => ({ a, b: a })))
    expect(read(`[${text},"x\\\\",${text}]`)).toEqual(expected((a) => [a, 'x\\', a]))
  })

  it.each(['', '{', '{"a":12345678901234567890', '{"a":"12345678901234567890', '[12345678901234567890,]', '<html>'])(
    'throws for %j as JSON.parse does',
    (text) => {
      expect(() => parse(text)).toThrow(SyntaxError)
    },
  )

  it.each([
    ['lists', '[', '[null', ']'],
    ['objects', '{"a":', '{"a":9007199254740993', '}'],
    ['both, beside strings with brackets', '{"a}]\\"":["[{"],"b":', '[', ']'],
  ])('reads 200 levels of %s, and refuses more', (_what, open, innermost, close) => {
    const nested = (depth: number) => {
      const ends = open.startsWith('[') ? ']' : '}'
      return `${open.repeat(depth - 1)}${innermost}${close}${ends.repeat(depth - 1)}`
    }
    expect(JSON.stringify(parse(nested(200)))).toHaveLength(
      JSON.stringify(JSON.parse(nested(200))).length + (innermost.endsWith('3') ? 2 : 0),
    )
    expect(() => parse(nested(201))).toThrow(SyntaxError)
    expect(() => parse(nested(100_000))).toThrow(SyntaxError)
  })

  it('reads thousands of values that are not nested', () => {
    const text = `[${'[],{},'.repeat(5_000)}"${'['.repeat(5_000)}"]`
    expect(parse(text)).toHaveLength(10_001)
  })

  it('reads a megabyte with long numbers in less than a second of CPU', () => {
    const row = '{"id":"8wku2","post_id":9007199254740993,"text":"\\"quoted\\" 1234567890123456789"},'
    const text = `[${row.repeat(Math.ceil(2 ** 20 / row.length))}null]`
    const start = process.cpuUsage()
    expect(parse(text)).toHaveLength(Math.ceil(2 ** 20 / row.length) + 1)
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
  })
})

/** Any JSON value, its long integers as bigints. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\\":,[\]{}0-9 -]{0,40}$/),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.stringMatching(/^[":,\\0-9]{1,20}$/)), tie('json'), { maxKeys: 5 }),
  ),
}))

/** The value that a written value is read as: numbers that would be rounded are their texts. */
function asRead(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) && BigInt(number) === value ? number : value.toString()
  }
  if (Array.isArray(value)) return value.map(asRead)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asRead(member)]))
  // A number is written by its shortest digits, which read like any others.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return JSON.stringify(value)
  return Object.is(value, -0) ? 0 : value
}

/** The text with white space wherever JSON allows it. A space that stands in a string is left alone. */
function spaced(text: string, spaces: readonly string[]): string {
  let inString = false
  let nth = 0
  return Array.from(text)
    .map((char, index, chars) => {
      if (char === '"' && !isEscaped(chars, index)) inString = !inString
      return inString || !'[]{},:'.includes(char) ? char : char + spaces[nth++ % spaces.length]!
    })
    .join('')
}

function isEscaped(chars: readonly string[], index: number): boolean {
  let backslashes = 0
  while (chars[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

describe('any JSON', () => {
  it('is parsed and written without losing a digit', () => {
    const spaces = fc.array(fc.stringMatching(/^[ \t\r\n]{0,3}$/), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(json, spaces, (value, spaces) => {
        expect(parse(spaced(`{"value":${stringify(value)}}`, spaces))).toEqual({ value: asRead(value) })
      }),
      { numRuns: 1_000 },
    )
  })

  it('without long integers is written as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringify(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('is written without its undefined members, and with null for undefined items', () => {
    expect(stringify({ a: undefined, b: [undefined, 9007199254740993n], c: null, d: 0, e: false })).toBe(
      '{"b":[null,9007199254740993],"c":null,"d":0,"e":false}',
    )
  })
})
