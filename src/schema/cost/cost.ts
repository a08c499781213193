import { MAX_IDS, type Endpoint, type ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams } from '../../rest/types.ts'
import { MAX_FIRST } from '../list/read.ts'
import { lookUpOf, type LookUp } from '../node/entity.ts'
import { parseGlobalId } from '../node/global-id.ts'

/** The least and the most of something; `max` is Infinity where only the service knows it. */
export interface Bounds {
  min: number
  max: number
}

/** How many values a field is resolved for, and in how many accounts they can lie at most. */
export interface Rows extends Bounds {
  accounts: number
  /** The type of all of them, where the type of the field leaves it open. */
  type?: string
}

/** A field as an operation asks for it. */
export interface Ask {
  /** The values of which it is asked. */
  parents: Rows
  args: Readonly<Record<string, unknown>>
  /** Whether more is selected below it than id and account tell. */
  needsRow: boolean
  /** Whether the rows of a connection are selected, and not only what is known without them. */
  needsPage: boolean
  /** Whether the count of the whole list is selected. */
  needsCount: boolean
}

/**
 * What a field needs of one endpoint, if the service fails nowhere and fills its pages: retries, the calls for tokens and
 * what is asked again in another way after a refusal are left out.
 */
export interface Cost {
  /** The endpoint's template; undefined where the field does not tell it. */
  endpoint: string | undefined
  /** Most ids or parents that one call serves. */
  keysPerCall: number
  calls: Bounds
  /** Most rows that those calls bring. */
  fetched: number
  /** The values that come out, for the fields below. */
  rows: Rows
}

type CostOf = (ask: Ask) => Cost[]

/** What of a list decides how its rows join in calls. */
type ListShape = Pick<ListEndpoint, 'path' | 'keep' | 'defaultCount' | 'maxCount' | 'mostPerParent'>

/** What a field of the schema says that it costs; undefined where it makes no call. */
export function costOf(extensions: Readonly<Record<string, unknown>>): CostOf | undefined {
  return extensions['cost'] as CostOf | undefined
}

/** The cost of a list that is read for each parent by itself: a call for each page. */
export function listCost(endpoint: ListShape): { cost: CostOf } {
  return { cost: (ask) => [costOfList(endpoint, ask)] }
}

function costOfList(endpoint: ListShape, { parents, args, needsPage, needsCount }: Ask): Cost {
  const { path, keep, maxCount } = endpoint
  const each = rowsAsked(endpoint, args)
  const resumed = isGiven(args['after'])
  const read = needsPage || (needsCount && !resumed)
  // What cannot be refused or answered without a call: an empty filter matches nothing, kept answers are used again.
  const sure = read && each > 0 && !keep && !Object.values(args).some(isEmptyList)
  // A cursor may stand within a page, and its row may have moved on from there; a count it does not bring takes a call.
  const more = resumed ? 2 + (needsCount ? 1 : 0) : 0
  const pages = each === 0 ? 0 : Math.ceil(each / maxCount) + more
  const fetchedByEach = keep || more > 0 ? pages * maxCount : each
  return {
    endpoint: path,
    keysPerCall: 1,
    calls: { min: sure ? parents.min : 0, max: parents.max * pages },
    fetched: parents.max * fetchedByEach,
    rows: rowsOf(path, parents, each),
  }
}

/**
 * The cost of a list of children: a call for up to 200 parents of an account, and more where their rows do not fit into
 * one page.
 */
