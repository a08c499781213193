import { z } from 'zod'
import { MAX_TIMER_MS } from '../async/duration.ts'
import { ConfigError, isLike, readConfig, SETTING_NAMES, trustedDocumentsOf, type Config } from '../config.ts'
import type { TrustedDocuments } from '../server/document/trusted-documents.ts'
import type { Logger } from '../server/observe/log.ts'
import type { Consumer } from './credentials.ts'
import type { AdgraphOptions } from './options.ts'
import type { CallOptions, ClientOptions } from './rest-options.ts'

const LOG_METHODS = ['debug', 'info', 'warn', 'error'] as const

const mustBeFunction = z.custom((value) => typeof value === 'function', 'must be a function')

const mustBeLog = z.custom(
  (value) => LOG_METHODS.every((method) => typeof (value as Partial<Logger> | null)?.[method] === 'function'),
  `must be a logger with the methods ${LOG_METHODS.join(', ')}`,
)

const mustBeFlag = z.boolean('must be true or false')

const mustBeWhole = (error: string, max = Number.MAX_SAFE_INTEGER) => z.int(error).min(1, error).max(max, error)

const mustBeCount = mustBeWhole('must be a whole number, 1 or more')

/** Signals of other realms too. */
const mustBeSignal = z.custom(
  (value) => typeof value === 'object' && value !== null && 'aborted' in value,
  'must be an AbortSignal',
)

/** Infinity too, which is no number for `z.number`. */
const mustNotBeNegative = z.custom((value) => typeof value === 'number' && value >= 0, 'must be a number, 0 or more')

/** An option with the value of the setting of its name, which checks it. */
const asSetting = z.unknown().optional()

const asRequiredSetting = z.custom(Boolean, 'is required')

/** An option that is checked where it is read. */
const asRead = z.unknown().optional()

/** All options of a graph. All other settings are for servers. */
const GRAPH_OPTIONS = z.object({
  adsBaseUrl: asRequiredSetting,
  authBaseUrl: asSetting,
  adsEnvironment: asSetting,
  consumer: asRead,
  credentials: mustBeFunction,
  operator: mustBeFunction.optional(),
  // Settings separate tokens by commas, and ignore blank ones.
  clientTokens: z
    .custom(areTokens, 'must be a list of one or more tokens, none of them blank or with a comma')
    .optional(),
  corsOrigins: asSetting,
  introspection: asSetting,
  trustedDocuments: asRead,
  trustedDocumentsOnly: mustBeFlag.optional(),
  spendLimits: asRead,
  trace: mustBeFlag.optional(),
  maxCalls: asSetting,
  maxRows: asSetting,
  maxOperations: asSetting,
  maxMemoryBytes: asSetting,
  operationTimeoutMs: asSetting,
  userAgent: asSetting,
  invalidateTokenSuffix: asSetting,
  redisUrl: asSetting,
  redisTimeoutMs: asSetting,
  sessionSecret: asSetting,
  bulkShare: asSetting,
  log: mustBeLog.optional(),
  logLevel: asSetting,
} satisfies Forms<AdgraphOptions>)

/** All options of a client of the REST interface. */
const CLIENT_OPTIONS = z.object({
  adsBaseUrl: asRequiredSetting,
  authBaseUrl: asSetting,
  consumer: asRead,
  environment: z.enum(['production', 'sandbox'], 'must be production or sandbox').optional(),
  attemptTimeoutMs: mustBeWhole(`must be a number of milliseconds, 1 to ${MAX_TIMER_MS}`, MAX_TIMER_MS).optional(),
  connections: mustBeCount.optional(),
  maxResponseBytes: mustBeCount.optional(),
  onWarning: mustBeFunction.optional(),
  userAgent: asSetting,
} satisfies Forms<ClientOptions>)

/** All options of a session of the client. */
const CALL_OPTIONS = z.object({
  user: asRead,
  timeoutMs: mustNotBeNegative.optional(),
  signal: mustBeSignal.optional(),
  retries: mustNotBeNegative.optional(),
  onCall: mustBeFunction.optional(),
  beforeCall: mustBeFunction.optional(),
  afterCall: mustBeFunction.optional(),
} satisfies Forms<CallOptions>)

type Forms<Options> = Record<keyof Options, z.ZodType>

function areTokens(tokens: unknown): tokens is readonly string[] {
  return z
    .array(z.string().regex(/^[^,]*[^,\s][^,]*$/))
    .min(1)
    .safeParse(tokens).success
}

