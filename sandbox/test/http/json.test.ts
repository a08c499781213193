import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from '../../http/json.ts'

describe('writing', () => {
  test('equals JSON.stringify for data without bigints', () => {
    const value = { a: [1, null, undefined, 'x"y'], b: undefined, c: { d: true, e: -0.5 } }
    expect(stringify(value)).toBe('{"a":[1,null,null,"x\\"y"],"c":{"d":true,"e":-0.5}}')
  })

  test('writes bigints as plain digits at any depth, and everything else as usual', () => {
    const value = {
      id: 9_007_199_254_740_993n,
      list: [-1n, undefined, 'ü"'],
      nothing: undefined,
      deep: { n: 2n ** 63n },
    }
    expect(stringify(value)).toBe('{"id":9007199254740993,"list":[-1,null,"ü\\""],"deep":{"n":9223372036854775808}}')
  })
})

describe('reading', () => {
  test.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    ['[1234567890123456789,1]', [1_234_567_890_123_456_789n, 1]],
    ['{"a":"9007199254740993","b":9007199254740993}', { a: '9007199254740993', b: 9_007_199_254_740_993n }],
    ['"a\\" 9007199254740993 \\\\"', 'a" 9007199254740993 \\'],
    ['{"\\u0000a":"\\u000012"}', { '\u0000a': '\u000012' }],
    ['"\\u0000x"', '\u0000x'],
    ['0.1234567890123456789', 0.123_456_789_012_345_68],
    ['1234567890123456789.5', 1_234_567_890_123_456_800],
    ['1e1234567890123456789', Infinity],
    ['1000000000000000', 1_000_000_000_000_000],
  ])('%s keeps every digit of an integer', (text, value) => {
    expect(parse(text)).toEqual(value)
  })

  test('returns what was written', () => {
    const scalars = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
      fc.boolean(),
      fc.constant(null),
    )
    const data = fc.object({ values: [scalars], maxDepth: 2 })
    fc.assert(
      fc.property(data, (value) => {
        expect(parse(stringify(value))).toEqual(value)
      }),
    )
  })

  test('refuses text that is not JSON', () => {
    expect(() => parse('{"a":')).toThrow(SyntaxError)
  })
})
