import type { Entity, Names } from '../../reference/entity.ts'
import { typeOf, type TypeName } from '../../reference/type.ts'
import type { Quota } from '../access/rate-limit.ts'
import { columns, type Attribute } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { notFound, refuseAll, unknownReference, type ErrorItem } from '../http/error.ts'
import type { Reply } from '../http/reply.ts'
import { batchEndpoint, type BatchDefinition } from './batch.ts'
import { endpoint, envelope, type Call, type Endpoint, type Method } from './endpoint.ts'
import { anyOf, listEndpoint, startingWith, USUAL_NAMES, type Keep, type ListDefinition } from './list.ts'
import { boolean, ifGiven, parameterOf, required, unsettable, type Parameter, type Parameters } from './parameter.ts'
import { added, liveRow, referred, type NewColumns, type Operation, type WriteContext } from './write.ts'

type Bare<Name> = Name extends `${infer Plain}!` ? Plain : Name
type NamesOf<Of> =
  | (Of extends { documents: readonly (infer Name)[] } ? Name : never)
  | (Of extends { service: readonly (infer Name)[] } ? Name : never)
type NamesAt<E extends Entity, At extends keyof E['endpoints']> = NamesOf<E['endpoints'][At]> & string

/** The value of a type of the reference. */
type Value<Type> = Type extends `${string}[]`
  ? string[]
  : Type extends 'boolean'
    ? boolean
    : Type extends 'integer'
      ? number
      : Type extends 'micros'
        ? number | bigint
        : string

/** What a write of the reference takes. An optional parameter is null if it is sent empty. */
export type Sent<E extends Entity, At extends keyof E['endpoints']> = {
  [Name in NamesAt<E, At> as Bare<Name>]: Name extends `${string}!`
    ? Value<TypeName<E, Bare<Name>>>
    : Value<TypeName<E, Name>> | null | undefined
}

/** What the reads of an entity take besides the parameters of every list. */
type Filters<E extends Entity> = {
  [Name in Exclude<NamesAt<E, keyof E['endpoints'] & `GET ${string}`>, (typeof USUAL_NAMES)[number]> as Bare<Name>]:
    | Value<TypeName<E, Bare<Name>>>
    | undefined
}

/** The endpoints of the reference that create and update rows of an account. */
type CreationOf<E extends Entity> = Extract<keyof E['endpoints'], `POST ${string} accounts/${string}`>
type UpdateOf<E extends Entity> = Extract<keyof E['endpoints'], `PUT ${string}`>

/** The methods that write. */
type WriteMethod = Exclude<Method, 'GET'>

/** The columns of the reference, which are texts unless `Others` has them. */
export type ColumnsOf<Columns extends Names, Others = unknown> = Others &
  Record<Exclude<NamesOf<Columns>, keyof Others> & string, string>

type OwnNames<Columns extends Names> = Exclude<NamesOf<Columns> & string, keyof Row>

/** The columns of a new row that not every row has: what was sent, or null. */
export function sentOrNull<const Columns extends Names, S extends object>(
  { documents, service = [] }: Columns,
  sent: S,
): {
  [Name in OwnNames<Columns>]: Name extends keyof S
    ? undefined extends S[Name]
      ? Exclude<S[Name], undefined> | null
      : S[Name]
    : null
} {
  const ofEveryRow = ['id', 'created_at', 'updated_at', 'deleted']
  const names = [...documents, ...service].filter((name) => !ofEveryRow.includes(name))
  // The type of the columns follows from their names and from what was sent.
  return Object.fromEntries(names.map((name) => [name, Reflect.get(sent, name) ?? null])) as never
}

/** A row with the columns of the reference, which are texts unless `Others` has them. */
export type RowOf<Columns extends Names, Others = unknown> = ColumnsOf<Columns, Row & Others>

type ReadCall<E extends Entity> = Omit<Call, 'params'> & {
  params: Filters<E> & { count: number; with_deleted: boolean }
}

/** What the reads of an entity have besides the reference. */
interface ReadOptions<E extends Entity, R extends Row> extends Partial<
  Pick<ListDefinition<R>, 'quota' | 'nextCursor' | 'countsUnasked' | 'count'>
