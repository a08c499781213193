import { memoize1 } from '@graphql-tools/utils'
import {
  getNamedType,
  getNullableType,
  isListType,
  isScalarType,
  Kind,
  type FieldNode,
  type GraphQLField,
} from 'graphql'

/** Called with the number of items of a list that an argument gives to a field and its parents. Returns an error if there are too many. */
export type OnArgumentItems = (argument: string, items: number) => Error | undefined

/**
 * Reports the items of the lists that a field gets as arguments, once for each of its parents. Lists of objects and enum values
 * are not reported: they select no rows. Returns the first error.
 */
export function reportArgumentItems(
  field: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Readonly<Record<string, unknown>>,
  parents: number,
  onArgumentItems: OnArgumentItems,
): Error | undefined {
  const lists = listArgumentsOf(field)
  if (lists.size === 0) return undefined
  for (const { name, value } of given) {
    if (!lists.has(name.value)) continue
    const list = value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    const length = value.kind === Kind.LIST ? value.values.length : Array.isArray(list) ? list.length : 0
    const error = onArgumentItems(name.value, length * parents)
    if (error) return error
  }
  return undefined
}

/** The names of the arguments that are lists of scalars. */
const listArgumentsOf = memoize1(
  ({ args }: GraphQLField<unknown, unknown>): ReadonlySet<string> =>
    new Set(
      args
        .filter(({ type }) => isListType(getNullableType(type)) && isScalarType(getNamedType(type)))
        .map(({ name }) => name),
    ),
)
