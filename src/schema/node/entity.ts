import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import type { LoadRow } from '../../loaders/index.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import type { UpstreamError } from '../../rest/errors.ts'
import { accountId, ID_COLUMNS, idOf, type EntityRow, type ListParams, type Row } from '../../rest/types.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { globalId } from './global-id.ts'
import { readsColumn } from '../../execute/response/passthrough.ts'
import { keyOnly } from '../../execute/selection/selection.ts'

/** The key of a row's GraphQL type name. A symbol, so that it is not part of the row's data. */
const typeName = Symbol('typeName')

type TypedRow = Row & { [typeName]?: string }

/** Sets the GraphQL type name of a row, for fields that return an interface. Returns the row. */
export function setTypeName<R extends Row>(row: R, type: string): R {
  ;(row as TypedRow)[typeName] = type
  return row
}

/** The interface of all types that can be fetched by global ID. */
export const Node = builder.interfaceRef<Row>('Node').implement({
  description: 'An object that can be fetched by its global ID.',
  resolveType: typeNameOf,
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The global ID, `<type>:<account>:<id>`. The global ID of an account is `Account:<id>`.',
      extensions: keyOnly,
      resolve: (row, _args, _context, info) => globalId(info.parentType.name, row),
    }),
  }),
})

/** The interface of the fields that all entities share, including entities that cannot be fetched by ID. */
export const Entity = builder.interfaceRef<Omit<EntityRow, 'id'>>('Entity').implement({
  description: 'The fields that all entities have. Entities that can be fetched by ID also implement `Node`.',
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's ID.",
      extensions: keyOnly,
      resolve: readsColumn(idOf, 'id_str', 'id', 'media_key'),
    }),
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'The creation time, in UTC.' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime', description: 'The time of the last change, in UTC.' }),
    deleted: t.exposeBoolean('deleted', {
      description:
        'Whether the entity is deleted. Deleted entities are returned only if `withDeleted` is true (R-CONV-5).',
    }),
    raw: t.field({
      type: 'JSON',
      description: 'The row as the service sent it, including fields that this graph does not know.',
      resolve: rawRow,
    }),
  }),
})

/** The function that finds rows of one type by ID in an account; null if there is none. */
export type FindRow<R extends Row> = (context: Context, account: string) => LoadRow<R>

/** The options of a list that determine how look-ups by ID are batched. */
export type LookUp = LimitedEndpoint & Pick<ListEndpoint, 'idFilter' | 'get' | 'fallbackLookup'>

type NodeRef = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Row>

const finders = new Map<string, FindRow<Row>>()
const lookUps = new Map<string, LookUp>()
const refs: NodeRef[] = []

/**
 * Registers a type whose rows can be found by global ID: by `node`, by `nodes` and by a federated gateway. Rows are
 * looked up in the list of their account unless `find` is set.
 */
export function nodeType<R extends Row, Params extends ListParams>(
  ref: ReturnType<typeof builder.objectRef<R>>,
  endpoint: ListEndpoint<string, Params, R>,
  find: FindRow<R> = ({ loaders }, account) => loaders.byId(endpoint, { account_id: account }),
): void {
  finders.set(ref.name, find)
  lookUps.set(ref.name, endpoint)
  refs.push(ref)
}

/** The registered node types. */
export function nodeTypes(): readonly NodeRef[] {
  return refs
}

/** The function that finds rows of a type; undefined if it is not a node type. */
export function finderOf(type: string): FindRow<Row> | undefined {
  return finders.get(type)
}

/** The list in which rows of a type are looked up; undefined if it is not a node type. */
export function lookUpOf(type: string): LookUp | undefined {
  return lookUps.get(type)
}

/** The GraphQL type name of a row that `setTypeName` has set. */
export function typeNameOf(row: TypedRow): string | undefined {
  return row[typeName]
}

/** An object that knows its account, which is needed to find the entities that it refers to. */
export type OfAccount = Pick<Row, typeof accountId>

/** A part of a row that refers to other entities, with the account of the row. */
export function partOf<Part extends object>(row: OfAccount, part: Part): Part & OfAccount {
  return { ...part, [accountId]: row[accountId] }
}

/** A row with only an account and an ID, for selections that need no other column. */
export function rowOf(account: string, id: string): Row & { id: string } {
  return { id, [accountId]: account }
}

/**
 * A row of which only the account and the ID are known, because the answer with its columns could not be read. Reading any
 * other column throws the error.
 */
export function unreadRow(account: string, id: string, error: UpstreamError): Row {
  const row = new Proxy(rowOf(account, id), {
    get(known, name) {
      if (typeof name === 'symbol' || NO_COLUMNS.has(name)) return Reflect.get(known, name)
      throw error
    },
  })
  unreadErrors.set(row, error)
  return row
}

/** The error of a row that `unreadRow` created; undefined for other rows. */
export function unreadErrorOf(row: object): UpstreamError | undefined {
  return unreadErrors.get(row)
}

/** The row, for `raw`. Throws the error of a row that could not be read. */
export function rawRow<R extends object>(row: R): R {
  const error = unreadErrorOf(row)
  if (error) throw error
  return row
}

const unreadErrors = new WeakMap<object, UpstreamError>()

/** What is read of a row besides its columns that are unknown: its ID, and what makes a value a promise or writes it as JSON. */
const NO_COLUMNS: ReadonlySet<string> = new Set([...ID_COLUMNS, 'then', 'toJSON'])

/** The account of a row: the account in which it was read, or its own ID if it is an account. */
export function accountOf(row: Row): string {
  return row[accountId] ?? idOf(row)
}
