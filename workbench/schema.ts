import { buildASTSchema, parse, type GraphQLSchema } from 'graphql'
import schemaUrl from '../schema.graphql?url'
import { withBadges } from './badge.ts'

/** Loads the schema from a file of the build, which browsers cache. Introspection would load megabytes at each visit. */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch(schemaUrl)
  return buildASTSchema(withBadges(parse(await response.text())), { assumeValid: true })
}