export function childrenCost<Params extends ListParams>(
  endpoint: ListShape & { types?: { params: Params } },
  filter: keyof Params & string,
): { cost: CostOf } {
  const { path, maxCount, defaultCount } = endpoint
  const mostPerParent = endpoint.mostPerParent[filter] ?? Infinity
  return {
    cost(ask) {
      const { parents, args, needsCount } = ask
      const each = Math.min(rowsAsked(endpoint, args), mostPerParent)
      const rows = rowsOf(path, parents, each)
      if (parents.max <= 1 || isGiven(args['after'])) return [{ ...costOfList(endpoint, ask), rows }]
      // Below several parents rows are counted here, by reading them all: how many, only the service knows.
      const read = needsCount ? Math.max(each, Math.min(defaultCount, mostPerParent)) : each
      const calls = each === 0 ? 0 : callsForChildren(parents, read, mostPerParent, maxCount)
      return [
        {
          endpoint: path,
          keysPerCall: MAX_IDS,
          calls: { min: costOfList(endpoint, ask).calls.min > 0 ? 1 : 0, max: calls },
          fetched: calls * maxCount,
          rows,
        },
      ]
    },
  }
}

/** Most calls for the first rows of several parents, however the rows are spread over them: see `planRest`. */
function callsForChildren({ max, accounts }: Rows, each: number, mostPerParent: number, pageRows: number): number {
  const groups = accounts + Math.floor((max - accounts) / MAX_IDS)
  const pages = Math.floor((max * each) / pageRows)
  // All rows of all parents are read at worst, where the reference says how many a parent can have.
  if (mostPerParent < Infinity) return groups + 2 * Math.floor((max * mostPerParent) / pageRows)
  // Where it does not, one parent can fill every page: a group is split until each parent is asked for alone.
  return 2 * max - groups + pages
}

/**
 * The cost of rows by id: a call for up to 200 of an account, where a list can be filtered by them. There are as many as
 * an argument names, or else `each` for a parent.
 */
export function lookUpCost(lookUp: LookUp & Partial<ListShape>, each = 1): { cost: CostOf } {
  return {
    cost({ parents, args, needsRow }) {
      const named = longestList(args)
      const count = named ? named.length : each
      const distinct = named ? distinctIds(named) : Math.min(each, 1)
      const rows = { min: parents.min * distinct, max: parents.max * count, accounts: parents.accounts }
      return [costOfLookUp(lookUp, rows, needsRow)]
    },
  }
}

/** The cost of looking up these rows: as many ids as `max` says, of which at least `min` are different. */
function costOfLookUp(
  { path, idFilter, one, otherwise, keep, maxCount }: LookUp & Partial<ListShape>,
  { min, max, accounts: parentAccounts }: Rows,
  needsRow: boolean,
): Cost {
  // Rows that are neither listed by id nor read one by one come with their whole list, which is small and kept.
  const keysPerCall = idFilter !== undefined ? MAX_IDS : one ? 1 : Infinity
  const accounts = isInAccount(path) ? Math.min(parentAccounts, max) : Math.min(1, max)
  const pages = Math.ceil(Math.min(keysPerCall, MAX_IDS) / (maxCount ?? MAX_IDS))
  const groups = max === 0 ? 0 : keysPerCall === 1 ? max : accounts + Math.floor((max - accounts) / keysPerCall)
  // What the list leaves out is asked for once more, in another way.
  const calls = groups * pages * (otherwise ? 2 : 1)
  return {
    endpoint: path,
    keysPerCall: keysPerCall === Infinity ? MAX_IDS : keysPerCall,
    calls: needsRow ? { min: keep ? 0 : Math.ceil(min / keysPerCall), max: calls } : { min: 0, max: 0 },
    fetched: keep && idFilter === undefined ? calls * (maxCount ?? MAX_IDS) : max,
    // A row that the service does not have is null; without a call nobody finds that out.
    rows: { min: needsRow ? 0 : min, max, accounts: isInAccount(path) ? accounts : max },
  }
}

/** The cost of a read that cannot be joined with others: a call for each parent, or `each` where it takes more. */
export function callCost(each = 1, endpoint?: Pick<Endpoint, 'path' | 'keep'>): { cost: CostOf } {
  return {
    cost({ parents }) {
      // Equal reads are one, and what is kept takes no call.
      const sure = endpoint && !endpoint.keep ? Math.min(1, parents.min) : 0
      const calls = { min: sure, max: parents.max * each }
      return [{ endpoint: endpoint?.path, keysPerCall: 1, calls, fetched: parents.max, rows: { ...parents, min: 0 } }]
    },
  }
}

