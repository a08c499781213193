import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tablesOf, type Row } from './data.ts'
import { expectedAnswer, isQueryName } from './queries.ts'
import { inOurWords, isInOtherWords, rowInOtherWords } from './vocabulary.ts'

/** A server of the service's lists, from memory. */
export interface Upstream {
  url: string
  /** The number of list calls since it was last set to 0. */
  calls: number
  /** The delay of each list call. */
  delayMs: number
  close(): Promise<void>
}

/** Responds to a request in another way, or calls `next`. */
export type Interrupt = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export const MAX_COUNT = 1000
const DEFAULT_COUNT = 200

/**
 * Serves accounts, the stats of any entities, and `/12/accounts/:account_id/<list>`, filtered by `…_ids` and paged by `count` and `cursor`; `next_cursor` is
 * null on the last page. Serves each row at `/<list>/<id>` too. Requests in the words of `vocabulary.ts` are answered in them.
 * Responses are created once per URL, so that this process is never the bottleneck. `/finished/<query>/<account>,…` returns
 * the response of a query.
 */
export async function startUpstream(interrupt?: Interrupt): Promise<Upstream> {
  const bodies = new Map<string, Buffer | undefined>()
  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    const [, finished, query = '', accounts = ''] = target.split('/')
    if (finished === 'finished') {
      response.end(isQueryName(query) ? JSON.stringify({ data: expectedAnswer(query, accounts.split(',')) }) : '')
      return
    }
    upstream.calls += 1
    const answer = () => {
      if (!bodies.has(target)) bodies.set(target, bodyOf(target))
      const body = bodies.get(target)
      response
        .writeHead(body ? 200 : 404, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 })
        .end(body)
    }
    if (interrupt) interrupt(request, response, answer)
    else if (upstream.delayMs > 0) setTimeout(answer, upstream.delayMs)
    else answer()
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: 0,
    delayMs: 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  return upstream
}

/** The response body for the URL of a list or of one of its rows; undefined if there is none. */
function bodyOf(target: string): Buffer | undefined {
  const { pathname, searchParams } = new URL(inOurWords(target), 'http://upstream')
  const written: (row: Row) => object = isInOtherWords(target) ? rowInOtherWords : (row) => row
  if (pathname.startsWith('/12/stats/')) return statsOf(searchParams)
  const [, ofAccount] = /^\/12\/accounts\/(\w+)$/.exec(pathname) ?? []
  if (ofAccount !== undefined) return Buffer.from(JSON.stringify({ data: { id: ofAccount, timezone: 'Etc/UTC' } }))
  const [, account = '', list = '', id] = /^\/12\/accounts\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? []
  const table = tablesOf(account)?.[list]
  if (!table) return undefined
  if (id !== undefined) {
    const row = table.find((row) => row.id === id)
    return row && Buffer.from(JSON.stringify({ request: { params: { account_id: account } }, data: written(row) }))
  }
  const rows = filtered(table, list, searchParams)
  const count = Math.min(Number(searchParams.get('count') ?? DEFAULT_COUNT), MAX_COUNT)
  const start = Number.parseInt(searchParams.get('cursor') || '0', 36)
  const end = start + count
  return Buffer.from(
    JSON.stringify({
      request: { params: { account_id: account, count } },
      next_cursor: end < rows.length ? end.toString(36) : null,
      data: rows.slice(start, end).map(written),
    }),
  )
}

/** The stats of entities in seven days, which do not depend on them. */
function statsOf(params: URLSearchParams): Buffer {
  const length = params.get('granularity') === 'DAY' ? 7 : 1
  const series = (value: number) => Array.from({ length }, (_, day) => value + day)
  const metrics = { impressions: series(1200), likes: null, billed_charge_local_micro: series(4_300_000) }
  const data = (params.get('entity_ids') ?? '').split(',').map((id) => ({ id, id_data: [{ segment: null, metrics }] }))
  return Buffer.from(JSON.stringify({ data_type: 'stats', time_series_length: length, data }))
}

function filtered(rows: Row[], list: string, params: URLSearchParams): Row[] {
  let matching = rows
  for (const [name, ids] of params) {
    if (!name.endsWith('_ids')) continue
    const column = name === `${list.slice(0, -1)}_ids` ? 'id' : name.slice(0, -1)
    const wanted = new Set(ids.split(','))
    matching = matching.filter((row) => wanted.has(String(row[column])))
  }
  return matching
}
