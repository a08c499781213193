#!/usr/bin/env node
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { ConfigError, readConfig, serverSettings, type Config } from './config.ts'
import { createClient } from './rest/client.ts'
import { UpstreamError } from './rest/errors.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type FaultRule, type Sandbox } from './sandbox/index.ts'
import { schemaSdl } from './schema/directive.ts'
import { subgraphSdl } from './schema/node/federation.ts'
import { schema } from './schema/index.ts'
import { startServer } from './server/index.ts'
import { createLog } from './server/observe/log.ts'
import { signInByPin } from './server/auth/pin.ts'
import { connectRedis } from './state/redis.ts'
import { sessionSeal, type Application } from './server/auth/session.ts'
import { createSharedState } from './state/index.ts'
import { startTelemetry } from './server/observe/telemetry.ts'

const USAGE = `Usage: adgraph <command>

  start     serve the graph; over the embedded sandbox unless ADS_BASE_URL is set
  sandbox   serve the sandbox of the REST interfaces alone
  login     sign a user in with a PIN, and print a token to call the graph with
  schema    print the graph's SDL; with --federation, the SDL of the subgraph that a gateway composes

Settings are environment variables; the README lists them.
`

/** The sandbox's port when it is served alone. */
const SANDBOX_PORT = 4001

/** What GraphiQL opens on over a service whose accounts are not known beforehand. */
const FIRST_QUERY = `{
  accounts(first: 5) {
    nodes { id name timezone }
  }
}
`

/** The time a person has to agree and to type the PIN. */
const LOGIN_MS = 10 * 60_000

const [command, ...rest] = process.argv.slice(2)

try {
  await run(command)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`These settings cannot be used:\n${error.message.replace(/^/gm, '  ')}\n`)
  process.exitCode = 1
}

