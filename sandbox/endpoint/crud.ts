import type { Entity } from '../../reference/entity.ts'
import type { Quota } from '../access/rate-limit.ts'
import { columns, type Attribute } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { batchEndpoint, type BatchDefinition } from './batch.ts'
import { endpoint, type Call, type Definition, type Endpoint, type Method } from './endpoint.ts'
import {
  anyOf,
  listEndpoint,
  nameQuery,
  singleEndpoint,
  type singleParameters,
  startingWith,
  USUAL_NAMES,
  type Keep,
  type ListParameters,
  type ListVariety,
} from './list.ts'
import { id, idList, required, type Parameter, type Parameters } from './parameter.ts'
import {
  added,
  createEndpoint,
  deleteEndpoint,
  liveRow,
  operation,
  removal,
  rowNamed,
  updateEndpoint,
  type Operation,
  type WriteContext,
} from './write.ts'

/** The name of a parameter, without the `!` that the reference adds to required ones. */
type BareName<Name> = Name extends `${infer Bare}!` ? Bare : Name

/** The names of the parameters of an endpoint in the reference. */
type NamesAt<E extends Entity, At extends keyof E['endpoints']> =
  | (E['endpoints'][At] extends { documents: readonly (infer Name)[] } ? Name : never)
  | (E['endpoints'][At] extends { service: readonly (infer Name)[] } ? Name : never)

/** The parameters of an endpoint, with the types of their checks. */
type Given<Name, Checks> = {
  [Each in Name & string as BareName<Each>]: BareName<Each> extends keyof Checks
    ? Checks[BareName<Each>] extends Parameter<infer T>
      ? Parameter<Each extends `${string}!` ? Exclude<T, undefined> : T>
      : never
    : never
}

/**
 * The parameters of an endpoint: names and requiredness are those of the reference, and `checks` reads their texts. A name
 * without a check does not compile.
 */
export function given<const E extends Entity, At extends keyof E['endpoints'] & string, Checks extends Parameters>(
  entity: E,
  at: At,
  checks: Checks & Record<BareName<NamesAt<E, At>> & string, Parameter<unknown>>,
): Given<NamesAt<E, At>, Checks> {
  // The type says what `read` does with names.
  return read(namesAt(entity, at), checks) as Given<NamesAt<E, At>, Checks>
}

function namesAt({ endpoints }: Entity, at: string): string[] {
  const found = endpoints?.[at]
  if (found === undefined) throw new Error(`The reference has no ${at}`)
  return [...found.documents, ...(found.service ?? [])]
}

function read(names: readonly string[], checks: Parameters): Parameters {
  return Object.fromEntries(
    names.map((name) => {
      const bare = name.replace('!', '')
      const check = checks[bare]
      if (check === undefined) throw new Error(`The parameter ${bare} has no check`)
      return [bare, bare === name ? { ...check, required: false } : required(check)]
    }),
  )
}

/** What a list has besides the reference. */
interface ListOptions<R extends Row, F extends Parameters> extends Omit<ListVariety, 'omits' | 'version'> {
  /** Defaults to `core`. */
  quota?: Quota | undefined
  /** The attributes that `sort_by` accepts besides the times and `deleted`. */
  sortable?: Record<string, Attribute<R>>
  /** The filters other than lists of IDs, which are columns, and the name. */
  filters?: F
  /** The rows, if they are not those of the account in the path. */
  rows?: (call: Call<string, F & ListParameters>) => R[]
  /** Returns the filter of a call, in addition to those by ID and name. May throw a Refusal. */
  keep?: (call: Call<string, F & ListParameters>) => Keep<R>
  /** The row as sent, if it differs from the stored row. */
  present?: (row: R, call: Call<string, F & ListParameters>) => unknown
}

/** What the read of one row has besides the reference. */
interface SingleOptions<R extends Row, P extends Parameters> {
  quota?: Quota | undefined
  parameters?: P
  present?: (row: R, call: Call<string, P>) => unknown
}

const TIMES = ['created_at', 'updated_at'] as const

