import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { DAY_MS } from './async/duration.ts'
import { isOrigin } from './server/guard/origin.ts'

/** Only what every resolver takes for this machine. Browsers, which the guard of hosts is about, also take names below `localhost` for it. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** An unset variable and an empty one are the same. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), type.optional())

const urlOf = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}`, abort: true })

/** Signatures cover the URL in its normal form: a host in lower case, and no default port (RFC 5849, section 3.4.1.2). */
const baseUrlLike = (example: string) =>
  optional(
    urlOf(/^https?$/, example)
      .transform((url) => new URL(url).href.replace(/\/+$/, ''))
      .refine((url) => url.startsWith('https:') || LOOPBACK.has(new URL(url).hostname), {
        error: 'must be https, so that signatures and tokens are encrypted; http is for loopback only',
      })
      .refine(isPlain, { error: 'must be scheme, host and path, without credentials, query and fragment' }),
  )

const baseUrl = baseUrlLike('https://ads.example')

const origin = baseUrlLike('https://graph.example').refine((url) => url === undefined || isOrigin(url), {
  error: 'must be scheme, host and port without a path, such as https://graph.example',
})

const word = z.string().trim().min(1, { error: 'must not be blank' })

/** A whole number from `min` to `max`. A blank text would be 0. */
const whole = (error: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/\S/, error).pipe(z.coerce.number<string>({ error }).int(error).min(min, error).max(max, error))

const port = (min: number) => whole(`must be a port, ${min} to 65535`, min, 65_535)

const milliseconds = (min: number, max: number) => whole(`must be a number of milliseconds, ${min} to ${max}`, min, max)

/** A time that is waited for. A timer takes the sum of several. */
const wait = (min: number) => milliseconds(min, DAY_MS)

/** How long something is kept: ten years at most, from which a date can be computed. */
const age = milliseconds(1, 3_650 * DAY_MS)

/** A text that is parsed. Errors of `parse` are left out, because they can repeat a secret. */
const parsedBy = <T>(parse: (text: string) => T, error: string) =>
  z.string().transform((text, context) => {
    try {
      return parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: error })
      return z.NEVER
    }
  })

const json = parsedBy((text): unknown => JSON.parse(text), 'must be JSON')

const count = whole('must be a whole number, 1 or more', 1)

const MUST_BE_SHARE = 'must be a number above 0, and at most 1'

const share = z.coerce.number({ error: MUST_BE_SHARE }).gt(0, MUST_BE_SHARE).max(1, MUST_BE_SHARE)

const MUST_BE_WORKERS = 'must be a whole number from 1 to 256, or auto'

const workers = z.union([z.literal('auto').transform(() => availableParallelism()), whole(MUST_BE_WORKERS, 1, 256)], {
  error: MUST_BE_WORKERS,
})

const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  // The formatter loads data of all languages, which takes 20 ms: only a message needs it.
  z.enum(words, { error: () => `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}` })

const flag = oneOf('true', 'false').transform((text) => text === 'true')

const items = z.string().transform((list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/** A comma-separated list that is not empty. */
const listOf = (what: string) =>
  items.refine((list) => list.length > 0, { error: `must be a comma-separated list of ${what}`, abort: true })

/** Bearer tokens, as callers present them in a header: RFC 6750, section 2.1, allows fewer characters. */
const tokens = listOf('tokens').refine((list) => list.every((token) => /^[!-~]+$/.test(token)), {
  error: 'must have tokens without spaces, in ASCII: no header could present others',
})

const corsOrigins = items.refine((list) => list.every((origin) => origin === '*' || isOrigin(origin)), {
  error: 'must be a comma-separated list of origins such as https://tools.example, or *',
})

/** Editors on Windows begin a file with a byte order mark. */
const contentOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))

const jsonFile = parsedBy(contentOf, 'must be the path of a JSON file, as `adgraph vocabulary` prints it')

const documents = parsedBy(
  (path) => trustedDocumentsOf(contentOf(path)),
  'must be the path of a JSON file that maps ids to documents, or to objects with `document` and `maxCalls`',
)

/** The trusted documents by ID. Throws if they do not have the documented form. */
export function trustedDocumentsOf(named: unknown) {
  return new Map(Object.entries(DOCUMENTS.parse(named)))
}

const DOCUMENTS = z.record(
  z.string(),
  z.union([
    z.string().transform((document) => ({ document })),
    z
      .strictObject({
        document: z.string(),
        maxCalls: z.int().min(0).optional(),
        maxExpectedCalls: z.int().min(0).optional(),
        enforce: z.boolean().optional(),
      })
      .refine(({ maxCalls, enforce }) => !enforce || maxCalls !== undefined),
  ]),
)

