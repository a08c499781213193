/**
 * Parses JSON as JSON.parse does, except that integers beyond ±(2^53 − 1) become strings of their digits: IDs and micro
 * amounts of the interface are 64-bit integers. Throws a SyntaxError for values that are nested deeper than
 * `MAX_DEPTH`, because what reads or writes them is recursive.
 */
export function parse(text: string): unknown {
  // Each level takes two characters.
  if (text.length > 2 * MAX_DEPTH && depthOf(text) > MAX_DEPTH) throw new SyntaxError('The JSON is nested too deeply')
  return JSON.parse(MAY_HOLD_LONG.test(text) ? quoteLongs(text) : text)
}

/** How deep the values of an answer may be nested. Documented answers have fewer than 10 levels. */
export const MAX_DEPTH = 200

/** How deep lists and objects are nested in a text. Strings are skipped. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) deepest = Math.max(deepest, (depth += 1))
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return deepest
}

/** The value of a number's text, as `parse` returns it. */
export function parseNumber(text: string): number | string {
  return isLong(text) ? text : Number(text)
}

/** Writes a bigint as plain JSON digits, otherwise like JSON.stringify: undefined members are left out. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return stringifyLongs(value)
  }
}

/** JSON.stringify refuses bigints. */
function stringifyLongs(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => stringifyLongs(item ?? null)).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${stringifyLongs(member)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

// Most answers have long digits in strings only. Only an unquoted number, after one of `:[,`, needs the slow path. A
// pattern with every digit written out is five times as fast in V8 as a counted repetition.
const MAY_HOLD_LONG = new RegExp(`[:[,\\s-]${'\\d'.repeat(16)}`)

const MAX_SAFE_DIGITS = String(Number.MAX_SAFE_INTEGER)

const QUOTE = 0x22
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/** Quotes every integer that a JavaScript number cannot represent exactly. Strings are skipped. */
function quoteLongs(text: string): string {
  let quoted = ''
  let copied = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at)
      const number = text.slice(at, end)
      if (isLong(number)) {
        quoted += `${text.slice(copied, at)}"${number}"`
        copied = end
      }
      at = end
    } else {
      at += 1
    }
  }
  return quoted + text.slice(copied)
}

function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end + 1
}

/** A quote is escaped if it follows an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

const NUMBER = /-?[\d.eE+-]*/y

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start
  NUMBER.test(text)
  return NUMBER.lastIndex
}

function isLong(number: string): boolean {
  if (!/^-?\d{16,}$/.test(number)) return false
  const digits = number.startsWith('-') ? number.slice(1) : number
  return digits.length > MAX_SAFE_DIGITS.length || digits > MAX_SAFE_DIGITS
}

/** A text that is equal for equal values. The order of an object's members and undefined members do not count. */
export function variantKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  let key = ''
  if (Array.isArray(value)) {
    for (const item of value) key += `${variantKey(item)},`
    return `[${key}]`
  }
  const names = Object.keys(value)
  if (names.length > 1) names.sort()
  for (const name of names) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) key += `${name}:${variantKey(member)},`
  }
  return `{${key}}`
}
