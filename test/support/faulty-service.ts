import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

/**
 * How a request fails: whether a write happens all the same, and the answer.
 *
 * `none` and `reset` break the connection after the request was received, `cut` in the middle of the answer; `hang` does not
 * answer, and `duplicate` refuses what exists already. The other words are about the body of a success: see `spoiled`. Without
 * an answer, it is what it would be otherwise, with the changes of `rows` and `columns`.
 */
export interface Fault {
  /** Defaults to true. */
  happens?: boolean
  answer?: Status | 'cut' | 'none' | 'reset' | 'hang' | 'duplicate' | Body
  /** The list of problems that a success has beside its data. */
  errors?: 'errors' | 'operation_errors'
  /** What the body of a refusal has: problems of the request by default, of its operations, of both, or none. */
  problems?: ProblemsFault
  /** What becomes of the rows of a success. */
  rows?: RowsFault
  /** Other values of the columns of the row at `at`; undefined removes one. */
  columns?: Record<string, unknown>
  /** The row that the fault is about, counted around. */
  at?: number
  /** Other values of the columns of a row that it makes. */
  stored?: Record<string, unknown>
  /** How long a row that was made is missing in lists. */
  hiddenMs?: number
  /** How many of the operations of a batch happen. Defaults to all. */
  operations?: number
}

type Status = 303 | 307 | 400 | 401 | 403 | 404 | 408 | 409 | 423 | 429 | 500 | 502 | 503 | 504

export const BODIES = ['html', 'empty', 'no data', 'null data', 'huge', 'endless', 'bomb'] as const
export type Body = (typeof BODIES)[number]

export const PROBLEMS_FAULTS = ['of operations', 'beside operations', 'beside none', 'empty', 'none'] as const
type ProblemsFault = (typeof PROBLEMS_FAULTS)[number]

/** Rows with another ID, without one of them, with one more, with one twice, in another order, or none of them. */
export const ROW_FAULTS = ['other', 'fewer', 'more', 'repeated', 'reversed', 'none'] as const
export type RowsFault = (typeof ROW_FAULTS)[number]

export type ServiceRow = Record<string, unknown> & { id: string; shownAt: number }

/** The pages of a list: the indexes of the rows of each, and the page to which its cursor leads, if it has one. */
export interface Pages {
  rows: readonly (readonly number[])[]
  next: readonly (number | null)[]
}

/** A request, and what became of it. */
export interface Exchange {
  method: string
  /** Without the version. */
  path: string
  query: Record<string, string>
  /** What was sent: the parameters of a form or of JSON. */
  sent: unknown
  /** The IDs of the rows that it made, changed or deleted. Undefined for a read, and for a write that did not happen. */
  happened: string[] | undefined
  /** The status of the answer; undefined if it did not arrive. */
  status: number | undefined
  /** Whether a refusal has a problem. */
  isExplained: boolean
  /** Whether a success has problems. */
  hasErrors: boolean
  /** The `data` of the answer. Undefined if it cannot be read. */
  data: unknown
  /** Where the page leads. */
  cursor: string | null
}

export interface FaultyService extends Upstream {
  /** Lets the next writes in an account fail, one after the other. */
  fail(account: string, ...faults: Fault[]): void
  /** Lets the next reads in an account fail, one after the other. */
  failReads(account: string, ...faults: Fault[]): void
  /** Refuses all reads of an account with 403. */
  refuseReads(account: string): void
  /** Answers reads of what an account has once. */
  answer(account: string, name: string, data: object): void
  /** The rows of a table of an account. */
  rows(account: string, table: string): ServiceRow[]
  /** Divides a table of an account into these pages. */
  divide(account: string, table: string, pages: Pages): void
  /** What was requested in an account, in order of arrival. */
  exchanges(account: string): Exchange[]
  /** Forgets an account. */
  forget(account: string): void
}

interface Account {
  writeFaults: Fault[]
  readFaults: Fault[]
  refusesReads: boolean
  singles: Map<string, object>
  tables: Map<string, ServiceRow[]>
  pages: Map<string, Pages>
  exchanges: Exchange[]
}

