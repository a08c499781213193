import {
  visit,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  GraphQLID,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { isGiven } from '../list/read.ts'
import { lookUpOf } from '../node/entity.ts'
import { isRestIdText, parseGlobalId } from '../node/global-id.ts'
import { isConnectionPart } from './field-path.ts'
import { type Bounds, type Cost, type CostOf, costOf, maxPartsOf, type Rows, sum } from '../cost/cost.ts'
import { sharedArguments } from '../../execute/resolver.ts'
import { fragmentsOf } from '../../execute/selection/document.ts'
import {
  isMetaField,
  lookaheadContext,
  Selection,
  type SelectedField,
  type SelectionContext,
  selectionSetsOf,
} from '../../execute/selection/selection.ts'

/** The calls that an operation makes if no call fails. Retries and token calls are not included. */
export interface Plan {
  /** `min` is what the steps need in any case: equal reads of several steps are one call. */
  calls: Bounds
  /** The rows that those calls return. There is no minimum, because lists can be empty and rows missing. */
  rows: Pick<Bounds, 'max'>
  steps: Step[]
  /** Every field for which calls can be made, those above before those below. */
  fields: PlannedField[]
}

/** A field for which calls can be made, even if this use of it needs none. */
export interface PlannedField {
  /** The type of its parents, its name, and the names of its arguments that filter: its statistics are kept by it. */
  kind: string
  /** The response path, as in a step. */
  path: string
  /** The account of its rows, if the operation names it. */
  account: string | undefined
  /** The nearest such field above it. Undefined below the operation itself. */
  above: PlannedField | undefined
  /** The maximum number of values for one parent. */
  each: number
  /** The number of its values, if the operation determines it. */
  values: number | undefined
  /** Whether it is a connection. */
  isList: boolean
  /** Whether it is a mutation. */
  isWrite: boolean
  steps: Step[]
}

/** The calls of one field to one endpoint. */
export interface Step {
  /** The index of the step in the plan. */
  id: number
  /** The response path of the field, without `nodes`, `edges` and `node` of connections, for example `account.campaigns`. */
  field: string
  /** Undefined if the field does not declare it. */
  endpoint: LimitedEndpoint | undefined
  /** The account of the calls, if the operation names it. */
  account: string | undefined
  /** The values that the field is resolved for. */
  parents: Pick<Bounds, 'max'>
  /** The maximum number of IDs or parents in one call. */
  keysPerCall: number
  calls: Bounds
  rows: Pick<Bounds, 'max'>
  /** The steps whose rows this step waits for. */
  after: readonly number[]
}

/** An operation of a valid document, with its coerced variables. */
export interface PlannedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
  assume?: AssumeRows | undefined
  /** The variables whose values are not known: those in `variables` are examples. Defaults to none. */
  open?: ReadonlySet<string>
}

/** The number of rows that the list of one parent is assumed to have at most; undefined if nothing is assumed. */
export type AssumeRows = (field: string) => number | undefined

