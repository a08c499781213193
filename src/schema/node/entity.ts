import type { Context } from '../../context.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { accountId, idOf, type EntityRow, type ListParams, type Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { globalId } from './global-id.ts'
import { readsColumn } from '../../execute/passthrough.ts'
import { keyOnly } from '../../execute/selection.ts'

/** Where a row's type is noted; a symbol, as with its account. */
const typeName = Symbol('typeName')

type NotedRow = Row & { [typeName]?: string }

/** Notes of which type a row is, where it goes out under an interface and nothing on it tells. */
export function isOfType<R extends Row>(row: R, type: string): R {
  ;(row as NotedRow)[typeName] = type
  return row
}

/** The interface of everything that has a global id. */
export const Node = builder.interfaceRef<Row>('Node').implement({
  description: 'Anything that can be fetched by its global id alone.',
  resolveType: typeNameOf,
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: "The global id, `<type>:<account>:<id>`; an account's is `Account:<id>`.",
      extensions: keyOnly,
      resolve: (row, _args, _context, info) => globalId(info.parentType.name, row),
    }),
  }),
})

/** The interface of what all entities of the ads interface share, also those that no id alone can fetch. */
export const Entity = builder.interfaceRef<Omit<EntityRow, 'id'>>('Entity').implement({
  description: 'What all entities share. Those that can be fetched by an id alone are a `Node` too.',
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's own id.",
      extensions: keyOnly,
      resolve: readsColumn(idOf, 'id_str', 'id', 'media_key'),
    }),
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it was created, in UTC.' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime', description: 'When it was last changed, in UTC.' }),
    deleted: t.exposeBoolean('deleted', {
      description: 'Whether it is deleted. Deleted rows are shown only where `withDeleted` asks for them (R-CONV-5).',
    }),
    raw: t.field({
      type: 'JSON',
      description: 'The row as the service sent it, fields included that this graph does not know.',
      resolve: (row) => row,
    }),
  }),
})

/** How a row of one type is found by account and id. */
type FindRow<R extends Row> = (context: Context, account: string, id: string) => Promise<R | null>

/** What of a list decides how look-ups by id join in calls. */
export type LookUp = Pick<ListEndpoint, 'path' | 'idFilter' | 'one' | 'otherwise'>

type NodeRef = ReturnType<typeof builder.objectRef<Row>>

const finders = new Map<string, FindRow<Row>>()
const lookUps = new Map<string, LookUp>()
const refs: NodeRef[] = []

/**
 * Lets rows of this type be found by their global ID: by `node` and `nodes`, and by a federated gateway. They are looked
 * up in the list of their account, or as `find` says.
 */
export function nodeType<R extends Row, Params extends ListParams>(
  ref: ReturnType<typeof builder.objectRef<R>>,
  endpoint: ListEndpoint<string, Params, R>,
  find: FindRow<R> = ({ loaders }, account, id) => loaders.byId(endpoint, { account_id: account }, id),
): void {
  finders.set(ref.name, find)
  lookUps.set(ref.name, endpoint)
  refs.push(ref)
}

/** The types whose rows can be found by their global id. */
export function nodeTypes(): readonly NodeRef[] {
  return refs
}

/** The finder of a type; undefined where the graph has no such node type. */
export function finderOf(type: string): FindRow<Row> | undefined {
  return finders.get(type)
}

/** What rows of a type are found by; undefined where the graph has no such node type. */
export function lookUpOf(type: string): LookUp | undefined {
  return lookUps.get(type)
}

/** The name of the type that `isOfType` noted on a row. */
export function typeNameOf(row: NotedRow): string | undefined {
  return row[typeName]
}

/** Whatever knows its account, so that the entities it names can be found. */
export type OfAccount = Pick<Row, typeof accountId>

/** A part of a row that names other entities: it knows its account as the row does. */
export function partOf<Part extends object>(row: OfAccount, part: Part): Part & OfAccount {
  return { ...part, [accountId]: row[accountId] }
}

/** A row of which only account and id are known yet, and nothing else is asked. */
export function rowOf(account: string, id: string): Row & { id: string } {
  return { id, [accountId]: account }
}

/** The account of a row: the one that it was read in, or the row itself where it is an account. */
export function accountOf(row: Row): string {
  return row[accountId] ?? idOf(row)
}
