import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as an upstream of a test sees it, everything decoded. */
export interface UpstreamRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  /** Without the query. */
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
  /** The body as it came, a character a byte. */
  bytes: string
}

/** What it answers: an object becomes JSON; a function writes the response itself. */
export interface UpstreamAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  raw?: (response: ServerResponse) => void
}

/** What it answers to a request, and to the how many-th. */
export type Script = (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>

export interface Upstream {
  url: string
  requests: UpstreamRequest[]
  close(): Promise<void>
}

/**
 * A scripted service on a real socket: `script` answers each request, and `requests` keeps them in order of arrival, without that
 * by which a start examines its credentials. On any free port by default.
 */
export async function startUpstream(script: Script, port = 0): Promise<Upstream> {
  const requests: UpstreamRequest[] = []
  const server = createServer((incoming, response) => {
    void (async () => {
      const url = new URL(incoming.url ?? '/', 'http://upstream')
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const request = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        bytes: Buffer.concat(chunks).toString('latin1'),
      }
      // A start examines its credentials by a read of an account that does not exist.
      if (request.path === '/12/accounts/0') return response.writeHead(404).end()
      requests.push(request)
      const { status = 200, headers = {}, body = '', raw } = await script(request, requests.length)
      if (raw) return raw(response)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      // By the clock of the test, which may be set.
      const usual = { 'content-type': 'application/json', date: new Date().toUTCString() }
      response.writeHead(status, { ...usual, ...headers }).end(text)
    })()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

type TableRow = { id?: string } & Record<string, unknown>

interface ListOptions {
  delayMs?: number
  before?: (start: number) => Promise<void>
}

/**
 * What a service answers that only knows lists: each table is served under `/12/accounts/<any>/<table>`, in the table's own order,
 * filtered by every parameter named `…_ids` that names a column (`campaign_ids` → `campaign_id`, or the row's own id),
 * and paged by a cursor that is the offset. It keeps no windows and checks no signature. `before` is awaited before it answers with
 * the rows from an offset.
 */
export function listsOf(tables: Record<string, TableRow[]>, { delayMs = 0, before }: ListOptions = {}): Script {
  return async ({ path, query }) => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    await before?.(Number(query['cursor'] ?? 0))
    const table = path.split('/').at(-1) ?? ''
    const rows = tables[table]
    if (!rows) return { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: `no table ${table}` }] } }
    const filters = Object.entries(query)
      .filter(([name]) => name.endsWith('_ids'))
      .map(([name, value]) => ({ column: name.replace(/s$/, ''), wanted: new Set(value.split(',')) }))
    const matching = rows.filter((row) =>
      filters.every(({ column, wanted }) => wanted.has(String(column in row ? row[column] : row.id))),
    )
    const count = Number(query['count'] ?? 200)
    const start = Number(query['cursor'] ?? 0)
    const end = start + count
    return {
      body: {
        data: matching.slice(start, end),
        next_cursor: end < matching.length ? String(end) : null,
        ...(query['with_total_count'] === 'true' && { total_count: matching.length }),
      },
    }
  }
}

/** A service that only knows lists. */
export function startListUpstream(tables: Record<string, TableRow[]>, options?: ListOptions): Promise<Upstream> {
  return startUpstream(listsOf(tables, options))
}
