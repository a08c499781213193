import { variantKey } from '../../json/json.ts'
import type { Allowance } from '../../rest/budget.ts'
import type { Method } from '../../rest/endpoint.ts'
import type { Session } from '../../rest/session.ts'
import { type EndpointStatistic, type FieldStatistic, type StatisticOf, listsIn } from '../../state/statistics.ts'
import { sum, type Bounds } from '../cost/cost.ts'
import type { Plan } from './plan.ts'
import type { PlannedField, Step } from './steps.ts'

/** The calls and rows that are expected from what was read before. Null where nothing is known. */
export interface Expected {
  calls: number | null
  rows: number | null
}

/** What a plan expects, and each of its steps by their ID. */
export interface Expectation extends Expected {
  steps: readonly Expected[]
}

/** An expectation while it is computed: NaN where nothing is known, so that everything computed from it is unknown too. */
type Computed = Record<keyof Expected, number>

const UNKNOWN: Computed = { calls: NaN, rows: NaN }

const NOTHING: Computed = { calls: 0, rows: 0 }

/** Computes what a plan expects: for each field from the values of the field above it, the first fields first. */
export function expectationOf({ fields, steps }: Plan, statisticOf: StatisticOf): Expectation {
  const valuesOf = new Map<PlannedField | undefined, number>([[undefined, 1]])
  const computed: Computed[] = steps.map(() => UNKNOWN)
  /** A number for each different read of fields, by its key, and the number of each field. */
  const numbers = new Map<string, number>()
  const numberOf = new Map<PlannedField | undefined, number>()
  /** The steps by what they read: those that read the same share their calls. */
  const distinct = new Map<string, number>()
  for (const field of fields) {
    const key = keyOf(field, numberOf.get(field.above))
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    numberOf.set(field, number)
    const above = valuesOf.get(field.above) ?? NaN
    const statistic = above > 0 ? statisticOf(field.kind, field.account) : undefined
    valuesOf.set(field, above === 0 ? 0 : valuesOfField(field, above, statistic))
    for (const step of field.steps) {
      computed[step.id] = above === 0 ? NOTHING : within(step, ofStep(step, field, above, statistic))
      const read = variantKey([number, step.endpoint?.path, step.calls.max, step.rows.max])
      if (!distinct.has(read)) distinct.set(read, step.id)
    }
  }
  const read = Array.from(distinct.values(), (id) => computed[id] ?? UNKNOWN)
  const all = { calls: sum(read, ({ calls }) => calls), rows: sum(read, ({ rows }) => rows) }
  return { ...rounded(all), steps: computed.map(rounded) }
}

/**
 * The key of what a field reads: fields with equal arguments below the same parents have the same. `above` is the number of the field
 * above it, whose key would be escaped again at each level. Representations can be nested too deeply, or have too many members, to be
 * compared: such a field has a key of its own.
 */
function keyOf({ kind, path, args, needsCount, isWrite }: PlannedField, above: number | undefined): string {
  return isWrite || !areComparable(args) ? path : variantKey([above, kind, args, needsCount])
}

/** The depth of arguments with a sort order, which is a list of objects. */
const MAX_DEPTH = 3

/** The maximum number of values in arguments that are compared: more than the longest list of IDs has. */
const MAX_COMPARED_VALUES = 2_000

function areComparable(args: PlannedField['args']): boolean {
  let values = 0
  const isWithin = (value: unknown, depth: number): boolean => {
    values += 1
    if (values > MAX_COMPARED_VALUES) return false
    if (typeof value !== 'object' || value === null) return true
    return depth > 0 && Object.values(value).every((item) => isWithin(item, depth - 1))
  }
  return isWithin(args, MAX_DEPTH)
}

function valuesOfField({ values, each }: PlannedField, above: number, statistic: FieldStatistic | undefined): number {
  if (values !== undefined || !statistic) return values ?? NaN
  return above * (statistic.parents / statistic.above) * rowsPerParent(statistic, each)
}

/** The rows of one parent, if at most `each` are read. NaN if no rows were read. */
function rowsPerParent(statistic: FieldStatistic, each: number): number {
  const lists = listsIn(statistic)
  const read = sum(lists, ([size, count]) => count * Math.min(size, each))
  return read / sum(lists, ([, count]) => count)
}

