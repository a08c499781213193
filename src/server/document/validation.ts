import {
  GraphQLError,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  type DocumentNode,
  type GraphQLSchema,
  type validate,
  type ValidationRule,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { validateDocument } from '../../schema/validate-document.ts'
import type { Disclosure } from './disclosure.ts'
import { fieldMergeOf } from './field-merge.ts'

/**
 * Validates each document once. The cache of Yoga joins the names of all rules for every request; here the rules are the
 * same for all requests of a server.
 */
export function validationPlugin({ introspection }: Disclosure): Plugin {
  const results = new WeakMap<DocumentNode, readonly GraphQLError[]>()

  const remembered: typeof validate = (schema, document, rules) => {
    let result = results.get(document)
    if (!result) {
      result = validateDocument(schema, document, {
        rules: [...neededRules(schema, document, rules), knownOperationTypes],
        hideSuggestions: !introspection,
      })
      results.set(document, result)
    }
    return result
  }
  return { onValidate: ({ setValidationFn }) => setValidationFn(remembered) }
}

/** Refuses subscriptions, which the schema does not have. graphql-js has this rule from version 17 on. */
const knownOperationTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `The ${node.operation} operation is not supported by the schema.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})

/**
 * The rules that a document needs. One compares each pair of fields with the same response key. If no such fields
 * differ, it is not needed.
 */
function neededRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly ValidationRule[] {
  const { isUniform } = fieldMergeOf(schema, document)
  return isUniform ? rules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule) : rules
}
