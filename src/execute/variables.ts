import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'

type Coerced = ReturnType<typeof getVariableValues>

/**
 * The variables of an operation as their types read them, or why these refuse them. They are read once for a request,
 * which is known by the object that holds them as they were sent.
 */
export function coercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>> | null | undefined,
): Coerced {
  const known = sent && coercedBySent.get(sent)
  if (known?.operation === operation) return known.coerced
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], sent ?? {})
  if (sent) coercedBySent.set(sent, { operation, coerced })
  return coerced
}

const coercedBySent = new WeakMap<object, { operation: OperationDefinitionNode; coerced: Coerced }>()
