import { parseGlobalId, runsOfIds } from '../node/global-id.ts'
import { hasKey, lookUpOf } from '../node/node-type.ts'
import { presentTypeOf } from '../renamed.ts'
import { type Cost, type Costs, costsOfLookUp, type FieldUse, sum } from './cost.ts'

/** The cost of entities by global ID. Entities of one type and account are looked up together. */
export const nodesCost: Costs = { cost: (use) => costsOfNodes(globalIdsIn(use.args), use) }

export const entitiesCost: Costs = {
  cost: (use) => costsOfNodes(globalIdsIn(use.args), { ...use, shown: undefined }),
}

/** The number of IDs of nodes in the arguments of a field that are not known. */
export function countOpenIds(args: FieldUse['args']): number {
  return globalIdsIn(args).filter((id) => typeof id === 'symbol').length
}

/** Whether an entity of a type is read: unless all fragments below are on other types. */
export function isShown(type: string, shown: ReadonlySet<string> | undefined): boolean {
  return !shown || shown.has(type)
}

function costsOfNodes(globalIds: readonly unknown[], { shown, openTypes = [] }: NodesUse): Cost[] {
  const types = new Map<string, NodesOfType>()
  /** The number of IDs that are not known, by their type. */
  const open = new Map<string, number>()
  let nth = 0
  for (const globalId of globalIds) {
    const isOpen = typeof globalId === 'symbol'
    const ofOpen = isOpen
      ? (openTypes[nth] ?? openTypes.at(-1))
      : globalId instanceof OpenEntity
        ? globalId.type
        : undefined
    if (isOpen) nth += 1
    if (ofOpen !== undefined) open.set(ofOpen, (open.get(ofOpen) ?? 0) + 1)
  }
  for (const { type, account, parent = '', ids } of runsOfIds(globalIds)) {
    if (!lookUpOf(type) || !isShown(type, shown)) continue
    let of = types.get(type)
    if (!of) types.set(type, (of = { count: 0, accounts: new Set(), idsByScope: new Map() }))
    of.count += ids.length
    of.accounts.add(account)
    const scope = `${account}:${parent}`
    let different = of.idsByScope.get(scope)
    if (!different) of.idsByScope.set(scope, (different = new Set()))
    for (const id of ids) different.add(id)
  }
  const ofKnown = Array.from(types).flatMap(([type, { count, accounts, idsByScope }]) => {
    const lookUp = lookUpOf(type)!
    const found = Array.from(idsByScope.values(), ({ size }) =>
      costsOfLookUp(lookUp, { min: size, max: size, accounts: 1 }, true),
    )
    const own = found.map(([cost]) => cost)
    const { endpoint, keysPerCall } = own[0]!
    const cost = {
      endpoint,
      keysPerCall,
      calls: { min: sum(own, ({ calls }) => calls.min), max: sum(own, ({ calls }) => calls.max) },
      fetched: sum(own, ({ fetched }) => fetched),
      alone: type !== 'Account' ? undefined : own[0]!.rows.max === 1 ? lookUp.get : null,
      account: accounts.size === 1 ? [...accounts][0] : undefined,
      rows: { type, min: 0, max: count, accounts: sum(own, ({ rows }) => rows.accounts) },
    }
    return [cost, ...found.flatMap(([, ...others]) => others)]
  })
  return [...ofKnown, ...Array.from(open).flatMap(([type, count]) => costsOfOpenNodes(type, count, shown))]
}

type NodesUse = Pick<FieldUse, 'shown' | 'openTypes'>

/** The costs of nodes of a type whose IDs are not known: each can be in another account. */
function costsOfOpenNodes(type: string, count: number, shown: NodesUse['shown']): Cost[] {
  const lookUp = lookUpOf(type)
  if (!lookUp || !isShown(type, shown)) return []
  const [own, ...others] = costsOfLookUp(lookUp, { min: 1, max: 1, accounts: 1 }, true)
  const times = ({ calls: { min, max }, fetched, ...cost }: Cost): Cost => ({
    ...cost,
    calls: { min, max: max * count },
    fetched: fetched * count,
  })
  const alone = type !== 'Account' ? undefined : count === 1 ? lookUp.get : null
  return [{ ...times(own), alone, rows: { type, min: 0, max: count, accounts: count } }, ...others.map(times)]
}

/** The nodes of one type that an operation looks up: their number, their accounts, and their different IDs by account and parent. */
interface NodesOfType {
  count: number
  accounts: Set<string | undefined>
  idsByScope: Map<string, Set<string>>
}

/** The global IDs in the arguments of `node`, `nodes` and `_entities`, including invalid ones. */
function globalIdsIn({ id, ids = id, representations }: FieldUse['args']): readonly unknown[] {
  if (representations !== undefined) return [representations].flat().map(entityIdIn)
  return Array.isArray(ids) ? ids : [ids]
}

/** The ID in a representation, if its type is known and the ID is not. */
class OpenEntity {
  readonly type: string

  constructor(type: string) {
    this.type = type
  }
}

/**
 * The global ID in a representation; undefined if it is refused, because its type has no key or the ID is of another type. A symbol if
 * neither its type nor its ID is known.
 */
function entityIdIn(representation: unknown): string | symbol | OpenEntity | undefined {
  if (typeof representation === 'symbol') return representation
  const { __typename: type, id } = Object(representation) as { __typename?: unknown; id?: unknown }
  const present = typeof type === 'string' ? presentTypeOf(type) : type
  if (typeof id === 'symbol') {
    if (typeof present !== 'string') return id
    return hasKey(present) ? new OpenEntity(present) : undefined
  }
  const ofId = typeof id === 'string' ? parseGlobalId(id)?.type : undefined
  return ofId !== undefined && hasKey(ofId) && (present === ofId || typeof present === 'symbol')
    ? String(id)
    : undefined
}
