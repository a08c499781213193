import { memoize1, memoize2 } from '@graphql-tools/utils'
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNullableType,
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  type GraphQLArgument,
  isListType,
  visit,
  type GraphQLField,
  type GraphQLResolveInfo,
  type ResponsePath,
} from 'graphql'
import { sharedArguments } from '../../execute/resolver.ts'
import {
  fragmentsOf,
  isMetaField,
  lookaheadContext,
  Selection,
  type SelectedField,
  type SelectionContext,
  selectionSetsOf,
  typesShownBelow,
} from '../../execute/selection/selection.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { isIdText } from '../../rest/id.ts'
import { hasValue } from '../../rest/value.ts'
import type { Spend } from '../../state/spend-store.ts'
import type { Writes } from '../../state/write-store.ts'
import { type Bounds, type CostOf, costOf, type FieldUse, maxPartsOf, type RowBounds, sum } from '../cost/cost.ts'
import { countOpenIds } from '../cost/nodes-cost.ts'
import { parseGlobalId } from '../node/global-id.ts'
import { lookUpOf } from '../node/node-type.ts'
import { firstToUpper } from '../wire-name.ts'
import { type Args, type PlannedField, type Step, PlanSteps } from './steps.ts'

/** The calls that an operation makes if no call fails. Retries and token calls are not included. */
export interface Plan {
  /** `min` is what the steps need in any case. It can be less than their minimums together: equal reads of several steps are one call. */
  calls: Bounds
  /** The rows that its calls return. There is no minimum, because lists can be empty and rows missing. */
  rows: Pick<Bounds, 'max'>
  steps: Step[]
  /** Every field for which calls can be made, those above before those below. */
  fields: PlannedField[]
}

/** An operation of a valid document, with its coerced variables. */
export interface PlannedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
  assume?: AssumeRows
  /** The variables whose values are not known: those in `variables` are their limits. Defaults to none. */
  open?: ReadonlySet<string>
  /** Where the inputs of mutations are kept for their resolvers. Undefined if the operation is only planned. */
  writes?: Writes | undefined
  /** What limits its writes, if it is only planned. */
  limits?: Pick<Spend, 'rules'> | undefined
}

/** The number of rows that the list of one parent is assumed to have at most; undefined if nothing is assumed. */
export type AssumeRows = (field: string) => number | undefined

/** The position of a selection in the operation. */
interface Position {
  parents: RowBounds
  /** The account of the parents, if the operation names it. */
  account: string | undefined
  /** The response path. */
  path: string
  after: readonly number[]
  /** Whether the parent is a connection or an edge, whose fields that lead to rows are left out of the path. */
  inConnection: boolean
  /** The nearest field above for which calls can be made. */
  above: PlannedField | undefined
  /** The type of the parents, or of the values of the field above followed by the fields between. */
  kind: string
}

const ROOT: Position = {
  parents: { min: 1, max: 1, accounts: 1 },
  account: undefined,
  path: '',
  after: [],
  inConnection: false,
  above: undefined,
  kind: '',
}

/**
 * Plans an operation from the costs that its fields declare. The sizes of nested lists are multiplied, and divided by the
 * number of parents, IDs and rows that one call serves.
 */
