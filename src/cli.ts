#!/usr/bin/env node
import { printSchema } from 'graphql'
import { ConfigError, readConfig, type Config } from './config.ts'
import { createClient } from './rest/client.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type FaultRule, type Sandbox } from './sandbox/index.ts'
import { subgraphSdl } from './schema/federation.ts'
import { schema } from './schema/index.ts'
import { startServer } from './server/index.ts'
import { createLog } from './server/log.ts'

const USAGE = `Usage: adgraph <command>

  start     serve the graph; over the embedded sandbox unless ADS_BASE_URL is set
  sandbox   serve the sandbox of the REST interfaces alone
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
    case 'schema':
      process.stdout.write(`${federation ? subgraphSdl(schema) : printSchema(schema)}\n`)
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
  const server = await startServer({
    host: config.HOST,
    port: config.PORT,
    schema,
    client: createClient({
      adsBaseUrl,
      authBaseUrl: config.AUTH_BASE_URL ?? adsBaseUrl,
      environment: config.ADS_ENVIRONMENT ?? (sandbox ? 'sandbox' : 'production'),
    }),
    tenant: { credentials: credentialsOf(config, sandbox), clientTokens: config.CLIENT_TOKENS ?? [] },
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
  const { OAUTH_CONSUMER_KEY, OAUTH_CONSUMER_SECRET, OAUTH_ACCESS_TOKEN, OAUTH_ACCESS_TOKEN_SECRET } = config
  if (OAUTH_ACCESS_TOKEN === undefined) return undefined
  return {
    consumerKey: OAUTH_CONSUMER_KEY!,
    consumerSecret: OAUTH_CONSUMER_SECRET!,
    accessToken: OAUTH_ACCESS_TOKEN,
    accessTokenSecret: OAUTH_ACCESS_TOKEN_SECRET!,
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
