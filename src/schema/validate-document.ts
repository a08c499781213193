import { validate, type DocumentNode, type GraphQLError, type GraphQLSchema, type ValidationRule } from 'graphql'

/** The errors of the validation of a document, as many as its length allows. */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  { rules, hideSuggestions = false }: { rules?: readonly ValidationRule[]; hideSuggestions?: boolean } = {},
): readonly GraphQLError[] {
  const maxErrors = maxErrorsOf(document.loc?.source.body.length ?? 0)
  return validate(schema, document, rules, { hideSuggestions, maxErrors })
}

/**
 * The maximum number of errors of a document. It is the number of graphql-js, except for a very long document: all of it is
 * searched for the line of each error.
 */
function maxErrorsOf(characters: number): number {
  return Math.max(MIN_ERRORS, Math.min(MAX_ERRORS, Math.floor(MAX_SEARCHED_CHARACTERS / characters)))
}

const MIN_ERRORS = 10
const MAX_ERRORS = 100
const MAX_SEARCHED_CHARACTERS = 3_000_000