export function planOf(
  schema: GraphQLSchema,
  { document, operation, variables, assume, open, writes, limits }: PlannedOperation,
): Plan {
  const context = lookaheadContext(schema, fragmentsOf(document), variables)
  const root = schema.getRootType(operation.operation)
  let steps = new PlanSteps()
  let fields: PlannedField[] = []
  /** The rows that nodes of other types can have, beyond those of the types with the most calls. */
  let moreRows = 0
  if (root)
    addBelow(
      selectionOf(context, root, operation, () => [operation.selectionSet]),
      { ...ROOT, kind: root.name },
    )
  steps.join()
  const { all, calls } = steps
  return { calls, rows: { max: sum(all, ({ rows }) => rows.max) + moreRows }, steps: all, fields }

  function addBelow(selection: Selection, position: Position): void {
    for (const selected of selection.fields) {
      const { field, nodes } = selected
      if (isMetaField(field)) continue
      const cost = costOf(field.extensions)
      const returned = getNamedType(field.type)
      if (cost) addField(selected, cost, position)
      else if (isCompositeType(returned)) addBelow(selectionBelow(returned, nodes), positionBelow(position, selected))
    }
  }

  function addField(selected: SelectedField, costOfField: CostOf, position: Position): void {
    const { field, nodes } = selected
    const args = argumentsOf(field, nodes[0], variables)
    // A field with invalid arguments fails before any call.
    if (!args) return
    const returned = getNamedType(field.type)
    const below = isCompositeType(returned) ? selectionBelow(returned, nodes) : undefined
    const names = below?.names
    const path = pathTo(position.path, selected.responseKey)
    const use: FieldUse = {
      parents: position.parents,
      args,
      needsRow: below?.needsRow ?? false,
      needsPage: names !== undefined && (names.has('nodes') || names.has('edges')),
      needsCount: names?.has('totalCount') ?? false,
      selected: names,
      shown: isAbstractType(returned) ? typesShownBelow(context, returned, selectionSetsOf(nodes)) : undefined,
      assumed: assume?.(path),
      open: open && openArguments(nodes[0], open),
      write: writes && { key: selected.responseKey, writes },
      limits,
    }
    if (open && isAbstractType(returned)) use.openTypes = mostOf(typesOf(returned), countOpenIds(args))
    addCosts(use)

    function typesOf(type: GraphQLAbstractType): readonly string[] {
      return use.shown ? [...use.shown] : schema.getPossibleTypes(type).map(({ name }) => name)
    }

    /**
     * The types of so many nodes that need most calls, with everything below them: one type of most nodes, and a node of each type that
     * needs calls of its own, such as the read of a list that all nodes of the type share.
     */
    function mostOf(types: readonly string[], count: number): readonly string[] {
      if (types.length <= 1 || count === 0) return types
      const ofOneType = types.map((type) => neededBy([type]))
      let most = ofOneType.reduce((most, each) => (needsMore(each, most) ? each : most))
      for (const type of types) {
        if (most.openTypes.length >= count) break
        const mixed = most.openTypes.includes(type) ? most : neededBy([type, ...most.openTypes])
        if (needsMore(mixed, most)) most = mixed
      }
      moreRows += Math.max(...ofOneType.map(({ rows }) => rows)) - most.rows
      return most.openTypes
    }

    function neededBy(openTypes: readonly string[]) {
      const before = [steps, fields] as const
      steps = new PlanSteps()
      fields = []
      addCosts({ ...use, openTypes })
      steps.join()
      const needed = { openTypes, calls: steps.calls.max, rows: sum(steps.all, ({ rows }) => rows.max) }
      ;[steps, fields] = before
      return needed
    }

    function addCosts(use: FieldUse): void {
      const { account, after, above, parents } = position
      const planned = plannedField(position, selected, use)
      planned.isWrite = operation.operation === OperationTypeNode.MUTATION && !above
      fields.push(planned)
      const isCertain = !mayBeRefused(schema, field, use.args, account)
      const fieldAccount = account ?? accountIn(returned.name, use.args)
      for (const own of costOfField(use)) {
        const ownAccount = own.account ?? fieldAccount
        planned.account ??= ownAccount
        const step = steps.add(planned, own, {
          isCertain,
          account: ownAccount,
          parents,
          after,
          args: use.args,
          open: use.open,
        })
        const { rows } = own
        if (!rows) continue
        if (parents.max > 0) planned.each += rows.max / parents.max
        if (rows.min === rows.max || (parents.max === 1 && hasIds(use.args)))
          planned.values = (planned.values ?? 0) + rows.max
        if (!below) continue
        const concrete = rows.type === undefined ? undefined : schema.getType(rows.type)
        addBelow(isCompositeType(concrete) ? selectionBelow(concrete, nodes) : below, {
          parents: isCertain ? rows : { ...rows, min: 0 },
          account: ownAccount,
          path,
          after: step ? [step.id] : after,
          inConnection: isConnectionPart(returned),
          above: planned,
          kind: rows.type ?? typeOfRows(returned),
        })
      }
    }
  }

  function selectionBelow(type: GraphQLCompositeType, nodes: readonly FieldNode[]): Selection {
    return selectionOf(context, type, nodes, () => selectionSetsOf(nodes))
  }
}

