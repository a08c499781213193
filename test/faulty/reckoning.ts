import type { Exchange, FaultyService } from '../support/faulty-service.ts'
import type { Answer, GraphOptions, GraphQLProblem } from '../support/graph.ts'
import type { Demand } from '../support/random-runs.ts'

// What may be sent and reported when a service does things by halves, computed from the wire alone.

export const DEADLINE_MS = 4_000

/** What a busy machine may take longer. */
export const MARGIN_MS = 5_000

export const GRAPH_OPTIONS: GraphOptions = {
  operationTimeoutMs: DEADLINE_MS,
  attemptTimeoutMs: 2_000,
  maxResponseBytes: 500_000,
  checksPlan: false,
}

export type Problems = GraphQLProblem[]

export const isUnknown = ({ extensions }: GraphQLProblem) => extensions['outcome'] === 'UNKNOWN'

export type Columns = Record<string, unknown>

/** What an answer to a write tells. `lost`: it may have happened. `unreadable`: the service accepted it, and shows no row. */
export type Told = 'done' | 'empty' | 'unreadable' | 'other' | 'refused' | 'denied' | 'limited' | 'lost'

export const isObject = (value: unknown): value is Columns =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The ID of a row; undefined if it has none. */
export function idIn(row: unknown): string | undefined {
  const id = isObject(row) ? row['id'] : undefined
  return Number.isSafeInteger(id) || (typeof id === 'string' && id !== '') ? String(id) : undefined
}

/** What the status of an answer tells of a write. Undefined for a success. */
export function toldByStatus({ status, isExplained, hasErrors }: Exchange): Told | undefined {
  if (status === undefined || status >= 500 || status === 408 || status === 423) return 'lost'
  // A redirect says nothing of what was done, nor does a success with problems.
  if (status < 400 && (status >= 300 || hasErrors)) return 'lost'
  if (status === 429) return 'limited'
  // Without a reason, a refusal is not about the input.
  if (status === 400 && !isExplained) return 'denied'
  if (status === 401 || status === 403) return 'denied'
  return status >= 400 ? 'refused' : undefined
}

/** What the answer to a write of one entity shows: `id` belongs to the entity, unless it is created. */
export function toldOfOne(exchange: Exchange, id: string | undefined, mayBeEmpty: boolean): Told {
  const byStatus = toldByStatus(exchange)
  if (byStatus) return byStatus
  const { data } = exchange
  if (mayBeEmpty && Array.isArray(data) && data.length === 0) return 'empty'
  const rows = [data].flat()
  const [row] = rows
  const own = idIn(row)
  if (rows.length !== 1 || own === undefined || !isObject(row)) return 'unreadable'
  const isOwn = id === undefined ? showsIds(row, exchange.sent as Columns) : own === id
  return isOwn ? 'done' : 'other'
}

/** Whether a row has none of the IDs that were sent for it, or the same. */
function showsIds(row: Columns, sent: Columns): boolean {
  return Object.entries(sent).every(([name, id]) => {
    const shown = name.endsWith('_id') ? idIn({ id: row[name] }) : undefined
    return shown === undefined || shown.toLowerCase() === String(id).toLowerCase()
  })
}

/** Whether a write with such an answer surely did not happen, so that it may be sent again. */
export const didNotHappen = (told: Told) => told === 'limited' || told === 'refused' || told === 'denied'

/** The writes among what was requested. */
export const writesIn = (exchanges: readonly Exchange[]) => exchanges.filter(({ method }) => method !== 'GET')

/** The IDs of rows that lists show as new. */
export function newIdsIn(exchanges: readonly Exchange[]): Set<string> {
  const rows = exchanges.filter(({ method }) => method === 'GET').flatMap(({ data }) => [data].flat())
  const isNew = (row: unknown) => {
    const at = isObject(row) ? row['created_at'] : undefined
    return typeof at === 'string' && /^\d{4}-/.test(at) && at !== OLD.created_at
  }
  return new Set(rows.filter(isNew).flatMap((row) => idIn(row) ?? []))
}

