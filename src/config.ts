import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** An unset variable and an empty one are the same. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), type.optional())

const baseUrl = optional(
  z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://ads.example' })
    .refine((url) => url.startsWith('https:') || LOOPBACK.has(new URL(url).hostname), {
      error: 'must be https: signatures and tokens must not travel in the open (http is for loopback only)',
    })
    .transform((url) => url.replace(/\/+$/, '')),
)

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535, 'must be a port, 0 to 65535')

const milliseconds = z.coerce.number({ error: 'must be a number of milliseconds' }).int().min(1)

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

/** Every setting, by the name of its environment variable. The README says what each means. */
const SETTINGS = z
  .object({
    PORT: optional(port).default(4000),
    HOST: optional(z.string()).default('127.0.0.1'),
    ADS_BASE_URL: baseUrl,
    ADS_ENVIRONMENT: optional(z.enum(['production', 'sandbox'], { error: 'must be production or sandbox' })),
    AUTH_BASE_URL: baseUrl,
    OAUTH_CONSUMER_KEY: optional(z.string()),
    OAUTH_CONSUMER_SECRET: optional(z.string()),
    OAUTH_ACCESS_TOKEN: optional(z.string()),
    OAUTH_ACCESS_TOKEN_SECRET: optional(z.string()),
    CLIENT_TOKENS: optional(
      z.string().transform((list) =>
        list
          .split(',')
          .map((token) => token.trim())
          .filter(Boolean),
      ),
    ),
    SESSION_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
    REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: 'must be a URL such as redis://127.0.0.1:6379' })),
    LOG_LEVEL: optional(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      }),
    ).default('info'),
    OPERATION_TIMEOUT_MS: optional(milliseconds).default(30_000),
    REFERENCE_MAX_AGE_MS: optional(milliseconds).default(86_400_000),
    SANDBOX_PORT: optional(port),
    SANDBOX_SEED: optional(z.coerce.number({ error: 'must be a whole number' }).int()),
    SANDBOX_FAULTS: optional(json),
  })
  .superRefine((settings, context) => {
    const needs = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    const { ADS_BASE_URL, HOST, CLIENT_TOKENS, OAUTH_ACCESS_TOKEN } = settings
    for (const [name, other] of PAIRS) {
      if (settings[name] !== undefined && settings[other] === undefined) needs(other, `is needed beside ${name}`)
      if (settings[other] !== undefined && settings[name] === undefined) needs(name, `is needed beside ${other}`)
    }
    if (ADS_BASE_URL !== undefined && settings.OAUTH_CONSUMER_KEY === undefined)
      needs('OAUTH_CONSUMER_KEY', 'is needed beside ADS_BASE_URL: every request is signed')
    if (ADS_BASE_URL !== undefined && OAUTH_ACCESS_TOKEN !== undefined && !LOOPBACK.has(HOST) && !CLIENT_TOKENS?.length)
      needs('CLIENT_TOKENS', `is needed with OAUTH_ACCESS_TOKEN on HOST ${HOST}: anybody could spend that user's money`)
  })

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape)

const PAIRS = [
  ['OAUTH_CONSUMER_KEY', 'OAUTH_CONSUMER_SECRET'],
  ['OAUTH_ACCESS_TOKEN', 'OAUTH_ACCESS_TOKEN_SECRET'],
] as const

/** The settings as the environment gives them, checked, with their defaults. */
export type Config = z.output<typeof SETTINGS>

/** All that is wrong with the settings, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings out of an environment. Throws a ConfigError that names every fault at once, with its mend. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const result = SETTINGS.safeParse(environment)
  if (result.success) return result.data
  // A secret must not come back in a message: faults are told by the name of the setting alone.
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
}
