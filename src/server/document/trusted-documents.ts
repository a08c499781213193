import { GraphQLError, Kind, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { GraphQLParams } from 'graphql-yoga'
import { counted } from '../../schema/counted.ts'
import { highestPlan, needOf } from '../../schema/plan/highest-plan.ts'
import type { Spend } from '../../state/spend-store.ts'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from '../http/refusal.ts'
import { callsError, checkedDocument } from './limits.ts'

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

/** The GraphQL parameters of a request, which can name a document instead of sending it. */
export interface RequestParams extends GraphQLParams {
  documentId?: unknown
}

/** Trusted documents, which are valid, by the ID that clients send instead of them. */
export interface TrustedDocuments {
  documents: ReadonlyMap<string, TrustedDocument>
  /** Whether all other documents are refused. */
  only: boolean
}

/**
 * Creates the function that returns the parameters of a request with the text of the trusted document that it names instead of a
 * document: by `documentId`, or the `sha256Hash` of `extensions.persistedQuery`. Throws PERSISTED_QUERY_NOT_FOUND for an unknown ID, after
 * which clients of automatic persisted queries send the document.
 */
export function createDocumentLookup({ documents, only }: TrustedDocuments) {
  return (params: RequestParams, context: RequestContext): GraphQLParams => {
    if (params.query) {
      if (!only) return params
      const message = 'Only trusted documents are accepted. Send the ID of one as `documentId` instead of a document'
      throw refused('PERSISTED_QUERY_ONLY', message)
    }
    const { documentId, operationName, variables, extensions } = params
    const { sha256Hash } = (extensions?.['persistedQuery'] ?? {}) as { sha256Hash?: unknown }
    const id = [documentId, sha256Hash].find((each) => typeof each === 'string')
    if (id === undefined && !only) throw refusal('BAD_REQUEST', 400, 'Must provide query string.')
    if (id === undefined) {
      const message = 'Only trusted documents are accepted. Send the ID of one as `documentId`'
      throw refused('PERSISTED_QUERY_ID_REQUIRED', message)
    }
    const trusted = documents.get(id)
    if (!trusted) throw refused('PERSISTED_QUERY_NOT_FOUND', 'There is no trusted document with this ID')
    const { document, maxCalls = Infinity, maxExpectedCalls, enforce } = trusted
    context.maxExpectedCalls = maxExpectedCalls
    if (enforce && !context.isPreparation) context.maxCalls = Math.min(maxCalls, context.maxCalls ?? Infinity)
    return { query: context.derivedDocument ?? document, operationName, variables, extensions }
  }
}

/** What trusted documents are checked by when they are loaded. */
interface DocumentSettings {
  /** The number of calls that an operation may make. Defaults to any number. */
  allowedCalls?: number | undefined
  /** Defaults to true. */
  introspection?: boolean | undefined
  /** The limits on spending, which read what they rest on. */
  spending?: Pick<Spend, 'rules'> | undefined
}

/**
 * Returns a message for each fault of the trusted documents: one that no request can have, that certainly needs more calls than
 * allowed, or that declares `maxCalls` and may need more calls with some values of its variables, whatever their defaults are.
 */
export function documentFaults(
  schema: GraphQLSchema,
  { documents }: Pick<TrustedDocuments, 'documents'>,
  { allowedCalls = Infinity, introspection = true, spending: limits }: DocumentSettings = {},
): string[] {
  return [...documents].flatMap(([id, { document: text, maxCalls, enforce }]) => {
    const name = `TRUSTED_DOCUMENTS: the document ${JSON.stringify(id)}`
    const { document, errors } = checkedDocument(schema, text, introspection)
    if (!document || errors[0]) return [`${name} is not valid: ${errors[0]?.message}`]
    return document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .flatMap((operation) => {
        // With other values of its variables, an operation can need fewer calls.
        const isFixed = !operation.variableDefinitions?.length
        const tooMany = isFixed && callsError(needOf(schema, { document, operation, variables: {} }), allowedCalls)
        if (tooMany) return [`${name} is not valid: ${tooMany.message}`]
        if (maxCalls === undefined || enforce) return []
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

function refused(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}
