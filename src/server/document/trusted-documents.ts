import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError, Kind, parse, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { counted } from '../../schema/plan/expectation.ts'
import { highestPlan } from '../../schema/plan/highest-plan.ts'
import { validateDocument } from '../../schema/validate-document.ts'
import type { Spend } from '../../state/spend-store.ts'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from '../http/refusal.ts'

/** A document, and the numbers of calls that it declares. */
interface TrustedDocument {
  document: string
  /** The number of calls that each of its operations may need at most. */
  maxCalls?: number
  /** The number of calls that each of its operations is expected to make at most. If more are expected, a warning is logged. */
  maxExpectedCalls?: number
  /** Whether its operations stop at `maxCalls`, so that they may be able to need more. */
  enforce?: boolean
}

/** Trusted documents, which are valid, by the ID that clients send instead of them. */
export interface TrustedDocuments {
  documents: ReadonlyMap<string, TrustedDocument>
  /** Whether all other documents are refused. */
  only: boolean
}

/**
 * Accepts `documentId`, or the `sha256Hash` of `extensions.persistedQuery`, instead of a document. An unknown ID gives
 * PERSISTED_QUERY_NOT_FOUND, after which clients of automatic persisted queries send the document.
 */
export function trustedDocumentsPlugin({ documents, only }: TrustedDocuments): Plugin<RequestContext> {
  return usePersistedOperations({
    allowArbitraryOperations: !only,
    getPersistedOperation(id, _request, context: RequestContext) {
      const { document, maxCalls, maxExpectedCalls, enforce } = documents.get(id) ?? {}
      context.maxExpectedCalls = maxExpectedCalls
      if (enforce) context.maxCalls = Math.min(maxCalls ?? Infinity, context.maxCalls ?? Infinity)
      return (document && context.derivedDocument) ?? document ?? null
    },
    extractPersistedOperationId(params, { method, url }) {
      const { documentId, extensions } = params as { documentId?: unknown; extensions?: { persistedQuery?: unknown } }
      const { sha256Hash } = (extensions?.persistedQuery ?? {}) as { sha256Hash?: unknown }
      // Yoga reads only the parameters of a GET request that it knows.
      const inUrl = method === 'GET' ? new URL(url).searchParams.get('documentId') : null
      return [documentId, inUrl, sha256Hash].find((id) => typeof id === 'string') ?? null
    },
    customErrors: {
      notFound: () => refused('PERSISTED_QUERY_NOT_FOUND', 'There is no trusted document with this ID'),
      keyNotFound: () =>
        only
          ? refused(
              'PERSISTED_QUERY_ID_REQUIRED',
              'Only trusted documents are accepted. Send the ID of one as `documentId`',
            )
          : refusal('BAD_REQUEST', 400, 'Must provide query string.'),
      persistedQueryOnly: () =>
        refused(
          'PERSISTED_QUERY_ONLY',
          'Only trusted documents are accepted. Send the ID of one as `documentId` instead of a document',
        ),
    },
  })
}

/**
 * Returns a message for each fault of the trusted documents: one that is not valid, or that declares `maxCalls` and may need more
 * calls with some values of its variables, whatever their defaults are. `limits` are the limits on spending, which read what they
 * rest on.
 */
export function documentFaults(
  schema: GraphQLSchema,
  { documents }: TrustedDocuments,
  limits?: Pick<Spend, 'rules'>,
): string[] {
  return [...documents].flatMap(([id, { document: text, maxCalls, enforce }]) => {
    const name = `TRUSTED_DOCUMENTS: the document ${JSON.stringify(id)}`
    const document = parsedDocument(text)
    const [invalid] = document instanceof GraphQLError ? [document] : validateDocument(schema, document)
    if (document instanceof GraphQLError || invalid) return [`${name} is not valid: ${invalid?.message}`]
    if (maxCalls === undefined || enforce) return []
    return document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .flatMap((operation) => {
        const callsWith = (opensDefault: (variable: string) => boolean) =>
          highestPlan(schema, { document, operation, variables: {}, opensDefault, limits }).plan?.calls.max ?? 0
        const calls = callsWith(() => true)
        if (calls <= maxCalls) return []
        const fault = `${name} may need ${counted(calls, 'call')}; it declares ${maxCalls}`
        if (callsWith(() => false) > maxCalls) return [fault]
        const open = defaultsOf(operation).filter((variable) => callsWith((each) => each === variable) > maxCalls)
        const variables = (open.length > 0 ? open : defaultsOf(operation)).map((variable) => `$${variable}`)
        return [
          `${fault}. Clients may send other values than the default of ${variables.join(', ')}: ` +
            'write the value into the document, or add "enforce": true to stop at that number',
        ]
      })
  })
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): string[] {
  return variableDefinitions.filter(({ defaultValue }) => defaultValue).map(({ variable }) => variable.name.value)
}

/** The document in a text, or its syntax error. */
function parsedDocument(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function refused(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}
