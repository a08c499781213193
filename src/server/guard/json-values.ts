const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/**
 * Counts the values of a JSON text that comes in pieces, before any of it is parsed: gives how many begin in each piece.
 * What is no JSON is counted somehow; its length bounds the count.
 */
export function createValueCounter(): (piece: Uint8Array) => number {
  let inString = false
  let isEscaped = false
  /** The value that begins behind a comma is counted with it. */
  let isCounted = false
  return (piece) => {
    let count = 0
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]!
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === COMMA) {
        count += 1
        isCounted = true
      } else if (byte > SPACE) {
        if (byte === QUOTE) inString = true
        else if ((byte === OPEN_LIST || byte === OPEN_OBJECT) && !isCounted) count += 1
        isCounted = false
      }
    }
    return count
  }
}
