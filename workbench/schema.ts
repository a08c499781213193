import { buildSchema, type GraphQLSchema } from 'graphql'
import schemaUrl from '../schema.graphql?url'

/** Loads the schema from a file of the build, which browsers cache. Introspection would load megabytes at each visit. */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch(schemaUrl)
  return buildSchema(await response.text(), { assumeValid: true })
}