/** What the service would answer without a fault. */
interface Answer {
  status: number
  data?: unknown
  errors?: unknown
  cursor?: string | null
  happened?: string[]
}

/**
 * A service that makes a row of each create, lists rows by their parents, newest first, and fails as it is told. Answers
 * have the time of the service in whole seconds. Its clock is ahead of ours by `clockMs`. What has no account in its path belongs
 * to the account that the parameter `q` names. It takes IDs in uppercase too, and names with blanks around them, and answers with
 * neither.
 */
export async function startFaultyService({ clockMs = 0 } = {}): Promise<FaultyService> {
  const accounts = new Map<string, Account>()
  let lastId = 0
  const of = (name: string) => accounts.get(name) ?? accounts.set(name, newAccount()).get(name)!
  const rowsOf = ({ tables }: Account, table: string) => tables.get(table) ?? tables.set(table, []).get(table)!

  const upstream = await startUpstream((request) => {
    const path = request.path.replace(/^\/\d+\//, '').toLowerCase()
    const [, named, ...rest] = path.replace(/^batch\//, '').split('/')
    const isOfAccount = /^(batch\/)?accounts\//.test(path)
    const account = of(isOfAccount ? (named ?? '') : (request.query['q'] ?? ''))
    const isRead = request.method === 'GET'
    const fault: Fault = (isRead ? account.readFaults : account.writeFaults).shift() ?? {}
    const sent = sentIn(request)
    const table = isOfAccount ? rest : [path]
    const usual = isRead ? read(account, table, request) : write(account, table, request, sent, fault)
    const exchange: Exchange = {
      method: request.method,
      path,
      query: request.query,
      sent,
      happened: usual.happened,
      status: usual.status,
      isExplained: true,
      hasErrors: fault.errors !== undefined,
      data: undefined,
      cursor: usual.cursor ?? null,
    }
    account.exchanges.push(exchange)
    return answerOf(usual, fault, exchange)
  })

  function read(account: Account, [table = '', id, ...rest]: string[], { query }: UpstreamRequest): Answer {
    if (account.refusesReads) return refusal(403, 'UNAUTHORIZED_ACCESS')
    const single = account.singles.get([table, id, ...rest].filter(Boolean).join('/'))
    if (single) return { status: 200, data: single }
    if (id !== undefined) {
      const row = rowsOf(account, table).find((one) => one.id === id && one['deleted'] !== true)
      return row ? { status: 200, data: row } : refusal(404, 'NOT_FOUND')
    }
    const all = rowsOf(account, table)
    // This list is refused instead of being empty (Ads Management Interface, section 4.5).
    if (table === 'promoted_accounts' && listed(all, query).length === 0)
      return refusal(400, 'INVALID_PARAMETER', 'line_item_ids')
    const pages = account.pages.get(table)
    if (!pages) return { status: 200, data: listed(all, query), cursor: null }
    const nth = Number(query['cursor']?.slice(1) ?? 0)
    const next = pages.next[nth] ?? null
    const rows = (pages.rows[nth] ?? []).flatMap((index) => all[index] ?? [])
    return { status: 200, data: listed(rows, query), cursor: next === null ? null : `p${next}` }
  }

  /** Carries a write out: the operations of a batch, an update or deletion of the row in the path, or a creation. */
  function write(account: Account, path: string[], request: UpstreamRequest, sent: unknown, fault: Fault): Answer {
    const isBatch = Array.isArray(sent)
    if (fault.happens === false) return { status: 200, data: isBatch ? [] : undefined }
    const [table = '', id] = path
    const all = rowsOf(account, table)
    const { method } = request
    if (id !== undefined && method !== 'POST') {
      const row = change(all, id, method === 'DELETE' ? { deleted: true } : keptColumns(sent as object))
      return row ? { status: 200, data: row, happened: [id] } : refusal(404, 'NOT_FOUND')
    }
    const operations = isBatch ? (sent as BatchOperation[]) : postsOf(table, sent as Record<string, string>)
    const made = operations.slice(0, fault.operations).map(({ operation_type, params }) => {
      const idName = Object.keys(params).find((name) => name === `${SINGULAR[table]}_id`) ?? ''
      const { [idName]: named, ...columns } = keptColumns(params)
      if (operation_type === 'Create') return create(all, keptColumns(params), fault)
      const changes = operation_type === 'Delete' ? { deleted: true } : columns
      return change(all, String(named), changes) ?? { ...columns, id: String(named), shownAt: 0 }
    })
    const isMany = isBatch || table === 'promoted_posts'
    return { status: 200, data: isMany ? made : made[0], happened: made.map((row) => row.id) }
  }

  function create(all: ServiceRow[], params: object, { hiddenMs = 0, stored: others }: Fault): ServiceRow {
    const row = {
      ...params,
      ...others,
      id: `r${(lastId += 1)}`,
      created_at: `${new Date(Date.now() + clockMs).toISOString().slice(0, 19)}Z`,
      shownAt: Date.now() + hiddenMs,
    }
    all.unshift(row)
    return row
  }

  function answerOf(usual: Answer, fault: Fault, exchange: Exchange): UpstreamAnswer {
    const { answer } = fault
    const headers = { date: new Date(Date.now() + clockMs).toUTCString() }
    const lost = (raw: (response: ServerResponse) => void): UpstreamAnswer => {
      exchange.status = undefined
      return { raw }
    }
    if (answer === 'none') return lost((response) => response.destroy())
    if (answer === 'reset') return lost((response) => response.socket?.resetAndDestroy())
    if (answer === 'hang') return lost(() => undefined)
    if (answer === 'duplicate' || typeof answer === 'number') {
      const refused = answer === 'duplicate' ? refusal(400, 'DUPLICATE_ENTITY') : refusal(answer, 'REFUSED')
      exchange.status = refused.status
      const isOutage = refused.status >= 500 || refused.status === 423
      const body = problemsIn(refused.errors, exchange.sent, fault)
      exchange.isExplained = !['empty', 'none'].includes(fault.problems ?? '')
      return { status: refused.status, headers, body: isOutage ? '' : body }
    }
    if (usual.status >= 300) return { status: usual.status, headers, body: { errors: usual.errors } }
    const data = changed(plain(usual.data), fault)
    const body = {
      data,
      ...(fault.errors && { [fault.errors]: refusal(200, 'REFUSED').errors }),
      ...(exchange.method === 'GET' && { next_cursor: exchange.cursor }),
    }
    if (answer === 'cut') {
      const text = JSON.stringify(body)
      return lost((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        response.write(text.slice(0, text.length / 2), () => response.destroy())
      })
    }
    if (answer !== undefined) return spoiled(answer)
    exchange.data = data
    return { headers, body }
  }

  return {
    ...upstream,
    fail: (account, ...next) => void (of(account).writeFaults = next),
    failReads: (account, ...next) => void (of(account).readFaults = next),
    answer: (account, name, data) => void of(account).singles.set(name, data),
    refuseReads: (account) => void (of(account).refusesReads = true),
    rows: (account, table) => rowsOf(of(account), table),
    divide: (account, table, pages) => void of(account).pages.set(table, pages),
    exchanges: (account) => of(account).exchanges,
    forget: (account) => void accounts.delete(account),
  }
}

const newAccount = (): Account => ({
  writeFaults: [],
  readFaults: [],
  refusesReads: false,
  singles: new Map(),
  tables: new Map(),
  pages: new Map(),
  exchanges: [],
})

interface BatchOperation {
  operation_type: string
  params: Record<string, unknown>
}

/** The tables whose rows batches change by their ID. */
const SINGULAR: Record<string, string> = {
  campaigns: 'campaign',
  line_items: 'line_item',
  targeting_criteria: 'targeting_criterion',
  custom_audiences: 'custom_audience',
}

/** What was sent: JSON, or the parameters of query and form. */
export function sentIn({ headers, body, query }: UpstreamRequest): unknown {
  if (headers['content-type']?.startsWith('application/json')) return JSON.parse(body)
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
}

/** The rows that a form makes: one for each post of a promotion, otherwise one. */
function postsOf(table: string, sent: Record<string, string>): BatchOperation[] {
  const { post_ids, ...others } = sent
  const rows =
    table === 'promoted_posts' ? (post_ids ?? '').split(',').map((post_id) => ({ ...others, post_id })) : [sent]
  return rows.map((params) => ({ operation_type: 'Create', params }))
}

/** The columns that are stored, of those that were sent. */
export function keptColumns(sent: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, keptValue(name, value)]))
}

