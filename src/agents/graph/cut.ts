import { KEYS } from '../document/rewrite.ts'
import type { Json, JsonObject } from './run.ts'

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
}

/** The maximum number of characters of the data in a result. */
export const MAX_RESULT_CHARACTERS = 40_000

/** The maximum number of characters of one text of the service. */
const MAX_TEXT_CHARACTERS = 2_000

/** A text of the service, cut if it is long. */
export function shortText(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS ? text : `${text.slice(0, MAX_TEXT_CHARACTERS)}…`
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
 * Cuts long texts, and then the outermost lists until the data has at most `maxCharacters` characters of JSON. Removes what was
 * selected only for that. Each list that was cut or has another page is named, with the cursor to read on with.
 */
export function cut(data: JsonObject | null, maxCharacters = MAX_RESULT_CHARACTERS): CutData {
  const lists: List[] = []
  const cutTexts: string[] = []
  const kept = data && cleanObject(data, { path: '', depth: 0, within: undefined })
  for (;;) {
    const size = JSON.stringify(kept).length
    if (size <= maxCharacters) break
    const outermost = lists.filter((list) => list.length > 1 && isKept(list)).sort(byDepth)[0]
    if (!outermost) return { data: null, continued: [], cutTexts: [] }
    shorten(
      outermost,
      Math.max(1, Math.min(outermost.length - 1, Math.floor((outermost.length * maxCharacters) / size))),
    )
  }
  const continued = lists.filter(isKept).flatMap((list) => continuedOf(list) ?? [])
  return { data: kept, continued: continued.slice(0, MAX_NAMED), cutTexts: cutTexts.slice(0, MAX_NAMED) }

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

  function cleanObject({ [KEYS.edges]: edges, [KEYS.pageInfo]: pageInfo, ...members }: JsonObject, at: At): JsonObject {
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
  const cursors = (Array.isArray(edges) ? edges : []).map((edge) => textOf(memberOf(edge, 'cursor')))
  return {
    ...at,
    arrays: [],
    total: cursors.length,
    length: cursors.length,
    cursors,
    hasMore: memberOf(pageInfo, 'hasNextPage') === true,
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined
}

function isKept({ within }: List): boolean {
  return !within || (within.index < within.list.length && isKept(within.list))
}

/** Outermost first, and among equals the longest. */
function byDepth(a: List, b: List): number {
  return a.depth - b.depth || b.length - a.length
}

function shorten(list: List, length: number): void {
  list.length = length
  for (const array of list.arrays) array.length = length
}

function continuedOf({ path, total, length, cursors, hasMore }: List): Continued | undefined {
  if (length === total && !hasMore) return undefined
  return { path, items: length, reason: length < total ? 'LENGTH' : 'PAGE', after: cursors[length - 1] ?? null }
}
