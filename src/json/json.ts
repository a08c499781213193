/**
 * Parses JSON as JSON.parse does, except that numbers beyond ±(2^53 − 1), which it would round, become strings as they were sent: IDs and
 * micro amounts of the interface are 64-bit integers. Throws a SyntaxError for values that are nested deeper than
 * `MAX_DEPTH`, because what reads or writes them is recursive.
 */
export function parse(text: string): unknown {
  const value: unknown = JSON.parse(mayHoldLong(text) ? quoteLongs(text) : text)
  // Each level takes two characters.
  if (text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH)) throw new SyntaxError('The JSON is nested too deeply')
  return value
}

/** How deep the values of an answer may be nested. Documented answers have fewer than 10 levels. */
export const MAX_DEPTH = 200

/** Whether lists and objects are nested deeper than this. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

/** The value of a number's text, as `parse` returns it. */
export function parseNumber(text: string): number | string {
  const number = Number(text)
  return isExact(number) ? number : text
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

// Most answers have long digits and exponents in strings only. Only an unquoted number, after one of `:[,` or before one of `,]}`, needs the
// slow path. A pattern with every digit written out is five times as fast as a counted repetition, and two as one that is both.
const LONG_DIGITS = new RegExp(`[:[,\\s-]${'\\d'.repeat(16)}`)
const EXPONENT = /\d[eE]\+?\d+[\s,\]}]/

function mayHoldLong(text: string): boolean {
  return LONG_DIGITS.test(text) || EXPONENT.test(text)
}

/** A string, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g

/** A number in JSON, which may have a sign, a fraction or an exponent. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])/

/** Quotes every number that is not exact. What is not valid stays, for JSON.parse to refuse. */
function quoteLongs(text: string): string {
  return text.replace(TOKEN, (token) =>
    token.startsWith('"') || isExact(Number(token)) || !NUMBER.test(token) ? token : `"${token}"`,
  )
}

/** Whether a number is as it was sent, as far as its digits go. Those beyond this are integers in JavaScript, which are rounded. */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER
}

/** Whether texts are in their order: sorting takes longer than this, for a few texts too. */
function isSorted(texts: readonly string[]): boolean {
  let last = ''
  for (const text of texts) {
    if (text < last) return false
    last = text
  }
  return true
}

/** Texts that JSON only puts into quotation marks. */
const PLAIN = /^[\w ,.:+/-]*$/

/** A text that is equal for equal values. The order of an object's members and undefined members do not count. */
export function variantKey(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  let key = ''
  if (Array.isArray(value)) {
    for (const item of value) key += `${variantKey(item)},`
    return `[${key}]`
  }
  const members = value as Record<string, unknown>
  const names = Object.keys(members).filter((name) => members[name] !== undefined)
  if (!isSorted(names)) names.sort()
  for (const name of names) key += `${name}:${variantKey(members[name])},`
  return `{${key}}`
}
