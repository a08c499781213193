import { GraphQLError, type ExecutionResult, type GraphQLSchema, type ValidationRule } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { withCutMessage } from '../../schema/errors.ts'
import { withoutPersonalData } from '../../schema/personal-data.ts'
import { INTROSPECTION_FIELDS } from './measures.ts'

/** What callers can find out about the schema. */
export interface Disclosure {
  /** Whether introspection is allowed, and errors about misspelled names suggest similar ones: guesses would find all names. */
  introspection: boolean
}

/**
 * Refuses introspection if it is not allowed, removes identifiers of people from messages, and cuts messages that repeat
 * long values.
 */
export function disclosurePlugin(schema: GraphQLSchema, { introspection }: Disclosure): Plugin {
  return {
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(noIntrospection)
    },
    onResultProcess(answer) {
      const { result } = answer
      if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
      const errors = result.errors.map((error) => withCutMessage(withoutPersonalData(error, schema)))
      answer.setResult({ ...result, errors } as ExecutionResult)
    },
  }
}

/** The rule of servers that do not allow introspection. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!INTROSPECTION_FIELDS.has(node.name.value)) return
    context.reportError(
      new GraphQLError('Introspection is disabled', { nodes: node, extensions: { code: 'INTROSPECTION_DISABLED' } }),
    )
  },
})