> {
  /** The parameters with other types than in the reference. They are no filters by a column. */
  parameters?: Parameters
  /** The attributes that `sort_by` accepts besides the times and `deleted`. */
  sortable?: Record<string, Attribute<R>>
  /** The rows, if they are not the rows of the account in the path. */
  rows?: (call: ReadCall<E>) => R[]
  /** Returns the filter of a call, in addition to the filters by columns. May throw a Refusal. */
  keep?: (call: ReadCall<E>) => Keep<R>
  /** The row with an ID, if it is not the row of the table. */
  find?: (call: ReadCall<E>, id: string) => Readonly<R> | undefined
  /** The row as sent, if it differs from the stored row. */
  present?: (row: R, call: ReadCall<E>) => unknown
}

/** Changed columns. Those that are undefined go. */
type Changes<R> = { [Column in keyof R]?: R[Column] | undefined }

/** What the writes of an entity have besides the reference. */
interface WriteOptions<E extends Entity, R extends Row> {
  /** The tables of the rows whose IDs are sent. */
  refersTo?: Readonly<Record<string, TableDefinition<never>>>
  /** The parameters that an update cannot unset, besides those that a new row needs. */
  keeps?: readonly (keyof R)[]
  /** The parameters with other types than in the reference, and those that it does not have. */
  parameters?: { readonly [Of in WriteMethod]?: Parameters }
  /** The columns of a new row. Defaults to what was sent. May throw a Refusal. */
  create?: (sent: Sent<E, CreationOf<E>>, context: WriteContext) => NewColumns<R>
  /** The columns that an update changes besides those that were sent, which `row` has. May throw a Refusal. */
  update?: (row: R, sent: Sent<E, UpdateOf<E>>, context: WriteContext, before: R) => Changes<R>
  /** Changes what depends on a row after it was stored. */
  stored?: (row: R, context: WriteContext, before?: R) => void
  /** The columns that a deletion changes in addition to `deleted`. May throw a Refusal. */
  remove?: (before: R, context: WriteContext) => Partial<R>
  /** The rules that a row would break, before it is stored. `before` is undefined for a new one. */
  check?: (
    row: R,
    sent: Partial<Sent<E, CreationOf<E> | UpdateOf<E>>>,
    context: WriteContext,
    before?: R,
  ) => readonly (ErrorItem | false)[]
  /** The most operations of a batch, if there is one. */
  batch?: number
  /** The row as sent by writes, if it differs from the stored row. */
  answer?: (row: Readonly<R>, method: WriteMethod, sent: Readonly<Record<string, unknown>>) => unknown
}

/** What an endpoint does that no other endpoint shares. */
interface OwnEndpoint<E extends Entity, M extends Method> {
  quota?: Quota
  /** The parameters with other types than in the reference. */
  parameters?: Parameters
  handle: (call: OwnCall<E, M>) => Reply
}

type OwnCall<E extends Entity, M extends Method> = Omit<Call, 'params'> & {
  params: Sent<E, Extract<keyof E['endpoints'], `${M} ${string}`>>
}

const TIMES = ['created_at', 'updated_at'] as const

