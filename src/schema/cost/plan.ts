import {
  getArgumentValues,
  getNamedType,
  GraphQLError,
  isCompositeType,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { costOf, writeCost, type Bounds, type Rows } from './cost.ts'
import { fragmentsOf } from '../../execute/document.ts'
import { isMetaField, lookaheadContext, Selection, selectionSetsOf } from '../../execute/selection.ts'

/** What an operation needs of the service, if the service fails nowhere: the attempts of a call and token calls are left out. */
export interface Plan {
  /** The least is what all steps together are sure to need: equal reads of several steps are one call. */
  calls: Bounds
  /** Rows that those calls bring. Lists can be empty and rows missing, so that none are sure to come. */
  rows: Pick<Bounds, 'max'>
  steps: Step[]
}

/** What one field asks of one endpoint. */
export interface Step {
  /** Its index in the plan. */
  id: number
  /** The response path of the field, without the fields that only lead through a connection: `account.campaigns`. */
  field: string
  /** The endpoint's template; undefined where the field does not tell it. */
  endpoint: string | undefined
  /** The values of which the field is asked. */
  parents: Pick<Bounds, 'max'>
  /** Most ids or parents that one call serves. */
  keysPerCall: number
  calls: Bounds
  rows: Pick<Bounds, 'max'>
  /** The steps whose rows it waits for. */
  after: readonly number[]
}

/** An operation of a valid document, with the variables as their types read them. */
export interface PlannedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/** Where in the operation fields are selected. */
interface Place {
  parents: Rows
  /** The response path. */
  path: string
  after: readonly number[]
  /** Whether this is a connection, or an edge of one: fields there that lead to rows are not steps of the path. */
  inConnection: boolean
}

const ROOT: Place = { parents: { min: 1, max: 1, accounts: 1 }, path: '', after: [], inConnection: false }

/**
 * Plans an operation by what its fields say that they cost: list sizes are multiplied through nesting, and divided by how
 * many parents, ids and rows one call serves.
 */
export function planOf(schema: GraphQLSchema, { document, operation, variables }: PlannedOperation): Plan {
  const context = lookaheadContext(schema, fragmentsOf(document), variables)
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const root = schema.getRootType(operation.operation)
  const steps: Step[] = []
  if (root) addBelow(new Selection(context, root, [operation.selectionSet]), ROOT)
  return { calls: callsOf(steps), rows: { max: totalOf(steps, ({ rows }) => rows.max) }, steps }

  function addBelow(selection: Selection, { parents, path, after, inConnection }: Place): void {
    for (const { responseKey, field, nodes } of selection.fields) {
      if (isMetaField(field)) continue
      const returned = getNamedType(field.type)
      const below = isCompositeType(returned) ? selectionBelow(returned, nodes) : undefined
      const cost = costOf(field.extensions) ?? (isMutation && path === '' ? writeCost.cost : undefined)
      if (!cost) {
        const place = inConnection ? path : pathTo(path, responseKey)
        if (below)
          addBelow(below, { parents, path: place, after, inConnection: inConnection && field.name === 'edges' })
        continue
      }
      const args = argumentsOf(field, nodes[0])
      // Arguments that their types refuse end the field before any call.
      if (!args) continue
      const place = pathTo(path, responseKey)
      const names = below?.names
      const needsCount = names?.has('totalCount') ?? false
      const needsPage = names !== undefined && (names.has('nodes') || names.has('edges'))
      for (const own of cost({ parents, args, needsRow: below?.needsRow ?? false, needsPage, needsCount })) {
        const { endpoint, keysPerCall, calls, fetched, rows } = own
        const isStep = calls.max > 0
        const id = steps.length
        if (isStep)
          steps.push({
            id,
            field: place,
            endpoint,
            parents: { max: parents.max },
            keysPerCall,
            calls,
            rows: { max: fetched },
            after,
          })
        if (!below) continue
        const concrete = rows.type === undefined ? undefined : schema.getType(rows.type)
        addBelow(isCompositeType(concrete) ? selectionBelow(concrete, nodes) : below, {
          parents: rows,
          path: place,
          after: isStep ? [id] : after,
          inConnection: isCompositeType(returned) && 'getFields' in returned && 'pageInfo' in returned.getFields(),
        })
      }
    }
  }

  function selectionBelow(type: GraphQLCompositeType, nodes: readonly FieldNode[]): Selection {
    return new Selection(context, type, selectionSetsOf(nodes))
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode) {
    try {
      return getArgumentValues(field, node, variables)
    } catch (error) {
      if (error instanceof GraphQLError) return undefined
      throw error
    }
  }
}

function pathTo(path: string, responseKey: string): string {
  return path === '' ? responseKey : `${path}.${responseKey}`
}

/** Steps can join in calls of one endpoint, so that only the greatest of their least counts is sure for all of them. */
function callsOf(steps: readonly Step[]): Bounds {
  const sure = new Map<string | undefined, number>()
  for (const { endpoint, calls } of steps) sure.set(endpoint, Math.max(sure.get(endpoint) ?? 0, calls.min))
  let min = 0
  for (const calls of sure.values()) min += calls
  return { min, max: totalOf(steps, ({ calls }) => calls.max) }
}

function totalOf(steps: readonly Step[], of: (step: Step) => number): number {
  let total = 0
  for (const step of steps) total += of(step)
  return total
}