/** The endpoints of an entity, at the paths of the reference. `base` is the path of its list if it has several. */
export function endpointsOf(entity: Entity, base = listPath(entity)) {
  const names = Object.keys(entity.endpoints ?? {})
  const paths = names.map((name) => name.split(' ')[2]!)
  const version = names[paths.indexOf(base)]!.split(' ')[1]!
  const one = paths.find((path) => path.startsWith(`${base}/:`) && !path.includes('/', base.length + 1)) ?? base
  const idName = one.slice(one.lastIndexOf(':') + 1)
  const has = (method: string, path: string) => names.includes(`${method} ${version} ${path}`)

  function namesFor(method: string, path: string): string[] {
    return namesAt(entity, `${method} ${version} ${path}`)
  }

  return {
    /** The name of the ID in paths. */
    idName,

    list<R extends Row, F extends Parameters = ListParameters>(
      table: TableDefinition<R>,
      { quota = 'core', sortable = {}, filters, keep, ...variety }: ListOptions<R, F> = {},
    ): Endpoint {
      const names = namesFor('GET', base)
      const usual = USUAL_NAMES.filter((name) => names.includes(name))
      const deleted = usual.includes('with_deleted') ? (['deleted'] as const) : []
      const filtering = names.filter((name) => !usual.some((each) => each === name))
      const usualFilters = filtering.map((name) => name.replace('!', '')).filter((name) => !(name in (filters ?? {})))
      const checks = usualFilters.map((name) => [name, name === 'q' ? nameQuery() : idList()])
      return listEndpoint<R, string, F>({
        ...variety,
        version,
        path: base,
        quota,
        table,
        // Those that `filters` does not have are lists of IDs and names.
        filters: read(filtering, { ...Object.fromEntries(checks), ...filters }) as F,
        omits: USUAL_NAMES.filter((name) => !usual.includes(name)),
        sortable: usual.includes('sort_by') ? { ...columns<R>(...TIMES, ...deleted), ...sortable } : {},
        keep(call) {
          const params: Readonly<Record<string, unknown>> = call.params
          const usually = usualFilters.map((name) => keepBy(name, idName, params[name]))
          const further = keep?.(call)
          return (row) => usually.every((keeps) => keeps(row)) && (further?.(row) ?? true)
        },
      })
    },

    single<R extends Row, P extends Parameters = typeof singleParameters>(
      table: TableDefinition<R>,
      { quota = 'core', ...options }: SingleOptions<R, P> = {},
    ): Endpoint {
      const showsDeleted = namesFor('GET', one).includes('with_deleted')
      return singleEndpoint<R, string, P>({ ...options, path: one, quota, table, showsDeleted })
    },

    create(change: Operation): Endpoint {
      namesFor('POST', base)
      return createEndpoint(base, change)
    },

    update(change: Operation): Endpoint {
      namesFor('PUT', one)
      return updateEndpoint(one, change)
    },

    delete(change: Operation): Endpoint {
      namesFor('DELETE', one)
      return deleteEndpoint(one, change)
    },

    batch(maxItems: number, operations: BatchDefinition['operations']): Endpoint {
      namesFor('POST', `batch/${base}`)
      return batchEndpoint({ path: `batch/${base}`, maxItems, idName, operations })
    },

    /** The parameters of a write of the reference: of one row, or, for a POST, of a new one. */
    parameters(method: Method, checks: Parameters): Parameters {
      return read(namesFor(method, method === 'POST' ? base : one), checks)
    },

    /** An endpoint of one row, or, for a POST, of a new one, that does what no other has in common with it. */
    at(method: Method, definition: Pick<Definition<string, Parameters>, 'parameters' | 'handle'>): Endpoint {
      const path = method === 'POST' ? base : one
      namesFor(method, path)
      return endpoint({ ...definition, method, version, path, quota: 'write' })
    },

    /** The endpoints that the reference has of those that change one row, which take what was sent as it is. */
    writesOf<R extends Row>(table: TableDefinition<R>, checks: Parameters): Endpoint[] {
      return [
        ...(has('POST', base) ? [createEndpoint(base, creation(table, read(namesFor('POST', base), checks)))] : []),
        ...(has('PUT', one) ? [updateEndpoint(one, change(table, idName, read(namesFor('PUT', one), checks)))] : []),
        ...(has('DELETE', one) ? [deleteEndpoint(one, removal({ table, idName }))] : []),
      ]
    },
  }
}

