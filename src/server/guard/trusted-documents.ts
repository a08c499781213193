import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Trusted documents by the ID that clients send instead of them. */
export interface TrustedDocuments {
  documents: ReadonlyMap<string, string>
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
    getPersistedOperation: (id) => documents.get(id) ?? null,
    extractPersistedOperationId(params) {
      const { documentId, extensions } = params as { documentId?: unknown; extensions?: { persistedQuery?: unknown } }
      const { sha256Hash } = (extensions?.persistedQuery ?? {}) as { sha256Hash?: unknown }
      return [documentId, sha256Hash].find((id) => typeof id === 'string') ?? null
    },
    customErrors: {
      notFound: () => refusal('PERSISTED_QUERY_NOT_FOUND', 'No document is known under this id'),
      keyNotFound: () =>
        only
          ? refusal('PERSISTED_QUERY_ID_REQUIRED', 'Send the id of a trusted document: no other is taken here')
          : new GraphQLError('Must provide query string.', {
              extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
            }),
      persistedQueryOnly: () =>
        refusal(
          'PERSISTED_QUERY_ONLY',
          'Only trusted documents are taken here: send the id of one instead of a document',
        ),
    },
  })
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } })
}
