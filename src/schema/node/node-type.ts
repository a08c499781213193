import type { FieldMap, InterfaceParam, ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import { readsColumn } from '../../execute/response/leaf-column.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import type { LoadRow } from '../../loaders/index.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit.ts'
import { idOf, type EntityRow, type ListParams, type Row } from '../../rest/types.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { globalId, setIdScope, type IdScope } from './global-id.ts'
import { typeNameOf } from './row.ts'

/** The interface of all types that can be fetched by global ID. */
export const Node = builder.interfaceRef<Row>('Node').implement({
  description: 'An object that can be fetched by its global ID.',
  resolveType: typeNameOf,
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The global ID: `<type>:<account>:<id>`, `<type>:<id>` for accounts and entities that belong to no account, and ' +
        '`<type>:<account>:<audience>:<id>` for permissions of audiences.',
      extensions: keyOnly,
      resolve: (row, _args, _context, info) => globalId(info.parentType.name, row),
    }),
  }),
})

/** The options of the field `restId` of a type that is not an `Entity`. */
export const restIdOption = (description: string) => ({
  nullable: false as const,
  description,
  extensions: keyOnly,
  resolve: idOf,
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
    ...t.columns({
      createdAt: ['DateTime', 'The creation time, in UTC.'],
      updatedAt: ['DateTime', 'The time of the last change, in UTC.'],
      deleted: [
        'Boolean',
        'Whether the entity is deleted. Deleted entities are returned only if `withDeleted` is true (R-CONV-5).',
      ],
    }),
    raw: t.raw('The row as the service sent it, including fields that this graph does not know.'),
  }),
})

/** The function that finds rows of one type by ID in an account, or in a parent in it; null if there is none. */
type FindRow<R extends Row> = (
  context: Context,
  account: string,
  parent?: string,
  params?: Pick<ListParams, 'with_deleted'>,
) => LoadRow<R>

/** The options of a list that determine how look-ups by ID are batched. */
export type LookUp = LimitedEndpoint &
  Pick<ListEndpoint, 'idFilter' | 'get' | 'furtherLookUps'> &
  Partial<Pick<ListEndpoint, 'maxIds'>>

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

type NodeRef = ObjectRef<Types, Row>

interface NodeType {
  ref: NodeRef
  find: FindRow<Row>
  lookUp: LookUp
}

const nodes = new Map<string, NodeType>()

/** How rows of a type are found by their global ID. */
interface NodeOptions<R extends Row> {
  /** Defaults to a look-up in the list of their account, or of their parent in it. */
  find?: FindRow<R>
  /** What the global IDs have before the ID. Defaults to the account. */
  scope?: IdScope
}

/** Registers a type whose rows can be found by global ID: by `node`, by `nodes` and by a federated gateway. */
export function nodeType<R extends Row>(
  ref: ReturnType<typeof builder.objectRef<R>>,
  endpoint: ListEndpoint<string, ListParams, R> | LookUp,
  { find, scope = 'account' }: NodeOptions<R>,
): void {
  const pathOf = (account: string, parent: string | undefined) => {
    if (typeof scope === 'object') return { account_id: account, [scope.parent]: parent }
    return scope === 'account' ? { account_id: account } : {}
  }
  const list = endpoint as ListEndpoint<string, ListParams, R>
  const findInList: FindRow<R> = ({ loaders }, account, parent, params) =>
    loaders.byId(list, pathOf(account, parent), params && { params })
  nodes.set(ref.name, { ref, find: find ?? findInList, lookUp: endpoint })
  setIdScope(ref.name, scope)
}

/** The type of an entity, and how its rows are found. */
interface EntityTypeOptions<R extends Row> extends NodeOptions<R> {
  description: string
  /** The interfaces that it has besides the interfaces of all entities. */
  interfaces?: readonly InterfaceParam<Types>[]
  fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, R>) => FieldMap
}

/** Declares the type of an entity, whose rows are found by global ID in this list. */
export function entityType<R extends Row>(
  ref: ReturnType<typeof builder.objectRef<R>>,
  endpoint: ListEndpoint<string, ListParams, NoInfer<R>> | LookUp,
  options: EntityTypeOptions<R>,
): void
export function entityType(
  ref: ReturnType<typeof builder.objectRef<Row>>,
  endpoint: LookUp,
  { description, interfaces = [], fields, ...options }: EntityTypeOptions<Row>,
): void {
  ref.implement({ description, interfaces: [Node, Entity, ...interfaces], fields })
  nodeType(ref, endpoint, options)
}

/**
 * Whether rows of a type can be found by ID without reading a whole list. Only these are entities of the federated
 * graph, because gateways look up single ones.
 */
export function hasKey(type: string): boolean {
  const lookUp = lookUpOf(type)
  return lookUp !== undefined && (lookUp.idFilter !== undefined || lookUp.get !== undefined)
}

/** The name of the node type whose rows are looked up in this list; empty if there is none. */
export function nodeOf(endpoint: LookUp): string {
  for (const [type, { lookUp }] of nodes) if (lookUp === endpoint) return type
  return ''
}

export function nodeTypes(): readonly NodeRef[] {
  return Array.from(nodes.values(), ({ ref }) => ref)
}

/** The function that finds rows of a type; undefined if it is not a node type. */
export function finderOf(type: string): FindRow<Row> | undefined {
  return nodes.get(type)?.find
}

/** The list in which rows of a type are looked up; undefined if it is not a node type. */
export function lookUpOf(type: string): LookUp | undefined {
  return nodes.get(type)?.lookUp
}

/** The list in which rows of a node type are looked up. Other types throw. */
export function listOf<R extends Row>(type: string): ListEndpoint<string, ListParams, R> {
  const list = lookUpOf(type)
  if (list === undefined) throw new Error(`${type} cannot be looked up; register it with nodeType`)
  return list as ListEndpoint<string, ListParams, R>
}
