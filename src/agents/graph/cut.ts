import { cutText } from '../../execute/error/inspect.ts'
import { KEYS } from '../document/rewrite.ts'
import { listOf, objectOf, textOf, type Json, type JsonObject } from '../value/json.ts'

/** A list of which a result has only a part. */
export interface Continued {
  /** The response path of the list, such as `account.campaigns`. */
  path: string
  /** The number of items in the result. */
  items: number
  /** LENGTH if the result would be too long, PAGE if the list has another page. */
  reason: 'LENGTH' | 'PAGE'
  /** The cursor to read on with, as the argument `after`. Null if the list has no cursors. */
  after: string | null
}

/** Data that is short enough for an agent. */
export interface CutData {
  data: JsonObject | null
  continued: Continued[]
  /** The response paths of texts that were cut. */
  cutTexts: string[]
  /** Whether there is no data because even one item of each list is too long. */
  isTooLong: boolean
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

/** A list in the data. */
interface List {
  path: string
  depth: number
  /** The items. A connection can have them twice, as nodes and as edges. */
  arrays: Json[][]
  /** The number of items that arrived, and of those that are kept. */
  total: number
  length: number
  /** The cursor after each item. */
  cursors: readonly string[]
  hasMore: boolean
  /** The list around it, and the item in which it is. */
  within: Place | undefined
}

interface Place {
  list: List
  index: number
}

/**
 * Cuts long texts, and then the outermost lists until the data has at most MAX_RESULT_CHARACTERS of JSON. Removes what was selected only
 * for that. Each list that was cut or has another page is named, with the cursor to read on with.
 */
export function cut(data: JsonObject | null): CutData {
  const lists: List[] = []
  const cutTexts: string[] = []
  const kept = data && cleanObject(data, { path: '', depth: 0, within: undefined })
  for (let size = sizeOf(kept); size > MAX_RESULT_CHARACTERS; size = sizeOf(kept)) {
    const long = lists.filter((list) => list.length > 1 && isKept(list))
    if (long.length === 0) return { data: null, continued: [], cutTexts: [], isTooLong: true }
    const depth = long.reduce((least, list) => Math.min(least, list.depth), Infinity)
    for (const list of long) if (list.depth === depth) shorten(list, MAX_RESULT_CHARACTERS / size)
  }
  const continued = lists.filter(isKept).flatMap((list) => continuedOf(list) ?? [])
  return {
    data: kept,
    continued: continued.slice(0, MAX_NAMED),
    cutTexts: cutTexts.slice(0, MAX_NAMED),
    isTooLong: false,
  }

  function clean(value: Json, at: At): Json {
    if (typeof value === 'string') {
      const short = shortText(value)
      if (short !== value) cutTexts.push(at.path)
      return short
    }
    if (Array.isArray(value)) {
      const list: List = { ...at, arrays: [], total: value.length, length: value.length, cursors: [], hasMore: false }
      lists.push(list)
      return cleanItems(value, list, at.path)
    }
    return value && typeof value === 'object' ? cleanObject(value, at) : value
  }

  function cleanObject(given: JsonObject, at: At): JsonObject {
    const { [KEYS.edges]: edges, [KEYS.pageInfo]: pageInfo, [KEYS.userErrors]: _problems, ...members } = given
    const list = edges === undefined ? undefined : connection(edges, pageInfo, at)
    if (list) lists.push(list)
    return Object.fromEntries(
      Object.entries(members).map(([key, value]) => {
        const path = at.path === '' ? key : `${at.path}.${key}`
        const isOfConnection = list && Array.isArray(value) && value.length === list.length
        return [key, isOfConnection ? cleanItems(value, list, path) : clean(value, { ...at, path })]
      }),
    )
  }

  function cleanItems(items: readonly Json[], list: List, path: string): Json[] {
    const cleaned = items.map((item, index) =>
      clean(item, { path: `${path}.${index}`, depth: list.depth + 1, within: { list, index } }),
    )
    list.arrays.push(cleaned)
    return cleaned
  }
}

/** Where a value is in the data. */
type At = Pick<List, 'path' | 'depth' | 'within'>

function connection(edges: Json, pageInfo: Json | undefined, at: At): List {
  const cursors = listOf(edges).map((edge) => textOf(objectOf(edge)?.['cursor']))
  return {
    ...at,
    arrays: [],
    total: cursors.length,
    length: cursors.length,
    cursors,
    hasMore: objectOf(pageInfo)?.['hasNextPage'] === true,
  }
}

function sizeOf(data: JsonObject | null): number {
  return JSON.stringify(data).length
}

function isKept({ within }: List): boolean {
  return !within || (within.index < within.list.length && isKept(within.list))
}

/** Keeps this share of the items of a list: at least one, and not all. */
function shorten(list: List, share: number): void {
  list.length = Math.max(1, Math.min(list.length - 1, Math.floor(list.length * share)))
  for (const array of list.arrays) array.length = list.length
}

function continuedOf({ path, total, length, cursors, hasMore }: List): Continued | undefined {
  if (length === total && !hasMore) return undefined
  return { path, items: length, reason: length < total ? 'LENGTH' : 'PAGE', after: cursors[length - 1] ?? null }
}
