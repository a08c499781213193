import { memoize1 } from '@graphql-tools/utils'
import type { InputRef } from '@pothos/core'
import type { MaybePromise } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import { type LookaheadInfo, type Selection, selectionOf } from '../../execute/selection/selection.ts'
import {
  canBeCountFailure,
  emptySlice,
  sliceOf,
  type Loaders,
  type ParentKey,
  type ParentRows,
  type Slice,
  type SliceRequest,
} from '../../loaders/index.ts'
import type { Wanted } from '../../rest/call.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { textsOf } from '../../rest/json/lazy-row.ts'
import { ID_COLUMNS, idOf, type ListParams, type Long, type Row } from '../../rest/types.ts'
import { hasValue } from '../../rest/value.ts'
import { builder, inputType } from '../builder.ts'
import { characterCount } from '../character-count.ts'
import { badUserInput, show } from '../errors.ts'
import { accountOf, setTypeName } from '../node/row.ts'
import { snakeCase } from '../wire-name.ts'
import {
  ChildPage,
  ListPage,
  receivedCount,
  type Connection,
  type CountOutcome,
  type SiblingLists,
} from './connection.ts'
import { decodeCursor, listName } from './cursor.ts'

/** The arguments of a connection field that all lists share. */
export interface PageArgs {
  first?: number | null
  after?: string | null
  sortBy?: readonly SortByInput[] | null
  withDeleted?: boolean | null
}

/**
 * A list to read: its endpoint, path parameters and filters, with their wire names. A field method checks their types where
 * it is used.
 */
export interface ListSource<R extends Row = Row> {
  endpoint: ListEndpoint<string, ListParams, R>
  path: object
  filters: object
  /** Parameters that decide what the rows have, not which rows there are, so that cursors do not depend on them. */
  columns?: object
  /** The parents, if the list is that of parents. */
  wanted?: Wanted
  /** The GraphQL type of the rows, if the field returns an interface and the rows do not have their type. */
  rowType?: string
}

/**
 * Reads a page of one list: everything that the selection needs, so that below the connection only the count can fail.
 * Throws BAD_USER_INPUT for arguments that break a limit.
 */
export function readList<R extends Row>(
  { loaders }: Context,
  { endpoint, path, filters, columns, wanted, rowType }: ListSource<R>,
  args: PageArgs,
  selected: ListSelection,
): Connection<R> | Promise<Connection<R>> {
  const params = Object.assign({}, filters, listParams(args))
  const first = firstOf(args, endpoint.defaultCount)
  const nameOfList = () => listName(endpoint.path, path, params)
  // An empty cursor is refused as an invalid one, not read as the start of the list.
  const resumed = hasValue(args.after) ? decodeCursor(nameOfList(), args.after) : undefined
  const knownCount = resumed?.totalCount
  // The service returns the count only with the first page.
  const isFirstPage = !resumed || resumed.position.pageCursor === null
  const isCounted = selected.rows && selected.count && knownCount === undefined && isFirstPage
  const count = isCounted ? undefined : () => countList(loaders, endpoint, path, params, wanted)
  const page = (slice: Slice<R> & CountOutcome) =>
    new ListPage(nameOfList, slice, { hasPrevious: resumed !== undefined, knownCount, count })

  if (hasEmptyFilter(filters)) return page(emptySlice(endpoint))
  if (!selected.rows) return page({ ...emptySlice<R>(endpoint), totalCount: undefined })
  const sent = { ...params, ...columns }
  const read = (count: boolean) =>
    loaders.slice(endpoint, path, sent, { first, after: resumed?.position, count, wanted })
  return (isCounted ? readCounted(read) : read(false)).then((slice) => {
    if (rowType !== undefined) for (const row of slice.rows) setTypeName(row, rowType)
    return page(slice)
  })
}

/** The rows of a whole list that refer to one parent. */
interface RowsOfParent<R extends Row> {
  parent: string
  parentOf: (row: R) => Long | null | undefined
}

/**
 * Reads a whole list, and returns a page of its rows, or of the rows of one parent. Throws BAD_USER_INPUT for arguments that
 * break a limit.
 */
