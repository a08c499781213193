import { ENUMS, ROWS } from '../../rest/catalog.ts'
import { createClient, type ClientOptions } from '../../rest/client.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { isCode, UpstreamError } from '../../rest/errors.ts'
import { announcementIn, type Exchange } from '../../rest/exchange.ts'
import { dateOf } from '../../rest/policy/clock.ts'
import { asList } from '../../rest/wire/envelope.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { isAnswer } from '../../rest/wire/transport.ts'
import { failed, MAX_CALLS, passed, warned, type CheckResult } from './report.ts'

const READ_MS = 10_000

export interface ReadOutcome {
  endpoint: Endpoint
  /** The HTTP status; undefined if there was no answer. */
  status: number | undefined
  /** The rows as the service sent them. */
  rows: unknown[]
  error: UpstreamError | undefined
  durationMs: number
}

export type Reads = ReturnType<typeof createReads>

/** Creates the reads of one examination by this caller: one attempt each, at most `MAX_CALLS` altogether. */
export function createReads(options: Omit<ClientOptions, 'onExchange'>, credentials: Credentials) {
  let status: number | undefined
  let calls = 0
  let offset: number | undefined
  let announcement: Record<string, string> | undefined
  let stop = new AbortController()
  const client = createClient({
    ...options,
    attemptTimeoutMs: READ_MS,
    onExchange(exchange) {
      status = isAnswer(exchange.answer) ? exchange.answer.status : undefined
      calls += 1
      offset ??= offsetOf(exchange)
      if (isAnswer(exchange.answer)) announcement ??= announcementIn(exchange.call.endpoint, exchange.answer)
      // A failure is reported, and not tried again.
      if (calls >= MAX_CALLS || isFailure(exchange)) stop.abort()
    },
  })
  const session = client.session({ credentials, deadline: Date.now() + MAX_CALLS * READ_MS })

  return {
    async read(endpoint: Endpoint, path: Record<string, string> = {}, params = {}): Promise<ReadOutcome> {
      status = undefined
      stop = new AbortController()
      const startMs = Date.now()
      let rows: unknown[] = []
      let error: UpstreamError | undefined
      try {
        rows = asList(await session.with({ signal: stop.signal }).call(endpoint, path, params))
      } catch (thrown) {
        if (!(thrown instanceof UpstreamError)) throw thrown
        error = thrown
      }
      return { endpoint, status, rows, error, durationMs: Date.now() - startMs }
    },
    /** By how much the clock of the service is ahead of ours, in milliseconds; undefined if no answer had a date. */
    clockOffsetMs: () => offset,
    /** What the service announces about its interface; undefined if it announces nothing. */
    announcement: () => announcement,
    rateLimits: session.rateLimits,
    calls: () => calls,
    close: () => client.close(),
  }
}

function isFailure({ answer }: Exchange): boolean {
  return !isAnswer(answer) || answer.status >= 500 || answer.status === 429
}

/** The difference between the `Date` of an answer, which has whole seconds, and the middle of the exchange. */
function offsetOf({ answer, startMs, endMs }: Exchange): number | undefined {
  const date = isAnswer(answer) ? dateOf(answer) : undefined
  return date === undefined ? undefined : date + 500 - (startMs + endMs) / 2
}

/** The rows of an answer, and the type that they have in the graph. */
export interface Sample {
  type: string
  rows: readonly unknown[]
}

/** Columns that only some answers or some versions of the service have. */
const SPARSE: ReadonlySet<string> = new Set([
  'Account.business_id',
  'Account.business_name',
  'Account.industry_type',
  'CustomAudience.is_owner',
  'CustomAudience.metadata',
  'CustomAudience.owner_account_id',
  'LineItem.audience_expansion',
  'LineItem.automatic_post_promotion',
  'LineItem.funding_instrument_id',
])

