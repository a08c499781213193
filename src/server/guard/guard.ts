import type { DocumentNode } from 'graphql'
import type { CORSOptions, Plugin, YogaServerOptions } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from './admission.ts'
import { csrfPlugin, isAllowed } from './csrf.ts'
import { disclosurePlugin, type Disclosure } from './disclosure.ts'
import { knownCallerPlugin } from './known-caller.ts'
import { limitsPlugin, type Limits } from './limits.ts'
import { requestBodyPlugin } from './request-body.ts'
import { REQUEST_ID_HEADER } from '../observe/request-id.ts'
import { searchParamsPlugin } from './search-params.ts'
import { trustedDocumentsPlugin, type TrustedDocuments } from './trusted-documents.ts'

/** How the server guards itself, whatever it serves. */
export interface Guards {
  limits: Limits
  /** Most bytes of a request's body. */
  maxBodyBytes: number
  /** Most operations that run at the same time. */
  maxOperations: number
  /** How long an operation waits for its turn. */
  queueTimeoutMs: number
  /** Most bytes that operations may hold together. */
  maxMemoryBytes: number
  /**
   * How long a request's headers, and the whole of it, may take to arrive; how long a connection may be idle; and how
   * long a client may read nothing of its answer.
   */
  timeouts: { headersMs: number; requestMs: number; keepAliveMs: number; writeMs: number }
  /** Whose pages may use the graph from a browser, beside its own; `*` is everybody's, without cookies. */
  corsOrigins: readonly string[]
  disclosure: Disclosure
  trustedDocuments: TrustedDocuments
}

/** Remembers something of the documents used last, a million characters of them: a parsed one takes some thirty times that. */
function byDocument<T extends object>(): LRUCache<string, T> {
  return new LRUCache({ maxSize: 1_000_000, sizeCalculation: (_, document) => Math.max(1, document.length) })
}

/** What the guards are given beside their settings. */
export interface GuardParts {
  admission: Plugin<object, RequestContext>
  /** Whether callers must present a token. */
  onlyKnownCallers: boolean
}

/** The guards as Yoga takes them: its options, and the plugins that come before all others. */
export function guardOptions(settings: Guards, { admission, onlyKnownCallers }: GuardParts) {
  const { limits, maxBodyBytes, corsOrigins, ...guards } = settings
  return {
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: {
      documentCache: byDocument<DocumentNode>(),
      errorCache: byDocument<Error>(),
      validationCache: false,
    },
    extraParamNames: ['documentId'],
    cors: (request: Request) => corsOptions(request, corsOrigins),
    plugins: [
      admission,
      csrfPlugin(corsOrigins),
      ...(onlyKnownCallers ? [knownCallerPlugin] : []),
      searchParamsPlugin,
      requestBodyPlugin(maxBodyBytes),
      trustedDocumentsPlugin(guards.trustedDocuments),
      disclosurePlugin(guards.disclosure),
      limitsPlugin(limits),
    ],
  } satisfies Partial<YogaServerOptions<RequestContext, object>>
}

/** The answer to a browser that asks whether a page of another origin may use the graph. */
function corsOptions(request: Request, corsOrigins: readonly string[]): CORSOptions {
  const origin = request.headers.get('origin')
  if (!isAllowed(origin, corsOrigins)) return false
  return {
    // The list has been looked at; `*` makes the answer name the origin that asked, and vary by it.
    origin: '*',
    credentials: corsOrigins.includes(origin),
    methods: ['GET', 'POST'],
    exposedHeaders: [REQUEST_ID_HEADER, 'retry-after'],
    maxAge: 600,
  }
}

/** The timeouts as node:http takes them. */
export function httpTimeouts({ headersMs, requestMs, keepAliveMs }: Guards['timeouts']) {
  const headersTimeout = Math.min(headersMs, requestMs)
  return {
    headersTimeout,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(headersTimeout, 30_000),
  }
}
