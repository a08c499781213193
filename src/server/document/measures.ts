import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { memoize2 } from '@graphql-tools/utils'
import { fragmentsOf } from '../../execute/selection/document.ts'
import { fieldOf, selectionSetBelow } from '../../execute/selection/selection.ts'
import { listLimitOf } from '../../schema/list-limit.ts'

/** The size of an operation with its fragments expanded: what is measured of it, besides its lists. */
export interface OperationSize {
  /** The depth of nested fields: 1 for `{ a }`. */
  depth: number
  fields: number
  aliases: number
  directives: number
  /** The characters of all response keys. */
  responseKeys: number
  /** The characters of the response paths of all fields, which plans and traces repeat. */
  responsePaths: number
  /** The aliases of introspection fields, and of the fields below them. Each can repeat the whole schema. */
  introspectionAliases: number
  /** The depth of nested lists of fields or types below `__schema`. */
  introspectionLists: number
}

/** The argument or input field that a value is given to. */
export type ListTarget = GraphQLArgument | GraphQLInputField

/** What a value is given to. */
export interface ListPlace {
  target: ListTarget
  /** Whether the value is all of the argument of a field. Otherwise it is within an input or a list. */
  isArgument: boolean
}

/** A variable at a place, or all list literals there. */
export interface ListUse extends ListPlace {
  /** The name of the variable. Undefined for the literals. */
  variable: string | undefined
}

/** What one walk over a document measures. */
export interface DocumentMeasures {
  /** The maximum of all operations. */
  size: OperationSize
  /** The first list literal that is longer than its target allows. */
  longLiteral: { target: ListTarget; length: number } | undefined
  usesOf(operation: OperationDefinitionNode): Measured
}

/** The fields whose answers repeat the schema. */
export const INTROSPECTION_FIELDS: ReadonlySet<string> = new Set([
  SchemaMetaFieldDef.name,
  TypeMetaFieldDef.name,
  '_service',
])

/** The fields of `__Type` that return lists. */
const TYPE_LISTS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes'])

/** What is measured of a selection set, with fragments expanded. */
export interface Measured {
  size: OperationSize
  /** How often each variable is used, and how many items the literals have. */
  lists: Map<ListUse, number>
  /** How often each variable is used in arguments, and under `undefined` the characters of the literals. */
  texts: Map<string | undefined, number>
}

/**
 * Measures a document in one walk. Variables are not known yet, so fields with `@skip` and `@include` count. Each selection
 * set is measured once, however often its fragment is spread. A fragment within itself counts as empty. The document can be
 * invalid.
 */
export const measuresOf = memoize2((schema: GraphQLSchema, document: DocumentNode): DocumentMeasures => {
  const fragments = fragmentsOf(document)
  const known = new Map<SelectionSetNode, Measured>()
  const operations = new Map<OperationDefinitionNode, Measured>()
  const lists = countLists()
  const { size } = nothing()
  let directivesOfDefinitions = 0
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    for (const { directives } of [definition, ...(definition.variableDefinitions ?? [])])
      directivesOfDefinitions += directives?.length ?? 0
    const measured = measure(definition.selectionSet, rootOf(schema, definition))
    if (definition.kind === Kind.FRAGMENT_DEFINITION) continue
    operations.set(definition, measured)
    for (const name of MEASURES) size[name] = Math.max(size[name], measured.size[name])
  }
  size.directives += directivesOfDefinitions
  return { size, longLiteral: lists.longLiteral(), usesOf: (operation) => operations.get(operation) ?? nothing() }

  function measure(selectionSet: SelectionSetNode, type: GraphQLCompositeType | undefined): Measured {
    const before = known.get(selectionSet)
    if (before) return before
    known.set(selectionSet, nothing())
    const total = nothing()
    for (const selection of selectionSet.selections) {
      total.size.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FIELD) {
        addField(total, selection, type)
        continue
      }
      const condition =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments[selection.name.value]?.typeCondition
          : selection.typeCondition
      const below = selectionSetBelow(selection, fragments)
      if (below) add(total, measure(below, condition ? compositeType(schema, condition.name.value) : type))
    }
    known.set(selectionSet, total)
    return total
  }

  function addField(total: Measured, node: FieldNode, type: GraphQLCompositeType | undefined): void {
    const name = node.name.value
    const field = type && fieldOf(schema, type, name)
    for (const { name, value } of node.arguments ?? []) {
      const target = field?.args.find((arg) => arg.name === name.value)
      if (target) lists.add(total.lists, { target, isArgument: true }, value)
      addTexts(total.texts, value)
    }
    const returned = field && getNamedType(field.type)
    const below = node.selectionSet
      ? measure(node.selectionSet, isCompositeType(returned) ? returned : undefined)
      : undefined
    // Below `__type`, the rule of graphql-js limits the lists.
    if (below)
      add(total, name === TypeMetaFieldDef.name ? { ...below, size: { ...below.size, introspectionLists: 0 } } : below)
    const { size } = total
    size.depth = Math.max(size.depth, (below?.size.depth ?? 0) + 1)
    size.fields += 1
    const keyLength = (node.alias ?? node.name).value.length
    size.responseKeys += keyLength
    size.responsePaths += keyLength * (1 + (below?.size.fields ?? 0))
    if (node.alias) size.aliases += 1
    const isBelow = isOfIntrospection(type)
    if (node.alias && (isBelow || INTROSPECTION_FIELDS.has(name))) size.introspectionAliases += 1
    if (isBelow && TYPE_LISTS.has(name))
      size.introspectionLists = Math.max(size.introspectionLists, (below?.size.introspectionLists ?? 0) + 1)
  }
})