export async function readWhole<R extends Row>(
  { loaders }: Context,
  { endpoint, path, filters }: ListSource<R>,
  args: PageArgs,
  selected: ListSelection,
  of?: RowsOfParent<R>,
): Promise<Connection<R>> {
  const params = Object.assign({}, filters, listParams(args))
  const name = () => listName(endpoint.path, path, { ...params, parent: of?.parent })
  const range = rangeOf(name, args, endpoint.defaultCount)
  const isRead = (selected.rows || selected.count) && !hasEmptyFilter(filters)
  return wholePage(endpoint, name, isRead ? await allRows() : [], range)

  async function allRows(): Promise<readonly R[]> {
    if (!of) return loaders.whole(endpoint, path, params)
    return (await loaders.matching(endpoint, path, params, of.parentOf)).get(of.parent) ?? []
  }
}

/** The part of a list whose rows are all known. */
type Range = Pick<SliceRequest, 'first' | 'after'>

/** The part of a list that the arguments request. Throws BAD_USER_INPUT for arguments that break a limit. */
export function rangeOf(name: () => string, args: PageArgs, defaultCount: number): Range {
  const first = firstOf(args, defaultCount)
  return { first, after: hasValue(args.after) ? decodeCursor(name(), args.after).position : undefined }
}

/** A page of a list whose rows have all been read. */
export function wholePage<R extends Row>(
  endpoint: Pick<ListEndpoint, 'key'>,
  name: () => string,
  rows: readonly R[],
  range: Range,
): Connection<R> {
  return new ListPage(name, sliceOf(endpoint, rows, range), { hasPrevious: range.after !== undefined })
}

/**
 * Reads a page of the entities with these IDs, in their order. It is filled with those that exist, so IDs are looked up until
 * there are enough, with one more if it must be known whether another follows.
 */
export async function readReferences(
  name: () => string,
  ids: readonly string[],
  args: PageArgs,
  selected: ListSelection,
  load: (id: string) => MaybePromise<Row | null>,
): Promise<Connection> {
  const { first, after } = rangeOf(name, args, MAX_FIRST)
  const left = sliceOf(
    { key: undefined },
    ids.map((id): Row => ({ id })),
    { first: ids.length, after },
  )
  const found: { row: Row; id: string; at: number }[] = []
  const needed = selected.rows ? first + Number(selected.more) : 0
  for (let at = ids.length - left.rows.length; found.length < needed && at < ids.length;) {
    const wanted = ids.slice(at, at + needed - found.length)
    const from = at
    at += wanted.length
    const looked = await Promise.all(wanted.map(async (id, nth) => ({ row: await load(id), id, at: from + nth })))
    for (const { row, ...place } of looked) if (row !== null) found.push({ row, ...place })
  }
  const idOfRow = new Map(found.map(({ row, id }) => [row, id]))
  const page: Slice<Row> = {
    ...left,
    rows: found.slice(0, first).map(({ row }) => row),
    identityOf: (row) => left.identityOf({ id: idOfRow.get(row) ?? '' }),
    rowAfter: found[first]?.row,
    // IDs between them can be of entities that do not exist.
    pages: found.map(({ at }, start) => ({ cursor: null, start, skipped: at })),
  }
  return new ListPage(name, page, { hasPrevious: after !== undefined })
}

/** Reads a page with the count of its list, or without the count if that fails. */
async function readCounted<R extends Row>(
  read: (count: boolean) => Promise<Slice<R>>,
): Promise<Slice<R> & CountOutcome> {
  try {
    return await read(true)
  } catch (error) {
    if (!canBeCountFailure(error)) throw error
    return { ...(await read(false)), countError: error }
  }
}

/** Counts a list without reading its page: requests a first page of one row. */
async function countList(
  loaders: Loaders,
  endpoint: ListEndpoint,
  path: object,
  params: ListParams,
  wanted: Wanted | undefined,
): Promise<number> {
  const request: SliceRequest = { first: 1, after: undefined, count: true, wanted }
  return receivedCount((await loaders.slice(endpoint, path, params, request)).totalCount)
}

/**
 * A list of children: its endpoint, its filter and column for the parent, and its other filters from the field's
 * arguments.
 */
