import { buildASTSchema, parse, type GraphQLSchema } from 'graphql'
import schemaUrl from '../schema.graphql?url'
import { openRulesApart, pageDescriptions } from './description.ts'

const RULES_URL = new URL('/rules', location.href).href

/** Loads the schema from a file of the build, which browsers cache. Introspection would load megabytes at each visit. */
export async function loadSchema(): Promise<GraphQLSchema> {
  openRulesApart(RULES_URL)
  const response = await fetch(schemaUrl)
  return buildASTSchema(pageDescriptions(parse(await response.text()), RULES_URL), { assumeValid: true })
}
