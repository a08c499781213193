import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { wrongRules } from '../src/command/sandbox.ts'
import { ConfigError, readConfig, serverSettings } from '../src/config.ts'
import { temporaryFile } from './support/file.ts'

const LIVE = {
  ADS_BASE_URL: 'https://ads.example',
  OAUTH_CONSUMER_KEY: 'key',
  OAUTH_CONSUMER_SECRET: 'secret',
}
const USER = { OAUTH_ACCESS_TOKEN: 'token', OAUTH_ACCESS_TOKEN_SECRET: 'token-secret' }

/** The faults that are reported of these settings, one line each. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, wrongRules)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

describe('settings', () => {
  it('are read from files with a byte order mark too', () => {
    const file = temporaryFile('documents.json', '\uFEFF{"type":"{ __typename }"}')
    expect(readConfig({ TRUSTED_DOCUMENTS: file }).TRUSTED_DOCUMENTS).toEqual(
      new Map([['type', { document: '{ __typename }' }]]),
    )
  })

  it('have defaults, also if they are empty', () => {
    const expected = { PORT: 4000, HOST: '127.0.0.1', LOG_LEVEL: 'info', OPERATION_TIMEOUT_MS: 30_000 }

    expect(readConfig({})).toMatchObject(expected)
    expect(readConfig({ PORT: '', HOST: '', ADS_BASE_URL: '', LOG_LEVEL: '', CLIENT_TOKENS: '' })).toMatchObject(
      expected,
    )
    expect(readConfig({}).ADS_BASE_URL).toBeUndefined()
  })

  it('are parsed from text', () => {
    expect(
      readConfig({ ...LIVE, ...USER, PORT: '0', ADS_BASE_URL: 'https://ads.example/base//', CLIENT_TOKENS: ' a, b ,' }),
    ).toMatchObject({ PORT: 0, ADS_BASE_URL: 'https://ads.example/base', CLIENT_TOKENS: ['a', 'b'] })
  })

  it('accept a number of workers, or auto for one on each core', () => {
    expect(readConfig({}).WORKERS).toBe(1)
    const REDIS_URL = 'redis://127.0.0.1'
    expect(readConfig({ WORKERS: '3', REDIS_URL }).WORKERS).toBe(3)
    expect(readConfig({ WORKERS: 'auto', REDIS_URL }).WORKERS).toBe(availableParallelism())
    for (const WORKERS of ['0', '-1', '1.5', 'all', '257'])
      expect(faultsOf({ WORKERS })).toEqual(['WORKERS must be a whole number from 1 to 256, or auto'])
  })

  it('need Redis for several workers, over the embedded sandbox too', () => {
    const fault =
      'REDIS_URL is required with WORKERS above 1: worker processes share rate limits and sign-outs in Redis'
    expect(faultsOf({ WORKERS: '2' })).toEqual([fault])
    expect(faultsOf({ WORKERS: '2', ...LIVE })).toEqual([fault])
    expect(faultsOf({ WORKERS: '1' })).toEqual([])
    // On one core, `auto` is one process.
    expect(faultsOf({ WORKERS: 'auto' })).toEqual(availableParallelism() === 1 ? [] : [fault])
  })

  it('are refused together, each by its name and with its fix, including pairs and unsafe values', () => {
    const faults = faultsOf({
      PORT: 'web',
      HOST: '0.0.0.0',
      ADS_BASE_URL: 'http://ads.example',
      ADS_ENVIRONMENT: 'staging',
      LOG_LEVEL: 'loud',
      OPERATION_TIMEOUT_MS: '-1',
      SESSION_SECRET: 'short',
      REDIS_URL: 'http://cache',
      OAUTH_CONSUMER_KEY: 'key',
      OAUTH_ACCESS_TOKEN: 'token',
    })
    const named = faults.map((fault) => fault.split(' ')[0]!)

    expect(named.sort((a, b) => a.localeCompare(b))).toEqual([
      'ADS_BASE_URL',
      'ADS_ENVIRONMENT',
      'CLIENT_TOKENS',
      'LOG_LEVEL',
      'OAUTH_ACCESS_TOKEN_SECRET',
      'OAUTH_CONSUMER_SECRET',
      'OPERATION_TIMEOUT_MS',
      'PORT',
      'REDIS_URL',
      'SESSION_SECRET',
    ])
    expect(faults.every((fault) => /^[A-Z_]+ (must|is required) /.test(fault))).toBe(true)
  })

  it('of Redis are an address and the number of a database, and nothing that would be ignored', () => {
    for (const path of ['', '/', '/1'])
      expect(faultsOf({ REDIS_URL: `rediss://user:secret@cache:6379${path}` })).toEqual([])
    for (const path of ['?db=1', '/?family=6', '/notanumber', '/1/2', '#1'])
      expect(faultsOf({ REDIS_URL: `redis://cache:6379${path}` })).toEqual([
        'REDIS_URL must end with the host, the port or the number of a database, such as redis://127.0.0.1:6379/1',
      ])
  })

  it('that are refused are not repeated in the message', () => {
    const secrets = {
      PORT: 'sesame-0',
      ADS_BASE_URL: 'http://sesame-1@ads.example',
      AUTH_BASE_URL: 'sesame-2',
      OAUTH_CONSUMER_SECRET: 'sesame-3',
      OAUTH_ACCESS_TOKEN: 'sesame-4',
      SESSION_SECRET: 'sesame-5',
      REDIS_URL: 'https://:sesame-6@cache',
      SANDBOX_FAULTS: '[{"sesame-7"',
      LOG_LEVEL: 'sesame-8',
      CLIENT_TOKENS: 'sesame-9',
      HOST: '0.0.0.0',
    }
    const told = faultsOf(secrets).join('\n')

    expect(told).not.toBe('')
    expect(told).not.toContain('sesame')
  })

  it.each(['http://127.0.0.1:4001', 'http://localhost:4001', 'http://[::1]:4001', 'https://ads.example'])(
    'accept the base URL %s (R-AUTH-1)',
    (url) => {
      expect(faultsOf({ ...LIVE, ADS_BASE_URL: url, AUTH_BASE_URL: url })).toEqual([])
    },
  )

  it.each([
    ['https://ads.example:443', 'https://ads.example'],
    ['https://Ads.Example/Base/', 'https://ads.example/Base'],
    ['HTTPS://ADS.EXAMPLE:8443', 'https://ads.example:8443'],
    ['http://LOCALHOST:4001', 'http://localhost:4001'],
    ['http://127.0.0.1:80/', 'http://127.0.0.1'],
  ])('read the base URL %s as %s, which signatures cover', (url, written) => {
    expect(readConfig({ ...LIVE, ADS_BASE_URL: url, AUTH_BASE_URL: url })).toMatchObject({
      ADS_BASE_URL: written,
      AUTH_BASE_URL: written,
    })
  })

  it.each([
    'http://ads.example',
    'http://127.0.0.1@ads.example',
    'http://localhost.ads.example',
    'http://127.0.0.1.ads.example',
    'ftp://127.0.0.1',
    'ads.example',
    '//ads.example',
  ])('refuse the base %s (R-AUTH-1)', (url) => {
    const faults = faultsOf({ ...LIVE, ADS_BASE_URL: url, AUTH_BASE_URL: url })
    expect([...new Set(faults.map((fault) => fault.split(' ')[0]))]).toEqual(['ADS_BASE_URL', 'AUTH_BASE_URL'])
  })

  it.each([
    'https://ads.example?x=1',
    'https://ads.example/#x',
    'https://user:secret@ads.example',
    'https://ads.example?',
  ])('refuse the base URL %s, which has more than scheme, host and path', (url) => {
    const told = 'must be scheme, host and path, without credentials, query and fragment'
    expect(faultsOf({ ...LIVE, ADS_BASE_URL: url, AUTH_BASE_URL: url })).toEqual([
      `ADS_BASE_URL ${told}`,
      `AUTH_BASE_URL ${told}`,
    ])
  })

  it('need both halves of a credential, and a client application for another service than the sandbox', () => {
    expect(faultsOf({ OAUTH_CONSUMER_KEY: 'key' })).toEqual([
      'OAUTH_CONSUMER_SECRET is required with OAUTH_CONSUMER_KEY',
    ])
    expect(faultsOf({ ...LIVE, OAUTH_ACCESS_TOKEN_SECRET: 's' })).toEqual([
      'OAUTH_ACCESS_TOKEN is required with OAUTH_ACCESS_TOKEN_SECRET',
    ])
    expect(faultsOf({ ADS_BASE_URL: 'https://ads.example' })).toEqual([
      'OAUTH_CONSUMER_KEY is required with ADS_BASE_URL: every request is signed',
      'OAUTH_CONSUMER_SECRET is required with ADS_BASE_URL: every request is signed',
    ])
    expect(faultsOf({ ADS_BASE_URL: 'https://ads.example', OAUTH_CONSUMER_SECRET: 's' })).toEqual([
      'OAUTH_CONSUMER_KEY is required with OAUTH_CONSUMER_SECRET',
    ])
  })

  it.each(['write', 'unattended'])('need SESSION_SECRET with MCP=%s and REDIS_URL, except over the sandbox', (MCP) => {
    const agents = { MCP, REDIS_URL: 'redis://cache', SPEND_LIMITS: 'package.json' }

    expect(faultsOf({ ...LIVE, ...agents })).toEqual([
      `SESSION_SECRET is required with MCP=${MCP} and REDIS_URL: agents create with idempotency keys, which need it`,
    ])
    expect(faultsOf({ ...LIVE, ...agents, SESSION_SECRET: 'a'.repeat(32) })).toEqual([])
    expect(faultsOf(agents)).toEqual([])
    expect(faultsOf({ ...LIVE, ...agents, MCP: 'read' })).toEqual([])
  })

  it.each(['https://ads.example/12', 'https://ads.example/12/', 'https://proxy.example/ads/12'])(
    'refuse the base URL %s, which ends with the version that each request adds',
    (url) => {
      expect(faultsOf({ ...LIVE, ADS_BASE_URL: url })).toEqual([
        'ADS_BASE_URL must be without the version: remove /12 from its end',
      ])
      expect(faultsOf({ ...LIVE, ADS_BASE_URL: url.replace('12', 'v12') })).toEqual([])
    },
  )

  it("do not let everybody act as a user's money on a public host", () => {
    const live = { ...LIVE, ...USER }

    for (const HOST of ['0.0.0.0', '::', '10.0.0.5', 'ads.internal']) {
      expect(faultsOf({ ...live, HOST }).map((fault) => fault.split(' ')[0])).toEqual(['CLIENT_TOKENS'])
      expect(faultsOf({ ...live, HOST, OAUTH_ACCESS_TOKEN: '' }).map((fault) => fault.split(' ')[0])).toEqual([
        'OAUTH_ACCESS_TOKEN',
        'CLIENT_TOKENS',
      ])
      expect(faultsOf({ ...live, HOST, CLIENT_TOKENS: ' , ' })).toEqual([
        'CLIENT_TOKENS must be a comma-separated list of tokens',
      ])
      expect(faultsOf({ ...live, HOST, CLIENT_TOKENS: 'a' })).toEqual([])
    }
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(faultsOf({ ...live, HOST })).toEqual([])
    expect(faultsOf({ ...LIVE, HOST: '0.0.0.0' })).toEqual([])
  })

  it('name the form that a public URL has', () => {
    expect(faultsOf({ PUBLIC_URL: 'graph.example' })).toEqual([
      'PUBLIC_URL must be a URL such as https://graph.example',
    ])
  })

  it('have only tokens that a header can present', () => {
    expect(faultsOf({ CLIENT_TOKENS: 'one two', OPERATOR_TOKENS: 'one,zwö' })).toEqual([
      'CLIENT_TOKENS must have tokens without spaces, in ASCII: no header could present others',
      'OPERATOR_TOKENS must have tokens without spaces, in ASCII: no header could present others',
    ])
  })

  it.each([',', ' , ', ',,', ' '])('name a token or a secret if it is missing: %j', (list) => {
    expect(faultsOf({ CLIENT_TOKENS: list, OPERATOR_TOKENS: list, SESSION_SECRET: list })).toEqual([
      'CLIENT_TOKENS must be a comma-separated list of tokens',
      'OPERATOR_TOKENS must be a comma-separated list of tokens',
      'SESSION_SECRET must be a comma-separated list of secrets',
    ])
  })

  it('that are words are refused if they are blank', () => {
    expect(faultsOf({ HOST: ' ' })).toEqual(['HOST must not be blank'])
  })

  it('that are numbers are refused if they are blank, instead of read as 0', () => {
    const ports = ['METRICS_PORT', 'SANDBOX_PORT']
    const names = ['PORT', 'WORKERS', 'BULK_SHARE', 'BULK_CONCURRENCY', 'STOP_DELAY_MS', ...ports]
    const faults = faultsOf(Object.fromEntries(names.map((name) => [name, ' '])))

    expect(faults.map((fault) => fault.split(' must be ')[0])).toEqual(names)
    expect(readConfig({ PORT: ' 4001 ' }).PORT).toBe(4001)
  })

  it('that are ports can be 0, a free one, except for the metrics, whose port nothing tells', () => {
    expect(readConfig({ PORT: '0', SANDBOX_PORT: '0' })).toMatchObject({ PORT: 0, SANDBOX_PORT: 0 })
    expect(faultsOf({ METRICS_PORT: '0' })).toEqual(['METRICS_PORT must be a port, 1 to 65535'])
  })

  it('of the guards are refused by name, each with the values that it accepts', () => {
    const counts = ['MAX_CALLS', 'MAX_ROWS', 'MAX_OPERATIONS', 'MAX_MEMORY_BYTES']
    for (const bad of ['0', '-1', '1.5', 'many']) {
      for (const name of counts)
        expect(faultsOf({ [name]: bad })).toEqual([`${name} must be a whole number, 1 or more`])
    }
    // A timer with the sum of several longer times would end at once, and a date that far ahead would be none.
    for (const [name, least, most] of [
      ['OPERATION_TIMEOUT_MS', 1, 86_400_000],
      ['REDIS_TIMEOUT_MS', 1, 86_400_000],
      ['STOP_DELAY_MS', 0, 86_400_000],
      ['SESSION_MAX_AGE_MS', 1, 315_360_000_000],
      ['BULK_MAX_AGE_MS', 1, 315_360_000_000],
    ] as const) {
      for (const time of [least, most]) expect(readConfig({ [name]: String(time) })[name]).toBe(time)
      for (const bad of [String(least - 1), '1.5', 'many', String(most + 1)])
        expect(faultsOf({ [name]: bad })).toEqual([`${name} must be a number of milliseconds, ${least} to ${most}`])
    }
    expect(faultsOf({ INTROSPECTION: 'no' })).toEqual(['INTROSPECTION must be true or false'])
    for (const origin of [
      'tools.example',
      'https://tools.example/',
      'https://tools.example/path',
      'https://a.example,b',
      'https://user@a.example',
      'capacitor://',
      'capacitor://localhost/page',
    ])
      expect(faultsOf({ CORS_ORIGINS: origin })).toEqual([
        'CORS_ORIGINS must be a comma-separated list of origins such as https://tools.example, or *',
      ])
    const apps = ['capacitor://localhost', 'tauri://localhost', 'chrome-extension://abcdefgh']
    expect(readConfig({ CORS_ORIGINS: apps.join(',') }).CORS_ORIGINS).toEqual(apps)
    for (const file of ['nowhere.json', 'README.md', 'package.json'])
      expect(faultsOf({ TRUSTED_DOCUMENTS: file })).toEqual([
        'TRUSTED_DOCUMENTS must be the path of a JSON file that maps ids to documents, or to objects with `document` and `maxCalls`',
      ])
    expect(faultsOf({ TRUSTED_DOCUMENTS_ONLY: 'true' })).toEqual([
      'TRUSTED_DOCUMENTS is required with TRUSTED_DOCUMENTS_ONLY: without it, every operation would be refused',
    ])
    expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318',
    ])
  })

  it.each([
    ['ADS_BASEURL', 'ADS_BASE_URL'],
    ['ads_base_url', 'ADS_BASE_URL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['SESSION_SECRETS', 'SESSION_SECRET'],
    ['CLIENT_TOKEN', 'CLIENT_TOKENS'],
    ['MAX_OPERATION', 'MAX_OPERATIONS'],
    ['OAUTH_ACCES_TOKEN', 'OAUTH_ACCESS_TOKEN'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('are reported if their name is misspelt: %s', (name, meant) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name} is not a setting: rename it to ${meant}, or unset it`])
  })

  it('are not confused with variables of other programs, nor with unset ones', () => {
    const others = {
      PRT: '1',
      WORKER: '2',
      MAX_ROW: '1',
      MAX_DEPTH: '30',
      HOSTNAME: 'h',
      PORTS: '1',
      HOSTS: 'h',
      REDIS_HOST: 'r',
      ADS_BASEURL: '',
      npm_config_cache: 'c',
    }
    expect(faultsOf(others)).toEqual([])
  })

  it('of the sandbox name each rule of SANDBOX_FAULTS that is wrong, together with other faults', () => {
    const rules = JSON.stringify([{ fault: { kind: 'explode' } }, { fault: { kind: 'latency', ms: 'long' } }])
    const faults = faultsOf({ SANDBOX_FAULTS: rules, PORT: 'web' })

    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'SANDBOX_FAULTS', 'SANDBOX_FAULTS'])
    expect(faults[1]).toMatch(/rule\.fault\.kind must be one of latency, status, /)
    expect(faults[2]).toMatch(/rule\.fault\.ms must be a number/)
    expect(faultsOf({ SANDBOX_FAULTS: '{}' })).toEqual(['SANDBOX_FAULTS must be a JSON list of fault rules'])
    expect(faultsOf({ SANDBOX_FAULTS: '[{"fault":{"kind":"unavailable"}}]' })).toEqual([])
  })

  it('let a server that others reach serve for 5 s after SIGTERM, until proxies have noticed, and a local one stop at once', () => {
    const delayOf = (settings: Record<string, string>) => serverSettings(readConfig(settings)).stopDelayMs

    expect([delayOf({}), delayOf({ HOST: 'localhost' }), delayOf({ HOST: '0.0.0.0' })]).toEqual([0, 0, 5_000])
    expect(delayOf({ HOST: '0.0.0.0', STOP_DELAY_MS: '0' })).toBe(0)
    expect(delayOf({ STOP_DELAY_MS: '10' })).toBe(10)
  })
})