/** IDs are kept in lowercase, and names without blanks around them. */
function keptValue(column: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /_ids?$/.test(column) ? value.toLowerCase() : value.trim()
}

function change(all: readonly ServiceRow[], id: string, changes: object): ServiceRow | undefined {
  const row = all.find((one) => one.id === id && one['deleted'] !== true)
  return row && Object.assign(row, changes)
}

function refusal(status: number, code: string, parameter?: string): Answer {
  return { status, errors: [{ code, message: `It is refused with ${status}`, parameter }] }
}

/** The body of a refusal of what was sent. */
function problemsIn(errors: unknown, sent: unknown, { problems, at = 0 }: Fault): object {
  const none: unknown[][] = Array.isArray(sent) ? sent.map(() => []) : [[]]
  if (problems === 'of operations')
    return { operation_errors: none.map((each, index) => (index === at % none.length ? errors : each)) }
  if (problems === 'beside operations') return { errors, operation_errors: none }
  if (problems === 'beside none') return { errors, operation_errors: [] }
  if (problems === 'empty') return { errors: [] }
  return problems === 'none' ? {} : { errors }
}

function listed(rows: readonly ServiceRow[], query: Record<string, string>): ServiceRow[] {
  const filters = Object.entries(query).filter(([name]) => name.endsWith('_ids'))
  return rows.filter(
    (row) =>
      row.shownAt <= Date.now() &&
      (row['deleted'] !== true || query['with_deleted'] === 'true') &&
      filters.every(([name, ids]) => {
        const column = name.replace(/s$/, '')
        return ids
          .toLowerCase()
          .split(',')
          .includes(String(column in row ? row[column] : row.id))
      }),
  )
}