/** The endpoints of an entity, at the paths of the reference. `base` is the path of its list, if it has several or other endpoints. */
export function endpointsOf<const E extends Entity>(entity: E, base = listPath(entity)) {
  const names = Object.keys(entity.endpoints ?? {})
  const paths = names.map((name) => name.split(' ')[2]!)
  const version = names[paths.indexOf(base)]!.split(' ')[1]!
  const below = paths
    .filter((path) => path.startsWith(`${base}/:`))
    .map((path) => path.split('/').slice(base.split('/').length))
  const one = below.some((segments) => segments.length === 1) ? `${base}/${below[0]![0]}` : base
  const idName = (below[0]?.[0] ?? base.split('/').findLast((segment) => segment.startsWith(':')) ?? ':').slice(1)
  const nameOf = (method: Method, path = method === 'POST' ? base : one) => `${method} ${version} ${path}`

  /** The parameters of a method, with the checks of their types, or of those in `own`. */
  function parameters(
    method: Method,
    own: Parameters = {},
    keeps: readonly PropertyKey[] = [],
    path?: string,
  ): Parameters {
    const names = namesAt(entity, nameOf(method, path))
    const others = Object.keys(own).filter((name) => !names.includes(name) && !names.includes(`${name}!`))
    const entries = [...names, ...others].map((name): [string, Parameter<unknown>] => {
      const bare = name.replace('!', '')
      const type = typeOf(entity, bare)
      const check = own[bare] ?? (type.type === 'boolean' ? boolean() : parameterOf(type))
      if (bare !== name) return [bare, required(check)]
      if (method === 'GET' || bare in own) return [bare, check]
      const isKept =
        (type.type === 'text' && type.min !== undefined) ||
        (method === 'PUT' && (keeps.includes(bare) || isRequired(bare)))
      return [bare, isKept ? ifGiven(check) : unsettable(ifGiven(check))]
    })
    return Object.fromEntries(entries)
  }

  /** Whether a new row needs a parameter, which an update can thus not unset. */
  function isRequired(name: string): boolean {
    const { documents = [], service = [] } = entity.endpoints?.[nameOf('POST')] ?? {}
    return [...documents, ...service].includes(`${name}!`)
  }

  return {
    /** The name of the ID in paths. */
    idName,
    parameters,
    /** Whether the reference has an endpoint that reads one row. */
    hasOne: one !== base && names.includes(nameOf('GET')),

    list<R extends Row>(table: TableDefinition<R>, options: ReadOptions<E, R> = {}): Endpoint {
      const { quota = 'core', sortable = {}, keep, parameters: own = {}, ...others } = options
      const names = namesAt(entity, nameOf('GET', base))
      const accepts = USUAL_NAMES.filter((name) => names.includes(name))
      const deleted = accepts.includes('with_deleted') ? (['deleted'] as const) : []
      const taken = Object.entries(parameters('GET', own, [], base))
      const filters = taken.filter(([name]) => !accepts.some((each) => each === name))
      const ofColumns = filters.filter(([name]) => !(name in own))
      return listEndpoint<R>({
        // The type of a list cannot express which parameters its call has.
        ...(others as Omit<ListDefinition<R>, 'keep'>),
        version,
        path: base,
        quota,
        table,
        filters: Object.fromEntries(filters),
        accepts,
        sortable: accepts.includes('sort_by') ? { ...columns<R>(...TIMES, ...deleted), ...sortable } : {},
        keep(call) {
          const params: Readonly<Record<string, unknown>> = call.params
          const given = ofColumns.filter(([name]) => params[name] !== undefined)
          const usually = given.map(([name]) => keepBy(name, idName, params[name]))
          const further = keep?.(call as unknown as ReadCall<E>)
          return (row) => usually.every((keeps) => keeps(row)) && (further?.(row) ?? true)
        },
      })
    },

    /** One row by its ID: 404 if it does not exist, or if it is deleted and `with_deleted` is not true. */
    single<R extends Row>(table: TableDefinition<R>, options: ReadOptions<E, R> = {}): Endpoint {
      const { quota = 'core', present = (row: R) => row } = options
      const { find = ({ store, owner }: ReadCall<E>, id: string) => store.table(table).find(owner, id) } = options
      return endpoint({
        method: 'GET',
        version,
        path: one,
        quota,
        parameters: parameters('GET'),
        handle(given) {
          // The parameters of a call were read as the reference has them.
          const call = given as unknown as ReadCall<E>
          const id = call.path[idName]!
          const row = find(call, id)
          if (row === undefined || (row.deleted && !call.params.with_deleted)) throw notFound(idName, id)
          return envelope(call, { data: present(row, call) })
        },
      })
    },

    /** The operation of a method on rows: a POST creates, a PUT updates and a DELETE deletes one. */
    operation<R extends Row>(
      method: WriteMethod,
      table: TableDefinition<R>,
      options: WriteOptions<E, R> = {},
    ): Operation {
      const { answer = (row: Readonly<R>) => row } = options
      const store = { POST: created<R>, PUT: updated<R>, DELETE: removed<R> }[method]
      return {
        parameters: parameters(method, options.parameters?.[method], options.keeps),
        run: (params, context, id) =>
          answer(store(table, options as WriteOptions<Entity, R>, { idName, params, context, id }), method, params),
      }
    },

    /** The endpoint of an operation: of one row, or, for a POST, of a new one. */
    write(method: WriteMethod, change: Operation): Endpoint {
      const [status, idOf] = method === 'POST' ? [201, () => ''] : [200, (call: Call) => call.path[idName]!]
      return endpoint({
        method,
        version,
        path: method === 'POST' ? base : one,
        quota: 'write',
        parameters: change.parameters,
        handle: (call) => envelope(call, { data: change.run(call.params, call, idOf(call)) }, status),
      })
    },

    /** The writes that the reference has, also as operations of a batch. */
    writes<R extends Row>(table: TableDefinition<R>, options: WriteOptions<E, R>): Endpoint[] {
      const written = WRITES.filter(([method]) => names.includes(nameOf(method)))
      const writes = written.map(([method, name]) => ({ method, name, change: this.operation(method, table, options) }))
      const operations = Object.fromEntries(writes.map(({ name, change }) => [name, change]))
      return [
        ...writes.map(({ method, change }) => this.write(method, change)),
        ...(options.batch === undefined ? [] : [this.batch(options.batch, operations)]),
      ]
    },

    batch(maxItems: number, operations: BatchDefinition['operations']): Endpoint {
      namesAt(entity, nameOf('POST', `batch/${base}`))
      return batchEndpoint({ path: `batch/${base}`, maxItems, idName, operations })
    },

    /**
     * An endpoint of one row (for a POST, of a new one) whose behavior no other endpoint shares. It reads its body itself if that is
     * JSON.
     */
    at<M extends Method>(method: M, { parameters: own, quota, handle }: OwnEndpoint<E, M>): Endpoint {
      const json = entity.endpoints?.[nameOf(method)]?.body?.startsWith('JSON') ?? false
      return endpoint({
        method,
        version,
        path: method === 'POST' ? base : one,
        quota: quota ?? (method === 'GET' ? 'account' : 'write'),
        json,
        parameters: json ? {} : parameters(method, own),
        // The parameters of a call were read as the reference has them.
        handle: (call) => handle(call as unknown as OwnCall<E, M>),
      })
    },
  }
}

