import { buildSchema, type GraphQLSchema } from 'graphql'
import schemaUrl from '../../schema.graphql?url'

/** The schema as the build printed it: a file that browsers keep, while introspection is megabytes at each visit. */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch(schemaUrl)
  return buildSchema(await response.text(), { assumeValid: true })
}
