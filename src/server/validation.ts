import { validate, type DocumentNode, type GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/**
 * Validates each document once. What Yoga remembers is found by the names of all rules, which it joins for every request;
 * here they are the same for all requests of a server.
 */
export function validationPlugin(): Plugin {
  const results = new WeakMap<DocumentNode, readonly GraphQLError[]>()

  const remembered: typeof validate = (schema, document, ...rules) => {
    let result = results.get(document)
    if (!result) results.set(document, (result = validate(schema, document, ...rules)))
    return result
  }
  return { onValidate: ({ setValidationFn }) => setValidationFn(remembered) }
}
