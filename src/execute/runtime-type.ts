import {
  GraphQLError,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { inspect } from '@graphql-tools/utils'
import type { FieldOfParents } from './context.ts'

/** The object type of a value of an abstract type, by what `resolveType` gave. Throws what graphql-js throws for what is none. */
export function runtimeType(
  schema: GraphQLSchema,
  abstractType: GraphQLAbstractType,
  { parentType, field, nodes }: FieldOfParents,
  name: unknown,
  value: unknown,
): GraphQLObjectType {
  const abstract = `Abstract type "${abstractType.name}"`
  const forField = `for field "${parentType.name}.${field.name}"`
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime ${forField}. Either the "${abstractType.name}" type should ` +
        'provide a "resolveType" function or each possible type should provide an "isTypeOf" function.',
      { nodes },
    )
  if (isObjectType(name))
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    )
  if (typeof name !== 'string')
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime ${forField} with value ${inspect(value)}, received "${inspect(name)}".`,
    )
  const type = schema.getType(name)
  if (!type)
    throw new GraphQLError(`${abstract} was resolved to a type "${name}" that does not exist inside the schema.`, {
      nodes,
    })
  if (!isObjectType(type)) throw new GraphQLError(`${abstract} was resolved to a non-object type "${name}".`, { nodes })
  if (!schema.isSubType(abstractType, type))
    throw new GraphQLError(`Runtime Object type "${type.name}" is not a possible type for "${abstractType.name}".`, {
      nodes,
    })
  return type
}
