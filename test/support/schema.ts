import { buildSchema, isObjectType, type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'

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

/** The mutations that write nothing at the service: they answer with the operation itself, and have nothing to validate. */
const LONG_WORK: readonly string[] = ['startBulkQuery', 'cancelBulkOperation']

/** The mutations that write at the service: all others. */
export function writesIn(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  return mutations.filter(({ name }) => !LONG_WORK.includes(name))
}
