import { BACKSLASH, FIRST_BEYOND_ASCII, QUOTE, SPACE } from '../../json/bytes.ts'
import type { ViewedBytes } from '../../rest/json/lazy-row.ts'

const FIRST_BYTES = 4096

/** JSON that is written often: four bytes at a time, as integers. The last integer has unused bytes. */
export interface Literal {
  readonly words: readonly number[]
  readonly length: number
}

/** Text that is valid JSON, or a piece of it. */
export function literalOf(text: string): Literal {
  const length = Buffer.byteLength(text)
  const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
  padded.write(text)
  return { words: Array.from({ length: padded.length / 4 }, (_, word) => padded.readInt32LE(4 * word)), length }
}

/**
 * The buffer of the next writer. A writer owns it until `written` is called, so that two writers never share a buffer.
 * A buffer that has grown is kept for the next responses, up to a limit.
 */
let spare = newBuffer(FIRST_BYTES)
const MAX_SPARE_BYTES = 2 ** 21

const NO_BYTES = newBuffer(0)

function newBuffer(length: number): ViewedBytes {
  const bytes = Buffer.allocUnsafeSlow(length)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** Strings up to this length are written in JavaScript. For longer ones JSON.stringify is faster. */
const MAX_SHORT_LENGTH = 128

/** Writes JSON into one growing buffer. */
export class JsonWriter {
  #bytes = spare.bytes
  #view = spare.view
  #length = 0

  constructor() {
    spare = NO_BYTES
  }

  /** The number of bytes that have been written since the last `take`. */
  get length(): number {
    return this.#length
  }

  /** Returns a copy of the bytes that were written since the last call. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  /** Returns a copy of the written bytes, and gives up the buffer. Nothing may be written afterwards. */
  written(): Buffer {
    const written = Buffer.from(this.#bytes.subarray(0, this.#length))
    if (this.#bytes.length <= MAX_SPARE_BYTES) spare = { bytes: this.#bytes, view: this.#view }
    return written
  }

  literal({ words, length }: Literal): void {
    this.#reserve(length + 3)
    const target = this.#view
    for (let word = 0; word < words.length; word += 1) target.setInt32(this.#length + 4 * word, words[word]!, true)
    this.#length += length
  }

  /**
   * Writes the value of this length that begins at a position of valid JSON, as it is there. At least three bytes must follow it,
   * as in an object in a list in an object. Eight bytes of it are copied as a number, which UTF-8 never makes NaN.
   */
  copyValue(source: ViewedBytes, start: number, length: number): void {
    this.#reserve(length + 3)
    if (length > MAX_SHORT_LENGTH) source.bytes.copy(this.#bytes, this.#length, start, start + length)
    else {
      const target = this.#view
      const from = source.view
      let offset = 0
      for (; offset + 8 <= length; offset += 8)
        target.setFloat64(this.#length + offset, from.getFloat64(start + offset, true), true)
      for (; offset < length; offset += 4)
        target.setInt32(this.#length + offset, from.getInt32(start + offset, true), true)
    }
    this.#length += length
  }

  byte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  /** Writes a value as JSON.stringify does, and null for values that it omits. */
  value(value: unknown): void {
    if (typeof value === 'string' && this.#wroteShort(value)) return
    const text: string = JSON.stringify(value) ?? 'null'
    // No character takes more than three bytes for each of its UTF-16 units.
    this.#reserve(3 * text.length)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Writes a short string without characters to escape. Returns false, and writes nothing, for any other string. */
  #wroteShort(text: string): boolean {
    if (text.length > MAX_SHORT_LENGTH) return false
    this.#reserve(text.length + 2)
    const target = this.#bytes
    let length = this.#length
    target[length++] = QUOTE
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < SPACE || code >= FIRST_BEYOND_ASCII || code === QUOTE || code === BACKSLASH) return false
      target[length++] = code
    }
    target[length++] = QUOTE
    this.#length = length
    return true
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const { bytes, view } = newBuffer(Math.max(needed, 2 * this.#bytes.length, FIRST_BYTES))
    bytes.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = bytes
    this.#view = view
  }
}
