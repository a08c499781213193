import { getNamedType, getNullableType, isListType, type GraphQLResolveInfo, type ResponsePath } from 'graphql'
import type { Context, FieldObserver } from '../../context.ts'
import type { CallRecord } from '../../rest/types.ts'
import {
  sizeClassOf,
  type EndpointStatistic,
  type FieldObservation,
  type ObservedKind,
} from '../../state/statistics.ts'
import { sum } from '../cost/cost.ts'
import { Connection } from '../list/connection.ts'
import { listSelectionOf } from '../list/read.ts'
import { evenCalls, writeKeys } from './expectation.ts'
import { fieldPathOf, isConnectionPart, type Plan } from './plan.ts'
import type { PlannedField } from './steps.ts'

/** What one field has returned so far. */
interface ObservedField {
  parents: number
  keys: number
  /** The values for which its subfields are resolved. */
  values: number
  sizes: Record<string, number>
  rows: number
  cut: Record<string, number>
  /** Adds the result of one parent, once it has arrived. Undefined for a single value, which is not waited for. */
  addRows: ((returned: unknown) => void) | undefined
}

/** Observes the fields of one operation. Costs a few numbers for each list, and none for a row. */
export class Observation implements FieldObserver {
  readonly read: Context['loaders']['read']
  readonly #fields = new Map<string, ObservedField>()
  /** Counts that are made after the operation has ended, when all values have arrived. */
  readonly #atEnd: (() => void)[] = []
  /** With our executor, all parents of a field have the same path. */
  #last: { path: ResponsePath; field: ObservedField } | undefined

  constructor({ read }: Pick<Context['loaders'], 'read'>) {
    this.read = read
  }

  add(info: GraphQLResolveInfo, parents: number, keysBefore: number, returned: unknown, isAll: boolean): void {
    const field = this.#fieldAt(info)
    field.parents += parents
    field.keys += this.read.keys - keysBefore
    const { addRows } = field
    if (addRows && isAll) whenSettled(returned, (all) => forEach(all, (each) => whenSettled(each, addRows)))
    else if (addRows) whenSettled(returned, addRows)
    else {
      const values = isAll && Array.isArray(returned) ? returned : [returned]
      // The missing value of a look-up by an argument says what this caller can see, not how much there is.
      if (info.parentType === info.schema.getQueryType()) this.#count(values, (present) => addSize(field, 1, present))
      else addValues(field, parents, values)
    }
  }

  #fieldAt(info: GraphQLResolveInfo): ObservedField {
    if (this.#last?.path === info.path) return this.#last.field
    const path = fieldPathOf(info)
    let field = this.#fields.get(path)
    if (!field) this.#fields.set(path, (field = this.#observedField(info)))
    this.#last = { path: info.path, field }
    return field
  }

