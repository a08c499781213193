import { MAX_IDS, type ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams } from '../../rest/types.ts'
import { MAX_FIRST } from '../list/connection.ts'
import { lookUpOf, type LookUp } from '../node/entity.ts'
import { parseGlobalId } from '../node/global-id.ts'

/** Rows that may stand at one place of an answer: how many at most, spread evenly over how many accounts. */
export interface Rows {
  count: number
  accounts: number
  /** The type of all of them, where the type of the field leaves it open. */
  type?: string
}

/** A field as an operation asks for it. */
export interface Ask {
  /** The rows of which it is asked. */
  parents: Rows
  args: Readonly<Record<string, unknown>>
  /** Whether more is selected below it than id and account tell. */
  needsRow: boolean
  /** Whether the count of the whole list is selected. */
  counts: boolean
}

/** What a field may need at most: calls of the REST interface, and the rows they bring. */
export interface Cost {
  calls: number
  rows: Rows[]
}

type CostOf = (ask: Ask) => Cost

/** What of a list decides how its rows join in calls. */
type ListShape = Pick<ListEndpoint, 'path' | 'defaultCount' | 'maxCount' | 'mostPerParent'>

/** What a field of the schema says that it costs; undefined where it makes no call. */
export function costOf(extensions: Readonly<Record<string, unknown>>): CostOf | undefined {
  return extensions['cost'] as CostOf | undefined
}

/** The cost of a list that is read for each parent by itself: a call a page. */
export function listCost(endpoint: ListShape): { cost: CostOf } {
  return {
    cost({ parents, args, counts }) {
      const each = rowsAsked(endpoint, args)
      // A count that the cursor does not bring along takes a call of its own.
      const pages = Math.ceil(each / endpoint.maxCount) + (counts && isGiven(args['after']) ? 1 : 0)
      return { calls: parents.count * pages, rows: rowsOf(endpoint, parents, each) }
    },
  }
}

/** The cost of a list of children: a call for up to 200 parents of an account, and for every 1000 rows of theirs. */
export function childrenCost<Params extends ListParams>(
  endpoint: ListShape & { types?: { params: Params } },
  filter: keyof Params & string,
): { cost: CostOf } {
  const most = endpoint.mostPerParent[filter] ?? Infinity
  const alone = listCost(endpoint).cost
  return {
    cost(ask) {
      const { parents, args, counts } = ask
      if (parents.count === 0 || isGiven(args['after'])) return alone(ask)
      const each = Math.min(rowsAsked(endpoint, args), most)
      const together = Math.ceil(parents.count / parents.accounts)
      // Below several parents rows are counted here, by reading them all: how many, only the service knows.
      const read = counts && together > 1 ? Math.max(each, Math.min(endpoint.defaultCount, most)) : each
      const calls = (among: number) => Math.ceil((among * read) / endpoint.maxCount)
      const full = Math.floor(together / MAX_IDS) * calls(MAX_IDS)
      return { calls: parents.accounts * (full + calls(together % MAX_IDS)), rows: rowsOf(endpoint, parents, each) }
    },
  }
}

/**
 * The cost of rows by id: a call for up to 200 of an account, where a list can be filtered by them. There are as many as
 * an argument names, or else `each` for a parent.
 */
export function lookUpCost({ path, idFilter, one, otherwise }: LookUp, each = 1): { cost: CostOf } {
  // Rows that are neither listed by id nor read one by one come with their whole list, which is small and kept.
  const together = idFilter !== undefined ? MAX_IDS : one ? 1 : Infinity
  return {
    cost({ parents, args, needsRow }) {
      const named = Object.values(args).filter(Array.isArray)
      const count = parents.count * Math.max(each, ...named.map(({ length }) => length))
      const accounts = isInAccount(path) ? parents.accounts : 1
      const calls = needsRow && count > 0 ? accounts * Math.max(1, Math.ceil(count / accounts / together)) : 0
      // What the list leaves out is asked for once more, in another way.
      return { calls: otherwise ? 2 * calls : calls, rows: [{ count, accounts: isInAccount(path) ? accounts : count }] }
    },
  }
}

/** The cost of a read that cannot be joined with others: a call for each parent, or `each` where it takes more. */
export function callCost(each = 1): { cost: CostOf } {
  return { cost: ({ parents }) => ({ calls: parents.count * each, rows: [parents] }) }
}

/** The cost of a write that says nothing else: one call, or for a batch as many as its smallest calls would take. */
export const writeCost: { cost: CostOf } = {
  cost({ parents, args }) {
    const lists = Object.values(args['input'] ?? {}).filter(Array.isArray)
    const most = Math.max(0, ...lists.map(({ length }) => length))
    return { calls: Math.max(1, Math.ceil(most / SMALLEST_BATCH)), rows: [parents] }
  },
}

/** Items in one call of the batch endpoint that takes the fewest. */
const SMALLEST_BATCH = 10

/** The cost of entities by global id: those of one type and account are looked up together. */
export const nodesCost: { cost: CostOf } = {
  cost({ args }) {
    const byType = new Map<string, Map<string, number>>()
    const count = (value: unknown) => {
      const id = globalIdOf(value)
      const parsed = id === undefined ? undefined : parseGlobalId(id)
      if (!parsed || !lookUpOf(parsed.type)) return
      const account = parsed.type === 'Account' ? '' : parsed.account
      let counts = byType.get(parsed.type)
      if (!counts) byType.set(parsed.type, (counts = new Map()))
      counts.set(account, (counts.get(account) ?? 0) + 1)
    }
    for (const named of [args['id'], args['ids'], args['representations']])
      if (Array.isArray(named)) named.forEach(count)
      else count(named)
    const found = [...byType].flatMap(([type, counts]) => {
      const { cost } = lookUpCost(lookUpOf(type)!)
      return [...counts.values()].map((count) => ({
        type,
        ...cost({ parents: { count, accounts: 1 }, args: {}, needsRow: true, counts: false }),
      }))
    })
    return {
      calls: sum(found.map(({ calls }) => calls)),
      rows: [...byType.keys()].map((type) => {
        const rows = found.filter((each) => each.type === type).flatMap((each) => each.rows)
        return { type, count: sum(rows.map(({ count }) => count)), accounts: sum(rows.map(({ accounts }) => accounts)) }
      }),
    }
  },
}

/** The global id of an argument's value or a representation; undefined where it is none, and so will be refused. */
function globalIdOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' ? id : undefined
}

/** How many rows of one list are asked for. None where the argument will be refused. */
function rowsAsked({ defaultCount }: ListShape, { first, ids }: Ask['args']): number {
  const asked = typeof first === 'number' ? first : defaultCount
  if (asked < 1 || asked > MAX_FIRST) return 0
  return Array.isArray(ids) ? Math.min(asked, ids.length) : asked
}

function rowsOf({ path }: ListShape, parents: Rows, each: number): Rows[] {
  const count = parents.count * each
  return count === 0 ? [] : [{ count, accounts: isInAccount(path) ? parents.accounts : count }]
}

function isInAccount(path: string): boolean {
  return path.includes(':account_id')
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
