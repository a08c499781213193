import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError, Kind, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { highestPlan } from '../../schema/cost/highest-plan.ts'

/** A document, and the number of calls that each of its operations may need at most. */
export interface TrustedDocument {
  document: string
  maxCalls?: number | undefined
}

/** Trusted documents by the ID that clients send instead of them. */
export interface TrustedDocuments {
  documents: ReadonlyMap<string, TrustedDocument>
  /** Whether all other documents are refused. */
  only: boolean
}

/**
 * Accepts `documentId`, or the `sha256Hash` of `extensions.persistedQuery`, instead of a document. An unknown ID gives
 * PERSISTED_QUERY_NOT_FOUND, after which clients of automatic persisted queries send the document.
 */
export function trustedDocumentsPlugin({ documents, only }: TrustedDocuments): Plugin {
  return usePersistedOperations({
    allowArbitraryOperations: !only,
    getPersistedOperation: (id) => documents.get(id)?.document ?? null,
    extractPersistedOperationId(params) {
      const { documentId, extensions } = params as { documentId?: unknown; extensions?: { persistedQuery?: unknown } }
      const { sha256Hash } = (extensions?.persistedQuery ?? {}) as { sha256Hash?: unknown }
      return [documentId, sha256Hash].find((id) => typeof id === 'string') ?? null
    },
    customErrors: {
      notFound: () => refusal('PERSISTED_QUERY_NOT_FOUND', 'There is no trusted document with this ID'),
      keyNotFound: () =>
        only
          ? refusal(
              'PERSISTED_QUERY_ID_REQUIRED',
              'Only trusted documents are accepted. Send the ID of one as `documentId`',
            )
          : new GraphQLError('Must provide query string.', {
              extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
            }),
      persistedQueryOnly: () =>
        refusal(
          'PERSISTED_QUERY_ONLY',
          'Only trusted documents are accepted. Send the ID of one as `documentId` instead of a document',
        ),
    },
  })
}

/**
 * Returns a message for each fault of the trusted documents that declare `maxCalls`: a document that is not valid, or
 * an operation that may need more calls with some values of its variables.
 */
export function budgetFaults(schema: GraphQLSchema, { documents }: TrustedDocuments): string[] {
  return [...documents].flatMap(([id, { document: text, maxCalls }]) => {
    if (maxCalls === undefined) return []
    const name = `TRUSTED_DOCUMENTS: the document ${JSON.stringify(id)}`
    const document = parsed(text)
    const [invalid] = document instanceof GraphQLError ? [document] : validate(schema, document)
    if (document instanceof GraphQLError || invalid) return [`${name} is not valid: ${invalid?.message}`]
    return document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => highestPlan(schema, { document, operation, variables: {} }).plan?.calls.max ?? 0)
      .filter((calls) => calls > maxCalls)
      .map((calls) => `${name} may need ${calls} calls; it declares ${maxCalls}`)
  })
}

function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } })
}