/** Each failure is one error, at a position that is null, and there is none below another. */
export function demandErrors({ data, errors = [] }: Pick<Answer<unknown>, 'data' | 'errors'>): Demand[] {
  const paths = errors.map(({ path = [] }) => path)
  return paths.flatMap((path, nth): Demand[] => {
    const isBelow = paths.some((other, index) => index !== nth && other.every((key, at) => key === path[at]))
    return [
      [
        `the position of the error at ${path.join('.')} is null`,
        valueAt(data, path) === null || isOfReceipt(data, path),
      ],
      [`the error at ${path.join('.')} is the only one of its position`, !isBelow],
    ]
  })
}

/** Whether an error is about a receipt that leaves open what became of the write. */
function isOfReceipt(data: unknown, path: readonly (string | number)[]): boolean {
  const receipt = valueAt(data, [...path, 'receipt'])
  return path.length === 1 && isObject(receipt) && receipt['outcome'] === 'UNKNOWN'
}

/** The value at a path; undefined below a position that is null. */
function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  let value = data
  for (const [at, key] of path.entries()) {
    if (value === null || value === undefined) return at === 0 ? null : undefined
    value = (value as Columns)[key]
  }
  return value
}

/** The error at a path. */
export function errorAt(errors: readonly GraphQLProblem[] | undefined, path: readonly (string | number)[]) {
  return errors?.find((error) => JSON.stringify(error.path) === JSON.stringify(path))
}

export const OLD = { created_at: '2020-01-01T00:00:00Z', shownAt: 0 }

/** The rows that an account has. */
export function prepareAccount(service: FaultyService, account: string, stored: Columns): void {
  service.rows(account, 'funding_instruments').push({ ...OLD, id: 'f1', type: 'CREDIT_CARD' })
  const campaign = {
    ...OLD,
    id: 'ca',
    name: 'Old',
    funding_instrument_id: 'f1',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 4,
    total_budget_amount_local_micro: 9,
  }
  const odd = Object.entries(stored).filter(([name]) => name in campaign && name !== 'id')
  service
    .rows(account, 'campaigns')
    .push({ ...campaign, ...Object.fromEntries(odd) }, { ...campaign, id: 'cb' }, { ...campaign, id: 'cc' })
  for (const id of ['la', 'lb', 'lc'])
    service.rows(account, 'line_items').push({ ...OLD, id, name: 'Old', campaign_id: 'ca', objective: 'REACH' })
  for (const id of ['ta', 'tb']) service.rows(account, 'targeting_criteria').push({ ...OLD, id, line_item_id: 'la' })
  service.answer(account, 'authenticated_user_access', { user_id: '1', permissions: ['AD_MANAGER'] })
}

/** The amount that a row has in a column: null for none, undefined if it is not known. */
export function amountIn(row: Columns, column: string): bigint | null | undefined {
  const value = row[column]
  // A campaign whose line items have the budgets has none.
  if (value === null || (value === undefined && row['budget_optimization'] === 'LINE_ITEM')) return null
  const isAmount = typeof value === 'string' && /^\d+$/.test(value)
  return Number.isInteger(value) || isAmount ? BigInt(value as number) : undefined
}

/** The budgets that reads of a campaign told. */
export function budgetsRead(exchanges: readonly Exchange[], id: string): Set<string | null | undefined> {
  const rows = exchanges
    .filter(({ method, path }) => method === 'GET' && /\/campaigns(\/\w+)?$/.test(path))
    .flatMap(({ data }) => [data].flat())
  const own = rows.filter((row): row is Columns => isObject(row) && idIn(row) === id)
  const budgets = own.map((row) => amountIn(row, 'daily_budget_amount_local_micro'))
  return new Set(budgets.map((budget) => (typeof budget === 'bigint' ? String(budget) : budget)))
}