/** What rows can have that does not fit this version, and what that means. */
const FAULTS = [
  {
    name: 'Missing columns',
    find: missingColumns,
    next: 'Their fields are null. Check the version of the service; with ADS_VOCABULARY, check the names of these columns',
  },
  {
    name: 'Unknown columns',
    find: unknownColumns,
    next: 'They are only in `raw`. A newer version of Adgraph may have fields for them',
  },
  {
    name: 'Unknown values',
    find: unknownValues,
    next: 'Enum fields return UNRECOGNIZED for them, and `raw` has the text. A newer version of Adgraph may know them',
  },
]

/** Compares rows with the columns and the enum values that this version knows. */
export function examineFit(samples: readonly Sample[]): CheckResult[] {
  const filled = samples.filter(({ rows }) => rows.length > 0)
  const faults = FAULTS.flatMap(({ name, find, next }) => {
    const found = filled.flatMap(find)
    return found.length === 0 ? [] : [warned(name, found.join(', '), next)]
  })
  const count = filled.flatMap(({ rows }) => rows).length
  return faults.length > 0 ? faults : [passed('Answers', `the columns and enum values of ${count} rows are known`)]
}

function unknownColumns({ type, rows }: Sample): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(Object(row))))
  return [...names].filter((name) => ROWS[type]?.[name] === undefined).map((name) => `${type}.${name}`)
}

/** Known columns that no row has. */
function missingColumns({ type, rows }: Sample): string[] {
  return Object.keys(ROWS[type] ?? {})
    .filter((name) => !rows.some((row) => name in Object(row)))
    .map((name) => `${type}.${name}`)
    .filter((column) => !SPARSE.has(column))
}

/** The length to which a value is shown. */
const MAX_SHOWN = 60

/** Values of enum columns that are not values of the enum. */
function unknownValues({ type, rows }: Sample): string[] {
  const found = Object.entries(ROWS[type] ?? {}).flatMap(([name, valueType]) => {
    const known = ENUMS[valueType]
    if (!known) return []
    const values = rows.flatMap((row): unknown => Object(row)[name] ?? []).flat(3)
    return values
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .filter((value) => !known.includes(value))
      .map((value) => `${type}.${name} ${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}`)
  })
  return [...new Set(found)]
}

/** The result of a read that failed: what it means, and what to do about it. Texts of the service are left out: they may repeat a secret. */
export function faultOf(name: string, { endpoint, status, error }: ReadOutcome): CheckResult {
  const read = `${endpoint.method} ${endpoint.path}`
  const codes = (error?.errors ?? []).map(({ code }) => code).filter((code) => typeof code === 'number' || isCode(code))
  const answered = `${read} was answered with ${[status ?? 'nothing', ...codes].join(' ')}`
  const [fault, next] = explained(status, read)
  return failed(name, fault === undefined ? answered : `${answered}: ${fault}`, next)
}

function explained(status: number | undefined, read: string): [fault: string | undefined, next: string] {
  if (status === undefined)
    return ['the connection broke, or there was no answer in time', 'Try again; then check firewalls and proxies']
  if (status >= 500)
    return ['the service is unavailable', 'Wait some minutes and try again; check the status page of the service']
  if (status < 300)
    return ['the answer does not have the documented form', `Compare an answer to ${read} with the documents`]
  return REFUSALS[status] ?? [undefined, 'Look the code up in the documents of the service']
}

const REFUSALS: Record<number, [fault: string, next: string]> = {
  401: ['the credentials are not accepted', 'See the line about the application and the token'],
  403: [
    'the user or the application may not read this',
    'Ask an administrator of the account for the permission, and the service whether the application is approved',
  ],
  404: [
    'the service does not have it at this address',
    'Check ADS_BASE_URL, without the version; with ADS_VOCABULARY, check the path segments of this endpoint',
  ],
  429: ['the rate limit is spent', 'Wait until the window resets, at most 15 minutes, and try again'],
}
