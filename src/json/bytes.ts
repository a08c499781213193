import { NUMBER, parseNumber, parse } from './json.ts'

/** Thrown for bytes that are not valid JSON. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected'
}

export const QUOTE = 0x22
export const COMMA = 0x2c
export const HYPHEN = 0x2d
const MINUS = HYPHEN
export const POINT = 0x2e
export const ZERO = 0x30
const NINE = 0x39
export const COLON = 0x3a
export const OPEN_LIST = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_LIST = 0x5d
export const UPPER_E = 0x45
export const UPPER_T = 0x54
export const UPPER_Z = 0x5a
export const LOWER_E = 0x65
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d
export const SPACE = 0x20
export const FIRST_BEYOND_ASCII = 0x80

export const TRUE = Buffer.from('true')
export const FALSE = Buffer.from('false')
export const NULL = Buffer.from('null')

/** Values that are nested deeper are read by JSON.parse. */
const MAX_NESTING = 100

/** The value that begins at `at`. Its grammar is not checked: the bytes must have passed `skipValue` before. */
export function valueAt(bytes: Buffer, at: number): unknown {
  const byte = bytes[at]!
  if (byte === QUOTE) return stringAt(bytes, at + 1)
  if (byte === TRUE[0]) return true
  if (byte === FALSE[0]) return false
  if (byte === NULL[0]) return null
  // The members of a row have passed by themselves, so that it can be nested one level deeper.
  if (byte === OPEN_OBJECT || byte === OPEN_LIST) return parse(bytes.toString('utf8', at, skipValue(bytes, at, -1)))
  return parseNumber(bytes.toString('latin1', at, skipNumber(bytes, at)))
}

function stringAt(bytes: Buffer, start: number): string {
  let end = start
  let isAscii = true
  for (let byte = bytes[end]!; byte !== QUOTE; byte = bytes[end]!) {
    if (byte === BACKSLASH) return JSON.parse(bytes.toString('utf8', start - 1, skipString(bytes, start - 1))) as string
    if (byte >= FIRST_BEYOND_ASCII) isAscii = false
    end += 1
  }
  return bytes.toString(isAscii ? 'latin1' : 'utf8', start, end)
}

/** The position after the value that begins at `at`. Throws Unexpected if it is not valid JSON. */
export function skipValue(bytes: Buffer, at: number, depth = 0): number {
  const byte = bytes[at]!
  if (byte === QUOTE) return skipString(bytes, at)
  if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return skipNumber(bytes, at)
  if (byte === OPEN_OBJECT || byte === OPEN_LIST) return skipMembers(bytes, at, depth + 1)
  const word = byte === NULL[0] ? NULL : byte === TRUE[0] ? TRUE : FALSE
  if (!startsWith(bytes, at, word)) throw new Unexpected()
  return at + word.length
}

/** The position after the string that begins at `at`. */
export function skipString(bytes: Buffer, at: number): number {
  if (bytes[at] !== QUOTE) throw new Unexpected()
  for (let end = at + 1; ;) {
    while (PLAIN[bytes[end]!] === 1) end += 1
    if (bytes[end] === QUOTE) return end + 1
    end = skipMatch(bytes, end, ESCAPE, 6)
  }
}

/** 1 for each byte that needs no escape in a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH),
)

/** Whether a text of ASCII characters that need no escape begins at `at`. False for other texts. */
export function isPlainTextAt(bytes: Buffer, at: number, text: string): boolean {
  const { length } = text
  if (bytes[at] !== QUOTE || bytes[at + length + 1] !== QUOTE) return false
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[at + index + 1]!
    if (byte !== text.charCodeAt(index) || byte >= FIRST_BEYOND_ASCII || PLAIN[byte] !== 1) return false
  }
  return true
}

const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/

/** The position after what the pattern matches here. */
function skipMatch(bytes: Buffer, at: number, pattern: RegExp, maxBytes: number): number {
  const [match] = pattern.exec(bytes.toString('latin1', at, at + maxBytes)) ?? []
  if (match === undefined) throw new Unexpected()
  return at + match.length
}

