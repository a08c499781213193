import { memoize2, memoize1 } from '@graphql-tools/utils'
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
  GraphQLError,
  valueFromASTUntyped,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'
import type { OnArgumentItems } from '../../execute/execution.ts'
import { fragmentsOf, fieldOf, selectionSetBelow } from '../../execute/selection/selection.ts'
import { listLimitOf, hasOwnLimit, type ListLimit } from '../../schema/list-limit.ts'

/** The size of an operation with its fragments expanded: its measures, besides its lists. */
export interface OperationSize {
  /** The depth of nested fields: 1 for `{ a }`. */
  depth: number
  fields: number
  aliases: number
  directives: number
  /** The characters of the response paths of all fields, which plans and traces repeat. */
  responsePaths: number
  /** The aliases of introspection fields, and of the fields below them. Each can repeat the whole schema. */
  introspectionAliases: number
  /** The depth of nested lists of fields or types below `__schema`. */
  introspectionLists: number
}

/** The argument or input field that a value is given to. */
type ListTarget = GraphQLArgument | GraphQLInputField

/** What a value is given to. */
interface ListPlace {
  target: ListTarget
  /** Whether the value is all of the argument of a field. Otherwise it is within an input or a list. */
  isArgument: boolean
}

/** A variable at a place, or all list literals there. */
interface ListUse extends ListPlace {
  /** The name of the variable. Undefined for the literals. */
  variable: string | undefined
}

/** What one walk over a document measures. */
interface DocumentMeasures {
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

/** The measures of a selection set, with fragments expanded. */
interface Measured {
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

const SUMS = ['fields', 'aliases', 'directives', 'responsePaths', 'introspectionAliases'] as const
const MAXIMUMS = ['depth', 'introspectionLists'] as const

export const MEASURES = [...MAXIMUMS, ...SUMS] as const

function nothing(): Measured {
  const size = {
    depth: 0,
    fields: 0,
    aliases: 0,
    directives: 0,
    responsePaths: 0,
    introspectionAliases: 0,
    introspectionLists: 0,
  }
  return { size, lists: new Map(), texts: new Map() }
}

/** Adds the selections of a fragment or below a field. `depth` is the depth of the selection set. */
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

/** The maximum number of items of all lists in the inputs of an operation that have no limit of their own: nested short lists can have many. */
const MAX_INPUT_ITEMS = 25_000

/** The maximum number of items of all lists that an operation gives to arguments of fields: IDs, representations, filters. */
const MAX_ARGUMENT_ITEMS = 10_000

/**
 * The maximum number of characters of all texts that an operation gives to arguments of fields: more than the body of a request
 * can have. Each use of a text takes time, even if the text is refused.
 */
const MAX_ARGUMENT_CHARACTERS = 10_000_000

/** The maximum depth of nested input objects in a variable. */
const MAX_INPUT_DEPTH = 20

/** The error of the first list literal in a document that is too long. Undefined if there is none. */
export function longLiteralError({ longLiteral }: DocumentMeasures): GraphQLError | undefined {
  return longLiteral && tooLong(longLiteral.target.name, longLiteral.length, listLimitOf(longLiteral.target))
}

/**
 * The error of the first list of an operation that is too long, or with which its lists have too many items, or of texts that
 * have too many characters. Undefined if there is none. Items and characters count once for each field that uses them. Variables are
 * checked as they were sent: the length of a list before its items, so a longer list does not take longer to refuse.
 */
export function argumentError(
  { lists, texts }: Measured,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  if (texts.size === 0 && lists.size === 0) return undefined
  const count = new ItemCount()
  const values: Values = new Map()
  for (const { variable, defaultValue } of variableDefinitions) {
    const { value: name } = variable.name
    values.set(name, Object.hasOwn(sent, name) || !defaultValue ? sent[name] : valueFromASTUntyped(defaultValue))
  }
  for (const [use, times] of lists) {
    const { variable } = use
    const error = variable === undefined ? count.add(use, times) : count.addValue(values.get(variable), use, times)
    if (error) return error
  }
  return textError(texts, values)
}

/** The values of the variables by their names. */
type Values = Map<string | undefined, unknown>

/** The error of texts that have too many characters in total. The request limits those that are used once. */
function textError(texts: Measured['texts'], values: Values): Refusal {
  const limit = MAX_ARGUMENT_CHARACTERS
  let total = 0
  for (const [variable, times] of texts) {
    if (variable === undefined) total += times
    else if (times > 1) total += times * charactersIn(values.get(variable))
    if (total <= limit) continue
    const message = `The texts in the arguments of the operation have more than ${limit} characters in total${COUNTED}`
    return refused(variable === undefined ? [] : [variable], message, limit)
  }
  return undefined
}

/** The number of UTF-16 code units of all texts in a value. It can be nested deeper than the stack of calls can be. */
function charactersIn(value: unknown): number {
  const values = [value]
  let total = 0
  for (const each of values) {
    if (typeof each === 'string') total += each.length
    else if (typeof each === 'object' && each !== null) for (const member of Object.values(each)) values.push(member)
  }
  return total
}

/** Creates the function that counts the items of the lists that fields get as arguments. It returns an error if there are too many. */
export function countArgumentItems(): OnArgumentItems {
  let total = 0
  return (argument, items) => {
    total += items
    return total > MAX_ARGUMENT_ITEMS ? tooManyArgumentItems(argument) : undefined
  }
}

/** Counts the items of the lists of one operation. */
class ItemCount {
  #inputItems = 0
  #argumentItems = 0
  /** The items of the lists that have a limit of their own, such as the operations of batches. */
  readonly #itemsOf = new Map<ListTarget, number>()
  /** Where the value is in its variable. */
  #path: (string | number)[] = []

