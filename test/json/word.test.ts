import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteIn, commonLength, firstIn, lessIn } from '../../src/json/bytes.ts'

const wordOf = (bytes: readonly number[]) => Buffer.from(bytes).readInt32LE()
const byte = fc.integer({ min: 0, max: 255 })
// Bytes near those that are searched.
const bytes = fc.array(fc.oneof(byte, fc.constantFrom(0x00, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5c, 0x7f, 0x80, 0xa2)), {
  minLength: 4,
  maxLength: 4,
})

/** The index of the first byte that a search has found, or -1. */
const indexIn = (found: number) => (found === 0 ? -1 : firstIn(found))

describe('a search in a word', () => {
  it('finds the first byte that is equal', () => {
    fc.assert(
      fc.property(bytes, fc.oneof(byte, fc.constantFrom(0x22, 0x5c)), (bytes, wanted) => {
        expect(indexIn(byteIn(wordOf(bytes), wanted))).toBe(bytes.indexOf(wanted))
      }),
      { numRuns: 5000 },
    )
  })

  it('finds the first byte that is less', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 0x80 }), (bytes, limit) => {
        expect(indexIn(lessIn(wordOf(bytes), limit))).toBe(bytes.findIndex((each) => each < limit))
      }),
      { numRuns: 5000 },
    )
  })
})

/** Bytes that JSON can have. */
const json = fc.uint8Array({ min: 1, maxLength: 40 })

describe('the common length of two positions', () => {
  it('is the number of equal bytes, up to a limit', () => {
    fc.assert(
      fc.property(json, json, byte, (same, rest, other) => {
        const one = Buffer.from([7, ...same, other, ...rest])
        const two = Buffer.from([...same, other ^ 1, ...rest])
        const common = commonLength(viewOf(one), 1, viewOf(two), 0, two.length)
        expect(common).toBe(same.length)
        expect(commonLength(viewOf(one), 1, viewOf(two), 0, same.length >> 1)).toBe(same.length >> 1)
      }),
      { numRuns: 2000 },
    )
  })
})

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