/** What an entity has besides the reference. */
interface CrudOptions<E extends Entity, R extends Row> extends WriteOptions<E, R> {
  /** The quota of its reads. Defaults to `core`. */
  quota?: Quota
  list?: ReadOptions<E, R>
  single?: ReadOptions<E, R>
}

/**
 * The endpoints of an entity that the reference has: its list, its rows, and its writes. What was sent is stored as it is,
 * unless the options say what else the service does.
 *
 * @example
 * export const trackingTagEndpoints = crud(trackingTag, trackingTags, { refersTo: { line_item_id: lineItems } })
 */
export function crud<const E extends Entity, R extends Row>(
  entity: E,
  table: TableDefinition<R>,
  { quota, list, single, ...options }: CrudOptions<E, R> = {},
): Endpoint[] {
  const wire = endpointsOf(entity)
  const reads = quota === undefined ? {} : { quota }
  return [
    wire.list(table, { ...reads, ...list }),
    ...(wire.hasOne ? [wire.single(table, { ...reads, ...single })] : []),
    ...wire.writes(table, options),
  ]
}

const WRITES = [
  ['POST', 'Create'],
  ['PUT', 'Update'],
  ['DELETE', 'Delete'],
] as const

function namesAt({ endpoints }: Entity, at: string): string[] {
  const found = endpoints?.[at]
  if (found === undefined) throw new Error(`The reference has no ${at}`)
  return [...found.documents, ...(found.service ?? [])]
}

/**
 * The path of the only list of an entity. A list below one row is no list of the entity. An entity without a list has the path
 * of its first endpoint.
 */