  #observedField(info: GraphQLResolveInfo): ObservedField {
    const field: ObservedField = {
      parents: 0,
      keys: 0,
      values: 0,
      sizes: {},
      rows: 0,
      cut: {},
      addRows: undefined,
    }
    if (isListType(getNullableType(info.returnType)))
      field.addRows = (returned) => {
        // The missing nodes of `nodes` say what this caller can see. If all are missing, the list was not read.
        if (Array.isArray(returned))
          this.#count(returned, (present) => {
            if (present > 0 || returned.length === 0) addSize(field, present)
          })
      }
    if (isConnectionPart(getNamedType(info.returnType))) {
      const { rows: hasRows } = listSelectionOf(info)
      field.addRows = (returned) => {
        if (hasRows && returned instanceof Connection) addList(field, returned)
      }
    }
    return field
  }

  /** Calls `add` with the number of values that are present, once all of them have arrived. */
  #count(values: readonly unknown[], add: (present: number) => void): void {
    let arrived = 0
    for (const value of values) whenSettled(value, (value) => void (arrived += Number(isPresent(value))))
    this.#atEnd.push(() => add(arrived))
  }

  /**
   * What was observed, by the kind of field: of those that the operation reached, with the calls that it made. Without the fields
   * of accounts from which it got no answer: anybody can name an account, and nothing else shows that the caller can read it.
   */
  results({ fields }: Plan, calls: readonly CallRecord[]): ObservedKind[] {
    for (const count of this.#atEnd.splice(0)) count()
    const answered = new Set(calls.filter(isAnswered).map(({ account }) => account))
    const shares = sharesOf(fields, calls, ({ path }) => this.#fields.get(path))
    return fields.flatMap((planned): ObservedKind[] => {
      const { kind, account, path } = planned
      const above = planned.above ? this.#fields.get(planned.above.path)?.values : 1
      if (!above || (account !== undefined && !answered.has(account))) return []
      const { parents = 0, sizes = {}, rows = 0, cut = {} } = this.#fields.get(path) ?? {}
      const own = shares.filter(({ field }) => field === planned)
      return [[kind, { account, above, parents, sizes, rows, cut, endpoints: endpointsOf(above, own) }]]
    })
  }
}

function isAnswered({ status }: CallRecord): boolean {
  return status !== null && status < 300
}

function addList(field: ObservedField, list: Connection): void {
  const { length } = list
  if (!list.hasNext()) return addSize(field, length)
  field.values += length
  const sizeClass = sizeClassOf(length)
  field.cut[sizeClass] = (field.cut[sizeClass] ?? 0) + 1
}

/** Adds single values. One that is looked up counts, although it can turn out to be missing. */
function addValues(field: ObservedField, parents: number, values: readonly unknown[]): void {
  const present = values.filter(isPresent).length
  addSize(field, 1, present)
  addSize(field, 0, parents - present)
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && !(value instanceof Error)
}

function addSize(field: ObservedField, rows: number, parents = 1): void {
  if (parents === 0) return
  field.values += rows * parents
  field.rows += rows * parents
  const sizeClass = sizeClassOf(rows)
  field.sizes[sizeClass] = (field.sizes[sizeClass] ?? 0) + parents
}

function whenSettled(value: unknown, add: (value: unknown) => void): void {
  if (value instanceof Promise) void value.then(add, () => undefined)
  else add(value)
}

function forEach(values: unknown, add: (value: unknown) => void): void {
  if (Array.isArray(values)) for (const value of values) add(value)
}

function endpointsOf(above: number, shares: readonly Share[]): FieldObservation['endpoints'] {
  const endpoints: FieldObservation['endpoints'] = {}
  for (const { path, keys, even, calls, rows } of shares) {
    const sum = (endpoints[path] ??= { above: 0, keys: 0, even: 0, calls: 0, rows: 0 })
    sum.above += above
    sum.keys += keys
    sum.even += even
    sum.calls += calls
    sum.rows += rows
  }
  return endpoints
}

/** The keys of a step, the calls that it would need for them, and its share of the calls that were made. */
interface Share extends Omit<EndpointStatistic, 'above'> {
  field: PlannedField
  /** The path template of the endpoint. */
  path: string
}

/** Divides the calls to each endpoint among its steps. */
function sharesOf(
  fields: readonly PlannedField[],
  calls: readonly CallRecord[],
  observedOf: (field: PlannedField) => ObservedField | undefined,
): Share[] {
  const all = fields.flatMap((field) => field.steps.map((step) => ({ field, step, path: step.endpoint?.path ?? '' })))
  const paths = new Set(all.map(({ path }) => path))
  return Array.from(paths).flatMap((path) => {
    const attempts = calls.filter(({ path: called }) => isOf(path, called, paths))
    const made = attempts.filter(({ attempt }) => attempt === 1)
    // The rows of a call that was retried came with its last attempt.
    const rows = sum(attempts, (call) => call.rows)
    const own = all.filter((each) => each.path === path)
    const isKnown = own.some(({ field }) => observedOf(field)?.keys)
    const read = own.map(({ field, step }) => {
      const observed = observedOf(field)
      // A field that is read neither by a loader nor at once is read for each parent.
      const keys = field.isWrite ? writeKeys(step) : isKnown || made.length === 0 ? observed?.keys : observed?.parents
      return { field, step, keys: keys ?? 0 }
    })
    const allKeys = sum(read, ({ keys }) => keys) || 1
    const even = read.map(({ field, step, keys }) => {
      const ownRows = (rows * keys) / allKeys
      return { field, path, keys, rows: ownRows, even: evenCalls(step, keys, ownRows) }
    })
    const allEven = sum(even, (each) => each.even) || 1
    return even.map((each) => ({ ...each, calls: (made.length * each.even) / allEven }))
  })
}

/** Whether a call belongs to the steps with this endpoint. A look-up that no other joined is sent to the endpoint of one entity. */
function isOf(path: string, called: string, paths: ReadonlySet<string>): boolean {
  return called === path || (!paths.has(called) && called.replace(/\/:\w+$/, '') === path)
}