/** Whether a plan needs more calls than another one, or as many with more rows. */
function needsMore(one: Record<'calls' | 'rows', number>, other: Record<'calls' | 'rows', number>): boolean {
  return one.calls > other.calls || (one.calls === other.calls && one.rows > other.rows)
}

/** A field for which calls can be made, without its steps. */
function plannedField(
  { above, kind, path }: Position,
  { responseKey, field }: SelectedField,
  { args, needsCount }: FieldUse,
): PlannedField {
  return {
    kind: `${kind}.${field.name}(${filtersIn(args)})`,
    path: pathTo(path, responseKey),
    account: undefined,
    above,
    args,
    needsCount,
    each: 0,
    values: undefined,
    isList: isConnectionPart(getNamedType(field.type)),
    isWrite: false,
    steps: [],
  }
}

/** The position below a field without calls. */
function positionBelow(position: Position, { responseKey, field }: SelectedField): Position {
  const { parents, path, inConnection, kind } = position
  return {
    ...position,
    parents: { ...parents, max: parents.max * maxPartsOf(field.extensions) },
    path: inConnection ? path : pathTo(path, responseKey),
    inConnection: isConnectionPart(getNamedType(field.type)),
    kind: inConnection ? kind : `${kind}.${field.name}`,
  }
}

/** The type of the rows of a field: for a connection, the type of its nodes. */
function typeOfRows(type: GraphQLNamedType): string {
  return isConnectionPart(type) ? type.name.replace(/Connection$/, '') : type.name
}

/**
 * The fields that an operation selects of a type. `owner` is the operation or the nodes of a field. It is computed once for
 * each document, unless it depends on variables.
 */
function selectionOf(
  context: SelectionContext,
  type: GraphQLCompositeType,
  owner: object,
  selectionSets: () => readonly SelectionSetNode[],
): Selection {
  const known = selections.get(owner)?.get(type)
  if (known) return known
  const selection = new Selection(context, type, selectionSets())
  if (selection.isConditional) return selection
  const ofOwner = selections.get(owner) ?? new Map<GraphQLCompositeType, Selection>()
  selections.set(owner, ofOwner.set(type, selection))
  return selection
}

const selections = new WeakMap<object, Map<GraphQLCompositeType, Selection>>()

function pathTo(path: string, responseKey: string): string {
  return path === '' ? responseKey : `${path}.${responseKey}`
}

