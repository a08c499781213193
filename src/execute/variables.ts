import {
  coerceInputValue,
  GraphQLError,
  isInputType,
  isNonNullType,
  print,
  typeFromAST,
  valueFromAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import { cutText, inspectShort } from './inspect.ts'

/** The variables of an operation as their types read them, or why these refuse them. */
export type CoercedVariables =
  | { coerced: Record<string, unknown>; errors?: never }
  | { coerced?: never; errors: readonly GraphQLError[] }

/** Errors about the variables of one operation: the first tell enough, and each costs. */
export const MAX_VARIABLE_ERRORS = 20

/**
 * The variables of an operation as their types read them, or why these refuse them. They are read once for a request,
 * which is known by the object that holds them as they were sent.
 */
export function coercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>> | null | undefined,
): CoercedVariables {
  const known = sent && coercedBySent.get(sent)
  if (known?.operation === operation) return known.coerced
  const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], sent ?? {})
  if (sent) coercedBySent.set(sent, { operation, coerced })
  return coerced
}

const coercedBySent = new WeakMap<object, { operation: OperationDefinitionNode; coerced: CoercedVariables }>()

/**
 * Coerces variables as graphql-js' getVariableValues does, with its messages, except that the values in them are cut: a
 * message repeats the object around each value that does not fit, which can be as long as the request.
 */
function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  sent: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const coerced: Record<string, unknown> = {}
  const errors: GraphQLError[] = []
  const report = (message: string, nodes: VariableDefinitionNode, originalError?: GraphQLError) => {
    errors.push(new GraphQLError(message, { nodes, originalError }))
    if (errors.length < MAX_VARIABLE_ERRORS) return
    errors.push(new GraphQLError('Too many errors processing variables, error limit reached. Execution aborted.'))
    throw new TooManyErrors()
  }
  try {
    for (const definition of definitions) coerceVariable(schema, definition, sent, coerced, report)
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return errors.length > 0 ? { errors } : { coerced }
}

class TooManyErrors extends Error {}

function coerceVariable(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
  coerced: Record<string, unknown>,
  report: (message: string, node: VariableDefinitionNode, originalError?: GraphQLError) => void,
): void {
  const name = definition.variable.name.value
  const type = typeFromAST(schema, definition.type)
  if (!isInputType(type)) {
    const expected = print(definition.type)
    return report(
      `Variable "$${name}" expected value of type "${expected}" which cannot be used as an input type.`,
      definition,
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
  coerced[name] = coerceInputValue(value, type, (path, invalidValue, error) => {
    const place = path.length > 0 ? ` at "${name}${path.map(pathPart).join('')}"` : ''
    const message = `Variable "$${name}" got invalid value ${shown(invalidValue)}${place}; ${cutText(error.message)}`
    report(message, definition, error)
  })
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? shownObject(value) : inspectShort(value)
}

/** Several errors can be about one object, which may have thousands of fields. */
const shownObject = memoize1((value: object) => inspectShort(value))

function pathPart(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${key}`
}