function skipNumber(bytes: Buffer, at: number): number {
  let end = at + 1
  while (isDigit(bytes[end])) end += 1
  const next = bytes[end]
  const isPlain = next !== POINT && next !== LOWER_E && next !== UPPER_E && bytes[at] !== MINUS && bytes[at] !== ZERO
  return isPlain ? end : skipMatch(bytes, at, NUMBER, 400)
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}

/** The position after the list or the object that begins at `start`. */
function skipMembers(bytes: Buffer, start: number, depth: number): number {
  if (depth > MAX_NESTING) throw new Unexpected()
  const isObject = bytes[start] === OPEN_OBJECT
  const close = isObject ? CLOSE_OBJECT : CLOSE_LIST
  let at = skipSpace(bytes, start + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    if (isObject) at = skipColon(bytes, skipString(bytes, at))
    at = skipSpace(bytes, skipValue(bytes, at, depth))
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== COMMA) throw new Unexpected()
    at = skipSpace(bytes, at + 1)
  }
}

/** The position of the value after the colon, which follows the name that ends at `end`. */
export function skipColon(bytes: Buffer, end: number): number {
  const colon = skipSpace(bytes, end)
  if (bytes[colon] !== COLON) throw new Unexpected()
  return skipSpace(bytes, colon + 1)
}

/** The position of the next byte that is not white space. */
export function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  for (let byte = bytes[at]; byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at])
    at += 1
  return at
}

export function startsWith(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word[index]) return false
  return true
}

// Several bytes of JSON at a time. A word is four bytes as an integer in little-endian order. The functions that search a word
// return one in which the highest bit of each byte that was found is set. It is exact up to the first of these bytes: the bits of
// bytes after it may be wrong.

const ONES = 0x01_01_01_01
const HIGHEST = 0x80_80_80_80

export function byteIn(word: number, byte: number): number {
  const difference = word ^ (byte * ONES)
  return (difference - ONES) & ~difference & HIGHEST
}

/** The bytes that are less than this one, which is at most 0x80. */
export function lessIn(word: number, byte: number): number {
  return (word - byte * ONES) & ~word & HIGHEST
}

/** The quotation marks, and the bytes that a text cannot have. With another second bit, these are the bytes up to a space. */
export function textEndsIn(word: number): number {
  return lessIn(word ^ (2 * ONES), SPACE + 1)
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

/** A text in JSON, with its quotation marks, and the same bytes as 32-bit integers. */
export interface QuotedText {
  readonly bytes: Buffer
  readonly words: readonly number[]
}

export function quotedText(text: string): QuotedText {
  const bytes = Buffer.from(JSON.stringify(text))
  return { bytes, words: wordsOf(bytes) }
}

/** Whether this text is at a position. Names are a large part of an answer, so they are compared four bytes at a time. */
export function isTextAt(view: DataView, at: number, { words, bytes }: QuotedText): boolean {
  const { length } = bytes
  if (at + length > view.byteLength) return false
  if (words.length === 0) return bytes.every((byte, offset) => view.getUint8(at + offset) === byte)
  for (let word = 0; word < words.length - 1; word += 1) if (view.getUint32(at + 4 * word) !== words[word]) return false
  return view.getUint32(at + length - 4) === words[words.length - 1]
}

/** The one of these texts that is at a position; undefined if none is. Those that are frequent move to the front. */
export function textAt<T extends QuotedText>(texts: T[], view: DataView, at: number): T | undefined {
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index]!
    if (!isTextAt(view, at, text)) continue
    if (index > 0) {
      texts[index] = texts[index >> 1]!
      texts[index >> 1] = text
    }
    return text
  }
  return undefined
}

/** A text's bytes as 32-bit integers. The last one may overlap the one before; none if the text is too short. */
function wordsOf(text: Buffer): number[] {
  if (text.length < 4) return []
  const words = Array.from({ length: Math.ceil(text.length / 4) - 1 }, (_, word) => text.readUInt32BE(4 * word))
  return [...words, text.readUInt32BE(text.length - 4)]
}