/** The form of SANDBOX_FAULTS. Only the sandbox knows which rules are valid. */
export const FAULT_RULES = optional(json.pipe(z.array(z.unknown(), { error: 'must be a JSON list of fault rules' })))

/** Every setting, by the name of its environment variable. docs/running.md says what each means. */
const SETTINGS = z.object({
  PORT: optional(port(0)).default(4000),
  HOST: optional(word).default('127.0.0.1'),
  WORKERS: optional(workers).default(1),
  ADS_BASE_URL: baseUrl.refine((url) => !url?.endsWith('/12'), {
    error: 'must be without the version: remove /12 from its end',
  }),
  ADS_ENVIRONMENT: optional(oneOf('production', 'sandbox')),
  AUTH_BASE_URL: baseUrl,
  USER_AGENT: optional(
    z.string().regex(/^[!-~]( ?[!-~])*$/, 'must be the name of a program in ASCII, such as acme-ads/2.1'),
  ),
  ADS_VOCABULARY: optional(jsonFile),
  ADS_RECORD: optional(word),
  OAUTH_CONSUMER_KEY: optional(word),
  OAUTH_CONSUMER_SECRET: optional(word),
  OAUTH_ACCESS_TOKEN: optional(word),
  OAUTH_ACCESS_TOKEN_SECRET: optional(word),
  CLIENT_TOKENS: optional(tokens),
  OPERATOR_TOKENS: optional(tokens),
  PUBLIC_URL: origin,
  SESSION_SECRET: optional(
    listOf('secrets').refine((secrets) => secrets.every((secret) => secret.length >= 32), {
      error: 'must be a comma-separated list of secrets of at least 32 characters, newest first',
    }),
  ),
  SESSION_MAX_AGE_MS: optional(age).default(43_200_000),
  INVALIDATE_TOKEN_SUFFIX: optional(oneOf('.json', 'none')).default('.json'),
  REDIS_URL: optional(
    urlOf(/^rediss?$/, 'redis://127.0.0.1:6379').refine(isRedisUrl, {
      error: 'must end with the host, the port or the number of a database, such as redis://127.0.0.1:6379/1',
    }),
  ),
  REDIS_TIMEOUT_MS: optional(wait(1)).default(100),
  LOG_LEVEL: optional(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')).default('info'),
  OPERATION_TIMEOUT_MS: optional(wait(1)).default(30_000),
  MAX_CALLS: optional(count).default(2000),
  MAX_ROWS: optional(count).default(75_000),
  MAX_OPERATIONS: optional(count).default(256),
  MAX_MEMORY_BYTES: optional(count).default(100_000_000),
  BULK_SHARE: optional(share).default(0.5),
  BULK_DIR: optional(word),
  BULK_CONCURRENCY: optional(whole('must be a whole number, 0 or more', 0)).default(1),
  BULK_MAX_AGE_MS: optional(age).default(604_800_000),
  CORS_ORIGINS: optional(corsOrigins),
  INTROSPECTION: optional(flag).default(true),
  TRUSTED_DOCUMENTS: optional(documents),
  TRUSTED_DOCUMENTS_ONLY: optional(flag).default(false),
  MCP: optional(oneOf('off', 'read', 'write', 'unattended')),
  SPEND_LIMITS: optional(parsedBy(contentOf, 'must be the path of a JSON file (docs/money.md)')),
  STOP_DELAY_MS: optional(wait(0)),
  // Nothing would tell at which free port the metrics are.
  METRICS_PORT: optional(port(1)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(urlOf(/^https?$/, 'http://127.0.0.1:4318')),
  SANDBOX_PORT: optional(port(0)),
  SANDBOX_NOW: optional(
    z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601 with its zone, such as 2026-06-01T12:00:00Z' }),
  ),
  SANDBOX_VOCABULARY: optional(jsonFile),
  SANDBOX_FAULTS: FAULT_RULES,
})

/**
 * The environment with the base URLs that a vocabulary names, unless it has others. The embedded sandbox plays a vocabulary
 * without the hosts of the service.
 */
function withHosts(environment: Environment): Environment {
  const { ADS_VOCABULARY: path, SANDBOX_VOCABULARY: played, ADS_ENVIRONMENT } = environment
  const { data } = path && !played ? HOSTS.safeParse(jsonFile.safeParse(path).data) : {}
  const { ads, adsSandbox, auth } = data?.hosts ?? {}
  const ADS_BASE_URL = environment['ADS_BASE_URL'] || (ADS_ENVIRONMENT === 'sandbox' ? adsSandbox : ads)
  const AUTH_BASE_URL = environment['AUTH_BASE_URL'] || (ADS_BASE_URL ? auth : undefined)
  return { ...environment, ADS_BASE_URL, AUTH_BASE_URL }
}

/** A word of a vocabulary, as a text or with what it is used for. */
const theirWord = z.union([
  z.string(),
  z.object({ theirs: z.string().nullish() }).transform(({ theirs }) => theirs ?? undefined),
])

const HOSTS = z.object({
  hosts: z.object({ ads: theirWord, adsSandbox: theirWord, auth: theirWord }).partial().optional(),
})

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape)

/** Whether a URL of Redis has nothing but an address, credentials and the number of a database. */
function isRedisUrl(text: string): boolean {
  const { pathname, search, hash } = new URL(text)
  return /^(\/\d{0,5})?$/.test(pathname + search + hash)
}

/** Whether a URL has neither credentials nor a query nor a fragment. */
function isPlain(text: string): boolean {
  const { origin, pathname, href } = new URL(text)
  return href === origin + pathname
}

const PAIRS = [
  ['OAUTH_CONSUMER_KEY', 'OAUTH_CONSUMER_SECRET'],
  ['OAUTH_ACCESS_TOKEN', 'OAUTH_ACCESS_TOKEN_SECRET'],
] as const

/** The settings as the environment gives them, checked, with their defaults. */
export type Config = z.output<typeof SETTINGS>

/** The settings that are valid, whatever the others are. */
export function validSettings(): Partial<Config> {
  const environment = withHosts(process.env)
  return Object.fromEntries(
    Object.entries(SETTINGS.shape).map(([name, form]) => [name, form.safeParse(environment[name]).data]),
  )
}

/** Every fault of the configuration, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The settings that others require. They are looked up in the environment itself, so that they are reported even if some
 * value is invalid.
 */
function missingIn(environment: Environment): string[] {
  const isGiven = (name: string) => Boolean(environment[name])
  const missing: string[] = []
  for (const pair of PAIRS) {
    const absent = pair.filter((name) => !isGiven(name))
    if (absent.length === 1) missing.push(`${absent[0]} is required with ${pair.find(isGiven)}`)
  }
  if (environment['TRUSTED_DOCUMENTS_ONLY'] === 'true' && !isGiven('TRUSTED_DOCUMENTS'))
    missing.push(
      'TRUSTED_DOCUMENTS is required with TRUSTED_DOCUMENTS_ONLY: without it, every operation would be refused',
    )
  if (Number(SETTINGS.shape.WORKERS.safeParse(environment['WORKERS']).data) > 1 && !isGiven('REDIS_URL'))
    missing.push(
      'REDIS_URL is required with WORKERS above 1: worker processes share rate limits and sign-outs in Redis',
    )
  if (isGiven('ADS_RECORD') && SETTINGS.shape.WORKERS.safeParse(environment['WORKERS']).data !== 1)
    missing.push('ADS_RECORD must be used with WORKERS=1: a recording is made by one process')
  const { MCP } = environment
  if (MCP === 'unattended' && !isGiven('SPEND_LIMITS'))
    missing.push('SPEND_LIMITS is required with MCP=unattended: without it, nobody would limit what agents spend')
  if (!isGiven('ADS_BASE_URL')) return missing
  if (MCP === 'unattended' && !isGiven('REDIS_URL'))
    missing.push('REDIS_URL is required with MCP=unattended: limits on spending must outlive a restart')
  if ((MCP === 'write' || MCP === 'unattended') && isGiven('REDIS_URL') && !isGiven('SESSION_SECRET'))
    missing.push(
      `SESSION_SECRET is required with MCP=${MCP} and REDIS_URL: agents create with idempotency keys, which need it`,
    )
  // If one of the two is given, the other is already reported.
  const [application, user] = PAIRS
  if (!application.some(isGiven))
    missing.push(...application.map((name) => `${name} is required with ADS_BASE_URL: every request is signed`))
  const { HOST } = environment
  if (user.some(isGiven) && HOST && !LOOPBACK.has(HOST) && !isGiven('CLIENT_TOKENS'))
    missing.push(
      `CLIENT_TOKENS is required with OAUTH_ACCESS_TOKEN on HOST ${HOST}: without it, anybody could call on behalf of that user`,
    )
  return missing
}

/** Settings with control characters, which no address, header or token can contain. Only JSON can have several lines. */
function withControlCharacters(environment: Environment): string[] {
  return SETTING_NAMES.filter(
    (name) => name !== 'SANDBOX_FAULTS' && /\p{Cc}/u.test(environment[name]?.trim() ?? ''),
  ).map((name) => `${name} must be one line, without control characters`)
}

/** Names that are similar to the name of a setting, such as ADS_BASEURL: the setting would be ignored silently. */
function misspelledIn(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (!environment[name] || SETTING_NAMES.includes(name)) return []
    const meant = SETTING_NAMES.find((setting) => isLike(name, setting))
    return meant === undefined ? [] : [`${name} is not a setting: rename it to ${meant}, or unset it`]
  })
}