export interface ChildSource extends ParentKey<ListParams, Row> {
  endpoint: ListEndpoint
  filters: (args: PageArgs) => object
}

/**
 * Reads the lists of several parents. Returns a connection for each parent, or the error of a list that could not be read.
 * Throws BAD_USER_INPUT for arguments that break a limit.
 */
type ReadChildren = (
  context: Context,
  parents: readonly Row[],
  args: PageArgs,
  selected: ListSelection,
) => MaybePromise<MaybePromise<Connection | Error>[]>

/**
 * Creates the reader of a field's lists. The first pages of all parents that are requested in one tick are read
 * together. A cursor belongs to one parent's list, so later pages are read for each parent separately.
 */
export function childrenReader(source: ChildSource): ReadChildren {
  const { endpoint, filter } = source
  return (context, parents, args, selected) => {
    if (hasValue(args.after))
      return parents.map((parent) =>
        readTogether(source, context, { account: accountOf(parent), parents: [idOf(parent)] }, args, selected),
      )
    const account = accountOf(parents[0]!)
    const isShared = parents.every((parent) => accountOf(parent) === account)
    return isShared
      ? readFirst(context, account, parents, args, selected)
      : readInAccounts(context, parents, args, selected)
  }

  /** Reads the first pages of parents in several accounts. */
  async function readInAccounts(
    context: Context,
    parents: readonly Row[],
    args: PageArgs,
    selected: ListSelection,
  ): Promise<(Connection | Error)[]> {
    const connections = new Map<Row, Connection | Error>()
    await Promise.all(
      Array.from(new Set(parents.map(accountOf)), async (account) => {
        const own = parents.filter((parent) => accountOf(parent) === account)
        const read = await readFirst(context, account, own, args, selected)
        own.forEach((parent, index) => connections.set(parent, read[index]!))
      }),
    )
    return parents.map((parent) => connections.get(parent)!)
  }

  /** Reads the first pages of parents in one account. */
  function readFirst(
    { loaders }: Context,
    account: string,
    parents: readonly Row[],
    args: PageArgs,
    { rows, more, count }: ListSelection,
  ): MaybePromise<(Connection | Error)[]> {
    const path = { account_id: account }
    const filters = source.filters(args)
    const params = Object.assign({}, filters, listParams(args))
    const siblings: SiblingLists = {
      endpoint,
      nameOf: (parent) => listName(endpoint.path, path, { ...params, [filter]: [parent] }),
      first: firstOf(args, endpoint.defaultCount),
    }
    const ids = idsOf(parents)
    if (hasEmptyFilter(filters) || (!rows && !count))
      return ids.map((parent) => new ChildPage(siblings, { ...NO_ROWS, parent }))
    const amount = { first: rows ? siblings.first : 0, more, count }
    return loaders
      .byParent(endpoint, source, path, params)
      .readAll(ids, amount)
      .then((lists) => lists.map((list) => (list instanceof Error ? list : new ChildPage(siblings, list))))
  }
}

/** The IDs of parents. All fields of a selection usually have the same array of them. */
const idsOf = memoize1((parents: readonly Row[]) => textsOf(parents, ID_COLUMNS))

/** Parents in one account, by their IDs. */
export interface Siblings {
  account: string
  parents: readonly string[]
}

/** Reads a page of the children of several parents as one list, in the order of the service. */
export async function readTogether(
  { endpoint, filter, parentColumn, filters }: ChildSource,
  context: Context,
  { account, parents }: Siblings,
  args: PageArgs,
  selected: ListSelection,
): Promise<Connection> {
  const path = { account_id: account }
  const wanted = { column: parentColumn, ids: parents }
  return readList(context, { endpoint, path, filters: { ...filters(args), [filter]: parents }, wanted }, args, selected)
}

const NO_ROWS: Omit<ParentRows<never>, 'parent'> = {
  rows: [],
  page: [],
  from: 0,
  length: 0,
  complete: true,
  nextCursor: null,
  totalCount: 0,
}

/** The path of a list that belongs to an account. */
export type InAccount = `accounts/:account_id/${string}`

