import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { costOf, writeCost, type Rows } from './cost.ts'
import { fragmentsOf } from '../../execute/document.ts'
import { needsRow } from '../../execute/selection.ts'

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

/** The selections of a field with one response key, as an executor merges them. */
interface Selected {
  field: GraphQLField<unknown, unknown>
  nodes: [FieldNode, ...FieldNode[]]
}

/**
 * Plans an operation by what its fields say that they cost: list sizes are multiplied through nesting, and divided by how
 * many parents, ids and rows one call serves.
 */
export function planOf(schema: GraphQLSchema, { document, operation, variables }: PlannedOperation): Plan {
  const fragments = fragmentsOf(document)
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const root = schema.getRootType(operation.operation)
  const plan: Plan = { calls: 0, rows: 0 }
  if (root) addBelow(root, [operation.selectionSet], { count: 1, accounts: 1 }, isMutation)
  return plan

  function addBelow(type: GraphQLCompositeType, selections: SelectionSetNode[], parents: Rows, writes = false): void {
    for (const { field, nodes } of selectedFields(type, selections).values()) {
      const returned = getNamedType(field.type)
      const args = argumentsOf(field, nodes[0])
      // Arguments that their types refuse end the field before any call.
      if (!args) continue
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      const cost = costOf(field.extensions) ?? (writes ? writeCost.cost : undefined)
      const own = cost?.({
        parents,
        args,
        needsRow: needsRow({ returnType: field.type, fieldNodes: nodes, fragments }),
        counts: isCompositeType(returned) && selects(returned, below, 'totalCount'),
      })
      if (own && own.calls > 0) {
        plan.calls += own.calls
        for (const { count } of own.rows) plan.rows += count
      }
      if (!isCompositeType(returned)) continue
      for (const group of own?.rows ?? [parents]) {
        const concrete = group.type === undefined ? returned : schema.getType(group.type)
        if (isCompositeType(concrete)) addBelow(concrete, below, group)
      }
    }
  }

  /** The fields selected on a type, by type and response key. Where the type is abstract, those of all its fragments. */
  function selectedFields(type: GraphQLCompositeType, selections: readonly SelectionSetNode[]): Map<string, Selected> {
    const found = new Map<string, Selected>()
    for (const selection of selections) collect(type, selection, found)
    return found
  }

  function selects(type: GraphQLCompositeType, selections: readonly SelectionSetNode[], name: string): boolean {
    return [...selectedFields(type, selections).values()].some(({ field }) => field.name === name)
  }

  function collect(type: GraphQLCompositeType, { selections }: SelectionSetNode, found: Map<string, Selected>): void {
    for (const node of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) continue
      if (getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false) continue
      if (node.kind === Kind.FIELD) {
        const field = 'getFields' in type ? type.getFields()[node.name.value] : undefined
        if (!field) continue
        const key = `${type.name}.${(node.alias ?? node.name).value}`
        const same = found.get(key)
        if (same) same.nodes.push(node)
        else found.set(key, { field, nodes: [node] })
        continue
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value] : node
      const narrowed = fragment && narrow(type, fragment.typeCondition?.name.value)
      if (narrowed) collect(narrowed, fragment.selectionSet, found)
    }
  }

  /** The type of the rows to which a fragment applies; undefined where it applies to none of this type. */
  function narrow(type: GraphQLCompositeType, condition: string | undefined): GraphQLCompositeType | undefined {
    const wanted = condition === undefined ? type : schema.getType(condition)
    if (wanted === type || !isCompositeType(wanted)) return type
    if (isAbstractType(type)) return wanted
    return isAbstractType(wanted) && isObjectType(type) && schema.isSubType(wanted, type) ? type : undefined
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