function rootOf(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
): GraphQLCompositeType | undefined {
  return definition.kind === Kind.OPERATION_DEFINITION
    ? (schema.getRootType(definition.operation) ?? undefined)
    : compositeType(schema, definition.typeCondition.name.value)
}

function compositeType(schema: GraphQLSchema, name: string): GraphQLCompositeType | undefined {
  const type = schema.getType(name)
  return isCompositeType(type) ? type : undefined
}

/** Counts the uses of the lists and inputs that a document gives to arguments. */
function countLists() {
  const interned = new Map<ListTarget, Map<string, ListUse>>()
  let longLiteral: DocumentMeasures['longLiteral']

  return { add, longLiteral: () => longLiteral }

  function add(uses: Map<ListUse, number>, at: ListPlace, value: ValueNode): void {
    const { target } = at
    const type = getNullableType(target.type)
    const named = getNamedType(type)
    if (!isListType(type) && !isInputObjectType(named)) return
    if (value.kind === Kind.VARIABLE) count(uses, useOf(at, value.name.value), 1)
    else if (value.kind === Kind.LIST && isListType(type)) {
      const { length } = value.values
      if (length > listLimitOf(target).maxItems) longLiteral ??= { target, length }
      count(uses, useOf(at, undefined), length)
      // The items of a list have the same target as the list.
      for (const item of value.values)
        if (item.kind === Kind.VARIABLE || item.kind === Kind.OBJECT) add(uses, { target, isArgument: false }, item)
    } else if (value.kind === Kind.OBJECT && isInputObjectType(named)) {
      const fields = named.getFields()
      for (const { name, value: member } of value.fields) {
        const below = fields[name.value]
        if (below) add(uses, { target: below, isArgument: false }, member)
      }
    }
  }

  function useOf({ target, isArgument }: ListPlace, variable: string | undefined): ListUse {
    let ofTarget = interned.get(target)
    if (!ofTarget) interned.set(target, (ofTarget = new Map()))
    const key = `${isArgument} ${variable ?? ''}`
    let use = ofTarget.get(key)
    if (!use) ofTarget.set(key, (use = { target, isArgument, variable }))
    return use
  }
}

const SUMS = ['fields', 'aliases', 'directives', 'responseKeys', 'responsePaths', 'introspectionAliases'] as const
const MAXIMUMS = ['depth', 'introspectionLists'] as const

/** The names of what is measured. */
export const MEASURES = [...MAXIMUMS, ...SUMS] as const

function nothing(): Measured {
  const size = {
    depth: 0,
    fields: 0,
    aliases: 0,
    directives: 0,
    responseKeys: 0,
    responsePaths: 0,
    introspectionAliases: 0,
    introspectionLists: 0,
  }
  return { size, lists: new Map(), texts: new Map() }
}

/** Adds what is selected by a fragment or below a field. The depth is that of the selection set. */
function add(total: Measured, { size, lists, texts }: Measured): void {
  for (const name of SUMS) total.size[name] += size[name]
  for (const name of MAXIMUMS) total.size[name] = Math.max(total.size[name], size[name])
  for (const [use, times] of lists) count(total.lists, use, times)
  for (const [variable, times] of texts) count(total.texts, variable, times)
}

/** Counts the uses of variables in the value of an argument, and the characters of its literals. */
function addTexts(texts: Measured['texts'], value: ValueNode): void {
  if (value.kind === Kind.VARIABLE) count(texts, value.name.value, 1)
  else if (value.kind === Kind.LIST) for (const item of value.values) addTexts(texts, item)
  else if (value.kind === Kind.OBJECT) for (const { value: member } of value.fields) addTexts(texts, member)
  else if (value.kind !== Kind.NULL && value.kind !== Kind.BOOLEAN) count(texts, undefined, value.value.length)
}

function count<Use>(uses: Map<Use, number>, use: Use, times: number): void {
  uses.set(use, (uses.get(use) ?? 0) + times)
}

/** Whether a type describes the schema, or has its text. */
function isOfIntrospection(type: GraphQLCompositeType | undefined): boolean {
  return type !== undefined && (isIntrospectionType(type) || type.name === '_Service')
}
