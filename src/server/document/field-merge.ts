import { memoize2 } from '@graphql-tools/utils'
import {
  getNamedType,
  isCompositeType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, fieldOf } from '../../execute/selection/selection.ts'

/** How the fields of a document merge by response key. */
interface FieldMerge {
  /**
   * Whether all fields with the same response key at the same position are the same field, with the same arguments and
   * the same type. Then none can conflict. Fields that differ may still merge, below fragments on different types.
   */
  isUniform: boolean
  /** How many pairs of fields share a response key. The validation rule of GraphQL compares each pair. */
  pairs: number
}

/** The maximum number of fields that are visited, with fragments expanded. */
const MAX_VISITED_FIELDS = 50_000

/**
 * Merges the fields of a document by response key, in one pass. The time is linear in the number of fields with fragments
 * expanded. If there are too many, the number of pairs is Infinity.
 */
export const fieldMergeOf = memoize2((schema: GraphQLSchema, document: DocumentNode): FieldMerge => {
  const fragments = fragmentsOf(document)
  const reached = new Set<string>()
  const merge: FieldMerge = { isUniform: true, pairs: 0 }
  let visited = 0

  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      mergeBelow([{ type: schema.getRootType(definition.operation), selectionSet: definition.selectionSet }], [])
  // Fragments that no operation spreads are validated too.
  for (const [name, { typeCondition, selectionSet }] of Object.entries(fragments))
    if (!reached.has(name)) mergeBelow([{ type: schema.getType(typeCondition.name.value), selectionSet }], [name])
  return visited > MAX_VISITED_FIELDS ? { isUniform: false, pairs: Infinity } : merge

  /** Merges the selection sets of one position. `within` has the names of the fragments around them. */
  function mergeBelow(sets: readonly TypedSet[], within: readonly string[]): void {
    const groups = new Map<string, MergedField>()
    const entered = new Set<string>()
    for (const set of sets) addFields(set, within)
    for (const { count, below, fragmentsAround } of groups.values()) {
      merge.pairs += (count * (count - 1)) / 2
      if (below.length > 0) mergeBelow(below, [...fragmentsAround])
    }

    function addFields({ type, selectionSet }: TypedSet, around: readonly string[]): void {
      const parentType = isCompositeType(type) ? type : undefined
      for (const selection of selectionSet.selections) {
        visited += 1
        if (visited > MAX_VISITED_FIELDS) return
        if (selection.kind === Kind.FIELD) {
          addField(parentType, selection, around)
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          const { typeCondition, selectionSet } = selection
          addFields({ type: typeCondition ? schema.getType(typeCondition.name.value) : type, selectionSet }, around)
        } else {
          const name = selection.name.value
          const fragment = fragments[name]
          reached.add(name)
          // A fragment within itself is invalid. The validation rules report it.
          if (around.includes(name)) merge.isUniform = false
          else if (fragment && !entered.has(name)) {
            entered.add(name)
            const { typeCondition, selectionSet } = fragment
            addFields({ type: schema.getType(typeCondition.name.value), selectionSet }, [...around, name])
          }
        }
      }
    }

    function addField(parentType: GraphQLCompositeType | undefined, node: FieldNode, around: readonly string[]): void {
      const key = (node.alias ?? node.name).value
      const field = parentType && fieldOf(schema, parentType, node.name.value)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { node, field, count: 0, below: [], fragmentsAround: new Set() }))
      else if (merge.isUniform && !isSame(group, node, field)) merge.isUniform = false
      group.count += 1
      if (!node.selectionSet) return
      group.below.push({ type: field && getNamedType(field.type), selectionSet: node.selectionSet })
      for (const name of around) group.fragmentsAround.add(name)
    }
  }
})

/** A selection set and its parent type. */
interface TypedSet {
  type: unknown
  selectionSet: SelectionSetNode
}

/** The fields of one position with one response key. */
interface MergedField {
  /** The first of them. */
  node: FieldNode
  field: GraphQLField<unknown, unknown> | undefined
  count: number
  below: TypedSet[]
  fragmentsAround: Set<string>
}

/** Whether a field is the same as the first one with its response key. Unknown fields are never the same. */
function isSame(first: MergedField, node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): boolean {
  if (!field || !first.field || node.name.value !== first.node.name.value) return false
  if (field !== first.field && String(field.type) !== String(first.field.type)) return false
  return isSameSyntax(node.arguments ?? [], first.node.arguments ?? [])
}

/** Whether two parts of a document are the same, wherever they are. Text is compared, and never printed: it can be long. */
function isSameSyntax(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const members = Object.entries(one)
  return (
    members.length === Object.keys(other).length &&
    members.every(([name, value]) => name === 'loc' || isSameSyntax(value, (other as Record<string, unknown>)[name]))
  )
}
