import type { EndpointStatistic, FieldStatistic, StatisticOf } from '../../rest/statistics.ts'
import { listsIn } from '../../rest/statistics.ts'
import { sum } from '../cost/cost.ts'
import type { Plan } from './plan.ts'
import type { PlannedField, Step } from './step.ts'

/** The calls and rows that are expected from what was read before. Null where nothing is known. */
export interface Expected {
  calls: number | null
  rows: number | null
}

/** What a plan expects, and each of its steps by their ID. */
export interface Expectation extends Expected {
  steps: readonly Expected[]
}

/** What is expected, while it is computed: NaN where nothing is known, so that what follows from it is not known either. */
type Computed = Record<keyof Expected, number>

const UNKNOWN: Computed = { calls: NaN, rows: NaN }

const NOTHING: Computed = { calls: 0, rows: 0 }

/** Computes what a plan expects: for each field from the values of the field above it, the first fields first. */
export function expectationOf({ fields, steps }: Plan, statisticOf: StatisticOf): Expectation {
  const valuesOf = new Map<PlannedField | undefined, number>([[undefined, 1]])
  const computed: Computed[] = steps.map(() => UNKNOWN)
  for (const field of fields) {
    const above = valuesOf.get(field.above) ?? NaN
    const statistic = above > 0 ? statisticOf(field.kind, field.account) : undefined
    valuesOf.set(field, above === 0 ? 0 : valuesOfField(field, above, statistic))
    for (const step of field.steps)
      computed[step.id] = above === 0 ? NOTHING : within(step, ofStep(step, field, above, statistic))
  }
  const all = { calls: sum(computed, ({ calls }) => calls), rows: sum(computed, ({ rows }) => rows) }
  return { ...rounded(all), steps: computed.map(rounded) }
}

function valuesOfField({ values, each }: PlannedField, above: number, statistic: FieldStatistic | undefined): number {
  if (values !== undefined || !statistic) return values ?? NaN
  return above * (statistic.parents / statistic.above) * rowsPerParent(statistic, each)
}

/** The rows of one parent, of which at most `each` are read. NaN if no rows were read. */
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
