/** The maximum length of a value, or of a text around it, in a message. */
const MAX_SHOWN_CHARACTERS = 500

const MAX_SHOWN_ITEMS = 10
const MAX_SHOWN_DEPTH = 2

/** A text, truncated if it is longer than `max` characters. */
export function cutText(text: string, max = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  // A surrogate pair is not split.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/** A JSON value for a message, as graphql-js prints values, but truncated. */
export function inspectShort(value: unknown): string {
  return cutText(inspect(value, 0))
}

function inspect(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value))
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return inspectList(value, depth)
  const names = firstNames(value)
  if (names.length === 0) return '{}'
  if (depth >= MAX_SHOWN_DEPTH) return '[Object]'
  const shown = names.map((name) => `${cutText(name)}: ${inspect((value as Record<string, unknown>)[name], depth + 1)}`)
  return `{ ${shown.join(', ')} }`
}

function inspectList(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return '[]'
  if (depth >= MAX_SHOWN_DEPTH) return '[Array]'
  const shown = items.slice(0, MAX_SHOWN_ITEMS).map((item) => inspect(item, depth + 1))
  const left = items.length - shown.length
  if (left === 1) shown.push('... 1 more item')
  if (left > 1) shown.push(`... ${left} more items`)
  return `[${shown.join(', ')}]`
}

/** The names of the first members of an object: more than fit into a message. */
function firstNames(value: object): string[] {
  const names: string[] = []
  for (const name in value) {
    names.push(name)
    if (names.length > MAX_SHOWN_CHARACTERS) break
  }
  return names
}
