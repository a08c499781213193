import type { DocumentNode } from 'graphql'
import type { CORSOptions, YogaServerOptions } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Allowance } from '../../rest/budget.ts'
import type { RequestContext } from '../admission/admission.ts'
import type { OperationContext } from '../observe/operation.ts'
import { RATE_LIMIT_HEADERS } from '../observe/rate-limit-headers.ts'
import { REQUEST_ID_HEADER } from '../observe/request-id.ts'
import type { Disclosure } from '../document/disclosure.ts'
import type { Limits } from '../document/limits.ts'
import type { Origins, OriginSettings } from './origin.ts'
import type { TrustedDocuments } from '../document/trusted-documents.ts'

/** The limits and access rules of a server. */
export interface Guards extends OriginSettings {
  /** The calls and rows of an operation, and the size of a document, which defaults to DOCUMENT_LIMITS. */
  limits: Allowance & Partial<Limits>
  /** The maximum number of bytes of a request body. Defaults to MAX_BODY_BYTES. */
  maxBodyBytes?: number
  /** The maximum number of operations that run at the same time. */
  maxOperations: number
  /** How long an operation waits for a slot. Defaults to QUEUE_TIMEOUT_MS. */
  queueTimeoutMs?: number
  /** The maximum number of bytes that all operations hold together. */
  maxMemoryBytes: number
  /** Defaults to TIMEOUTS. */
  timeouts?: Timeouts
  /** The URL at which browsers reach this server, without a path. Defaults to a loopback address. */
  publicUrl: string | undefined
  disclosure: Disclosure
  trustedDocuments: TrustedDocuments
}

/** The maximum durations of what clients do. */
export type Timeouts = typeof TIMEOUTS

export const TIMEOUTS = {
  /** Of receiving the headers. */
  headersMs: 10_000,
  /** Of receiving the whole request. */
  requestMs: 30_000,
  /** Of an idle connection: longer than those of usual proxies, which would otherwise send requests on closed ones. */
  keepAliveMs: 65_000,
  /** Of a client not reading its response. */
  writeMs: 10_000,
}

/** A cache by document, for the last million characters of documents. A parsed document takes about thirty times its text. */
function byDocument<T extends object>(): LRUCache<string, T> {
  return new LRUCache({ maxSize: 1_000_000, sizeCalculation: (_, document) => Math.max(1, document.length) })
}

/** The options of Yoga that concern requests. The steps have limits of their own for what Yoga could limit. */
export function yogaOptions(origins: Origins) {
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
export function httpTimeouts({ headersMs, requestMs, keepAliveMs }: Timeouts) {
  const headersTimeout = Math.min(headersMs, requestMs)
  return {
    headersTimeout,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(headersTimeout, 30_000),
  }
}