/** The path of the only list of an entity. What is read below one row is no list of the entity. */
function listPath({ endpoints = {} }: Entity): string {
  const reads = Object.keys(endpoints).filter((name) => /^GET .*(?:^|[ /])[a-z_]+$/.test(name))
  const inAccount = reads.filter((name) => !/:(?!account_id\b)/.test(name))
  const lists = inAccount.length > 0 ? inAccount : reads
  const [only, ...others] = lists
  if (only === undefined || others.length > 0) throw new Error(`Expected one list, got ${lists.join(', ')}`)
  return only.split(' ')[2]!
}

/** Keeps the rows that a filter asks for, by the start of their names or by IDs. Those of the entity itself are in `id`. */
function keepBy(name: string, idName: string, value: unknown): Keep<Row> {
  if (name === 'q') {
    const named = startingWith(value as string | undefined)
    return (row) => named(columnOf(row, 'name'))
  }
  const wanted = anyOf(value as string[] | undefined)
  const column = name === `${idName}s` ? 'id' : name.replace(/s$/, '')
  return (row) => wanted(columnOf(row, column) ?? '')
}

function columnOf(row: Row, name: string): string | null {
  return (row as unknown as Record<string, string | null>)[name] ?? null
}

/** The ID of a row of another table. */
interface Referring extends Parameter<string | undefined> {
  refersTo: TableDefinition<never>
  owner: string | undefined
}

/** The ID of a row of another table, which the account has, or another owner. */
export function refersTo<R extends Row>(table: TableDefinition<R>, owner?: string): Referring {
  return { ...id(), refersTo: table, owner }
}

function checkReferences(checks: Parameters, params: Record<string, unknown>, { store, owner }: WriteContext): void {
  for (const [name, check] of Object.entries(checks)) {
    const value = params[name]
    if (!('refersTo' in check) || typeof value !== 'string') continue
    const referring = check as Referring
    rowNamed({ store, owner: referring.owner ?? owner }, referring.refersTo, name, value)
  }
}

function creation<R extends Row>(table: TableDefinition<R>, parameters: Parameters): Operation {
  return operation({
    parameters,
    run(params, context) {
      checkReferences(parameters, params, context)
      // `crud` gives the row the types of its parameters.
      return added(context, table, params as Omit<R, keyof Row>)
    },
  })
}

function change<R extends Row>(table: TableDefinition<R>, idName: string, parameters: Parameters): Operation {
  return operation({
    parameters,
    run(params, context, id) {
      liveRow(context, table, idName, id)
      checkReferences(parameters, params, context)
      const sent = Object.entries(params).filter(([, value]) => value !== undefined)
      const changes = { ...Object.fromEntries(sent), updated_at: timestamp(context.now) } as Partial<R>
      return context.store.table(table).update(context.owner, id, changes)
    },
  })
}

/** The columns of a row that has what was sent. */
type SentColumns<Checks extends Parameters> = {
  [Name in keyof Checks]: Checks[Name] extends Parameter<infer T> ? NonNullable<T> : never
}

/** An entity that is stored as it is sent: its table, and its endpoints. */
export interface Crud<R extends Row> extends TableDefinition<R> {
  endpoints: Endpoint[]
}

/**
 * An entity that the service stores as it is sent: its list, its rows, and the writes that the reference has.
 *
 * @example
 * export const trackingTags = crud(trackingTag, {
 *   name: 'tracking_tags',
 *   order: oldestFirst(),
 *   idLength: 6,
 *   checks: { line_item_id: refersTo(lineItems), tracking_tag_type: oneOf('IMPRESSION_TAG', 'CLICK_TRACKER') },
 * })
 */
export function crud<Checks extends Parameters>(
  entity: Entity,
  { quota, checks, ...table }: TableDefinition<Row & SentColumns<Checks>> & { quota?: Quota; checks: Checks },
): Crud<Row & SentColumns<Checks>> {
  const wire = endpointsOf(entity)
  const endpoints = [wire.list(table, { quota }), wire.single(table, { quota }), ...wire.writesOf(table, checks)]
  return { ...table, endpoints }
}
