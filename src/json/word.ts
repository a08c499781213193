// Several bytes of JSON at a time. A word is four bytes as an integer in little-endian order. The functions that search a word
// return one in which the highest bit of each byte that was found is set. It is exact up to the first of these bytes: the bits of
// bytes after it may be wrong.

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

/** The index of the first byte that was found. */
export function firstIn(found: number): number {
  return (31 - Math.clz32(found & -found)) >> 3
}

/**
 * The number of bytes, at most `most`, that are the same from two positions on. Both views must have so many bytes after them.
 * One of them must be valid JSON, which has no zero bytes: as numbers, 0 and -0 are equal although their bytes are not.
 */
export function commonLength(one: DataView, from: number, other: DataView, at: number, most: number): number {
  let same = 0
  while (same + 8 <= most && one.getFloat64(from + same, true) === other.getFloat64(at + same, true)) same += 8
  for (; same + 4 <= most; same += 4) {
    const difference = one.getInt32(from + same, true) ^ other.getInt32(at + same, true)
    if (difference !== 0) return same + firstIn(difference)
  }
  while (same < most && one.getUint8(from + same) === other.getUint8(at + same)) same += 1
  return same
}