/** The cost of a write that says nothing else: one call, or for a batch as many as its smallest calls would take. */
export const writeCost: { cost: CostOf } = {
  cost({ parents, args }) {
    const items = longestList(args['input'] ?? {})?.length ?? 0
    // The input may be refused before anything is sent.
    const calls = { min: 0, max: Math.max(1, Math.ceil(items / SMALLEST_BATCH)) }
    return [{ endpoint: undefined, keysPerCall: 1, calls, fetched: parents.max, rows: { ...parents, min: 0 } }]
  },
}

/** Items in one call of the batch endpoint that takes the fewest. */
const SMALLEST_BATCH = 10

/** The cost of entities by global id: those of one type and account are looked up together. */
export const nodesCost: { cost: CostOf } = {
  cost({ args }) {
    const idsByType = new Map<string, Map<string, Set<string>>>()
    const countsByType = new Map<string, number>()
    for (const id of globalIdsIn(args)) {
      const parsed = parseGlobalId(id)
      if (!parsed || !lookUpOf(parsed.type)) continue
      const account = parsed.type === 'Account' ? '' : parsed.account
      let idsByAccount = idsByType.get(parsed.type)
      if (!idsByAccount) idsByType.set(parsed.type, (idsByAccount = new Map()))
      let ids = idsByAccount.get(account)
      if (!ids) idsByAccount.set(account, (ids = new Set()))
      ids.add(parsed.id)
      countsByType.set(parsed.type, (countsByType.get(parsed.type) ?? 0) + 1)
    }
    return Array.from(idsByType, ([type, idsByAccount]) => {
      const lookUp = lookUpOf(type)!
      const found = Array.from(idsByAccount.values(), ({ size }) =>
        costOfLookUp(lookUp, { min: size, max: size, accounts: 1 }, true),
      )
      const { endpoint, keysPerCall } = found[0]!
      return {
        endpoint,
        keysPerCall,
        calls: { min: sum(found, ({ calls }) => calls.min), max: sum(found, ({ calls }) => calls.max) },
        fetched: sum(found, ({ fetched }) => fetched),
        rows: { type, min: 0, max: countsByType.get(type)!, accounts: sum(found, ({ rows }) => rows.accounts) },
      }
    })
  },
}

/** The ids that the arguments of `node`, `nodes` and `_entities` name, those that will be refused too. */
function* globalIdsIn({ id, ids, representations }: Ask['args']): Generator<string, void, undefined> {
  if (typeof id === 'string') yield id
  for (const list of [ids, representations]) {
    if (!Array.isArray(list)) continue
    for (const item of list as readonly unknown[]) {
      const named = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
      if (typeof named === 'string') yield named
    }
  }
}

/** How many rows of one list are asked for. None where the argument will be refused. */
function rowsAsked({ defaultCount }: ListShape, { first, ids }: Ask['args']): number {
  const asked = typeof first === 'number' ? first : defaultCount
  if (asked < 1 || asked > MAX_FIRST) return 0
  return Array.isArray(ids) ? Math.min(asked, ids.length) : asked
}

/** The rows of lists, each of which may be empty. */
function rowsOf(path: string, { max, accounts }: Rows, each: number): Rows {
  return { min: 0, max: max * each, accounts: isInAccount(path) ? accounts : max * each }
}

function isInAccount(path: string): boolean {
  return path.includes(':account_id')
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function longestList(args: object): readonly unknown[] | undefined {
  let longest: readonly unknown[] | undefined
  for (const value of Object.values(args))
    if (Array.isArray(value) && value.length >= (longest?.length ?? 0)) longest = value
  return longest
}

/** How many different ids there are; a global id names the same row as the id at its end. */
function distinctIds(ids: readonly unknown[]): number {
  return new Set(ids.map((id) => String(id).replace(/^.*:/, ''))).size
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  let total = 0
  for (const item of items) total += of(item)
  return total
}
