import { memoize1, memoize2 } from '@graphql-tools/utils'
import { BREAK, getArgumentValues, visit, type FieldNode, type GraphQLField } from 'graphql'

type Args = Record<string, unknown>

/** The arguments of a field in a new object, for a resolver that may keep or change it. Throws what getArgumentValues throws. */
export function ownArguments(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Readonly<Args>): Args {
  return field.args.length === 0 ? {} : getArgumentValues(field, node, variables)
}

/**
 * The arguments of a field in a frozen object, for code that does not change them or the values in them. They are coerced
 * once for each document if they have no variables. Throws what getArgumentValues throws.
 */
export function sharedArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Args>,
): Readonly<Args> {
  return hasVariables(node) ? Object.freeze(ownArguments(field, node, variables)) : literalArguments(node, field)
}

const literalArguments = memoize2((node: FieldNode, field: GraphQLField<unknown, unknown>) =>
  Object.freeze(ownArguments(field, node, {})),
)

/** Whether an argument of a field is a variable, or has one in its value. */
const hasVariables = memoize1(({ arguments: given = [] }: FieldNode): boolean => {
  let found = false
  const stop = () => {
    found = true
    return BREAK
  }
  for (const { value } of given) visit(value, { Variable: stop })
  return found
})
