import { variantKey } from '../json/json.ts'
import { isObject, mapValues, pickBy } from '../json/object.ts'
import { LONG_MARK } from './anonymous.ts'
import type { RecordedExchange } from './recording.ts'

/** A request to a replayed recording. */
type ReplayRequest = Pick<RecordedExchange, 'method' | 'path' | 'query' | 'body'>

type Answer = Pick<RecordedExchange, 'status' | 'headers' | 'answer' | 'at'>

interface Row {
  [column: string]: unknown
}

/** How many rows a page has if a request does not say it. */
const DEFAULT_COUNT = 200

/** The cursor of a page that was put together here. */
const CURSOR = /^replay-(\d+)$/

/** Parameters that determine which part of a list is read, and not which list. */
const PART: ReadonlySet<string> = new Set(['count', 'cursor', 'with_total_count'])

/**
 * Creates the function that finds the recorded answer to a request: that of the same request first, in the order of the
 * recording; then reads whose rows were recorded in other batches or pages; then writes of the same form. It returns undefined if
 * the recording has nothing to answer with.
 */
export function createMatching(recording: readonly RecordedExchange[]): (request: ReplayRequest) => Answer | undefined {
  const used = new Set<RecordedExchange>()
  return (request) =>
    like(request, keyOf) ??
    rowsById(request) ??
    oneRow(request) ??
    page(request) ??
    // Texts in the recording are not those of the caller.
    (request.method === 'GET' ? undefined : like(request, formOf))

  /** The first answer to a request with this key that was not used yet; the last one answers from then on. */
  function like(request: ReplayRequest, key: (request: ReplayRequest) => string): Answer | undefined {
    const own = key(request)
    const found = recording.filter((each) => key(each) === own)
    const chosen = found.find((each) => !used.has(each)) ?? found.at(-1)
    if (chosen) used.add(chosen)
    return chosen
  }

  /** The reads of a path. */
  function reads({ method, path }: ReplayRequest): RecordedExchange[] {
    return method === 'GET'
      ? recording.filter((each) => each.method === 'GET' && each.path === path && each.status === 200)
      : []
  }

  /** The reads of a list, of any part of it and with any values of the filter. */
  function partsOf(request: ReplayRequest, filter?: string): RecordedExchange[] {
    const listOf = (query: Record<string, string>) =>
      variantKey(pickBy(query, (_, name) => !PART.has(name) && name !== filter))
    const list = listOf(request.query)
    return reads(request).filter(({ query }) => listOf(query) === list)
  }

  /** Rows by the IDs in a filter, from all reads of the list with any of these IDs. */
  function rowsById(request: ReplayRequest): Answer | undefined {
    const { query, path } = request
    const filter = Object.keys(query).find((name) => name.endsWith('_ids') || name === 'card_uris')
    if (filter === undefined || CURSOR.test(query['cursor'] ?? '')) return undefined
    const idsIn = (asked: Record<string, string>) => asked[filter]?.split(',') ?? []
    const column = columnOf(filter, path)
    const lists = partsOf(request, filter)
    const asked = new Set(idsIn(query))
    const rows = rowsOf(lists).filter((row) => asked.has(textOf(row[column])))
    const known = new Set(lists.flatMap((list) => idsIn(list.query)).concat(rows.map((row) => textOf(row[column]))))
    const isKnown = [...asked].every((id) => known.has(id))
    return isKnown && lists[0] ? { ...lists[0], answer: { data: rows, next_cursor: null } } : undefined
  }

  /** One row that was recorded in a list. */
  function oneRow(request: ReplayRequest): Answer | undefined {
    const [, list = '', id = ''] = /^(.+)\/([^/]+)$/.exec(request.path) ?? []
    const found = reads({ ...request, path: list })
    const row = rowsOf(found).find((each) => identityOf(each) === id)
    return row && found[0] ? { ...found[0], answer: { data: row } } : undefined
  }

  /** A page of other length of a list that was recorded from its beginning. */
  function page(request: ReplayRequest): Answer | undefined {
    const found = partsOf(request)
    const first = found.find(({ query }) => query['cursor'] === undefined)
    const [, start] = CURSOR.exec(request.query['cursor'] ?? 'replay-0') ?? []
    if (!first || start === undefined) return undefined
    const rows = rowsOf(found)
    const from = Number(start)
    const to = from + Number(request.query['count'] ?? DEFAULT_COUNT)
    return {
      ...first,
      answer: {
        data: rows.slice(from, to),
        next_cursor: to < rows.length ? `replay-${to}` : null,
        total_count: found.flatMap(({ answer }) => Object(answer).total_count ?? [])[0],
      },
    }
  }
}

function keyOf({ method, path, query, body }: ReplayRequest): string {
  return variantKey([method, path, query, body])
}

/** A request without the values of its parameters. */
function formOf({ method, path, query, body }: ReplayRequest): string {
  const names = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(names)
    return isObject(value) ? mapValues(value, names) : null
  }
  return variantKey([method, path, names(query), names(body)])
}

/** The column with the IDs of a filter: its own ID if the list is that of the IDs. */
function columnOf(filter: string, path: string): string {
  if (filter === 'card_uris') return 'card_uri'
  const singular = filter.replace(/s$/, '')
  const list = path.split('/').at(-1) ?? ''
  const isOwn =
    singular === `${list.replace(/ies$/, 'y').replace(/a$/, 'on').replace(/s$/, '')}_id` || path.includes('/cards/')
  return isOwn ? 'id' : singular
}

/** The text of an ID, which can be a long integer. */
function textOf(value: unknown): string {
  return String(value).replace(LONG_MARK, '')
}

/** The different rows of all these answers, in order. */
function rowsOf(found: readonly RecordedExchange[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { answer } of found)
    for (const row of [Object(answer).data].flat()) {
      if (typeof row !== 'object' || row === null) continue
      const id = identityOf(row)
      rows.set(id === 'undefined' ? `${rows.size}` : id, row)
    }
  return [...rows.values()]
}

function identityOf(row: Row): string {
  return textOf(row['id_str'] ?? row['id'] ?? row['media_key'])
}