  /** Adds the items of a list at the current path. Returns the first error. */
  add({ target, isArgument }: ListPlace, items: number, path: readonly (string | number)[] = [target.name]): Refusal {
    if (isArgument) {
      this.#argumentItems += items
      return this.#argumentItems > MAX_ARGUMENT_ITEMS ? tooManyArgumentItems(path.join('.')) : undefined
    }
    if (!hasOwnLimit(target)) {
      this.#inputItems += items
      return this.#inputItems > MAX_INPUT_ITEMS ? refused(path, TOO_MANY_INPUT_ITEMS, MAX_INPUT_ITEMS) : undefined
    }
    const { maxItems } = listLimitOf(target)
    const total = (this.#itemsOf.get(target) ?? 0) + items
    this.#itemsOf.set(target, total)
    if (total <= maxItems) return undefined
    const message = `The operation has ${total} items of \`${path.join('.')}\`${COUNTED}; it can have at most ${maxItems}`
    return refused(path, message, maxItems)
  }

  /** Adds the items of the lists in a value. Returns the first error. */
  addValue(value: unknown, use: ListUse, times: number): Refusal {
    this.#path = []
    return this.#below(use.target.name, value, use.target.type, { ...use, times, depth: 0 })
  }

  #below(name: string | number, value: unknown, declared: GraphQLInputType, at: ValuePlace): Refusal {
    if (typeof value !== 'object' || value === null) return undefined
    this.#path.push(name)
    const error = Array.isArray(value) ? this.#list(value, declared, at) : this.#object(value, declared, at)
    this.#path.pop()
    return error
  }

  #object(value: object, declared: GraphQLInputType, { times, depth }: ValuePlace): Refusal {
    // A single value is coerced to a list of one item.
    const type = getNamedType(declared)
    if (!isInputObjectType(type)) return undefined
    if (depth >= MAX_INPUT_DEPTH)
      return refused(
        this.#path,
        `\`${this.#path.join('.')}\` nests inputs more than ${MAX_INPUT_DEPTH} deep`,
        MAX_INPUT_DEPTH,
      )
    const nested = nestedFields(type)
    // An upload has thousands of users, each with one of six lists.
    for (const name in value) {
      const target = nested[name]
      if (!target) continue
      const below = { target, isArgument: false, times, depth: depth + 1 }
      const error = this.#below(name, (value as Record<string, unknown>)[name], target.type, below)
      if (error) return error
    }
    return undefined
  }

  #list(items: readonly unknown[], declared: GraphQLInputType, at: ValuePlace): Refusal {
    const type = getNullableType(declared)
    if (!isListType(type)) return undefined
    const limit = listLimitOf(at.target)
    if (items.length > limit.maxItems) return tooLong(this.#path.join('.'), items.length, limit)
    const error = this.add(at, items.length * at.times, this.#path)
    if (error || !(isListType(getNullableType(type.ofType)) || isInputObjectType(getNamedType(type)))) return error
    const below = { target: at.target, isArgument: false, times: at.times, depth: at.depth }
    for (let index = 0; index < items.length; index += 1) {
      const error = this.#below(index, items[index], type.ofType, below)
      if (error) return error
    }
    return undefined
  }
}

type Refusal = GraphQLError | undefined

/** The target of a value in a variable, how often the variable is used, and how many inputs are around the value. */
interface ValuePlace extends ListPlace {
  times: number
  depth: number
}

/** The fields of an input object type that are lists or input objects. */
const nestedFields = memoize1((input: GraphQLInputObjectType): Readonly<Record<string, GraphQLInputField>> => {
  const nested: Record<string, GraphQLInputField> = Object.create(null)
  for (const field of Object.values(input.getFields()))
    if (isListType(getNullableType(field.type)) || isInputObjectType(getNamedType(field.type)))
      nested[field.name] = field
  return nested
})

const COUNTED = ', counted once for each field that uses them'
const TOO_MANY_INPUT_ITEMS = `The inputs of the operation have more than ${MAX_INPUT_ITEMS} list items in total${COUNTED}`

function tooLong(field: string, length: number, { maxItems }: ListLimit): GraphQLError {
  return refused([field], `\`${field}\` has ${length} items; it can have at most ${maxItems}`, maxItems)
}

function tooManyArgumentItems(field: string): GraphQLError {
  const limit = MAX_ARGUMENT_ITEMS
  const message = `The lists in the arguments of the operation have more than ${limit} items in total${COUNTED}`
  return refused([field], message, limit)
}

function refused(path: readonly (string | number)[], message: string, limit: number): GraphQLError {
  const extensions = { code: 'BAD_USER_INPUT', ...(path.length > 0 && { field: path.join('.') }), limit }
  return new GraphQLError(message, { extensions })
}
