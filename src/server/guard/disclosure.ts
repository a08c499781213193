import { GraphQLError, type ExecutionResult, type ValidationRule } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { withCutMessage, withoutPersonalData } from '../../schema/errors.ts'

/** What callers can find out about the schema. */
export interface Disclosure {
  /** Whether introspection is allowed. */
  introspection: boolean
  /** Whether errors about misspelled names suggest similar names. */
  suggestions: boolean
}

/**
 * Refuses introspection and removes suggestions if the settings say so, always removes identifiers of people from messages,
 * and cuts messages that repeat long values.
 */
export function disclosurePlugin({ introspection, suggestions }: Disclosure): Plugin {
  return {
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(noIntrospection)
    },
    onResultProcess(answer) {
      const { result } = answer
      if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
      const errors = result.errors.map((error) => withCutMessage(withoutPersonalData(error)))
      answer.setResult({ ...result, errors: suggestions ? errors : errors.map(withoutSuggestion) } as ExecutionResult)
    },
  }
}

const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!['__schema', '__type', '_service'].includes(node.name.value)) return
    context.reportError(
      new GraphQLError('The schema is not told here', { nodes: node, extensions: { code: 'INTROSPECTION_DISABLED' } }),
    )
  },
})

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error
  const bare = message.replace(/ Did you mean [^]*\?$/, '')
  return bare === message ? error : new GraphQLError(bare, { nodes, source, positions, path, extensions })
}