/** Whether a filter is an empty list. No row matches it; sent as an empty value it would not filter at all. */
export function hasEmptyFilter(filters: object): boolean {
  return Object.values(filters).some((value) => Array.isArray(value) && value.length === 0)
}

/** Throws BAD_USER_INPUT for an argument that is an empty text, with which the service does not filter. */
export function refuseEmptyTexts(args: object): void {
  const empty = Object.entries(args).find(([, value]) => value === '')
  if (empty) throw badUserInput(empty[0], `\`${empty[0]}\` is empty; omit it, or send a value`)
}

/** The parameters of a list that all lists share. Throws BAD_USER_INPUT for an empty text. */
function listParams(args: PageArgs): ListParams {
  refuseEmptyTexts(args)
  const { sortBy, withDeleted } = args
  return { sort_by: sortParams(sortBy), with_deleted: withDeleted || undefined }
}

/** The maximum number of items in one page of a connection (R-CONV-10). */
export const MAX_FIRST = 1000

/** The number of rows that the arguments request. Throws BAD_USER_INPUT if it is out of range. */
export function firstOf({ first }: PageArgs, defaultCount: number): number {
  if (first === null || first === undefined) return defaultCount
  if (first >= 1 && first <= MAX_FIRST) return first
  throw badUserInput('first', `\`first\` is ${first}; it must be 1 to ${MAX_FIRST}`, 'R-CONV-10')
}

/** What the selection below a connection field needs of its list. */
export interface ListSelection {
  /** Whether it needs the rows, or fields that are known only after the rows were read. */
  rows: boolean
  /** Whether it needs to know if there are rows after the page, which can cost a call. Cursors need the row after theirs. */
  more: boolean
  /** Whether it needs the number of rows in the whole list. */
  count: boolean
}

/** What the selection below a connection field needs of its list. Returns the same object for all parents of an operation. */
export function listSelectionOf(info: LookaheadInfo): ListSelection {
  const selection = selectionOf(info)
  if (!selection) return NOTHING
  const known = resultBySelection.get(selection)
  if (known && (!known.isConditional || known.variableValues === info.variableValues)) return known.selected
  const result = readSelection(info, selection)
  resultBySelection.set(selection, result)
  return result.selected
}

export const NOTHING: ListSelection = { rows: false, more: false, count: false }

interface ReadListSelection extends Pick<LookaheadInfo, 'variableValues'> {
  selected: ListSelection
  /** Whether it can depend on the values of variables, which determine the fields that are skipped. */
  isConditional: boolean
}

/** The results by selection, because the executor asks for every parent. */
const resultBySelection = new WeakMap<Selection, ReadListSelection>()

function readSelection(info: LookaheadInfo, { names, fields, isConditional }: Selection): ReadListSelection {
  const selected: ListSelection = { rows: names.has('nodes'), more: false, count: names.has('totalCount') }
  for (const { field, nodes } of fields) {
    const below = selectionOf({ ...info, fieldNodes: nodes, returnType: field.type })
    isConditional ||= below?.isConditional ?? false
    if (field.name === 'edges') {
      selected.rows = true
      selected.more ||= below?.names.has('cursor') ?? false
    } else if (field.name === 'pageInfo' && ROW_FIELDS.some((name) => below?.names.has(name))) {
      selected.rows = true
      selected.more = true
    }
  }
  return { variableValues: info.variableValues, selected, isConditional }
}

/** The fields of PageInfo that are known only after the rows were read. */
const ROW_FIELDS = ['hasNextPage', 'startCursor', 'endCursor']

const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction of a sort order.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: smallest, earliest or alphabetically first value first.' },
    DESC: { value: 'desc', description: 'Descending: greatest, latest or alphabetically last value first.' },
  } as const,
})

const SORT_ORDER = 'The sort order, most significant attribute first. Defaults to the order of the service.'

/** The attributes that every list with known attributes can be sorted by, with their wire names. */
export const COMMON_ATTRIBUTES = {
  created_at: 'The creation time.',
  updated_at: 'The time of the last change.',
  deleted: 'Whether the item is deleted.',
} as const

