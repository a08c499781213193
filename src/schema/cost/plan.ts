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
import { costOf, writeCost, type Rows } from './cost.ts'
import { fragmentsOf } from '../../execute/document.ts'
import { isMetaField, lookaheadContext, Selection, selectionSetsOf } from '../../execute/selection.ts'

/** What an operation may need, if every list is as long as was asked for. */
export interface Plan {
  /** Calls of the REST interface, retries not counted. */
  calls: number
  /** Rows that those calls bring. */
  rows: number
}

/** An operation of a valid document, with the variables as their types read them. */
export interface PlannedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Plans an operation by what its fields say that they cost: list sizes are multiplied through nesting, and divided by how
 * many parents, ids and rows one call serves.
 */
export function planOf(schema: GraphQLSchema, { document, operation, variables }: PlannedOperation): Plan {
  const context = lookaheadContext(schema, fragmentsOf(document), variables)
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const root = schema.getRootType(operation.operation)
  const plan: Plan = { calls: 0, rows: 0 }
  if (root) addBelow(new Selection(context, root, [operation.selectionSet]), { count: 1, accounts: 1 }, isMutation)
  return plan

  function addBelow(selection: Selection, parents: Rows, writes = false): void {
    for (const { field, nodes } of selection.fields) {
      if (isMetaField(field)) continue
      const args = argumentsOf(field, nodes[0])
      // Arguments that their types refuse end the field before any call.
      if (!args) continue
      const returned = getNamedType(field.type)
      const below = isCompositeType(returned) ? selectionBelow(returned, nodes) : undefined
      const cost = costOf(field.extensions) ?? (writes ? writeCost.cost : undefined)
      const own = cost?.({
        parents,
        args,
        needsRow: below?.needsRow ?? false,
        counts: below?.names.has('totalCount') ?? false,
      })
      if (own && own.calls > 0) {
        plan.calls += own.calls
        for (const { count } of own.rows) plan.rows += count
      }
      if (!below) continue
      for (const group of own?.rows ?? [parents]) {
        const concrete = group.type === undefined ? undefined : schema.getType(group.type)
        addBelow(isCompositeType(concrete) ? selectionBelow(concrete, nodes) : below, group)
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
