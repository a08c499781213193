import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import { listLimitOf, type ListLimit } from '../../schema/cost/list-limit.ts'
import { listUsageOf } from './list-usage.ts'

/** The maximum number of items of all lists in the variables of an operation, because nested short lists can have many. */
export const MAX_LIST_ITEMS = 25_000

/** The maximum depth of nested input objects in a variable. */
export const MAX_INPUT_DEPTH = 20

/** The error of the first list literal in a document that is too long. Undefined if there is none. */
export function longLiteralError(schema: GraphQLSchema, document: DocumentNode): GraphQLError | undefined {
  const { longLiteral } = listUsageOf(schema, document)
  return longLiteral && tooLong(longLiteral.name, longLiteral.length, longLiteral.limit)
}

/**
 * The error of the first list in the variables, as they were sent, that is too long. Undefined if there is none. The length
 * is checked before the items, so a longer list does not take longer to refuse.
 */
export function longVariableError(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  const definitions = operation.variableDefinitions ?? []
  if (definitions.length === 0) return undefined
  const check = new InputCheck()
  let targets: ReturnType<ReturnType<typeof listUsageOf>['targetsOf']> | undefined
  for (const { variable, type: typeNode } of definitions) {
    const value = sent[variable.name.value]
    if (typeof value !== 'object' || value === null) continue
    const type = typeFromAST(schema, typeNode)
    if (!isInputType(type)) continue
    targets ??= listUsageOf(schema, document).targetsOf(operation)
    const { name, limit } = targets.get(variable.name.value) ?? {
      name: variable.name.value,
      limit: listLimitOf({ extensions: {} }),
    }
    const error = check.value(value, type, limit, name, 0)
    if (error) return error
  }
  return undefined
}

/** Checks the lists in the variables of one operation. */
class InputCheck {
  #items = 0

  /** The first error in a value. `field` is its path, joined by dots. */
  value(value: unknown, declared: GraphQLInputType, limit: ListLimit, field: string, depth: number): Refusal {
    const type = getNullableType(declared)
    if (Array.isArray(value)) return isListType(type) ? this.#list(value, type.ofType, limit, field, depth) : undefined
    if (typeof value !== 'object' || value === null) return undefined
    // A single value is coerced to a list of one item.
    const named = getNamedType(type)
    if (!isInputObjectType(named)) return undefined
    if (depth >= MAX_INPUT_DEPTH)
      return refused(field, `\`${field}\` nests inputs more than ${MAX_INPUT_DEPTH} deep`, MAX_INPUT_DEPTH)
    for (const { name, type, limit } of nestedFields(named)) {
      const error = this.value((value as Record<string, unknown>)[name], type, limit, `${field}.${name}`, depth + 1)
      if (error) return error
    }
    return undefined
  }

  #list(items: unknown[], itemType: GraphQLInputType, limit: ListLimit, field: string, depth: number): Refusal {
    if (items.length > limit.maxItems) return tooLong(field, items.length, limit)
    this.#items += items.length
    if (this.#items > MAX_LIST_ITEMS)
      return refused(
        field,
        `The lists in the variables have more than ${MAX_LIST_ITEMS} items in total`,
        MAX_LIST_ITEMS,
      )
    if (!isListType(getNullableType(itemType)) && !isInputObjectType(getNamedType(itemType))) return undefined
    for (let index = 0; index < items.length; index += 1) {
      const error = this.value(items[index], itemType, limit, `${field}.${index}`, depth)
      if (error) return error
    }
    return undefined
  }
}

type Refusal = GraphQLError | undefined

interface NestedField extends Pick<GraphQLInputField, 'name' | 'type'> {
  limit: ListLimit
}

/** The fields of an input object type that are lists or input objects. */
const nestedFields = memoize1((input: GraphQLInputObjectType): NestedField[] =>
  Object.values(input.getFields())
    .filter(({ type }) => isListType(getNullableType(type)) || isInputObjectType(getNamedType(type)))
    .map((field) => ({ name: field.name, type: field.type, limit: listLimitOf(field) })),
)

function tooLong(field: string, length: number, { maxItems }: ListLimit): GraphQLError {
  return refused(field, `\`${field}\` has ${length} items; it can have at most ${maxItems}`, maxItems)
}

function refused(field: string, message: string, limit: number): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', field, limit, http: { spec: true, status: 400 } },
  })
}