/** Whether a name is within two edits of the name of a setting. Short names are similar to others by chance. */
export function isLike(name: string, setting: string): boolean {
  return name.length >= MIN_MISSPELLED_LETTERS && isWithinEdits(name.toUpperCase(), setting, 2)
}

const MIN_MISSPELLED_LETTERS = 8

/** Whether the edit distance of two texts (insertions, deletions and replacements) is at most `edits`. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false
  if (a === '' || b === '') return true
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithinEdits(restOfA, restOfB, edits)
  const left = edits - 1
  if (left < 0) return false
  return isWithinEdits(restOfA, restOfB, left) || isWithinEdits(restOfA, b, left) || isWithinEdits(a, restOfB, left)
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns faults of an environment that this file does not know, each with its fix; false where there is no fault. */
export type FaultsIn = (environment: Environment) => readonly (string | false)[]

/** Reads the settings of a command. Throws a ConfigError that names every fault, with those for this command alone. */
export type ReadSettings = (...faultsIn: FaultsIn[]) => Config

/**
 * The settings of a service whose address is missing, for a command that would use the embedded sandbox in its place. A
 * vocabulary of the sandbox asks for the sandbox.
 */
export const withoutAddress: FaultsIn = ({ ADS_BASE_URL, SANDBOX_VOCABULARY, ...environment }) => {
  const given = ['AUTH_BASE_URL', ...PAIRS.flat()].filter((name) => environment[name])
  if (ADS_BASE_URL || SANDBOX_VOCABULARY || given.length === 0) return []
  return [`ADS_BASE_URL is required with ${given.join(', ')}: the embedded sandbox has its own`]
}

