import { GraphQLError, type ExecutionResult, type ValidationRule } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { withCutMessage, withoutPersonalData } from '../../schema/errors.ts'

/** What the graph tells of itself to those who do not know it. */
export interface Disclosure {
  /** Whether the schema can be asked for. */
  introspection: boolean
  /** Whether an error about a misspelt name tells the names that come near. */
  suggestions: boolean
}

/**
 * Keeps the schema, and names of it, from being told where settings say so, and identifiers of people always. Messages that
 * repeat long values are cut.
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
