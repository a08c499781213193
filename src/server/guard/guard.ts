import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { CORSOptions, Plugin, YogaServerOptions } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../admission/admission.ts'
import type { OperationContext } from '../observe/operation.ts'
import { RATE_LIMIT_HEADERS } from '../observe/rate-limit-headers.ts'
import { REQUEST_ID_HEADER } from '../observe/request-id.ts'
import { csrfPlugin } from './csrf.ts'
import { disclosurePlugin, type Disclosure } from './disclosure.ts'
import { headerPlugin } from './header.ts'
import { hostPlugin } from './host.ts'
import { knownCallerPlugin } from './known-caller.ts'
import { limitsPlugin, type Limits } from '../document/limits.ts'
import type { Origins, OriginSettings } from './origin.ts'
import { requestBodyPlugin } from './request-body.ts'
import { searchParamsPlugin } from './search-params.ts'
import { trustedDocumentsPlugin, type TrustedDocuments } from './trusted-documents.ts'

/** The limits and access rules of a server. */
export interface Guards extends OriginSettings {
  limits: Limits
  /** The maximum number of bytes of a request body. */
  maxBodyBytes: number
  /** The maximum number of operations that run at the same time. */
  maxOperations: number
  /** How long an operation waits for a slot. */
  queueTimeoutMs: number
  /** The maximum number of bytes that all operations hold together. */
  maxMemoryBytes: number
  /**
   * The maximum durations of receiving the headers, of receiving the whole request, of an idle connection, and of a client
   * not reading its response.
   */
  timeouts: { headersMs: number; requestMs: number; keepAliveMs: number; writeMs: number }
  /** The URL at which browsers reach this server, without a path. Defaults to a loopback address. */
  publicUrl: string | undefined
  disclosure: Disclosure
  trustedDocuments: TrustedDocuments
}

/** A cache by document, for the last million characters of documents. A parsed document takes about thirty times its text. */
function byDocument<T extends object>(): LRUCache<string, T> {
  return new LRUCache({ maxSize: 1_000_000, sizeCalculation: (_, document) => Math.max(1, document.length) })
}

/** The parts of the guards that are not settings. */
export interface GuardParts {
  schema: GraphQLSchema
  admission: Plugin<object, RequestContext>
  origins: Origins
  /** Whether callers must present a token. */
  onlyKnownCallers: boolean
  /** Whether everybody who reaches the server may call, and only this machine can reach it. */
  isLocal: boolean
}

/** The guards as options of Yoga, with the plugins that come before all others. */
export function guardOptions(settings: Guards, { schema, admission, origins, onlyKnownCallers, isLocal }: GuardParts) {
  const { limits, maxBodyBytes, ...guards } = settings
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
    cors: (request: Request) => corsOptions(request, origins),
    plugins: [
      admission,
      ...(isLocal ? [hostPlugin(guards.publicUrl)] : []),
      csrfPlugin(origins),
      ...(onlyKnownCallers ? [knownCallerPlugin] : []),
      headerPlugin,
      searchParamsPlugin,
      requestBodyPlugin({ maxBytes: maxBodyBytes, withinMs: guards.timeouts.requestMs }),
      trustedDocumentsPlugin(guards.trustedDocuments),
      disclosurePlugin(schema, guards.disclosure),
      limitsPlugin(limits, guards.disclosure),
    ],
  } satisfies Partial<YogaServerOptions<RequestContext, OperationContext>>
}

/** The CORS response for a page of another origin. */
function corsOptions(request: Request, origins: Origins): CORSOptions {
  const origin = request.headers.get('origin')
  if (!origins.allows(origin)) {
    origins.logRefusal(request)
    return false
  }
  return {
    // The origin is allowed; `*` makes Yoga return the origin of the request, with `Vary: Origin`.
    origin: '*',
    credentials: origins.allowsCookies(origin),
    methods: ['GET', 'POST'],
    exposedHeaders: [REQUEST_ID_HEADER, 'retry-after', ...RATE_LIMIT_HEADERS],
    maxAge: 600,
  }
}

/** The timeouts as options of node:http. */
export function httpTimeouts({ headersMs, requestMs, keepAliveMs }: Guards['timeouts']) {
  const headersTimeout = Math.min(headersMs, requestMs)
  return {
    headersTimeout,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(headersTimeout, 30_000),
  }
}