function ofStep(
  step: Step,
  { each, isList, isWrite }: PlannedField,
  above: number,
  statistic: FieldStatistic | undefined,
): Computed {
  const { calls, endpoint } = step
  const known = statistic?.endpoints[endpoint?.path ?? '']
  if (!known) return calls.min === calls.max ? { ...UNKNOWN, calls: calls.min } : UNKNOWN
  const keys = isWrite ? writeKeys(step) : above * (known.keys / known.above)
  // Of a list of its own, no more rows are requested than are needed.
  const isAlone = isList && endpoint && 'maxCount' in endpoint && (step.keysPerCall === 1 || keys <= 1)
  const size = isAlone ? rowsPerParent(statistic, each) : known.rows / known.keys
  // NaN: no rows were read.
  const rows = keys * (size || 0)
  return { calls: evenCalls(step, keys, rows) * unevenness(known), rows }
}

/** The calls to an endpoint for so many keys, if their rows are spread evenly. */
export function evenCalls(
  { endpoint, keysPerCall }: Pick<Step, 'endpoint' | 'keysPerCall'>,
  keys: number,
  rows: number,
): number {
  const pageRows = endpoint && 'maxCount' in endpoint ? Number(endpoint.maxCount) : Infinity
  // Less than one key is the share of operations that have one.
  return (keys < 1 ? keys : Math.ceil(keys / keysPerCall)) + Math.floor(rows / pageRows)
}

/** The items of a write or the rows that it reads, which its input determines. 1 if only the service knows how many there are. */
export function writeKeys({ rows: { max } }: Step): number {
  return max === Infinity ? 1 : max
}

/** How many times more calls were made than if rows were spread evenly; less than 1 if the cache had some of the answers. */
function unevenness({ even, calls }: EndpointStatistic): number {
  return even === 0 ? 0 : calls / even
}

function within({ calls: { min, max }, rows: { max: maxRows } }: Step, { calls, rows }: Computed): Computed {
  return { calls: Math.min(Math.max(calls, min), max), rows: Math.min(rows, maxRows) }
}

function rounded({ calls, rows }: Computed): Expected {
  return { calls: isNaN(calls) ? null : Math.round(calls), rows: isNaN(rows) ? null : Math.round(rows) }
}

/** A minimum and a maximum, and the number that earlier reads make likely: null where nothing is known. */
interface ExpectedBounds extends Bounds {
  expected: number | null
}

/** The form of a plan in `extensions.plan`. A maximum that only the service knows is null. */
export interface PlanReport {
  calls: ExpectedBounds
  rows: Omit<ExpectedBounds, 'min'>
  /** The calls and rows that one operation may use. */
  allowed: Allowance
  steps: StepReport[]
}

/** The form of a step. */
export interface StepReport extends Omit<Step, 'endpoint' | 'account' | 'calls' | 'rows'> {
  calls: ExpectedBounds
  rows: Omit<ExpectedBounds, 'min'>
  /** The method of the calls, and the path template of their endpoint. */
  method: Method | null
  endpoint: string | null
  /** The rate limit that the calls count against. Null if it is not known. */
  rateLimit: { limit: number; remaining: number; resetAt: string } | null
}

/** Reports a plan to a caller, with the rate limits that are known for it, and with `expected`, which is null by default. */
export function planReport(
  plan: Plan,
  { calls: allowedCalls, rows: allowedRows }: Allowance,
  rest: Pick<Session, 'rateLimit'>,
  expectation: Expectation = expectationOf(plan, () => undefined),
): PlanReport {
  const { calls, rows, steps } = plan
  return {
    calls: expectedCalls(calls, expectation),
    rows: { expected: expectation.rows, max: rows.max },
    allowed: { calls: allowedCalls, rows: allowedRows },
    steps: steps.map(({ id, field, endpoint, account, parents, keysPerCall, calls, rows, after }) => ({
      id,
      field,
      method: endpoint?.method ?? null,
      endpoint: endpoint?.path ?? null,
      parents,
      keysPerCall,
      calls: expectedCalls(calls, expectation.steps[id]),
      rows: { expected: expectation.steps[id]?.rows ?? null, max: rows.max },
      after,
      rateLimit: rateLimitOf(endpoint && rest.rateLimit(endpoint, account)),
    })),
  }
}

/** The bounds of a number of calls, with the expected number. */
export function expectedCalls({ min, max }: Bounds, expected: Expected | undefined): ExpectedBounds {
  return { min, expected: expected?.calls ?? null, max }
}

function rateLimitOf(known: ReturnType<Session['rateLimit']>): StepReport['rateLimit'] {
  if (!known) return null
  const { limit, remaining, resetAt } = known
  return { limit, remaining, resetAt: new Date(resetAt).toISOString() }
}
