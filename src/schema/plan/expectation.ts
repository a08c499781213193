import type { EndpointStatistic, FieldStatistic, StatisticOf } from '../../rest/statistics.ts'
import { listsIn } from '../../rest/statistics.ts'
import type { Plan, PlannedField, Step } from './plan.ts'

/** The calls and rows that are expected from what was read before. Null where nothing is known. */
export interface Expected {
  calls: number | null
  rows: number | null
}

/** What a plan expects, and each of its steps by their ID. */
export interface Expectation extends Expected {
  steps: readonly Expected[]
}

const UNKNOWN: Expected = { calls: null, rows: null }

const NOTHING: Expected = { calls: 0, rows: 0 }

/** Computes what a plan expects: for each field from the values of the field above it, the first fields first. */
export function expectationOf({ fields, steps }: Plan, statisticOf: StatisticOf): Expectation {
  const valuesOf = new Map<PlannedField, number | null>()
  const expected: Expected[] = steps.map(() => UNKNOWN)
  for (const field of fields) {
    const above = field.above ? (valuesOf.get(field.above) ?? null) : 1
    const statistic = above === null || above === 0 ? undefined : statisticOf(field.kind, field.account)
    valuesOf.set(field, above === 0 ? 0 : valuesOfField(field, above, statistic))
    for (const step of field.steps)
      expected[step.id] = above === 0 ? NOTHING : within(step, ofStep(step, field, above, statistic))
  }
  return {
    calls: rounded(total(expected, ({ calls }) => calls)),
    rows: rounded(total(expected, ({ rows }) => rows)),
    steps: expected.map(({ calls, rows }) => ({ calls: rounded(calls), rows: rounded(rows) })),
  }
}

function valuesOfField(
  { values, each }: PlannedField,
  above: number | null,
  statistic: FieldStatistic | undefined,
): number | null {
  const size = statistic && rowsPerParent(statistic, each)
  if (values !== undefined || above === null || !statistic || size === undefined) return values ?? null
  return above * (statistic.parents / statistic.above) * size
}

/** The rows of one parent, of which at most `each` are read. Undefined if no rows were read. */
function rowsPerParent(statistic: FieldStatistic, each: number): number | undefined {
  const lists = listsIn(statistic)
  let parents = 0
  let read = 0
  for (const [size, count] of lists) {
    parents += count
    read += count * Math.min(size, each)
  }
  return parents === 0 ? undefined : read / parents
}

function ofStep(
  step: Step,
  { each, isList, isWrite }: PlannedField,
  above: number | null,
  statistic: FieldStatistic | undefined,
): Expected {
  const { calls, endpoint } = step
  const known = statistic?.endpoints[endpoint?.path ?? '']
  if (above === null || !statistic || !known)
    return calls.min === calls.max ? { calls: calls.min, rows: null } : UNKNOWN
  const keys = isWrite ? writeKeys(step) : above * (known.keys / known.above)
  // Of a list of its own, no more rows are requested than are needed.
  const isAlone = isList && endpoint && 'maxCount' in endpoint && (step.keysPerCall === 1 || keys <= 1)
  const size = isAlone ? (rowsPerParent(statistic, each) ?? 0) : known.keys === 0 ? 0 : known.rows / known.keys
  const rows = keys * size
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

function within({ calls: { min, max }, rows: { max: maxRows } }: Step, { calls, rows }: Expected): Expected {
  return {
    calls: calls === null ? null : Math.min(Math.max(calls, min), max),
    rows: rows === null ? null : Math.min(rows, maxRows),
  }
}

function total(expected: readonly Expected[], of: (expected: Expected) => number | null): number | null {
  let sum = 0
  for (const each of expected) {
    const value = of(each)
    if (value === null) return null
    sum += value
  }
  return sum
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
