import type { ViewedBytes } from '../../async/viewed-bytes.ts'
import { BACKSLASH, FIRST_BEYOND_ASCII, isDigit, LOWER_E, POINT, QUOTE, SPACE, UPPER_E } from '../../json/bytes.ts'
import { UpstreamError } from '../errors.ts'
import type { Row, RowsById } from '../types.ts'
import { newIntegers } from './integers.ts'

/**
 * The rows of a page by a number or a text in its bytes, such as their IDs. It takes neither strings nor objects for each row: a map
 * would be the most garbage that a page makes.
 */
export class RowIndex<R extends Row> implements RowsById<R> {
  readonly body: ViewedBytes
  readonly #rows: readonly R[]
  /** For each row where its value begins, and the hash of the value. */
  readonly #values: Int32Array
  /** A hash table with at least twice as many slots as rows. A slot has the number of a row from 1 on, or 0. */
  readonly #slots: Int32Array
  size = 0

  constructor(body: ViewedBytes, rows: readonly R[]) {
    this.body = body
    this.#rows = rows
    this.#values = newIntegers(2 * rows.length)
    this.#slots = newIntegers(2 ** (33 - Math.clz32(rows.length)))
  }

  /**
   * Adds the next row, whose value begins here. False if the value is not certainly another one than the rows before have: unless it is
   * an integer or a text of ASCII characters without escape sequences, whose hash differs.
   */
  add(start: number): boolean {
    const hash = hashAt(this.body.bytes, start)
    const slot = this.#slotOf(hash)
    if (hash === NONE || this.#slots[slot] !== 0) return false
    this.#values[2 * this.size] = start
    this.#values[2 * this.size + 1] = hash
    this.size += 1
    this.#slots[slot] = this.size
    return true
  }

  /** The row whose value is this text in the form in which IDs are compared (`comparableId`). */
  get(id: string): R | undefined {
    const row = this.#slots[this.#slotOf(hashOf(id))]
    if (!row) return undefined
    assertHeld(this.body)
    return isAt(this.body.bytes, this.#values[2 * row - 2] ?? 0, id) ? this.#rows[row - 1] : undefined
  }

  /** The slot of the row with this hash, or the empty one that it would have. */
  #slotOf(hash: number): number {
    const lastSlot = this.#slots.length - 1
    let slot = hash & lastSlot
    for (;;) {
      const row = this.#slots[slot]
      if (!row || this.#values[2 * row - 1] === hash) return slot
      slot = (slot + 1) & lastSlot
    }
  }
}

/** The hash of no value. A value that has it counts as one without a hash. */
const NONE = 0

/** The prime of the hash function FNV-1a. */
const PRIME = 0x01_00_01_93

/** For each byte the code of its character in lowercase; 0 for those that are not ASCII, or need an escape in a text. */
const LOWERCASE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte >= FIRST_BEYOND_ASCII
    ? 0
    : String.fromCharCode(byte).toLowerCase().charCodeAt(0),
)

const DIGITS = LOWERCASE.map((code) => (isDigit(code) ? code : 0))

function hashOf(text: string): number {
  let hash = NONE
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  return hash
}

function codeAt(bytes: Buffer, at: number, codes: Uint8Array): number | undefined {
  return codes[bytes[at] ?? QUOTE]
}

/** The hash of the integer or the text that begins here, in lowercase; NONE for any other value. */
function hashAt(bytes: Buffer, start: number): number {
  const isText = bytes[start] === QUOTE
  const codes = isText ? LOWERCASE : DIGITS
  let hash = NONE
  let end = isText ? start + 1 : start
  for (let code = codeAt(bytes, end, codes); code; code = codeAt(bytes, end, codes)) {
    hash = Math.imul(hash ^ code, PRIME)
    end += 1
  }
  const next = bytes[end]
  const isWhole = isText ? next === QUOTE : next !== POINT && next !== LOWER_E && next !== UPPER_E
  return isWhole ? hash : NONE
}

/** Whether the integer or the text that begins here is this text, in lowercase. */
function isAt(bytes: Buffer, start: number, text: string): boolean {
  const isText = bytes[start] === QUOTE
  const codes = isText ? LOWERCASE : DIGITS
  const from = isText ? start + 1 : start
  for (let index = 0; index < text.length; index += 1) {
    const code = codeAt(bytes, from + index, codes)
    // The code of other bytes, 0, can be a character of the text.
    if (!code || code !== text.charCodeAt(index)) return false
  }
  return !codeAt(bytes, from + text.length, codes)
}

/** Throws OVERLOADED if the memory of an answer was released. */
export function assertHeld({ bytes }: ViewedBytes): void {
  if (bytes.length === 0) throw new UpstreamError({ code: 'OVERLOADED', message: 'The operation has ended' })
}