/** The arguments of a field. Undefined if they are not valid. */
function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Args): Args | undefined {
  try {
    return sharedArguments(field, node, variables)
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

/** The names of the arguments that decide which rows there are, in their order. */
function filtersIn(args: Args): string {
  const given = Object.keys(args).filter(
    (name) => !UNFILTERING.has(name) && hasValue(args[name]) && args[name] !== false,
  )
  return given.sort().join(',')
}

/** The arguments that decide how many rows are read, in which order, and in which account. */
const UNFILTERING: ReadonlySet<string> = new Set(['first', 'sortBy', 'accountId', 'input', 'idempotencyKey'])

/** Whether arguments name the rows that are read. */
function hasIds({ id, ids, representations }: Args): boolean {
  return hasValue(id) || hasValue(ids) || hasValue(representations)
}

/** The names of the arguments of a field that depend on one of these variables. */
function openArguments({ arguments: given = [] }: FieldNode, open: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { name, value } of given)
    visit(value, { Variable: (variable) => void (open.has(variable.name.value) && names.add(name.value)) })
  return names
}

/**
 * Whether the arguments of a field may be refused before anything is sent: for an ID, for a cursor, which only its own list
 * accepts, or for a text or a time, for which each field has limits of its own. `account` is the account of the parents, if it is known.
 */
function mayBeRefused(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  args: Args,
  account: string | undefined,
): boolean {
  if (hasValue(args['after'])) return true
  const { free, ids, hasAccount } = refusable(schema, field)
  if (free.some((name) => hasValue(args[name]))) return true
  const lacksAccount = hasAccount && !hasValue(args[ACCOUNT_ID])
  return ids.some(([name, type]) => {
    const texts = [args[name]].flat().filter((id) => typeof id === 'string')
    return (
      texts.length > MAX_IDS || !texts.every((id) => isAcceptedId(id, type, account) && !(lacksAccount && isIdText(id)))
    )
  })
}

/** The arguments of a field that can be refused: those that are IDs, with the type of their nodes, and those with other limits. */
const refusable = memoize2((schema: GraphQLSchema, { args: declared, type }: GraphQLField<unknown, unknown>) => {
  // Of several nodes, only those with such an ID are refused.
  const args = isListType(getNullableType(type)) ? [] : declared
  const areIds = ({ type }: GraphQLArgument) => getNamedType(type) === schema.getType(GraphQLID.name)
  const isOther = (arg: GraphQLArgument) => !areIds(arg) && arg.name !== 'input' && isFree(getNamedType(arg.type))
  return {
    free: args.filter(isOther).map(({ name }) => name),
    ids: args.filter(areIds).map(({ name }) => [name, idTypeOf(name, getNamedType(type).name)] as const),
    hasAccount: declared.some(({ name }) => name === ACCOUNT_ID),
  }
})

const ACCOUNT_ID = 'accountId'

/** Whether an argument can have values that its type accepts and a field refuses. `first` is a part of the cost. */
const isFree = memoize1((type: GraphQLNamedType): boolean => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).some((field) => isFree(getNamedType(field.type)))
  return !isEnumType(type) && type !== GraphQLBoolean && type !== GraphQLInt
})

/** The type of the nodes whose IDs an argument takes, by its name: `campaignIds` takes the IDs of campaigns. */
function idTypeOf(argument: string, type: string): string {
  if (argument === 'id' || argument === 'ids') return type.replace(/Connection$/, '')
  return firstToUpper(argument).replace(/Ids?$/, '')
}

/** Whether a text certainly is accepted: an ID of the service, or a global ID of this type of nodes and in this account. */
function isAcceptedId(text: string, type: string, account: string | undefined): boolean {
  if (!text.includes(':')) return isIdText(text)
  const parsed = parseGlobalId(text)
  if (!parsed) return false
  if (!lookUpOf(type)) return true
  return parsed.type === type && (account === undefined || parsed.account === account)
}

/** The account that the arguments of a field name, by its ID or by a global ID. `type` is the type of the field. */
function accountIn(type: string, args: Args): string | undefined {
  const input = typeof args['input'] === 'object' ? args['input'] : undefined
  const { accountId, ...others }: Args = { ...args, ...input }
  if (typeof accountId === 'string') return accountId.replace(/^Account:/, '').toLowerCase()
  for (const value of Object.values(others)) {
    const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined
    if (parsed) return parsed.account
  }
  return type === 'Account' && typeof args['id'] === 'string' ? args['id'].toLowerCase() : undefined
}

/** Whether a type is a connection or an edge: their fields only lead to rows, and are left out of the paths of fields. */
export function isConnectionPart(type: GraphQLNamedType | undefined): boolean {
  if (!type || !('getFields' in type)) return false
  const fields = type.getFields()
  return 'pageInfo' in fields || ('cursor' in fields && 'node' in fields)
}

/**
 * The response path of a field as plans and traces name it, for example `account.campaigns`: without indexes, and without
 * `nodes`, `edges` and `node` of connections.
 */
export function fieldPathOf({ path, schema }: Pick<GraphQLResolveInfo, 'path' | 'schema'>): string {
  const keys: string[] = []
  for (let at: ResponsePath | undefined = path; at; at = at.prev) {
    const isIndex = typeof at.key === 'number'
    if (!isIndex && (at.typename === undefined || !isConnectionPart(schema.getType(at.typename))))
      keys.push(String(at.key))
  }
  return keys.reverse().join('.')
}
