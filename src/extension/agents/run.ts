import { cutText } from '../../execute/error/inspect.ts'
import { listStats, STATS_CALLS_PER_WINDOW } from '../../rest/analytics/stats.ts'
import { sum } from '../../schema/cost/cost.ts'
import { counted, plural } from '../../schema/counted.ts'
import type { PlanReport, StepReport } from '../../schema/plan/expectation.ts'
import type { OperationBounds } from '../../server/admission/admission.ts'
import { PLAN_HEADER } from '../../server/observe/headers.ts'
import type { AgentCaller, GraphAccess } from './agent.ts'
import { KEYS } from './document.ts'
import { jsonOf, listOf, objectOf, textOf, Refusal, type JsonObject, type Json } from './value.ts'

/** The result of an operation, as `/graphql` answers it. */
export interface RunResult {
  data: JsonObject | null
  errors: RunError[]
  /** Numbers that only the service knows are null. */
  plan: PlanReport | undefined
  /** The calls that were made, by their methods. Undefined if the response has no trace. */
  calls: readonly { method: string }[] | undefined
  /** Whether its execution began. If not, nothing was sent. */
  hasBegun: boolean
}

export interface RunError {
  message: string
  path?: (string | number)[]
  extensions?: { code?: string; [name: string]: unknown }
}

export interface AgentOperation {
  document: string
  variables: JsonObject
  /** The ID of the trusted document that it was made from. */
  documentId?: string
}

interface RunOptions extends Pick<OperationBounds, 'maxCalls' | 'maxRows' | 'isPreparation'> {
  /** Whether it is only checked and planned, and nothing is sent. */
  isDryRun?: boolean
}

/** Runs an operation for one caller. */
export type Run = (operation: AgentOperation, options?: RunOptions) => Promise<RunResult>

/** The maximum number of bytes of a response. More cannot be read without a pause of other requests. */
const MAX_RESPONSE_BYTES = 8_000_000

/** Creates the function that runs operations for a caller, behind the guards of `/graphql`. `signal` ends them. */
export function createRun({ answer }: GraphAccess, { headers }: AgentCaller, signal?: AbortSignal): Run {
  return async ({ document, variables, documentId }, { isDryRun, ...bounds } = {}) => {
    const request = new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        ...headers,
        ...(isDryRun && { [PLAN_HEADER]: 'dry-run' }),
        'x-upstream-trace': '1',
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ variables, ...(documentId === undefined ? { query: document } : { documentId }) }),
      signal: signal ?? null,
    })
    const derivedDocument = documentId === undefined ? undefined : document
    let hasBegun = false
    const onExecution = () => void (hasBegun = true)
    const response = await answer(request, { ...bounds, maxBytes: MAX_RESPONSE_BYTES, derivedDocument, onExecution })
    const { data = null, errors = [], extensions }: ResponseBody = JSON.parse(await response.text())
    return { data, errors, plan: extensions?.plan, calls: extensions?.upstream?.calls, hasBegun }
  }
}

interface ResponseBody extends Partial<Pick<RunResult, 'data' | 'errors'>> {
  extensions?: { plan?: PlanReport; upstream?: Pick<RunResult, 'calls'> }
}

/** The maximum number of calls of one query of an agent. */
export const MAX_CALLS = 50

/** The maximum number of steps in a text. */
const MAX_STEPS = 30

/** A plan in a few lines, with the remainder of the rate limits. It has nothing that came from the service but numbers. */
export function planText({ calls, rows, steps }: PlanReport): string {
  const expected = calls.expected === null ? '' : `, ${calls.expected} expected`
  const maxRows = rows.max === null ? 'any number of rows' : `at most ${counted(rows.max, 'row')}`
  const lines = steps.slice(0, MAX_STEPS).map(({ field, method, endpoint, calls, rateLimit }) => {
    const left = rateLimit
      ? `; ${rateLimit.remaining} of ${rateLimit.limit} requests left until ${rateLimit.resetAt}`
      : ''
    const limit = limitOf({ endpoint, rateLimit })
    const share = limit === undefined || calls.max === null ? '' : `; ${shareOf(calls.max, limit)}`
    return `- ${field}: ${between(calls)} of ${endpoint === null ? 'an unknown endpoint' : `${method} ${endpoint}`}${share}${left}`
  })
  const more = steps.length - MAX_STEPS
  if (more > 0) lines.push(`- and ${more} more ${plural('step', more)}`)
  return [`${between(calls)}${expected}; ${maxRows}.`, ...lines, ...sharesTogether(steps)].join('\n')
}

/** The requests in a window of the rate limit of a step. Undefined if they are not known. */
function limitOf({ endpoint, rateLimit }: Pick<StepReport, 'endpoint' | 'rateLimit'>): number | undefined {
  return rateLimit?.limit ?? (endpoint === listStats.path ? STATS_CALLS_PER_WINDOW : undefined)
}

/** The share of one window that several steps use together at most. */
function sharesTogether(steps: readonly StepReport[]): string[] {
  return [...new Set(steps.map(windowOf))].flatMap((window) => {
    const sharing = steps.filter((step) => windowOf(step) === window)
    const [first] = sharing
    const limit = first && limitOf(first)
    const calls = sum(sharing, ({ calls: { max } }) => max ?? Infinity)
    if (!first || sharing.length < 2 || limit === undefined || calls === Infinity) return []
    return `- ${sharing.length} steps of ${first.method} ${first.endpoint} together: ${shareOf(calls, limit)}`
  })
}

/**
 * What steps with one window have in common: accounts have windows of their own, and so have the reads and the creations of a list, which
 * have one path. Steps whose limits are not known count as having one window.
 */
function windowOf({ method, endpoint, rateLimit }: StepReport): string {
  return JSON.stringify([method, endpoint, rateLimit])
}

/** The share of a rate limit that calls take at most. */
function shareOf(calls: number, limit: number): string {
  return `at most ${Math.ceil((100 * calls) / limit)} % of a window of ${counted(limit, 'request')}`
}

/** Throws a Refusal for a plan that needs too many calls, with what would make it smaller. */
export function assertFewCalls(plan: PlanReport): void {
  const { min, expected } = plan.calls
  const needed = Math.max(min, expected ?? 0)
  const [costly] = plan.steps.toSorted(
    (a, b) => b.calls.min - a.calls.min || (b.calls.max ?? Infinity) - (a.calls.max ?? Infinity),
  )
  if (!costly || needed <= MAX_CALLS) return
  const { field, after } = costly
  const above = plan.steps.find(({ id }) => id === after.at(-1))
  const hint =
    `Most of them are for ${field}${above ? `, because of the rows of ${above.field}` : ''}. ` +
    `Request fewer rows${above ? ` of ${above.field}` : ''} with \`first\`, leave ${field} out, or read it in several queries`
  throw new Refusal(
    `The query needs ${needed} calls; ${MAX_CALLS} are allowed. Nothing was sent. ${hint}.\n\n${planText(plan)}`,
    { plan: jsonOf(plan) },
  )
}

function between({ min, max }: PlanReport['calls']): string {
  if (min === max) return `${min} ${plural('call', min)}`
  return max === null ? `${min} or more calls` : `${min} to ${max} calls`
}

/** A list that a result has only in part. */
interface Continued {
  /** The response path of the list, such as `account.campaigns`. */
  path: string
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