async function run(command: string | undefined): Promise<void> {
  const federation = command === 'schema' && rest[0] === '--federation'
  if (rest.length > (federation ? 1 : 0)) return refuse(`adgraph ${command} does not take ${rest.join(' ')}`)
  switch (command) {
    case 'start':
      return start(readConfig())
    case 'sandbox':
      return serveSandbox(readConfig())
    case 'login':
      return login(readConfig())
    case 'schema':
      process.stdout.write(`${federation ? subgraphSdl(schema) : schemaSdl(schema)}\n`)
      return undefined
    case undefined:
    case '--help':
    case 'help':
      process.stdout.write(USAGE)
      return undefined
    default:
      return refuse(`There is no command ${command}`)
  }
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n\n${USAGE}`)
  process.exitCode = 2
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL)
  const sandbox = config.ADS_BASE_URL === undefined ? await openSandbox(config, config.SANDBOX_PORT) : undefined
  const adsBaseUrl = config.ADS_BASE_URL ?? sandbox!.url
  const redis = config.REDIS_URL
    ? await connectRedis({ url: config.REDIS_URL, serviceUrl: adsBaseUrl, log })
    : undefined
  const shared = redis && createSharedState(redis)
  // What is played on this machine needs no secret that outlives the process.
  const secrets = config.SESSION_SECRET ?? (sandbox && [randomBytes(32).toString('hex')])
  const stopTelemetry = config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : await startTelemetry()
  const server = await startServer({
    ...serverSettings(config),
    host: config.HOST,
    port: config.PORT,
    schema,
    client: createClient({
      adsBaseUrl,
      authBaseUrl: config.AUTH_BASE_URL ?? adsBaseUrl,
      environment: config.ADS_ENVIRONMENT ?? (sandbox ? 'sandbox' : 'production'),
      tokenPathSuffix: config.INVALIDATE_TOKEN_SUFFIX === 'none' ? '' : config.INVALIDATE_TOKEN_SUFFIX,
      store: shared?.store,
      rateLimiter: shared?.rateLimiter,
    }),
    store: shared?.store,
    referenceStore: shared?.referenceStore,
    application: sandbox?.credentials ?? applicationOf(config),
    tenant: { credentials: credentialsOf(config, sandbox), clientTokens: config.CLIENT_TOKENS ?? [] },
    operatorTokens: config.OPERATOR_TOKENS,
    signIn: secrets && { secrets, maxAgeMs: config.SESSION_MAX_AGE_MS, publicUrl: config.PUBLIC_URL },
    operationTimeoutMs: config.OPERATION_TIMEOUT_MS,
    referenceMaxAgeMs: config.REFERENCE_MAX_AGE_MS,
    traceAlways: sandbox !== undefined,
    firstQuery: sandbox ? demoQuery(DEMO_ACCOUNT_ID) : FIRST_QUERY,
    log,
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected and nobody handled it'))
  log.info({ url: server.url, over: config.ADS_BASE_URL ?? 'the embedded sandbox' }, `Adgraph serves ${server.url}`)
  onStopSignal(async () => {
    log.info('stopping')
    await server.stop()
    redis?.close()
    await stopTelemetry?.()
    await sandbox?.close()
  })
}

async function serveSandbox(config: Config): Promise<void> {
  const sandbox = await openSandbox(config, config.SANDBOX_PORT ?? SANDBOX_PORT)
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
  // The sandbox's credentials open nothing but the sandbox.
  process.stdout.write(
    `The sandbox serves ${sandbox.url}\n\n` +
      `ADS_BASE_URL=${sandbox.url} ADS_ENVIRONMENT=sandbox \\\n` +
      `OAUTH_CONSUMER_KEY=${consumerKey} OAUTH_CONSUMER_SECRET=${consumerSecret} \\\n` +
      `OAUTH_ACCESS_TOKEN=${accessToken} OAUTH_ACCESS_TOKEN_SECRET=${accessTokenSecret} adgraph start\n`,
  )
  onStopSignal(() => sandbox.close())
}

function openSandbox(config: Config, port: number | undefined): Promise<Sandbox> {
  return startSandbox({
    port: port ?? 0,
    seed: config.SANDBOX_SEED,
    faults: config.SANDBOX_FAULTS as FaultRule[] | undefined,
  })
}

function credentialsOf(config: Config, sandbox: Sandbox | undefined) {
  if (sandbox) return sandbox.credentials
  const { OAUTH_ACCESS_TOKEN, OAUTH_ACCESS_TOKEN_SECRET } = config
  if (OAUTH_ACCESS_TOKEN === undefined) return undefined
  return {
    ...applicationOf(config),
    accessToken: OAUTH_ACCESS_TOKEN,
    accessTokenSecret: OAUTH_ACCESS_TOKEN_SECRET!,
  }
}

function applicationOf({ OAUTH_CONSUMER_KEY, OAUTH_CONSUMER_SECRET }: Config): Application {
  return { consumerKey: OAUTH_CONSUMER_KEY!, consumerSecret: OAUTH_CONSUMER_SECRET! }
}

async function login(config: Config): Promise<void> {
  const { SESSION_SECRET: secrets, AUTH_BASE_URL: authBaseUrl = config.ADS_BASE_URL } = config
  const missing = [
    authBaseUrl === undefined &&
      'AUTH_BASE_URL (or ADS_BASE_URL) is needed to log in: `adgraph sandbox` prints settings to try it with',
    config.OAUTH_CONSUMER_KEY === undefined && 'OAUTH_CONSUMER_KEY and OAUTH_CONSUMER_SECRET are needed to log in',
    secrets === undefined && "SESSION_SECRET is needed to log in: the server's, which must open the token",
  ].filter((message) => message !== false)
  if (authBaseUrl === undefined || secrets === undefined || missing.length > 0)
    throw new ConfigError(missing.join('\n'))

  const client = createClient({ adsBaseUrl: authBaseUrl, authBaseUrl })
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const rest = client.session({ credentials: applicationOf(config), deadline: Date.now() + LOGIN_MS })
    // Ctrl-C, Ctrl-D and the end of what is piped in are no PIN.
    const ended = once(lines, 'close').then(() => '')
    const user = await signInByPin(rest, async (authorizeUrl) => {
      const typed = lines.question(`Open this page and agree:\n\n  ${authorizeUrl}\n\nPIN: `).catch(() => '')
      return (await Promise.race([typed, ended])).trim()
    })
    if (!user) {
      process.stderr.write('\nNo PIN was given\n')
      process.exitCode = 1
      return
    }
    const token = await sessionSeal(secrets).close({ id: randomUUID(), ...user }, config.SESSION_MAX_AGE_MS)
    process.stderr.write(`\nSigned in as ${user.screenName}. Send this as \`Authorization: Bearer …\`:\n\n`)
    process.stdout.write(`${token}\n`)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    process.stderr.write(`\nSigning in failed: ${error.message}\n`)
    process.exitCode = 1
  } finally {
    lines.close()
    await client.close()
  }
}

/** Runs once at the first SIGTERM or SIGINT. */
function onStopSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
}

/** What GraphiQL opens on over the sandbox: a tree that takes two thousand calls to fetch one by one. */
function demoQuery(account: string): string {
  return `# One screen of an ads tool: campaigns, their line items, and what those promote to whom.
# Run it, then look at extensions.upstream below the answer: so few calls were made.
{
  account(id: "${account}") {
    name
    campaigns(first: 50) {
      nodes {
        name
        entityStatus
        dailyBudgetAmountLocalMicro
        lineItems(first: 100) {
          nodes {
            name
            objective
            bidAmountLocalMicro
            promotedPosts(first: 10) { nodes { postId } }
            targetingCriteria(first: 50) { nodes { targetingType name } }
          }
        }
      }
    }
  }
}
`
}
