import type { Logger } from 'pino'
import { ConfigError, readConfig, SETTING_NAMES, trustedDocumentsOf, type Config } from '../config.ts'
import type { TrustedDocuments } from '../server/guard/trusted-documents.ts'
import type { Consumer, UserToken } from './credentials.ts'

/** The options of an embedded graph. Those that are optional have the defaults of the server's settings of that name. */
export interface AdgraphOptions {
  /** The URL of the ads interface, without the version, e.g. `https://ads.example`. `http:` is allowed for loopback only. */
  adsBaseUrl: string
  /** The URL of the authorization interface. Defaults to `adsBaseUrl`. */
  authBaseUrl?: string
  /** Whether operations that only the service's sandbox offers may be sent. Defaults to `production`. */
  adsEnvironment?: 'production' | 'sandbox'
  /** The client application that signs every request. */
  consumer: Consumer
  /**
   * Returns the token of the user on whose behalf a request calls the service, or null if no user is signed in: then
   * every field that needs the service fails with UNAUTHENTICATED. Called once for each request. Must not read its body.
   */
  credentials: (request: Request) => UserToken | null | Promise<UserToken | null>
  /** Whether a request may use the mutations that return or accept secrets. Defaults to no request. */
  operator?: (request: Request) => boolean | Promise<boolean>
  /** The bearer tokens of which callers must present one. By default your program alone decides who may call. */
  clientTokens?: readonly string[]
  /** The origins whose pages may use the graph; `*` allows all origins, without cookies. */
  corsOrigins?: readonly string[]
  /** Whether introspection is allowed. Defaults to true. */
  introspection?: boolean
  /** Whether errors suggest names ("Did you mean"). Defaults to `introspection`. */
  suggestions?: boolean
  /** Documents by ID, which clients may send instead of documents. */
  trustedDocuments?: Readonly<Record<string, string | { document: string; maxCalls?: number }>>
  /** Whether all other documents are refused. Defaults to false. */
  trustedDocumentsOnly?: boolean
  /** Whether every response has the trace, `extensions.upstream`, even if the request does not ask for it. */
  trace?: boolean
  /** The maximum numbers of REST calls and rows of one operation. */
  maxCalls?: number
  maxRows?: number
  /** The maximum size of a document, with its fragments expanded. */
  maxDepth?: number
  maxFields?: number
  maxAliases?: number
  maxDirectives?: number
  maxTokens?: number
  /** The maximum number of bytes of a request body. */
  maxBodyBytes?: number
  /** The maximum number of operations that run at the same time. */
  maxOperations?: number
  /** How long other operations wait for a slot before they get 503 OVERLOADED. */
  queueTimeoutMs?: number
  /** The maximum number of bytes of all request bodies, rows and unread responses together. */
  maxMemoryBytes?: number
  /** The maximum duration of an operation, including calls, retries and waits. */
  operationTimeoutMs?: number
  /** The maximum duration of reading a request body. */
  requestTimeoutMs?: number
  /** How long nobody may read a response before it is broken off. */
  writeTimeoutMs?: number
  /** The maximum number of connections to one host of the service. */
  upstreamConnections?: number
  /** The age at which cached responses to reads without an account are refreshed. */
  referenceMaxAgeMs?: number
  /** The suffix of the path that invalidates a token. Defaults to `.json`. */
  invalidateTokenSuffix?: '.json' | 'none'
  /** The URL of a Redis in which instances share cached responses, tokens and rate limits. */
  redisUrl?: string
  /** A pino logger, such as that of Fastify. Defaults to one that writes warnings and errors to standard output. */
  log?: Logger
}

/** The options that have no setting of the same name. */
const OWN_OPTIONS = new Set(['consumer', 'credentials', 'operator', 'trustedDocuments', 'trace', 'log'])

/** The settings of the client application, by the names of their options. */
const CONSUMER_OPTIONS: Record<string, string> = {
  OAUTH_CONSUMER_KEY: 'consumer.key',
  OAUTH_CONSUMER_SECRET: 'consumer.secret',
}

/**
 * Checks options, and returns them as settings, with the defaults of those that are not given. Throws a ConfigError that
 * lists every fault by the name of its option.
 */
export function readOptions(options: AdgraphOptions): { config: Config; trustedDocuments: TrustedDocuments } {
  const { consumer, trustedDocuments = {}, trustedDocumentsOnly = false } = options
  const given = Object.entries(options).filter(([name, value]) => !OWN_OPTIONS.has(name) && value !== undefined)
  const environment: Record<string, string> = {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(given.map(([name, value]) => [settingOf(name), String(value)])),
    OAUTH_CONSUMER_KEY: consumer?.key,
    OAUTH_CONSUMER_SECRET: consumer?.secret,
    // The documents themselves are checked below.
    TRUSTED_DOCUMENTS_ONLY: 'false',
  }
  const faults = given
    .filter(([name]) => !SETTING_NAMES.includes(settingOf(name)))
    .map(([name]) => `${name} is not an option`)
  if (!options.adsBaseUrl) faults.push('adsBaseUrl is required')
  if (typeof options.credentials !== 'function') faults.push('credentials must be a function')
  const config = attempt(() => readConfig(environment), faults)
  const documents = attempt(() => trustedDocumentsOf(trustedDocuments), faults)
  if (config && documents && faults.length === 0)
    return { config, trustedDocuments: { documents, only: trustedDocumentsOnly } }
  throw new ConfigError(faults.join('\n'))
}

/** The value that `read` returns. If it throws, its faults are added instead. */
function attempt<T>(read: () => T, faults: string[]): T | undefined {
  try {
    return read()
  } catch (error) {
    faults.push(error instanceof ConfigError ? withOptionNames(error.message) : MUST_BE_DOCUMENTS)
    return undefined
  }
}

const MUST_BE_DOCUMENTS = 'trustedDocuments must map IDs to documents, or to objects with `document` and `maxCalls`'

/** A message about settings that names options instead. */
export function withOptionNames(message: string): string {
  return message.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => {
    if (!SETTING_NAMES.includes(name)) return name
    return (
      CONSUMER_OPTIONS[name] ?? name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    )
  })
}

function settingOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