/** The position of a selection in the operation. */
interface Position {
  parents: Rows
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

/** What the steps of a field have in common. */
interface StepOfField extends Pick<Position, 'parents' | 'account' | 'after'> {
  /** Whether nothing is refused before the calls. */
  isCertain: boolean
  args: Readonly<Args>
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
  { document, operation, variables, assume, open }: PlannedOperation,
): Plan {
  const context = lookaheadContext(schema, fragmentsOf(document), variables)
  const root = schema.getRootType(operation.operation)
  const steps: Step[] = []
  const fields: PlannedField[] = []
  /** The look-ups that can share a call, each with its ID, and with its endpoint if no other can join it. */
  const single = new Map<string, { step: Step; id: unknown; alone: LimitedEndpoint | null }[]>()
  if (root) addBelow(selectionOf(context, root, operation, [operation.selectionSet]), { ...ROOT, kind: root.name })
  for (const lookUps of single.values()) {
    const [first, ...others] = lookUps
    // Equal look-ups are one.
    if (!first?.alone || others.some(({ id }) => id === undefined || id !== first.id)) continue
    for (const { step } of lookUps) step.endpoint = first.alone
  }
  return { calls: callsOf(steps), rows: { max: sum(steps, ({ rows }) => rows.max) }, steps, fields }

  function addBelow(selection: Selection, position: Position): void {
    for (const selected of selection.fields) {
      if (isMetaField(selected.field)) continue
      const cost = costOf(selected.field.extensions)
      if (cost) addField(selected, cost, position)
      else addFieldWithoutCalls(selected, position)
    }
  }

  function addFieldWithoutCalls({ responseKey, field, nodes }: SelectedField, position: Position): void {
    const { parents, path, inConnection, kind } = position
    const returned = getNamedType(field.type)
    if (!isCompositeType(returned)) return
    addBelow(selectionBelow(returned, nodes), {
      ...position,
      parents: { ...parents, max: parents.max * maxPartsOf(field.extensions) },
      path: inConnection ? path : pathTo(path, responseKey),
      inConnection: isConnectionPart(returned),
      kind: inConnection ? kind : `${kind}.${field.name}`,
    })
  }

  function addField({ responseKey, field, nodes }: SelectedField, cost: CostOf, position: Position): void {
    const { parents, account, path, after, above, kind } = position
    const args = argumentsOf(field, nodes[0])
    // A field with invalid arguments fails before any call.
    if (!args) return
    const returned = getNamedType(field.type)
    const below = isCompositeType(returned) ? selectionBelow(returned, nodes) : undefined
    const planned: PlannedField = {
      kind: `${kind}.${field.name}(${filtersIn(args)})`,
      path: pathTo(path, responseKey),
      account: undefined,
      above,
      each: 0,
      values: undefined,
      isList: isConnectionPart(returned),
      isWrite: operation.operation === OperationTypeNode.MUTATION && !above,
      steps: [],
    }
    fields.push(planned)
    const names = below?.names
    const costs = cost({
      parents,
      args,
      needsRow: below?.needsRow ?? false,
      needsPage: names !== undefined && (names.has('nodes') || names.has('edges')),
      needsCount: names?.has('totalCount') ?? false,
      assumed: assume?.(planned.path),
      hasOpenInput: open !== undefined && hasOpenInput(nodes[0], open),
    })
    const isCertain = !hasRefusedId(schema, field, args)
    const fieldAccount = account ?? accountIn(returned.name, args)
    for (const own of costs) {
      const ownAccount = own.account ?? fieldAccount
      planned.account ??= ownAccount
      const step = addStep(planned, own, { isCertain, account: ownAccount, parents, after, args })
      const { rows } = own
      if (rows && parents.max > 0) planned.each += rows.max / parents.max
      if (rows && (rows.min === rows.max || (parents.max === 1 && hasIds(args))))
        planned.values = (planned.values ?? 0) + rows.max
      if (!below || !rows) continue
      const concrete = rows.type === undefined ? undefined : schema.getType(rows.type)
      addBelow(isCompositeType(concrete) ? selectionBelow(concrete, nodes) : below, {
        parents: isCertain ? rows : { ...rows, min: 0 },
        account: ownAccount,
        path: planned.path,
        after: step ? [step.id] : after,
        inConnection: isConnectionPart(returned),
        above: planned,
        kind: rows.type ?? typeOfRows(returned),
      })
    }
  }

  /** Adds the calls of a field to one endpoint, if it can need any. */
  function addStep(
    planned: PlannedField,
    { endpoint, alone, keysPerCall, fetched, waits, calls }: Cost,
    { isCertain, account, parents, after, args }: StepOfField,
  ): Step | undefined {
    if (calls.max === 0) return undefined
    const step: Step = {
      id: steps.length,
      field: planned.path,
      endpoint,
      account,
      parents: { max: parents.max },
      keysPerCall,
      calls: isCertain ? calls : { ...calls, min: 0 },
      rows: { max: fetched },
      after: waits && planned.steps.length > 0 ? planned.steps.map(({ id }) => id) : after,
    }
    steps.push(step)
    planned.steps.push(step)
    if (alone !== undefined) {
      const key = joinKeyOf(step, args)
      single.set(key, [...(single.get(key) ?? []), { step, id: args['id'], alone }])
    }
    return step
  }

  function selectionBelow(type: GraphQLCompositeType, nodes: readonly FieldNode[]): Selection {
    return selectionOf(context, type, nodes, selectionSetsOf(nodes))
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode) {
    try {
      return sharedArguments(field, node, variables)
    } catch (error) {
      if (error instanceof GraphQLError) return undefined
      throw error
    }
  }
}

/** The names of the arguments that decide which rows there are, in their order. */
function filtersIn(args: Readonly<Args>): string {
  const given = Object.keys(args).filter(
    (name) => !UNFILTERING.has(name) && isGiven(args[name]) && args[name] !== false,
  )
  return given.sort().join(',')
}

/** The arguments that decide how many rows are read, in which order, and in which account. */
const UNFILTERING: ReadonlySet<string> = new Set(['first', 'sortBy', 'accountId', 'input', 'idempotencyKey'])

/** Whether arguments name the rows that are read. */
function hasIds({ id, ids, representations }: Readonly<Args>): boolean {
  return isGiven(id) || isGiven(ids) || isGiven(representations)
}

/** The type of the rows of a field: that of the nodes, if the field is a connection. */
function typeOfRows(type: GraphQLNamedType): string {
  return isConnectionPart(type) ? type.name.replace(/Connection$/, '') : type.name
}

/** Whether the argument `input` of a field depends on one of these variables. */
function hasOpenInput({ arguments: given = [] }: FieldNode, open: ReadonlySet<string>): boolean {
  const input = given.find(({ name }) => name.value === 'input')
  let isOpen = false
  if (input) visit(input, { Variable: ({ name }) => void (isOpen ||= open.has(name.value)) })
  return isOpen
}

/** What look-ups have in common if they can share a call: the list, its account and parameters, and the steps they wait for. */
function joinKeyOf({ endpoint, account, after }: Step, args: Readonly<Args>): string {
  const path = endpoint?.path
  const parameters = Object.entries(args).filter(([name, value]) => !IDENTIFYING.has(name) && value)
  return JSON.stringify([path, path?.includes(':account_id') ? account : undefined, after, parameters])
}

/** The arguments that say which rows are looked up. */
const IDENTIFYING: ReadonlySet<string> = new Set(['id', 'ids', 'accountId', 'representations'])

/** Whether an ID in the arguments of a field is refused before anything is sent. */
function hasRefusedId(
  schema: GraphQLSchema,
  { args: declared, type }: GraphQLField<unknown, unknown>,
  args: Readonly<Args>,
): boolean {
  // Of several nodes, only those with such an ID are refused.
  if (isListType(getNullableType(type))) return false
  return declared.some(({ name, type: declaredType }) => {
    if (getNamedType(declaredType) !== schema.getType(GraphQLID.name)) return false
    const ids = [args[name]].flat().filter((id) => typeof id === 'string')
    const idType = name === 'id' ? getNamedType(type).name : undefined
    return ids.length > MAX_IDS || !ids.every((id) => isAcceptedId(id, idType))
  })
}

/** Whether a text is an ID of the service, or a global ID, if of this type of nodes. */
function isAcceptedId(text: string, type: string | undefined): boolean {
  if (!text.includes(':')) return isRestIdText(text)
  const parsed = parseGlobalId(text)
  return parsed !== undefined && (type === undefined || parsed.type === type || !lookUpOf(type))
}

type Args = Record<string, unknown>

/**
 * What an operation selects of a type, of which `owner` is the operation or the nodes of a field. It is computed once for
 * each document, unless it depends on variables.
 */
function selectionOf(
  context: SelectionContext,
  type: GraphQLCompositeType,
  owner: object,
  selectionSets: readonly SelectionSetNode[],
): Selection {
  const known = selections.get(owner)?.get(type)
  if (known) return known
  const selection = new Selection(context, type, selectionSets)
  if (selection.isConditional) return selection
  const ofOwner = selections.get(owner) ?? new Map<GraphQLCompositeType, Selection>()
  selections.set(owner, ofOwner.set(type, selection))
  return selection
}

const selections = new WeakMap<object, Map<GraphQLCompositeType, Selection>>()

/** The account that the arguments of a field name, by its ID or by a global ID. `type` is the type of the field. */
function accountIn(type: string, args: Readonly<Record<string, unknown>>): string | undefined {
  const input = typeof args['input'] === 'object' ? args['input'] : undefined
  const { accountId, ...others }: Readonly<Record<string, unknown>> = { ...args, ...input }
  if (typeof accountId === 'string') return accountId.replace(/^Account:/, '')
  for (const value of Object.values(others)) {
    const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined
    if (parsed) return parsed.account
  }
  return type === 'Account' && typeof args['id'] === 'string' ? args['id'] : undefined
}

function pathTo(path: string, responseKey: string): string {
  return path === '' ? responseKey : `${path}.${responseKey}`
}

/** Steps with one endpoint can share calls, so their common minimum is the largest of their minimums. */
function callsOf(steps: readonly Step[]): Bounds {
  const minimums = new Map<string | undefined, number>()
  for (const { endpoint, calls } of steps)
    minimums.set(endpoint?.path, Math.max(minimums.get(endpoint?.path) ?? 0, calls.min))
  return { min: sum([...minimums.values()], Number), max: sum(steps, ({ calls }) => calls.max) }
}