/** A copy of the data of an answer as it is sent. */
function plain(data: unknown): unknown {
  return data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as unknown)
}

/** The data of an answer with its fault. */
export function changed(
  data: unknown,
  { rows: change, columns, at = 0 }: Pick<Fault, 'rows' | 'columns' | 'at'>,
): unknown {
  if (!change && !columns) return data
  const list = ([data].flat() as Record<string, unknown>[]).filter((row) => row !== undefined)
  const nth = list.length > 0 ? at % list.length : 0
  const own = list[nth] ?? {}
  const otherId = `x${own['id'] as string}`
  const odd = Object.entries(columns ?? {}).filter(([name]) => name in own)
  let rows = list.map((row, index) => (index === nth ? { ...row, ...Object.fromEntries(odd) } : row))
  if (change === 'other') rows[nth] = { ...own, id: otherId }
  if (change === 'fewer') rows.splice(nth, 1)
  if (change === 'more') rows.splice(nth, 0, { ...own, id: otherId })
  if (change === 'repeated') rows.splice(nth, 0, own)
  if (change === 'reversed') rows.reverse()
  if (change === 'none') rows = []
  return Array.isArray(data) || rows.length !== 1 ? rows : rows[0]
}

const HUGE = `{"data":[${'{"id":"huge"},'.repeat(100_000)}{"id":"huge"}]}`
const BOMB = gzipSync(Buffer.alloc(20_000_000, ' '))

/** The answer with status 200 whose body cannot be read. */
export function spoiled(body: Body): UpstreamAnswer {
  if (body === 'html') return { headers: { 'content-type': 'text/html' }, body: '<html>Welcome to the gateway</html>' }
  if (body === 'empty') return { body: '' }
  if (body === 'no data') return { body: {} }
  if (body === 'null data') return { body: { data: null } }
  if (body === 'huge') return { body: HUGE }
  return {
    raw(response) {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(body === 'bomb' && { 'content-encoding': 'gzip' }),
      })
      if (body === 'bomb') {
        response.end(BOMB)
        return
      }
      response.write('{"data":[')
      const timer = setInterval(() => response.write('{"id":"endless"},'.repeat(1_000)), 5)
      response.on('close', () => clearInterval(timer))
    },
  }
}
