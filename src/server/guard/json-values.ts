const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The parts of a JSON text that take time and memory when it is parsed. */
export interface JsonCounts {
  values: number
  /**
   * Members that come after others than in all objects before, by their names: for each the engine makes a hidden class. An
   * object with the members of another one, in the same order, adds none.
   */
  shapes: number
}

/**
 * Counts the contents of a JSON text that arrives in chunks, before it is parsed. The returned function gives the counts of
 * all chunks so far. For invalid JSON the counts are at most the number of bytes.
 */
export function createJsonCounter(): (piece: Uint8Array) => JsonCounts {
  const counts: JsonCounts = { values: 0, shapes: 0 }
  /** One bit for each hash. */
  const knownShapes = new Uint8Array(SHAPE_HASHES / 8)
  let inString = false
  /** Whether the first byte of the next piece is escaped. */
  let isEscaped = false
  /** A value after a comma is counted with the comma. */
  let isCounted = false
  /** The length of the last string, up to that of a name, and its hash. */
  let textLength = 0
  let textHash = 0
  /** The hashes of the names so far in the object and in those around it. */
  let shape = 0
  const around: number[] = []

  /** The next backslash of the piece, or one that has been passed. */
  let nextBackslash = -1

  return (piece) => {
    let at = isEscaped ? 1 : 0
    isEscaped = false
    nextBackslash = -1
    while (at < piece.length) {
      if (inString) at = skipString(piece, at)
      else {
        countByte(piece[at]!)
        at += 1
      }
    }
    return counts
  }

  /** The position at which the string ends, or the piece. */
  function skipString(piece: Uint8Array, start: number): number {
    let at = start
    let length = textLength
    let hash = textHash
    let byte = 0
    for (; byte !== QUOTE && at < piece.length && length <= MAX_NAME_BYTES; at += 1) {
      byte = piece[at]!
      if (byte === QUOTE) continue
      if (byte === BACKSLASH) at += 1
      hash = (Math.imul(hash, 31) + byte) | 0
      length += 1
    }
    textLength = length
    textHash = hash
    if (byte === QUOTE) return endString(at)
    // The rest of a long text is searched, not read.
    while (at < piece.length) {
      const quote = piece.indexOf(QUOTE, at)
      const end = quote === -1 ? piece.length : quote
      if (nextBackslash < at) nextBackslash = positionOf(BACKSLASH, piece, at)
      if (nextBackslash >= end) return quote === -1 ? end : endString(quote + 1)
      at = nextBackslash + 2
    }
    isEscaped = at > piece.length
    return at
  }

  function endString(at: number): number {
    inString = false
    return at
  }

  function countByte(byte: number): void {
    if (byte === COMMA) {
      counts.values += 1
      isCounted = true
      return
    }
    if (byte === COLON) return countName()
    if (byte <= SPACE) return
    if (byte === QUOTE) {
      inString = true
      textLength = 0
      textHash = 0
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (!isCounted) counts.values += 1
      if (byte === OPEN_OBJECT) {
        around.push(shape)
        shape = 0
      }
    } else if (byte === CLOSE_OBJECT) shape = around.pop() ?? 0
    isCounted = false
  }

  function countName(): void {
    shape = Math.imul(shape ^ textHash, 0x9e3779b1)
    const hash = shape >>> (32 - SHAPE_HASH_BITS)
    // Only the beginning of a long name is known.
    const mask = 1 << (hash & 7)
    if ((knownShapes[hash >> 3]! & mask) !== 0 && textLength <= MAX_NAME_BYTES) return
    knownShapes[hash >> 3]! |= mask
    counts.shapes += 1
  }
}

function positionOf(byte: number, piece: Uint8Array, from: number): number {
  const position = piece.indexOf(byte, from)
  return position === -1 ? piece.length : position
}

/** The maximum length of a name. Longer names are not distinguished. */
const MAX_NAME_BYTES = 64

/** Shapes with the same hash count once. There are far fewer than hashes in a body that is read. */
const SHAPE_HASH_BITS = 16
const SHAPE_HASHES = 2 ** SHAPE_HASH_BITS
