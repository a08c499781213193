import { hasMany, MAX_IDS, type Endpoint, type ListEndpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit.ts'
import { hasValue } from '../../rest/value.ts'
import type { Spend } from '../../state/spend-store.ts'
import type { Writes } from '../../state/write-store.ts'
import { hasEmptyFilter, MAX_FIRST } from '../list/read.ts'
import type { LookUp } from '../node/node-type.ts'

/** The part of a field's use that reads rows and does not count them. */
export const WHOLE_ROWS = { needsRow: true, needsPage: true, needsCount: false } as const

/** A minimum and a maximum. `max` is Infinity if only the service knows it. */
export interface Bounds {
  min: number
  max: number
}

/** The number of values that a field is resolved for, and the maximum number of their accounts. */
export interface RowBounds extends Bounds {
  accounts: number
  /** The type of all values, if the type of the field is abstract. */
  type?: string
}

export interface FieldUse {
  /** The values that the field is resolved for. */
  parents: RowBounds
  args: Readonly<Record<string, unknown>>
  /** Whether fields are selected that need more than the ID and the account. */
  needsRow: boolean
  /** Whether `nodes` or `edges` of a connection are selected. */
  needsPage: boolean
  /** Whether `totalCount` of a connection is selected. */
  needsCount: boolean
  /** The names of the fields that are selected below it. */
  selected?: ReadonlySet<string> | undefined
  /** The object types that fragments below the field apply to. Undefined if it shows values of all types. */
  shown?: ReadonlySet<string>
  /** The number of rows that the list of one parent is assumed to have at most. */
  assumed?: number
  /**
   * The arguments that depend on variables whose values are not known. Those in `args` are at their limits: a page is as large and a
   * list as long as it may be, and an ID that is not known is a symbol.
   */
  open?: ReadonlySet<string>
  /** The types of the nodes whose IDs are not known, in their order. The last one is the type of all further nodes. */
  openTypes?: readonly string[]
  /** The response key of a mutation that is executed after it is planned, and where its prepared input is kept for that. */
  write?: { key: string; writes: Writes } | undefined
  /** What limits the writes of an operation that is planned before it is sent. */
  limits?: Pick<Spend, 'rules'> | undefined
}

/**
 * The calls of a field to one endpoint, if no call fails and all pages are full. Retries, token calls and calls that are
 * made after a refusal are not included.
 */
export interface Cost {
  /** Undefined if the field does not declare it. */
  endpoint: LimitedEndpoint | undefined
  /**
   * The endpoint of a look-up of a single ID, if no other look-up of the operation can join it. Null for several IDs, which
   * others can join.
   */
  alone?: LimitedEndpoint | null
  /** Whether the look-up has the IDs of the parents, and none of the field's arguments. */
  isOfParents?: boolean
  /** The lists of children that the calls read. Those of other fields can join them. */
  children?: ChildLists
  /** The account of the calls, if the arguments name one. Defaults to the account of the parents. */
  account?: string
  /** The maximum number of IDs or parents in one call. */
  keysPerCall: number
  calls: Bounds
  /** The maximum number of rows that those calls return. */
  fetched: number
  /** The values of the field, which its subfields are resolved for. Undefined if the calls only prepare others. */
  rows?: RowBounds
  /** Whether the calls wait for the calls of the costs before it. */
  waits?: boolean
}

/** Lists of children, one below each parent. */
export interface ChildLists {
  /** The parameter that takes the IDs of the parents. */
  filter: string
  parents: RowBounds
  /** The maximum number of rows that are requested of each list. */
  each: number
  needsCount: boolean
  /** The calls and their rows if all of these are read together. */
  together: (lists: Pick<ChildLists, 'parents' | 'each' | 'needsCount'>) => Pick<Cost, 'fetched'> & { maxCalls: number }
}

/** The function that gives the costs of a field: one for each endpoint. */
export type CostOf = (use: FieldUse) => Cost[]

/** The extensions of a field that makes calls: a type, because an interface is not accepted as extensions. */
export type Costs = { cost: CostOf }

/** The properties of a list endpoint that the cost depends on. */
type ListShape = LimitedEndpoint &
  Pick<ListEndpoint, 'cache' | 'sized' | 'paged' | 'defaultCount' | 'maxCount' | 'maxPerParent'>

/** The declared cost of a field. Undefined if the field makes no call. */
export function costOf(extensions: Readonly<Record<string, unknown>>): CostOf | undefined {
  return extensions['cost'] as CostOf | undefined
}

/**
 * Declares the maximum number of items that a plan counts of a list inside a row, if their fields can cost calls: the
 * documented limit, or else an assumption.
 */
export function maxParts(count: number): { maxParts: number } {
  return { maxParts: count }
}

/** The maximum number of items of a list inside a row. 1 for a field that is no such list. */
export function maxPartsOf(extensions: Readonly<Record<string, unknown>>): number {
  return (extensions['maxParts'] as number | undefined) ?? 1
}

/** The number of rows of one answer. An answer without pages has no documented limit. */
export function maxRowsOf(endpoint: Pick<Endpoint, 'answer'>): number {
  return hasMany(endpoint) ? DEFAULT_ROWS : 1
}

const DEFAULT_ROWS = 200

/** The cost of a list that is read separately for each parent: a call for each page. */
export function listCost(endpoint: ListShape): Costs {
  return { cost: (use) => [costOfList(endpoint, use)] }
}

function costOfList(endpoint: ListShape, use: FieldUse): Cost {
  const { parents, args, needsPage, needsCount, assumed = Infinity } = use
  const { path, cache, sized, maxCount } = endpoint
  const each = requestedRows(endpoint, use)
  const resumed = hasValue(args['after'])
  const read = needsPage || (needsCount && !resumed)
  // Calls are certain unless an empty filter matches nothing, or the response may be cached.
  const isCertain = read && each > 0 && !cache && !hasEmptyFilter(args)
  // A cursor can be in the middle of a page, and its row can have moved. A count needs a call of its own then.
  const more = resumed ? 2 + (needsCount ? 1 : 0) : 0
  const pages = each === 0 ? 0 : pagesFor(endpoint, each) + more
  const fetchedByEach = !sized ? each + (1 + more) * maxCount : cache || more > 0 ? pages * maxCount : each
  return {
    endpoint,
    keysPerCall: Array.isArray(args['ids']) ? MAX_IDS : 1,
    calls: { min: isCertain ? parents.min : 0, max: parents.max * pages },
    fetched: parents.max * Math.min(fetchedByEach, assumed * (1 + more)),
    rows: rowsOf(path, parents, each),
  }
}

/** The maximum number of pages with so many rows. A page whose length the service decides can have a single row. */
function pagesFor({ sized, paged, maxCount }: ListShape, rows: number): number {
  if (!paged) return 1
  return sized ? Math.ceil(rows / maxCount) : rows
}

/**
 * The cost of a list of children: one call for up to 200 parents of an account, and more calls if their rows do not fit
 * into one page.
 */
export function childrenCost(endpoint: ListShape, filter: string): Costs {
  const { path, maxCount } = endpoint
  return {
    cost(use) {
      const { parents, args, needsCount, assumed = Infinity, open } = use
      // The documented maximum does not count deleted rows.
      const documented = (args['withDeleted'] ? undefined : endpoint.maxPerParent[filter]) ?? Infinity
      const maxPerParent = Math.min(documented, assumed)
      const each = Math.min(requestedRows(endpoint, use), maxPerParent)
      const rows = rowsOf(path, parents, each)
      const alone = costOfList(endpoint, use)
      // Only lists without a cursor are read together. One that is not known can be absent.
      const canResume = hasValue(args['after'])
      if (canResume && !open?.has('after')) return [{ ...alone, rows }]
      const lists = { filter, parents, each, needsCount, together }
      if (parents.max <= 1) return [{ ...alone, rows, children: lists }]
      const { maxCalls, fetched } = together(lists)
      const most = (joined: number, each: number) => (canResume ? Math.max(joined, each) : joined)
      const calls = { min: alone.calls.min > 0 ? 1 : 0, max: most(maxCalls, alone.calls.max) }
      const mostFetched = most(fetched, alone.fetched)
      return [{ endpoint, keysPerCall: MAX_IDS, calls, fetched: mostFetched, rows, children: lists }]

      function together({ parents, each, needsCount }: Pick<ChildLists, 'parents' | 'each' | 'needsCount'>) {
        if (each === 0) return { maxCalls: 0, fetched: 0 }
        // Lists that fit into the page of their group need no other.
        if (Math.min(parents.max, MAX_IDS) * assumed < maxCount)
          return { maxCalls: groupsOf(parents), fetched: parents.max * assumed }
        // Below several parents, rows are counted by reading them all.
        const read = needsCount ? maxPerParent : each
        // Parents whose IDs are not known can all be in one account.
        const fewestGroups = open ? Math.ceil(parents.max / MAX_IDS) : groupsOf(parents)
        const maxCalls = callsForChildren(parents, fewestGroups, read, maxPerParent, maxCount)
        return { maxCalls, fetched: Math.min(maxCalls * maxCount, parents.max * assumed) }
      }
    },
  }
}

/** The maximum number of groups of parents or IDs: of each account, as many as one call serves. */
function groupsOf({ max, accounts }: Omit<RowBounds, 'min'>, keysPerCall = MAX_IDS): number {
  return accounts + Math.floor((max - accounts) / keysPerCall)
}

/** The maximum number of calls for the first rows of several parents, for any distribution of rows: see `planRest`. */
function callsForChildren(
  parents: RowBounds,
  fewestGroups: number,
  each: number,
  maxPerParent: number,
  pageRows: number,
): number {
  const { max } = parents
  // If the number of rows per parent is limited, all rows of all parents are read at worst.
  if (maxPerParent < Infinity) return groupsOf(parents) + 2 * Math.floor((max * maxPerParent) / pageRows)
  // Otherwise one parent can fill every page, and a group is split until each parent has its own calls.
  return 2 * max - fewestGroups + Math.floor((max * each) / pageRows)
}

/**
 * The cost of rows by ID: one call for up to 200 IDs of an account, if the list has a filter for IDs. The number of rows
 * is the length of a list argument, or else at most `first` and `each` per parent. With `alone`, a single ID is read by the
 * entity's own GET.
 */
export function lookUpCost(lookUp: LookUp & ListShape, { each = 1, alone = false } = {}): Costs {
  return {
    cost(use) {
      const { parents, args, needsRow } = use
      const ids = longestList(args)
      const requested = Math.min(each, requestedRows({ defaultCount: each }, use))
      // A list that is not known can be absent.
      const count = ids ? Math.max(ids.length, use.open ? requested : 0) : requested
      const distinct = ids ? distinctIds(ids) : Math.min(count, 1)
      const rows = { min: parents.min * distinct, max: parents.max * count, accounts: parents.accounts }
      const [cost, ...others] = costsOfLookUp(lookUp, rows, needsRow)
      return [{ ...cost, alone: alone ? lookUp.get : undefined }, ...others]
    },
  }
}

/** The cost of the accounts of rows: one ID for each account. */
export function ownAccountCost(lookUp: LookUp & ListShape): Costs {
  return {
    cost({ parents, needsRow }) {
      const { accounts } = parents
      const [cost] = costsOfLookUp(lookUp, { min: Math.min(1, parents.min), max: accounts, accounts }, needsRow)
      const rows = { ...cost.rows, max: parents.max, accounts }
      return [{ ...cost, rows, alone: accounts === 1 ? lookUp.get : undefined, isOfParents: true }]
    },
  }
}

/** Costs of calls that may not be needed. */
export function uncertain<C extends Cost>(costs: readonly C[]): C[] {
  return costs.map((cost) => ({ ...cost, calls: { ...cost.calls, min: 0 } }))
}

/** Costs of calls whose rows are not the rows of the field. */
export function withoutRows(costs: readonly Cost[]): Cost[] {
  return costs.map((cost) => {
    const { rows: _, ...calls } = cost
    return calls
  })
}

/**
 * The costs of looking up `rows.max` IDs, at least `rows.min` of them different: of the look-up, and of the reads
 * that determine further look-ups.
 */
export function costsOfLookUp(
  lookUp: LookUp & Partial<ListShape>,
  { min, max, accounts: parentAccounts }: RowBounds,
  needsRow: boolean,
): [Cost & { rows: RowBounds }, ...Cost[]] {
  const { path, idFilter, maxIds = MAX_IDS, get, furtherLookUps, cache, paged, maxCount } = lookUp
  // Rows that can be read neither by ID filter nor one by one are found in their whole list. Lists that are cached are small.
  const keysPerCall = idFilter !== undefined ? maxIds : get ? 1 : Infinity
  const accounts = namesAccount(path) ? Math.min(parentAccounts, max) : Math.min(1, max)
  const isWhole = keysPerCall === Infinity && paged && !cache
  const pages = isWhole ? Infinity : Math.ceil(Math.min(keysPerCall, MAX_IDS) / (maxCount ?? MAX_IDS))
  const groups = max === 0 ? 0 : keysPerCall === 1 ? max : groupsOf({ max, accounts }, keysPerCall)
  // Rows that the list omits are requested again with other parameters.
  const { list, max: furtherMax = 0, last } = furtherLookUps ?? {}
  const calls = groups === 0 ? 0 : groups * pages * (1 + furtherMax + (last ? 1 : 0))
  const cost = {
    endpoint: idFilter === undefined && get ? get : lookUp,
    keysPerCall: keysPerCall === Infinity ? MAX_IDS : keysPerCall,
    calls: needsRow ? { min: cache ? 0 : Math.ceil(min / keysPerCall), max: calls } : { min: 0, max: 0 },
    fetched: keysPerCall === Infinity ? calls * (maxCount ?? MAX_IDS) : max,
    // A row that does not exist is null, but only a call can show that.
    rows: { min: needsRow ? 0 : min, max, accounts: namesAccount(path) ? accounts : max },
  }
  const determining = needsRow ? [list, last?.get].filter((endpoint) => endpoint !== undefined) : []
  return [cost, ...determining.map((endpoint) => ({ ...callsCost(endpoint, accounts), waits: true }))]
}

/**
 * The cost of a connection of a whole list, at most as many rows per parent as requested. With `isPart`, the connection has
 * only some of the rows of the list.
 */
export function wholeCost(endpoint: ListShape, isPart = false): Costs {
  return {
    cost(use) {
      const each = requestedRows(endpoint, use)
      const isRead = each > 0 && (use.needsPage || use.needsCount) && !hasEmptyFilter(use.args)
      return [costOfWhole(endpoint, use, each, isRead, isPart ? undefined : use.assumed)]
    },
  }
}

/** The cost of the row that is found for each parent in the whole list of their account. */
export function matchCost(endpoint: ListShape): Costs {
  return { cost: (use) => [costOfWhole(endpoint, use, 1, true)] }
}

/** The cost of a whole list, once for each account. Only the service knows how many pages it has, unless its rows are assumed. */
function costOfWhole(
  endpoint: ListShape,
  { parents }: FieldUse,
  each: number,
  isRead: boolean,
  assumed = Infinity,
): Cost {
  // A full last page can name an empty one after it.
  const ofAccount = endpoint.paged ? Math.floor(assumed / (endpoint.sized ? endpoint.maxCount : 1)) + 1 : 1
  const pages = parents.max === 0 || each === 0 ? 0 : parents.accounts * ofAccount
  return {
    endpoint,
    keysPerCall: MAX_IDS,
    calls: { min: isRead && !endpoint.cache ? Math.min(1, parents.min) : 0, max: pages },
    fetched: pages === 0 ? 0 : Math.min(pages * endpoint.maxCount, parents.accounts * assumed),
    rows: rowsOf(endpoint.path, parents, each),
  }
}

/** The cost of entities of any type that rows refer to. Entities of one type are looked up together. */
export const anyNodeCost: Costs = {
  cost: ({ parents }) => [
    {
      endpoint: undefined,
      keysPerCall: MAX_IDS,
      calls: { min: 0, max: parents.max },
      fetched: parents.max,
      rows: { ...parents, min: 0 },
    },
  ],
}

/**
 * The cost of a read that cannot be batched: one call per parent. There may be none: arguments can be refused before
 * anything is sent, and equal reads share a call.
 */
export function callCost(endpoint: LimitedEndpoint & Pick<Endpoint, 'answer'>): Costs {
  const maxRows = maxRowsOf(endpoint)
  return {
    cost: ({ parents }) => [
      {
        endpoint,
        keysPerCall: 1,
        calls: { min: 0, max: parents.max },
        fetched: parents.max * maxRows,
        rows: rowsOf(endpoint.path, parents, maxRows),
      },
    ],
  }
}

/** The cost of a call for each operation or ID. */
export function callsCost(endpoint: LimitedEndpoint & { maxCount?: number }, calls: number): Cost {
  return { endpoint, keysPerCall: 1, calls: { min: 0, max: calls }, fetched: calls * (endpoint.maxCount ?? 1) }
}

/** The number of requested rows of one list. 0 if `first` is invalid. */
function requestedRows(
  { defaultCount }: Pick<ListShape, 'defaultCount'>,
  { args: { first, ids }, assumed = Infinity, open }: FieldUse,
): number {
  const count = typeof first === 'number' ? first : defaultCount
  if (count < 1 || count > MAX_FIRST) return 0
  const filtered = Array.isArray(ids) && !open?.has('ids') ? ids.length : Infinity
  return Math.min(count, assumed, filtered)
}

/** The rows of lists, which can be empty. */
export function rowsOf(path: string, { max, accounts }: RowBounds, each: number): RowBounds {
  return { min: 0, max: max * each, accounts: namesAccount(path) ? accounts : max * each }
}

/** Whether the rows of a path belong to an account: unlike `isInAccount`, also if the path ends with the account. */
function namesAccount(path: string): boolean {
  return path.includes(':account_id')
}

export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  let total = 0
  for (const item of items) total += of(item)
  return total
}

function longestList(args: object): readonly unknown[] | undefined {
  let longest: readonly unknown[] | undefined
  for (const value of Object.values(args))
    if (Array.isArray(value) && value.length >= (longest?.length ?? 0)) longest = value
  return longest
}

/** The number of different IDs. A global ID and the service's ID at its end are the same row. */
function distinctIds(ids: readonly unknown[]): number {
  return new Set(ids.map((id) => String(id).replace(/^.*:/, ''))).size
}