/** Reads the settings from an environment. Throws a ConfigError that names every fault, each with its fix. */
export function readConfig(given: Environment = process.env, ...faultsIn: FaultsIn[]): Config {
  const environment = withHosts(given)
  const { data, error } = SETTINGS.safeParse(environment)
  const others = [
    ...withControlCharacters(environment),
    ...missingIn(environment),
    ...misspelledIn(environment),
    ...faultsIn.flatMap((faults) => faults(environment)).filter((fault) => fault !== false),
  ]
  if (data && others.length === 0) return data
  // Messages name the setting and never repeat its value, which can be a secret.
  const nameOf = (name: string) => (given[name] || !environment[name] ? name : `ADS_VOCABULARY: hosts: ${name}`)
  const faults = error?.issues.map(({ path, message }) => `${nameOf(path.join('.'))} ${message}`) ?? []
  throw new ConfigError([...faults, ...others].join('\n'))
}

/** Long enough for a proxy that checks every two seconds to learn, from two checks, that the server stops. */
const PUBLIC_STOP_DELAY_MS = 5_000

/** The client application that signs requests. Complete wherever the embedded sandbox is not served. */
export function applicationOf({ OAUTH_CONSUMER_KEY, OAUTH_CONSUMER_SECRET }: Config) {
  return { consumerKey: OAUTH_CONSUMER_KEY!, consumerSecret: OAUTH_CONSUMER_SECRET! }
}

/** The options of the REST client that the settings give, over the service at this address. */
export function clientSettings(config: Config, adsBaseUrl: string) {
  return {
    adsBaseUrl,
    // Without an address, the service is the embedded sandbox.
    environment: config.ADS_ENVIRONMENT ?? (config.ADS_BASE_URL === undefined ? 'sandbox' : 'production'),
    authBaseUrl: config.AUTH_BASE_URL ?? adsBaseUrl,
    tokenPathSuffix: config.INVALIDATE_TOKEN_SUFFIX === 'none' ? ('' as const) : config.INVALIDATE_TOKEN_SUFFIX,
    userAgent: config.USER_AGENT,
  }
}

/** The server's options that the settings give. */
export function serverSettings(config: Config) {
  return {
    limits: { calls: config.MAX_CALLS, rows: config.MAX_ROWS },
    maxOperations: config.MAX_OPERATIONS,
    maxMemoryBytes: config.MAX_MEMORY_BYTES,
    corsOrigins: config.CORS_ORIGINS ?? [],
    publicUrl: config.PUBLIC_URL,
    introspection: config.INTROSPECTION,
    trustedDocuments: { documents: config.TRUSTED_DOCUMENTS ?? new Map(), only: config.TRUSTED_DOCUMENTS_ONLY },
    stopDelayMs: config.STOP_DELAY_MS ?? (LOOPBACK.has(config.HOST) ? 0 : PUBLIC_STOP_DELAY_MS),
    metricsPort: config.METRICS_PORT,
  }
}

/** The environment variables that name a proxy, which Adgraph does not use. */
export function proxiesIn(): string[] {
  return Object.keys(process.env).filter((name) => /^(https?|all)_proxy$/i.test(name) && process.env[name] !== '')
}