/** The options whose names are not known, and those without their form. Those that are undefined are not given. */
function faultsOf(options: object, forms: z.ZodObject): string[] {
  const names = Object.keys(forms.shape)
  const unknown = Object.entries(options).filter(([name, value]) => value !== undefined && !names.includes(name))
  const { error } = forms.safeParse(options)
  return [
    ...unknown.map(([name]) => {
      const like = names.find((each) => isLike(settingOf(name), settingOf(each)))
      return `${name} is not an option${like === undefined ? '' : `: did you mean ${like}?`}`
    }),
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
  ]
}

/** The environment that has the settings among these options, and the client application. */
function environmentOf(options: object, consumer: Partial<Consumer> | undefined, { shape }: z.ZodObject) {
  const isSetting = (name: string) => shape[name] === asSetting || shape[name] === asRequiredSetting
  const settings = Object.entries(options).filter(([name, value]) => value !== undefined && isSetting(name))
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [settingOf(name), String(value)])),
    OAUTH_CONSUMER_KEY: consumer?.key,
    OAUTH_CONSUMER_SECRET: consumer?.secret,
  }
}

/** The settings of the client application, by the names of their options. */
const CONSUMER_OPTIONS: Record<string, string> = {
  OAUTH_CONSUMER_KEY: 'consumer.key',
  OAUTH_CONSUMER_SECRET: 'consumer.secret',
}

/**
 * Checks options, and returns them as settings, with the defaults of those that are not given. Throws a ConfigError that
 * lists every fault by the name of its option. `faultsIn` returns those that are found with the schema.
 */
export function readOptions(
  options: AdgraphOptions,
  faultsIn: (documents: TrustedDocuments | undefined, config: Partial<Config>) => readonly string[],
): { config: Config; trustedDocuments: TrustedDocuments } {
  const { clientTokens, trustedDocuments = {}, trustedDocumentsOnly = false } = options
  const environment: Record<string, string | undefined> = {
    LOG_LEVEL: 'warn',
    ...environmentOf(options, options.consumer, GRAPH_OPTIONS),
    // A missing URL is reported below. The options that it requires are reported with it.
    ...(!options.adsBaseUrl && { ADS_BASE_URL: 'https://ads.invalid' }),
    // Tokens that are not valid are reported below, and so are documents.
    CLIENT_TOKENS: areTokens(clientTokens) ? clientTokens.join(',') : undefined,
    TRUSTED_DOCUMENTS_ONLY: String(trustedDocumentsOnly && options.trustedDocuments === undefined),
  }
  const faults = faultsOf(options, GRAPH_OPTIONS)
  const config = attempt(() => readConfig(environment), faults)
  const documents = attempt(() => trustedDocumentsOf(trustedDocuments), faults)
  const trusted: TrustedDocuments | undefined = documents && { documents, only: trustedDocumentsOnly }
  faults.push(...faultsIn(trusted, config ?? {}).map(withOptionNames))
  if (config && trusted && faults.length === 0) return { config, trustedDocuments: trusted }
  throw new ConfigError(faults.join('\n'))
}

/** Checks the options of a client, and returns those that settings check. Throws a ConfigError that lists every fault. */
export function readClientOptions(options: ClientOptions) {
  const faults = faultsOf(options, CLIENT_OPTIONS)
  const config = attempt(() => readConfig(environmentOf(options, options.consumer, CLIENT_OPTIONS)), faults)
  if (!config?.ADS_BASE_URL || faults.length > 0) throw new ConfigError(faults.join('\n'))
  const { ADS_BASE_URL, AUTH_BASE_URL = ADS_BASE_URL, USER_AGENT } = config
  return { adsBaseUrl: ADS_BASE_URL, authBaseUrl: AUTH_BASE_URL, userAgent: USER_AGENT }
}

/** Throws a TypeError that lists every fault of the options of a session. */
export function assertCallOptions(options: CallOptions): void {
  const faults = faultsOf(options, CALL_OPTIONS)
  if (faults.length > 0) throw new TypeError(faults.join('\n'))
}

/** The value that `read` returns. If what it reads is not valid, the faults are added instead. */
function attempt<T>(read: () => T, faults: string[]): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigError) faults.push(withOptionNames(error.message))
    else if (error instanceof z.ZodError) faults.push(MUST_BE_DOCUMENTS)
    else throw error
    return undefined
  }
}

const MUST_BE_DOCUMENTS = 'trustedDocuments must map IDs to documents, or to objects with `document` and `maxCalls`'

/** A message about settings that names options instead. */
function withOptionNames(message: string): string {
  return message.replaceAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g, (name) => {
    if (!SETTING_NAMES.includes(name)) return name
    return (
      CONSUMER_OPTIONS[name] ?? name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    )
  })
}

function settingOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
