import { BACKSLASH, FIRST_BEYOND_ASCII, QUOTE, skipValue, SPACE } from '../rest/json/bytes.ts'

const FIRST_BYTES = 4096

/**
 * The buffer of the next writer. A writer owns it until `written` is called, so that two writers never share a buffer.
 * A buffer that has grown is kept for the next responses, up to a limit.
 */
let spare = Buffer.allocUnsafeSlow(FIRST_BYTES)
const MAX_SPARE_BYTES = 2 ** 21

const NO_BYTES = Buffer.alloc(0)

/** Strings up to this length are written byte by byte. For longer ones JSON.stringify is faster. */
const MAX_SHORT_LENGTH = 128

/** Writes JSON into one growing buffer. */
export class JsonWriter {
  #bytes = spare
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
    this.discard()
    return written
  }

  /** Discards what has been written, and returns its length. Nothing may be written afterwards. */
  discard(): number {
    if (this.#bytes.length <= MAX_SPARE_BYTES) spare = this.#bytes
    return this.#length
  }

  /** Writes bytes that are valid JSON. */
  bytes(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start)
    const target = this.#bytes
    let length = this.#length
    for (let at = start; at < end; at += 1) target[length++] = source[at]!
    this.#length = length
  }

  /** Writes the value that begins at a position of valid JSON, as it is there. */
  copyValue(source: Buffer, start: number): void {
    if (source[start] !== QUOTE || !this.#copiedShort(source, start))
      this.bytes(source, start, skipValue(source, start))
  }

  /** Copies a short string without escape sequences. Returns false, and writes nothing, for any other string. */
  #copiedShort(source: Buffer, start: number): boolean {
    this.#reserve(MAX_SHORT_LENGTH)
    const target = this.#bytes
    let length = this.#length
    target[length++] = QUOTE
    for (let at = start + 1; at < start + MAX_SHORT_LENGTH; at += 1) {
      const byte = source[at]!
      target[length++] = byte
      if (byte === BACKSLASH) return false
      if (byte !== QUOTE) continue
      this.#length = length
      return true
    }
    return false
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
    const longer = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length, FIRST_BYTES))
    longer.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = longer
  }
}
