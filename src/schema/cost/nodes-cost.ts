import { hasKey, lookUpOf } from '../node/entity.ts'
import { isBelowParent, parseGlobalId, prefixOf, restIdAfter } from '../node/global-id.ts'
import { presentTypeOf } from '../renamed.ts'
import { type Cost, type Costs, costsOfLookUp, type FieldUse, sum } from './cost.ts'

/** The cost of entities by global ID. Entities of one type and account are looked up together. */
export const nodesCost: Costs = { cost: ({ args, shown }) => costsOfNodes(globalIdsIn(args), shown) }

/** The cost of the entities of a gateway. */
export const entitiesCost: Costs = { cost: ({ args }) => costsOfNodes(globalIdsIn(args)) }

/**
 * Whether an entity of a type is read: unless all fragments below are on other types. The global ID of an entity below a parent
 * is known only from its row.
 */
export function isShown(type: string, shown: ReadonlySet<string> | undefined): boolean {
  return !shown || shown.has(type) || isBelowParent(type)
}

function costsOfNodes(globalIds: readonly unknown[], shown?: ReadonlySet<string>): Cost[] {
  const types = new Map<string, NodesOfType>()
  /** Neighboring IDs usually have the same type and account. */
  let last: { prefix: string; of: NodesOfType; ids: Set<string> } | undefined
  for (const globalId of globalIds) {
    if (typeof globalId !== 'string') continue
    let id = last && restIdAfter(last.prefix, globalId)
    if (!last || id === undefined) {
      const parsed = parseGlobalId(globalId)
      if (!parsed || !lookUpOf(parsed.type) || !isShown(parsed.type, shown)) continue
      const { type } = parsed
      const prefix = prefixOf(globalId, parsed)
      let of = types.get(type)
      if (!of) types.set(type, (of = { count: 0, accounts: new Set(), idsByPrefix: new Map() }))
      of.accounts.add(parsed.account === parsed.id ? '' : parsed.account)
      // IDs with a former and with the present name of their type are looked up together.
      const key = prefix.slice(prefix.indexOf(':'))
      let ids = of.idsByPrefix.get(key)
      if (!ids) of.idsByPrefix.set(key, (ids = new Set()))
      last = { prefix, of, ids }
      id = parsed.id
    }
    last.ids.add(id)
    last.of.count += 1
  }
  return Array.from(types).flatMap(([type, { count, accounts, idsByPrefix }]) => {
    const lookUp = lookUpOf(type)!
    const found = Array.from(idsByPrefix.values(), ({ size }) =>
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
}

/** The nodes of one type that an operation looks up: their number, their accounts, and their different IDs by prefix. */
interface NodesOfType {
  count: number
  accounts: Set<string>
  idsByPrefix: Map<string, Set<string>>
}

/** The global IDs in the arguments of `node`, `nodes` and `_entities`, including invalid ones. */
function globalIdsIn({ id, ids = id, representations }: FieldUse['args']): readonly unknown[] {
  if (Array.isArray(representations)) return representations.map(entityIdIn)
  return Array.isArray(ids) ? ids : [ids]
}

/** The global ID in a representation; undefined if it is refused, because its type has no key or is not that of the ID. */
function entityIdIn(representation: unknown): string | undefined {
  const { __typename: type, id } = Object(representation) as { __typename?: unknown; id?: unknown }
  const present = typeof type === 'string' ? presentTypeOf(type) : type
  const ofId = typeof id === 'string' ? parseGlobalId(id)?.type : undefined
  return ofId !== undefined && hasKey(ofId) && (present === ofId || present === typeOfId) ? String(id) : undefined
}

/** The type of a representation in a plan, if it is not known and counts as that of the ID. Callers cannot send it. */
export const typeOfId = Symbol('typeOfId')
