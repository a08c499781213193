import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Writes } from '../../rest/write-store.ts'
import { fragmentsOf } from '../../execute/selection/document.ts'
import {
  isMetaField,
  lookaheadContext,
  Selection,
  type SelectedField,
  type SelectionContext,
  selectionSetsOf,
  typesShownBelow,
} from '../../execute/selection/selection.ts'
import { type Bounds, type CostOf, costOf, type FieldUse, maxPartsOf, type Rows, sum } from '../cost/cost.ts'
import { haveOpenIds } from '../cost/nodes-cost.ts'
import { type Args, accountIn, argumentsOf, filtersIn, hasIds, mayBeRefused, openArguments } from './arguments.ts'
import { isConnectionPart } from './field-path.ts'
import { Steps, type PlannedField, type Step } from './step.ts'

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
  { document, operation, variables, assume, open, writes }: PlannedOperation,
): Plan {
  const context = lookaheadContext(schema, fragmentsOf(document), variables)
  const root = schema.getRootType(operation.operation)
  let steps = new Steps()
  let fields: PlannedField[] = []
  if (root) addBelow(selectionOf(context, root, operation, [operation.selectionSet]), { ...ROOT, kind: root.name })
  steps.separateLookUps()
  const { all, calls } = steps
  return { calls, rows: { max: sum(all, ({ rows }) => rows.max) }, steps: all, fields }

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
      shown: isAbstractType(returned) ? typesShownBelow(context, returned, selectionSetsOf(nodes)) : undefined,
      assumed: assume?.(path),
      open: open && openArguments(nodes[0], open),
      write: writes && { key: selected.responseKey, writes },
    }
    const openType = open && isAbstractType(returned) && haveOpenIds(args) ? mostOf(typesOf(returned)) : undefined
    addCosts({ ...use, openType })

    function typesOf(type: GraphQLAbstractType): readonly string[] {
      return use.shown ? [...use.shown] : schema.getPossibleTypes(type).map(({ name }) => name)
    }

    /** The type of nodes that needs most calls, with everything below them. */
    function mostOf(types: readonly string[]): string | undefined {
      if (types.length <= 1) return types[0]
      const before = [steps, fields] as const
      const needed = types.map((openType) => {
        steps = new Steps()
        fields = []
        addCosts({ ...use, openType })
        return { openType, calls: steps.calls.max, rows: sum(steps.all, ({ rows }) => rows.max) }
      })
      ;[steps, fields] = before
      return needed.reduce((most, each) =>
        each.calls > most.calls || (each.calls === most.calls && each.rows > most.rows) ? each : most,
      ).openType
    }

    function addCosts(use: FieldUse): void {
      const { account, after, above, parents } = position
      const planned = plannedField(position, selected, use.args)
      planned.isWrite = operation.operation === OperationTypeNode.MUTATION && !above
      fields.push(planned)
      const isCertain = !mayBeRefused(schema, field, use.args, account)
      const fieldAccount = account ?? accountIn(returned.name, use.args)
      for (const own of costOfField(use)) {
        const ownAccount = own.account ?? fieldAccount
        planned.account ??= ownAccount
        const step = steps.add(planned, own, { isCertain, account: ownAccount, parents, after, args: use.args })
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
    return selectionOf(context, type, nodes, selectionSetsOf(nodes))
  }
}

/** A field for which calls can be made, without its steps. */
function plannedField(
  { above, kind, path }: Position,
  { responseKey, field }: SelectedField,
  args: Args,
): PlannedField {
  return {
    kind: `${kind}.${field.name}(${filtersIn(args)})`,
    path: pathTo(path, responseKey),
    account: undefined,
    above,
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

/** The type of the rows of a field: that of the nodes, if the field is a connection. */
function typeOfRows(type: GraphQLNamedType): string {
  return isConnectionPart(type) ? type.name.replace(/Connection$/, '') : type.name
}

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

function pathTo(path: string, responseKey: string): string {
  return path === '' ? responseKey : `${path}.${responseKey}`
}
