import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isListType,
  valueFromASTUntyped,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import type { OnArgumentItems } from '../../execute/argument-items.ts'
import { hasOwnLimit, listLimitOf, type ListLimit } from '../../schema/list-limit.ts'
import type { DocumentMeasures, ListPlace, ListTarget, ListUse, Measured } from './measures.ts'

/** The maximum number of items of all lists in the inputs of an operation that have no limit of their own: nested short lists can have many. */
export const MAX_INPUT_ITEMS = 25_000

/** The maximum number of items of all lists that an operation gives to arguments of fields: IDs, representations, filters. */
export const MAX_ARGUMENT_ITEMS = 10_000

/**
 * The maximum number of characters of all texts that an operation gives to arguments of fields: more than the body of a request
 * can have. Each use of a text takes time, even if the text is refused.
 */
export const MAX_ARGUMENT_CHARACTERS = 10_000_000

/** The maximum depth of nested input objects in a variable. */
export const MAX_INPUT_DEPTH = 20

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