function listPath({ endpoints = {} }: Entity): string {
  const names = Object.keys(endpoints)
  const reads = names.filter((name) => /^GET .*(?:^|[ /])[a-z_]+$/.test(name))
  const inAccount = reads.filter((name) => !/:(?!account_id\b)/.test(name))
  const lists = inAccount.length > 0 ? inAccount : reads
  if (lists.length > 1) throw new Error(`Expected one list, got ${lists.join(', ')}`)
  return (lists[0] ?? names[0])!.split(' ')[2]!
}

/**
 * Keeps the rows that a filter asks for: by the start of their names, or by the column of the filter, in which one value of
 * several must be. The ID of the entity itself is in `id`. A filter that is not of a column keeps all rows.
 */
function keepBy(name: string, idName: string, value: unknown): Keep<Row> {
  if (name === 'q' || name === 'name') {
    const named = startingWith(value as string)
    return (row) => named((columnsOf(row)['name'] ?? null) as string | null)
  }
  const wanted = anyOf([value].flat() as string[])
  const column = name === `${idName}s` || name === idName ? 'id' : name
  const singular = column.replace(/s$/, '')
  // Most filters are by an ID, and a row has one. A column that it does not have takes the longest to look for.
  const [likely, other] = column.endsWith('_ids') ? [singular, column] : [column, singular]
  return (row) => {
    const own = columnsOf(row)
    const first = own[likely]
    const held = first === undefined ? own[other] : first
    if (held === undefined) return true
    // The columns of filters are texts, or lists of them.
    return Array.isArray(held) ? held.some((each) => wanted(each as string)) : wanted(held as string)
  }
}

/** The columns of a row, or the parameters that are sent for it. */
function columnsOf(row: Row): Record<string, unknown> {
  return ('sent' in row ? row.sent : row) as Record<string, unknown>
}

/** A write of one row. */
interface Write {
  idName: string
  params: Record<string, unknown>
  context: WriteContext
  id: string
}

function created<R extends Row>(
  table: TableDefinition<R>,
  options: WriteOptions<Entity, R>,
  write: Write,
): Readonly<R> {
  const { params, context } = write
  checkReferences(options, params, context)
  const time = timestamp(context.now)
  const columns = options.create?.(params, context) ?? defined(params)
  // What a creation finds is answered as it is.
  const found = context.store.table(table).find(context.owner, String(columns.id))
  if (found !== undefined && found === columns) return found
  // A row has the columns of every row, and its own.
  const row = { created_at: time, updated_at: time, deleted: false, ...columns } as NewColumns<R>
  refuseAll(options.check?.(row as R, params, context) ?? [])
  const made = added(context, table, row)
  options.stored?.(made, context)
  return made
}

function updated<R extends Row>(
  table: TableDefinition<R>,
  options: WriteOptions<Entity, R>,
  write: Write,
): Readonly<R> {
  const { idName, params, context, id } = write
  const before = liveRow(context, table, idName, id)
  checkReferences(options, params, context)
  const sent: R = { ...before, ...defined(params), updated_at: timestamp(context.now) }
  const changes = options.update?.(sent, params, context, before)
  const row = changes === undefined ? sent : (defined({ ...sent, ...changes }) as unknown as R)
  refuseAll(options.check?.(row, params, context, before) ?? [])
  options.stored?.(row, context, before)
  return context.store.table(table).insert(context.owner, row)
}

function removed<R extends Row>(
  table: TableDefinition<R>,
  options: WriteOptions<Entity, R>,
  write: Write,
): Readonly<R> {
  const { idName, context, id } = write
  const before = liveRow(context, table, idName, id)
  const changes = { deleted: true, updated_at: timestamp(context.now), ...options.remove?.(before, context) }
  return context.store.table(table).update(context.owner, id, changes as Partial<R>)
}

/** The parameters that were sent, or the columns that a row has. */
export function defined(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function checkReferences(
  { refersTo = {} }: Pick<WriteOptions<Entity, never>, 'refersTo'>,
  params: Write['params'],
  context: WriteContext,
): void {
  refuseAll(
    Object.entries(refersTo).map(([name, table]) => {
      const id = params[name]
      return typeof id === 'string' && referred(context, table, id) === undefined && unknownReference(name, id)
    }),
  )
}
