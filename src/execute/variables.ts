import { memoize1 } from '@graphql-tools/utils'
import {
  coerceInputValue,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  print,
  typeFromAST,
  valueFromAST,
  type ASTNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { isObject } from '../json/object.ts'
import { cutText, inspectShort } from './error/inspect.ts'

/** What messages about variables may say. */
export interface MessageOptions {
  /** Whether messages suggest no similar names. */
  hideSuggestions?: boolean
  /** What a message must not repeat of the value at a path of a variable: the value, or anything in it. */
  secretIn?: (
    type: GraphQLInputType,
    path: readonly (string | number)[],
    variable: string,
  ) => 'value' | 'all' | undefined
}

/** Errors that are reported for the variables of one operation. */
export const MAX_VARIABLE_ERRORS = 20

/**
 * Coerces the variables of an operation as getVariableValues of graphql-js does, with its messages, except that the values
 * in them are cut. Returns the errors instead, if there are any. Messages of getVariableValues repeat the whole object around
 * each invalid value: refusing a large request would take it seconds.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
  { hideSuggestions, secretIn }: MessageOptions = {},
) {
  const coerced: Record<string, unknown> = {}
  const errors: GraphQLError[] = []
  try {
    variableDefinitions.forEach(coerceVariable)
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return errors.length > 0 ? { errors } : { coerced }

  function report(message: string, nodes: ASTNode, originalError?: GraphQLError): void {
    if (errors.length < MAX_VARIABLE_ERRORS) {
      errors.push(new GraphQLError(message, { nodes, originalError }))
      return
    }
    errors.push(new GraphQLError('Too many errors processing variables, error limit reached. Execution aborted.'))
    throw new TooManyErrors()
  }

  function coerceVariable(definition: VariableDefinitionNode): void {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    if (!isInputType(type)) {
      const expected = print(definition.type)
      return report(
        `Variable "$${name}" expected value of type "${expected}" which cannot be used as an input type.`,
        definition.type,
      )
    }
    if (!Object.hasOwn(sent, name)) {
      if (definition.defaultValue) coerced[name] = valueFromAST(definition.defaultValue, type)
      else if (isNonNullType(type))
        report(`Variable "$${name}" of required type "${String(type)}" was not provided.`, definition)
      return
    }
    const value = sent[name]
    if (value === null && isNonNullType(type))
      return report(`Variable "$${name}" of non-null type "${String(type)}" must not be null.`, definition)
    const onError = (path: readonly (string | number)[], invalidValue: unknown, error: GraphQLError) => {
      const position = path.length > 0 ? ` at "${name}${path.map(pathPart).join('')}"` : ''
      const secret = secretIn?.(type, path, name)
      const value = secret ? 'an invalid value' : `invalid value ${shown(invalidValue)}`
      const reason = secret === 'all' ? 'it does not fit its type' : cutText(error.message)
      report(`Variable "$${name}" got ${value}${position}; ${reason}`, definition, error)
    }
    try {
      coerced[name] = coerceValid(value, type)
    } catch {
      coerced[name] = coerceInputValue(value, type, onError, hideSuggestions)
    }
  }
}

class TooManyErrors extends Error {}

/**
 * Coerces a value as `coerceInputValue` does, which creates a path for each of thousands of items. Throws if the value is not
 * valid: `coerceInputValue` then reports its errors.
 */
function coerceValid(value: unknown, declared: GraphQLInputType): unknown {
  const type = getNullableType(declared)
  if (value === null || value === undefined) {
    assertValid(type === declared)
    return null
  }
  if (isListType(type)) {
    assertValid(Array.isArray(value) || typeof value !== 'object')
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    return items.map((item) => coerceValid(item, type.ofType))
  }
  if (isInputObjectType(type)) return coerceObject(value, type)
  const coerced = type.parseValue(value)
  assertValid(coerced !== undefined)
  return coerced
}

function coerceObject(value: unknown, type: GraphQLInputObjectType): object {
  assertValid(isObject(value))
  const known = type.getFields()
  for (const name in value) assertValid(known[name] && Object.hasOwn(value, name))
  const coerced: Record<string, unknown> = {}
  for (const { name, type: fieldType, defaultValue } of fieldsOf(type)) {
    const member = value[name]
    if (member !== undefined) coerced[name] = coerceValid(member, fieldType)
    else if (defaultValue !== undefined) coerced[name] = defaultValue
    else assertValid(!isNonNullType(fieldType))
  }
  if (type.isOneOf) {
    const members = Object.values(coerced)
    assertValid(members.length === 1 && members[0] !== null)
  }
  return coerced
}

/** The fields of a type as a list, which is faster to read than their map, thousands of times. */
const fieldsOf = memoize1((type: GraphQLInputObjectType) => Object.values(type.getFields()))

class Invalid extends Error {}

function assertValid(condition: unknown): asserts condition {
  if (!condition) throw new Invalid()
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? shownObject(value) : inspectShort(value)
}

/** Several errors can be about one object, which may have thousands of fields. */
const shownObject = memoize1((value: object) => inspectShort(value))

function pathPart(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${key}`
}
