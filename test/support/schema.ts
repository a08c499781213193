import { buildSchema, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'

/** Resolvers by type and field. */
export type Resolvers = Record<string, Record<string, GraphQLFieldResolver<never, never>>>

/** A schema in SDL, with these resolvers. */
export function schemaOf(text: string, resolvers: Resolvers = {}): GraphQLSchema {
  const schema = buildSchema(text)
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (isObjectType(type))
      for (const [field, resolve] of Object.entries(fields)) type.getFields()[field]!.resolve = resolve as never
  }
  return schema
}
