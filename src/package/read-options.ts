import { z } from 'zod'
import { ConfigError, readConfig, SETTING_NAMES, settingLike, trustedDocumentsOf, type Config } from '../config.ts'
import type { TrustedDocuments } from '../server/document/trusted-documents.ts'
import type { Logger } from '../server/observe/log.ts'
import type { AdgraphOptions } from './options.ts'

/** All options: some are settings, others have no setting of the same name. All other settings are for servers. */
const OPTIONS = new Map<string, 'setting' | 'own'>(
  Object.entries({
    adsBaseUrl: 'setting',
    authBaseUrl: 'setting',
    adsEnvironment: 'setting',
    consumer: 'own',
    credentials: 'own',
    operator: 'own',
    clientTokens: 'setting',
    corsOrigins: 'setting',
    introspection: 'setting',
    trustedDocuments: 'own',
    trustedDocumentsOnly: 'setting',
    spendLimits: 'own',
    trace: 'own',
    maxCalls: 'setting',
    maxRows: 'setting',
    maxOperations: 'setting',
    maxMemoryBytes: 'setting',
    operationTimeoutMs: 'setting',
    userAgent: 'setting',
    invalidateTokenSuffix: 'setting',
    redisUrl: 'setting',
    redisTimeoutMs: 'setting',
    sessionSecret: 'setting',
    bulkShare: 'setting',
    log: 'own',
    logLevel: 'setting',
  } satisfies Record<keyof AdgraphOptions, 'setting' | 'own'>),
)

const LOG_METHODS = ['debug', 'info', 'warn', 'error'] as const

const mustBeFunction = z.custom((value) => typeof value === 'function', 'must be a function')

const mustBeLog = z.custom(
  (value) => LOG_METHODS.every((method) => typeof (value as Partial<Logger> | null)?.[method] === 'function'),
  `must be a logger with the methods ${LOG_METHODS.join(', ')}`,
)

const mustBeFlag = z.boolean('must be true or false')

/** The options that no setting checks. Settings separate tokens by commas, and ignore blank ones. */
const OWN_FORMS = z.object({
  credentials: mustBeFunction,
  operator: mustBeFunction.optional(),
  clientTokens: z
    .custom(areTokens, 'must be a list of one or more tokens, none of them blank or with a comma')
    .optional(),
  trustedDocumentsOnly: mustBeFlag.optional(),
  trace: mustBeFlag.optional(),
  log: mustBeLog.optional(),
})

function areTokens(tokens: unknown): boolean {
  return z
    .array(z.string().regex(/^[^,]*[^,\s][^,]*$/))
    .min(1)
    .safeParse(tokens).success
}

/** The settings of the client application, by the names of their options. */
const CONSUMER_OPTIONS: Record<string, string> = {
  OAUTH_CONSUMER_KEY: 'consumer.key',
  OAUTH_CONSUMER_SECRET: 'consumer.secret',
}

/**
 * Checks options, and returns them as settings, with the defaults of those that are not given. Throws a ConfigError that
 * lists every fault by the name of its option. `faultsOf` returns those that are found with the schema.
 */
export function readOptions(
  options: AdgraphOptions,
  faultsOf: (documents: TrustedDocuments | undefined) => readonly string[],
): { config: Config; trustedDocuments: TrustedDocuments } {
  const { consumer, clientTokens, trustedDocuments = {}, trustedDocumentsOnly = false } = options
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const settings = given.filter(([name]) => OPTIONS.get(name) === 'setting')
  const environment: Record<string, string> = {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(settings.map(([name, value]) => [settingOf(name), String(value)])),
    // A missing URL is reported below. The options that it requires are reported with it.
    ...(!options.adsBaseUrl && { ADS_BASE_URL: 'https://ads.invalid' }),
    OAUTH_CONSUMER_KEY: consumer?.key,
    OAUTH_CONSUMER_SECRET: consumer?.secret,
    // Tokens that are not valid are reported below, and so are documents.
    ...(!areTokens(clientTokens) && { CLIENT_TOKENS: '' }),
    TRUSTED_DOCUMENTS_ONLY: String(trustedDocumentsOnly && options.trustedDocuments === undefined),
  }
  const faults = given.filter(([name]) => !OPTIONS.has(name)).map(([name]) => unknownOption(name))
  if (!options.adsBaseUrl) faults.push('adsBaseUrl is required')
  const { error } = OWN_FORMS.safeParse(options)
  faults.push(...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`))
  const config = attempt(() => readConfig(environment), faults)
  const documents = attempt(() => trustedDocumentsOf(trustedDocuments), faults)
  const trusted: TrustedDocuments | undefined = documents && { documents, only: trustedDocumentsOnly }
  faults.push(...faultsOf(trusted).map(withOptionNames))
  if (config && trusted && faults.length === 0) return { config, trustedDocuments: trusted }
  throw new ConfigError(faults.join('\n'))
}

function unknownOption(name: string): string {
  const like = withOptionNames(settingLike(settingOf(name)) ?? '')
  return `${name} is not an option${OPTIONS.get(like) === 'setting' ? `: did you mean ${like}?` : ''}`
}

/** The addresses of the service, and the client application that signs requests. */
type ServiceOptions = Pick<AdgraphOptions, 'adsBaseUrl' | 'authBaseUrl' | 'consumer' | 'userAgent'>

/** The URLs of the service, checked as for a graph. Throws a ConfigError that lists every fault. */
export function readAddresses({ adsBaseUrl, authBaseUrl, consumer, userAgent }: ServiceOptions) {
  const faults = adsBaseUrl ? [] : ['adsBaseUrl is required']
  const environment = {
    ADS_BASE_URL: adsBaseUrl,
    AUTH_BASE_URL: authBaseUrl,
    OAUTH_CONSUMER_KEY: consumer?.key,
    OAUTH_CONSUMER_SECRET: consumer?.secret,
    USER_AGENT: userAgent,
  }
  const config = attempt(() => readConfig(environment), faults)
  if (!config?.ADS_BASE_URL) throw new ConfigError(faults.join('\n'))
  const { ADS_BASE_URL, AUTH_BASE_URL = ADS_BASE_URL, USER_AGENT } = config
  return { adsBaseUrl: ADS_BASE_URL, authBaseUrl: AUTH_BASE_URL, userAgent: USER_AGENT }
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
