import type { ServerResponse } from 'node:http'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

/**
 * How a write fails: before it happens or after it, with which answer. `cut` breaks the connection in the middle of the
 * answer, `none` before it, `hang` does not answer, `short` answers with the first row alone, and `duplicate` refuses what exists
 * already.
 */
export interface WriteFault {
  happens: boolean
  answer: 423 | 500 | 502 | 503 | 504 | 'cut' | 'none' | 'hang' | 'short' | 'duplicate'
  /** How long a row that was made is missing in lists. */
  hiddenMs?: number
  /** How many of the operations of a batch happen. Defaults to all. */
  operations?: number
}

type ServiceRow = Record<string, unknown> & { id: string; shownAt: number }

export interface FailingService extends Upstream {
  /** Lets the next writes in an account fail, one after the other; undefined: the write succeeds. */
  fail(account: string, ...faults: (WriteFault | undefined)[]): void
  /** Refuses all reads of an account with 403. */
  refuseReads(account: string): void
  /** Answers reads of what an account has once. */
  answer(account: string, name: string, data: object): void
  /** The rows of a table of an account. */
  rows(account: string, table: string): ServiceRow[]
}

/**
 * A service that makes a row of each create, lists rows by their parents, newest first, and fails as it is told. Answers
 * have the time of the service in whole seconds. Its clock is ahead of ours by `clockMs`.
 */
export async function startFailingService({ clockMs = 0 } = {}): Promise<FailingService> {
  const tables = new Map<string, ServiceRow[]>()
  const faults = new Map<string, (WriteFault | undefined)[]>()
  const rowsOf = (path: string) => tables.get(path) ?? tables.set(path, []).get(path)!
  const refused = new Set<string>()
  const singles = new Map<string, object>()
  let lastId = 0

  const upstream = await startUpstream((request) => {
    const path = request.path.replace(/^\/12\/(batch\/)?/, '')
    if (request.method === 'GET') {
      if (refused.has(path.split('/')[1] ?? '')) return FORBIDDEN
      const single = singles.get(path)
      if (single) return { body: { data: single } }
      const [, , table, id] = path.split('/')
      if (table !== undefined && id !== undefined) {
        const row = rowsOf(path.slice(0, -id.length - 1)).find((one) => one.id === id && one['deleted'] !== true)
        return row ? { body: { data: row } } : { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'No' }] } }
      }
      const data = listed(rowsOf(path), request)
      // This list is refused instead of being empty (Ads Management Interface, section 4.5).
      if (data.length === 0 && path.endsWith('/promoted_accounts')) return NO_PROMOTED_ACCOUNTS
      const date = new Date(Date.now() + clockMs).toUTCString()
      return { body: { data, next_cursor: null }, headers: { date } }
    }
    const fault = faults.get(path.split('/')[1] ?? '')?.shift()
    const made = !fault || fault.happens ? write(path, request, fault) : []
    const body = { data: request.path.includes('/batch/') ? made : made[0] }
    return fault ? failure(fault, body, made) : { body }
  })

  /** Carries a write out: the operations of a batch, an update or deletion of the row in the path, or a creation. */
  function write(path: string, request: UpstreamRequest, fault: WriteFault | undefined): ServiceRow[] {
    const { method, body } = request
    const [list, id] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
    if (method === 'PUT') return change(list, id, Object.fromEntries(new URLSearchParams(body)))
    if (method === 'DELETE') return remove(list, id)
    if (!request.path.includes('/batch/') || !/"(Update|Delete)"/.test(body)) return create(path, request, fault)
    const operations = JSON.parse(body) as { operation_type: string; params: Record<string, string> }[]
    const carriedOut = operations.slice(0, fault?.operations)
    return carriedOut.flatMap(({ operation_type, params: { campaign_id = '', ...params } }) => {
      if (operation_type === 'Update') return change(path, campaign_id, params)
      if (operation_type === 'Delete') return remove(path, campaign_id)
      return create(path, { ...request, body: JSON.stringify([{ params }]) }, fault)
    })
  }

  function change(path: string, id: string, params: object): ServiceRow[] {
    const row = rowsOf(path).find((one) => one.id === id)
    return row ? [Object.assign(row, params)] : []
  }

  function remove(path: string, id: string): ServiceRow[] {
    return change(path, id, { deleted: true })
  }

  function create(path: string, { path: sentTo, body }: UpstreamRequest, fault: WriteFault | undefined): ServiceRow[] {
    const sent = sentTo.includes('/batch/')
      ? (JSON.parse(body) as { params: object }[]).map(({ params }) => params)
      : [Object.fromEntries(new URLSearchParams(body))]
    const made = sent.slice(0, fault?.operations).map((params) => ({
      ...params,
      id: `r${(lastId += 1)}`,
      created_at: `${new Date(Date.now() + clockMs).toISOString().slice(0, 19)}Z`,
      shownAt: Date.now() + (fault?.hiddenMs ?? 0),
    }))
    rowsOf(path).unshift(...made)
    return made
  }

  return {
    ...upstream,
    fail: (account, ...next) => void faults.set(account, next),
    answer: (account, name, data) => void singles.set(`accounts/${account}/${name}`, data),
    refuseReads: (account) => void refused.add(account),
    rows: (account, table) => rowsOf(`accounts/${account}/${table}`),
  }
}

const FORBIDDEN = { status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'No' }] } }

const NO_PROMOTED_ACCOUNTS = {
  status: 400,
  body: {
    errors: [{ code: 'INVALID_PARAMETER', message: 'No line item promotes an account', parameter: 'line_item_ids' }],
  },
}

function listed(rows: readonly ServiceRow[], { query }: UpstreamRequest): ServiceRow[] {
  const filters = Object.entries(query).filter(([name]) => name.endsWith('_ids'))
  return rows.filter(
    (row) =>
      row.shownAt <= Date.now() &&
      (row['deleted'] !== true || query['with_deleted'] === 'true') &&
      filters.every(([name, ids]) => {
        const column = name.replace(/s$/, '')
        return ids.split(',').includes(String(column in row ? row[column] : row.id))
      }),
  )
}

function failure({ answer }: WriteFault, body: object, made: ServiceRow[]): UpstreamAnswer {
  if (answer === 'duplicate')
    return { status: 400, body: { errors: [{ code: 'DUPLICATE_ENTITY', message: 'It exists already' }] } }
  if (answer === 'short') return { body: { data: made.slice(0, 1) } }
  if (typeof answer === 'number') return { status: answer, body: '' }
  return {
    raw(response: ServerResponse) {
      if (answer === 'none') response.destroy()
      if (answer !== 'cut') return
      const text = JSON.stringify(body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
    },
  }
}