/**
 * Creates the argument for the sort order of lists whose sortable attributes are documented. They are given with their
 * wire names and descriptions. `name` is the name of the argument's input type.
 */
export function sortArgOf(name: string, items: string, attributes: Readonly<Record<string, string>>) {
  const Field = builder.enumType(name.replace(/By$/, 'Field'), {
    description: `The attributes by which the service sorts ${items} (R-CONV-14). @beyondDocuments`,
    values: Object.fromEntries(
      Object.entries(attributes).map(([value, description]) => [value.toUpperCase(), { value, description }]),
    ),
  })
  const By = inputType(name, `One attribute of the sort order of ${items}.`, (t) =>
    t.required({
      field: [Field, 'The attribute.'],
      direction: [SortDirection, 'The sort direction.'],
    }),
  )
  return argOf(By)
}

/** The argument for a sort order whose attributes have this type. */
function argOf<By extends InputRef<object>>(type: By) {
  return builder.args((t) => t.optional({ sortBy: [[type], SORT_ORDER] }))
}

/** One attribute of the sort order of a list whose sortable attributes are not documented. */
const SortBy = inputType(
  'SortBy',
  'One attribute of a sort order. The documents do not say by which attributes the service sorts this list. It accepts ' +
    'most fields ' +
    'except IDs and enums, for example `createdAt`, `updatedAt` and `name`, and refuses others.',
  (t) =>
    t.required({
      field: 'The attribute: the name of the field in this graph, or its name in the REST interface.',
      direction: [SortDirection, 'The sort direction.'],
    }),
)

/** The argument for the sort order of lists whose sortable attributes are not documented. */
export const sortArg = argOf(SortBy)

type SortByInput = typeof SortBy.$inferInput

/**
 * The parameter `sort_by`: `<attribute>-asc` or `<attribute>-desc` for each attribute (R-CONV-14). Throws
 * BAD_USER_INPUT.
 */
function sortParams(sortBy: readonly SortByInput[] | null | undefined): string[] | undefined {
  if (!sortBy || sortBy.length === 0) return undefined
  return sortBy.map(({ field, direction }) => {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(field))
      throw badUserInput('sortBy', `\`sortBy.field\`: ${show(field)} is not a valid attribute name`, 'R-CONV-14')
    return `${snakeCase(field)}-${direction}`
  })
}

const MAX_QUERY_CHARACTERS = 255
const RULE = 'R-CONV-15'

interface NameArgs {
  namePrefix?: string | null
}

/** The filter of the argument `namePrefix`. */
export const nameFilter = ({ namePrefix }: NameArgs) => ({ q: nameQuery(namePrefix) })

/** The filters of the arguments `namePrefix` and `withDraft`. */
export const nameAndDraftFilters = ({ namePrefix, withDraft }: NameArgs & { withDraft?: boolean }) => ({
  q: nameQuery(namePrefix),
  with_draft: withDraft || undefined,
})

/** The text of a search as it is sent (R-CONV-15); undefined if it is not set. Throws BAD_USER_INPUT. */
export function nameQuery(
  query: string | null | undefined,
  { field = 'namePrefix', max = MAX_QUERY_CHARACTERS, rule = RULE } = {},
): string | undefined {
  if (query === null || query === undefined) return undefined
  if (!query.isWellFormed())
    throw badUserInput(field, `\`${field}\` contains half a character (a lone surrogate), which cannot be sent`)
  const length = characterCount(query)
  if (length >= 1 && length <= max) return query
  // No rule states the lower limit of cards.
  const isOther = rule === RULE && length >= 1 && length <= MAX_QUERY_CHARACTERS
  throw badUserInput(
    field,
    `\`${field}\` has ${length} characters; it must have 1 to ${max}`,
    isOther ? undefined : rule,
  )
}

/** The filters of a list by the IDs of parents: each is named after the column of a row that has the ID of its parent. */
export type ParentFilter<Params, R> = Extract<keyof Params, `${keyof R & string}s`>

/** The parent of a list of children: this filter, and its column. */
export function parentKey<Params, R>(filter: ParentFilter<Params, R>): ParentKey<Params, R> {
  return { filter, parentColumn: filter.slice(0, -1) as keyof R & string }
}
