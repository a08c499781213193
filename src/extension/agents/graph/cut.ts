import { cutText } from '../../../execute/error/inspect.ts'
import { KEYS } from '../document/rewrite.ts'
import { listOf, objectOf, textOf, type Json, type JsonObject } from '../value/json.ts'

/** A list of which a result has only a part. */
interface Continued {
  /** The response path of the list, such as `account.campaigns`. */
  path: string
  /** The number of items in the result. */
  items: number
  /** LENGTH if the result would be too long, PAGE if the list has another page. */
  reason: 'LENGTH' | 'PAGE'
  /** The cursor to read on with, as the argument `after`. Null if the list has no cursors. */
  after: string | null
}

/** The maximum number of characters of the data in a result. */
const MAX_RESULT_CHARACTERS = 40_000

/** The maximum number of characters of one text of the service. */
const MAX_TEXT_CHARACTERS = 2_000

/** A text of the service, cut if it is long. */
export function shortText(text: string): string {
  return cutText(text, MAX_TEXT_CHARACTERS)
}

/** The maximum number of lists and texts that are named. */
const MAX_NAMED = 50

/** A list in the data. A connection can have its items twice, as nodes and as edges. */
interface List {
  path: string
  /** The number of lists around it. */
  depth: number
  /** The number of items that arrived, and of those that are kept. */
  total: number
  length: number
  /** The cursor after each item. */
  cursors: readonly string[]
  hasMore: boolean
}

/**
 * Cuts long texts, and then the outermost lists until the data has at most MAX_RESULT_CHARACTERS of JSON. Removes what was selected only
 * for that. Each list that was cut or has another page is named, with the cursor to read on with.
 */
export function cut(data: JsonObject | null) {
  const lengths = new Map<string, number>()
  for (;;) {
    const { kept, lists, cutTexts } = clean(data, lengths)
    const size = JSON.stringify(kept).length
    if (size <= MAX_RESULT_CHARACTERS) {
      const continued = lists.flatMap((list) => continuedOf(list) ?? []).slice(0, MAX_NAMED)
      return {
        data: kept,
        continued,
        /** The response paths of texts that were cut. */
        cutTexts: cutTexts.slice(0, MAX_NAMED),
        /** Whether there is no data because even one item of each list is too long. */
        isTooLong: false,
      }
    }
    const long = lists.filter(({ length }) => length > 1)
    if (long.length === 0) return { data: null, continued: [], cutTexts: [], isTooLong: true }
    const outermost = long.reduce((least, { depth }) => Math.min(least, depth), Infinity)
    for (const { path, depth, length } of long) {
      const shorter = Math.min(length - 1, Math.floor((length * MAX_RESULT_CHARACTERS) / size))
      if (depth === outermost) lengths.set(path, Math.max(1, shorter))
    }
  }
}

/** Data with short texts, and with as many items of each list as `lengths` has for its path; by default all. */
function clean(data: JsonObject | null, lengths: ReadonlyMap<string, number>) {
  const lists: List[] = []
  const cutTexts: string[] = []
  return { kept: data && cleanObject(data, '', 0), lists, cutTexts }

  function cleanValue(value: Json, path: string, depth: number): Json {
    if (typeof value === 'string') {
      const short = shortText(value)
      if (short !== value) cutTexts.push(path)
      return short
    }
    if (Array.isArray(value)) return cleanItems(value, path, listAt(path, depth, value.length))
    return value && typeof value === 'object' ? cleanObject(value, path, depth) : value
  }

  function cleanObject(given: JsonObject, path: string, depth: number): JsonObject {
    const { [KEYS.edges]: edges, [KEYS.pageInfo]: pageInfo, [KEYS.userErrors]: _problems, ...members } = given
    const cursors = listOf(edges).map((edge) => textOf(objectOf(edge)?.['cursor']))
    const hasMore = objectOf(pageInfo)?.['hasNextPage'] === true
    const list = edges === undefined ? undefined : listAt(path, depth, cursors.length, cursors, hasMore)
    return Object.fromEntries(
      Object.entries(members).map(([key, value]) => {
        const at = path === '' ? key : `${path}.${key}`
        const isOfConnection = list && Array.isArray(value) && value.length === list.total
        return [key, isOfConnection ? cleanItems(value, at, list) : cleanValue(value, at, depth)]
      }),
    )
  }

  function cleanItems(items: readonly Json[], path: string, { depth, length }: List): Json[] {
    return items.slice(0, length).map((item, index) => cleanValue(item, `${path}.${index}`, depth + 1))
  }

  function listAt(path: string, depth: number, total: number, cursors: string[] = [], hasMore = false): List {
    const list = { path, depth, total, length: lengths.get(path) ?? total, cursors, hasMore }
    lists.push(list)
    return list
  }
}

function continuedOf({ path, total, length, cursors, hasMore }: List): Continued | undefined {
  if (length === total && !hasMore) return undefined
  return { path, items: length, reason: length < total ? 'LENGTH' : 'PAGE', after: cursors[length - 1] ?? null }
}
