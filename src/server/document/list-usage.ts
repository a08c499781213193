import {
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { memoize2 } from '@graphql-tools/utils'
import { listLimitOf, type ListLimit } from '../../schema/cost/list-limit.ts'

/** The argument or input field that a value is given to, and the maximum length of its list. */
export interface ListTarget {
  name: string
  limit: ListLimit
}

/** A list literal that is longer than its argument or input field allows. */
export interface LongList extends ListTarget {
  length: number
}

/** How a document uses lists. */
export interface ListUsage {
  /** The first list literal that is too long. */
  longLiteral: LongList | undefined
  /** The target of each variable of an operation. Of several targets, the one with the lowest limit. */
  targetsOf(operation: OperationDefinitionNode): ReadonlyMap<string, ListTarget>
}

/** The variables and fragments that one operation or fragment uses directly. */
interface Usages {
  variables: Map<string, ListTarget>
  fragments: Set<string>
}

/** Finds how a document uses lists, once for each document. The document can be invalid. */
export const listUsageOf = memoize2((schema: GraphQLSchema, document: DocumentNode): ListUsage => {
  const operations = new Map<OperationDefinitionNode, Usages>()
  const fragments = new Map<string, Usages>()
  let usages = noUsages()
  let longLiteral: LongList | undefined

  const typeInfo = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      OperationDefinition(node) {
        operations.set(node, (usages = noUsages()))
      },
      FragmentDefinition({ name }) {
        fragments.set(name.value, (usages = noUsages()))
      },
      FragmentSpread({ name }) {
        usages.fragments.add(name.value)
      },
      Argument: ({ value }) => use(typeInfo.getArgument(), value),
      ObjectField({ name, value }) {
        const parent = getNullableType(typeInfo.getParentInputType())
        use(isInputObjectType(parent) ? parent.getFields()[name.value] : undefined, value)
      },
    }),
  )
  return { longLiteral, targetsOf }

  function use(target: GraphQLArgument | GraphQLInputField | null | undefined, value: ValueNode): void {
    if (!target) return
    const { name } = target
    const limit = listLimitOf(target)
    if (value.kind === Kind.VARIABLE) addTarget(usages.variables, value.name.value, { name, limit })
    if (value.kind !== Kind.LIST || !isListType(getNullableType(target.type))) return
    const { length } = value.values
    if (length > limit.maxItems) longLiteral ??= { name, limit, length }
    // The items of a list have the same target as the list.
    for (const item of value.values)
      if (item.kind === Kind.VARIABLE) addTarget(usages.variables, item.name.value, { name, limit })
  }

  function targetsOf(operation: OperationDefinitionNode): ReadonlyMap<string, ListTarget> {
    const targets = new Map<string, ListTarget>()
    const entered = new Set<string>()
    addAll(operations.get(operation))
    return targets

    function addAll(used: Usages | undefined): void {
      for (const [name, target] of used?.variables ?? []) addTarget(targets, name, target)
      for (const fragment of used?.fragments ?? []) {
        if (entered.has(fragment)) continue
        entered.add(fragment)
        addAll(fragments.get(fragment))
      }
    }
  }
})

function noUsages(): Usages {
  return { variables: new Map(), fragments: new Set() }
}

function addTarget(targets: Map<string, ListTarget>, variable: string, target: ListTarget): void {
  const known = targets.get(variable)
  if (!known || target.limit.maxItems < known.limit.maxItems) targets.set(variable, target)
}
