// Four bytes of JSON at a time, as an integer of 32 bits in little-endian order. The functions return an integer in which the
// highest bit of each byte that was found is set, and are exact up to the first of them: bits of later bytes may be wrong.

const ONES = 0x01_01_01_01
const HIGHEST = 0x80_80_80_80

/** The bytes that are equal to this one. */
export function byteIn(word: number, byte: number): number {
  const difference = word ^ (byte * ONES)
  return (difference - ONES) & ~difference & HIGHEST
}

/** The bytes that are less than this one, which is at most 0x80. */
export function lessIn(word: number, byte: number): number {
  return (word - byte * ONES) & ~word & HIGHEST
}

/** The index of the first byte that was found, or, for the difference of two integers, of the first byte that differs. */
export function firstIn(found: number): number {
  return (31 - Math.clz32(found & -found)) >> 3
}
