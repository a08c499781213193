#!/usr/bin/env -S node --min-semi-space-size=16 --max-semi-space-size=32 --no-allocation-site-pretenuring --no-memory-reducer --v8-pool-size=1
// The V8 options trade memory for speed; bench/README.md gives the reasons and the measurements.
import cluster from 'node:cluster'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { clientSettings, type Config, ConfigError, readConfig, serverSettings } from './config.ts'
import type { FaultRule, Sandbox } from '#sandbox/index'
import { wrongInRule } from '#sandbox/fault/check'
import type { Application } from './server/auth/session.ts'
import type { Server } from './server/index.ts'
import type { Logger } from './server/observe/log.ts'
import type { ShareMetrics } from './server/observe/metrics.ts'
import type { WorkerSetup } from './server/workers/functions.ts'
import type { Workers } from './server/workers/primary.ts'
import type { SharedState } from './state/memory.ts'

// Commands import what they need when they run. The sandbox and telemetry are imported only if they are configured.

const USAGE = `Usage: adgraph <command>

  start     serve the graph; over the embedded sandbox unless ADS_BASE_URL is set
  sandbox   serve the sandbox of the REST interfaces alone
  login     sign a user in with a PIN, and print a token to call the graph with
  explain   print the plan of each operation in files, without a network: explain FILE… [--variables FILE]
            [--assume FIELD=N] [--max-calls N] [--json]
  schema    print the graph's SDL; with --federation, the SDL of the subgraph that a gateway composes

Settings are environment variables; docs/running.md lists them.
`

/** The sandbox's port when it is served alone. */
const SANDBOX_PORT = 4001

/** The first query in GraphiQL over a service whose accounts are not known in advance. */
const FIRST_QUERY = `{
  accounts(first: 5) {
    nodes { id name timezone }
  }
}
`

/** The time that a person has to authorize the application and to enter the PIN. */
const LOGIN_MS = 10 * 60_000

/** The time that a worker has to stop beyond that of its operations, before it is killed. */
const STOP_MARGIN_MS = 10_000

const LISTEN_FAULTS: Record<string, string> = {
  EADDRINUSE: 'is in use by another process: stop it, or set PORT (METRICS_PORT, SANDBOX_PORT) to another port',
  EACCES: 'needs more privileges than this process has: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST to 127.0.0.1, to 0.0.0.0, or to one of its addresses',
  ENOTFOUND: 'is not a host name that this machine can resolve: set HOST to an address of this machine',
}

// The reader of a pipe, such as `head`, can close it before everything has been printed.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const [command, ...rest] = process.argv.slice(2)

/** Whether `adgraph start` has started this process as one of its workers, and not another program that uses node:cluster. */
const isWorker = command === 'worker' && cluster.isWorker

try {
  await run(command)
} catch (error) {
  const fault = error instanceof ConfigError ? error.message : listenFault(error)
  if (fault === undefined) throw error
  if (isWorker) {
    const { reportFault } = await import('./server/workers/worker.ts')
    await reportFault(fault)
    process.exit(1)
  }
  process.stderr.write(`Adgraph cannot start with this configuration:\n${fault.replace(/^/gm, '  ')}\n`)
  // The embedded sandbox, if it has started, must not keep the process alive.
  process.exit(1)
}

async function run(command: string | undefined): Promise<void> {
  if (command === 'explain') return explainFiles(rest)
  const federation = command === 'schema' && rest[0] === '--federation'
  if (rest.length > (federation ? 1 : 0)) return refuse(`adgraph ${command} does not take ${rest.join(' ')}`)
  switch (command) {
    case 'start':
      return start(settings())
    case 'worker':
      return isWorker ? serveAsWorker(settings()) : refuse('A worker is started by adgraph start, with WORKERS')
    case 'sandbox':
      return serveSandbox(settings())
    case 'login':
      return login(settings())
    case 'schema':
      return printSchema(federation)
    case undefined:
    case '--help':
    case 'help':
      process.stdout.write(USAGE)
      return undefined
    default:
      return refuse(`There is no command ${command}`)
  }
}

/** Reads the settings. Throws a ConfigError that lists every fault. */
function settings(): Config {
  return readConfig(undefined, wrongInRule)
}

/** A message for an address that cannot be listened on; undefined for any other error. */
function listenFault(error: unknown): string | undefined {
  const { syscall, code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  // Workers share an address by binding it in the primary process.
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) return undefined
  const what = LISTEN_FAULTS[code ?? ''] ?? `cannot be listened on (${code})`
  return `${address ?? 'HOST'}${port === undefined ? '' : ` port ${port}`} ${what}`
}

async function printSchema(federation: boolean): Promise<void> {
  const { schema } = await import('./schema/index.ts')
  const { schemaSdl } = await import('./schema/directive.ts')
  const { subgraphSdl } = await import('./schema/root/federation.ts')
  process.stdout.write(`${federation ? subgraphSdl(schema) : schemaSdl(schema)}\n`)
}

/** Prints the plans of the operations in files. Exit code 1 for an invalid document or more calls than `--max-calls`. */
async function explainFiles(given: readonly string[]): Promise<void> {
  const asked = argumentsOf(given)
  if (typeof asked === 'string') return refuse(asked)
  const { explain, messageOf, tableOf, tooManyCalls } = await import('./explain.ts')
  const { schema } = await import('./schema/index.ts')
  const { limits } = serverSettings(settings())
  try {
    const variables = asked.variables === undefined ? {} : readVariables(asked.variables)
    const explained = explain(schema, { ...asked, variables }, limits)
    const text = asked.json ? JSON.stringify(explained, null, 2) : explained.map(tableOf).join('\n\n')
    process.stdout.write(`${text}\n`)
    for (const each of explained) {
      const fault = asked.maxCalls === undefined ? undefined : tooManyCalls(each, asked.maxCalls)
      if (fault === undefined) continue
      process.stderr.write(`${fault}\n`)
      process.exitCode = 1
    }
  } catch (error) {
    const message = messageOf(error)
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** The arguments of `adgraph explain`, or what is wrong with them. */
function argumentsOf(given: readonly string[]) {
  const files: string[] = []
  const assumed = new Map<string, number>()
  let [variables, maxCalls, json]: [string | undefined, number | undefined, boolean] = [undefined, undefined, false]
  const left = [...given]
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    if (argument === '--json') json = true
    else if (!argument.startsWith('--')) files.push(argument)
    else {
      const value = left.shift()
      const [, field, rows] = /^([^=]+)=(\d+)$/.exec(value ?? '') ?? []
      if (argument === '--variables' && value !== undefined) variables = value
      else if (argument === '--max-calls' && /^\d+$/.test(value ?? '')) maxCalls = Number(value)
      else if (argument === '--assume' && field !== undefined) assumed.set(field, Number(rows))
      else return `adgraph explain does not take ${argument} ${value ?? ''}`.trimEnd()
    }
  }
  if (files.length === 0) return 'adgraph explain needs a file'
  return { files, assumed, variables, maxCalls, json }
}

/** The variables in a JSON file. Throws a ConfigError if it has none. */
function readVariables(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // The message below describes the form that the file must have.
  }
  throw new ConfigError(`--variables must be the path of a JSON file with an object: ${file} is not`)
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n\n${USAGE}`)
  process.exitCode = 2
}

async function start(config: Config): Promise<void> {
  const { createLog } = await import('./server/observe/log.ts')
  const log = createLog(config.LOG_LEVEL)
  const sandbox = config.ADS_BASE_URL === undefined ? await openSandbox(config, config.SANDBOX_PORT) : undefined
  const setup = await setupOf(config, sandbox)
  const served = config.WORKERS > 1 ? await serveByWorkers(config, setup, log) : await serve(config, { setup, log })
  logUnhandled(log)
  // Workers accept requests before all of them do.
  onStopSignal(async () => {
    log.info('stopping')
    await served.stop()
    await sandbox?.close()
  })
  const url = await served.url
  const by = config.WORKERS > 1 ? ` with ${config.WORKERS} worker processes` : ''
  log.info({ url, over: config.ADS_BASE_URL ?? 'the embedded sandbox' }, `Adgraph serves ${url}${by}`)
}

/** What is made once, even if several processes serve the graph. */
async function setupOf(config: Config, sandbox: Sandbox | undefined): Promise<WorkerSetup> {
  return {
    sandbox: sandbox && { url: sandbox.url, credentials: sandbox.credentials },
    // The sandbox's users need no session that outlives the process.
    secrets: config.SESSION_SECRET ?? (sandbox && [randomBytes(32).toString('hex')]),
    firstQuery: sandbox ? await demoQuery() : FIRST_QUERY,
  }
}

/** Starts to serve the graph by workers, which run this program with the same settings. */
async function serveByWorkers(config: Config, setup: WorkerSetup, log: Logger): Promise<Workers> {
  const { startWorkers } = await import('./server/workers/primary.ts')
  const { stopDelayMs } = serverSettings(config)
  return startWorkers({
    count: config.WORKERS,
    setup,
    faultOf: (message) => new ConfigError(message),
    stopTimeoutMs: stopDelayMs + config.OPERATION_TIMEOUT_MS + STOP_MARGIN_MS,
    log,
  })
}

/** Serves the graph as one of several workers. */
async function serveAsWorker(config: Config): Promise<void> {
  const { createLog } = await import('./server/observe/log.ts')
  const { connectPrimary } = await import('./server/workers/worker.ts')
  const primary = await connectPrimary()
  const { id, setup, state: own, shareMetrics } = primary
  const log = createLog(config.LOG_LEVEL).child({ worker: id })
  let allServe = false
  const serving = serve(config, { setup, own, shareMetrics, allServe: () => allServe, log })
  logUnhandled(log)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= serving.then((server) => server.stop()))
  primary.onStop(() => void stop().then(() => process.exit(0)))
  onStopSignal(stop)
  const { url } = await serving
  await primary.serves(url)
  allServe = true
}

/** What a process that serves the graph is given by the one that started it. */
interface Surroundings {
  setup: WorkerSetup
  /** The state that the workers of this instance share. Defaults to the memory of this process. */
  own?: SharedState
  shareMetrics?: ShareMetrics
  /** Whether the other workers of this instance have begun to serve. Defaults to true. */
  allServe?: () => boolean
  log: Logger
}

/** Serves the graph in this process. */
async function serve(config: Config, { setup, own, shareMetrics, allServe, log }: Surroundings): Promise<Server> {
  const { startServer } = await import('./server/index.ts')
  const { createClient } = await import('./rest/client.ts')
  const { schema } = await import('./schema/index.ts')
  const { trustedDocuments } = serverSettings(config)
  if (trustedDocuments.documents.size > 0) {
    const { budgetFaults } = await import('./server/document/trusted-documents.ts')
    const faults = budgetFaults(schema, trustedDocuments)
    if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  }
  const { sandbox, secrets, firstQuery } = setup
  const adsBaseUrl = config.ADS_BASE_URL ?? sandbox!.url
  const { REDIS_URL: url } = config
  const redis =
    url === undefined
      ? undefined
      : await (await import('./state/connect.ts')).connectState({ url, serviceUrl: adsBaseUrl, log }, own)
  const { store, referenceStore, rateLimiter } =
    redis?.state ?? own ?? (await import('./state/memory.ts')).createMemoryState()
  const telemetry =
    config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./server/observe/telemetry.ts')).startTelemetry()
  const server = await startServer({
    ...serverSettings(config),
    allowsLoopbackOrigins: sandbox !== undefined,
    host: config.HOST,
    port: config.PORT,
    schema,
    client: createClient({
      ...clientSettings(config, adsBaseUrl),
      environment: config.ADS_ENVIRONMENT ?? (sandbox ? 'sandbox' : 'production'),
      store,
      rateLimiter,
      onWarning: (message, details) => log.warn(details, message),
    }),
    store,
    referenceStore,
    observeRedis: redis?.observe,
    shareMetrics,
    allServe,
    application: sandbox?.credentials ?? applicationOf(config),
    tenant: { credentials: tenantCredentials(config, sandbox), clientTokens: config.CLIENT_TOKENS ?? [] },
    operatorTokens: config.OPERATOR_TOKENS,
    signIn: secrets && { secrets, maxAgeMs: config.SESSION_MAX_AGE_MS },
    operationTimeoutMs: config.OPERATION_TIMEOUT_MS,
    traceAlways: sandbox !== undefined,
    service: sandbox ? 'embedded sandbox' : (config.ADS_ENVIRONMENT ?? 'production'),
    firstQuery,
    telemetry,
    log,
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      redis?.close()
      await telemetry?.stop()
    },
  }
}

function logUnhandled(log: Logger): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
}

async function serveSandbox(config: Config): Promise<void> {
  const sandbox = await openSandbox(config, config.SANDBOX_PORT ?? SANDBOX_PORT)
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
  // These credentials are valid for the sandbox alone.
  process.stdout.write(
    `The sandbox serves ${sandbox.url}\n\n` +
      `ADS_BASE_URL=${sandbox.url} ADS_ENVIRONMENT=sandbox \\\n` +
      `OAUTH_CONSUMER_KEY=${consumerKey} OAUTH_CONSUMER_SECRET=${consumerSecret} \\\n` +
      `OAUTH_ACCESS_TOKEN=${accessToken} OAUTH_ACCESS_TOKEN_SECRET=${accessTokenSecret} adgraph start\n`,
  )
  onStopSignal(() => sandbox.close())
}

async function openSandbox(config: Config, port: number | undefined): Promise<Sandbox> {
  const { startSandbox } = await import('#sandbox/index')
  return startSandbox({
    host: config.SANDBOX_HOST,
    port: port ?? 0,
    seed: config.SANDBOX_SEED,
    faults: config.SANDBOX_FAULTS as FaultRule[] | undefined,
  })
}

function tenantCredentials(config: Config, sandbox: WorkerSetup['sandbox']) {
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
      'AUTH_BASE_URL (or ADS_BASE_URL) is required to log in: `adgraph sandbox` prints settings to try it with',
    config.OAUTH_CONSUMER_KEY === undefined && 'OAUTH_CONSUMER_KEY and OAUTH_CONSUMER_SECRET are required to log in',
    secrets === undefined && 'SESSION_SECRET is required to log in: set the same secret as the server',
  ].filter((message) => message !== false)
  if (authBaseUrl === undefined || secrets === undefined || missing.length > 0)
    throw new ConfigError(missing.join('\n'))

  const { createClient } = await import('./rest/client.ts')
  const { UpstreamError } = await import('./rest/errors.ts')
  const { signInByPin } = await import('./server/auth/pin.ts')
  const { sessionSeal } = await import('./server/auth/session.ts')
  const { createMemoryState } = await import('./state/memory.ts')
  const client = createClient({ adsBaseUrl: authBaseUrl, authBaseUrl, ...createMemoryState() })
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const rest = client.session({ credentials: applicationOf(config), deadline: Date.now() + LOGIN_MS })
    // Ctrl-C, Ctrl-D and the end of piped input give no PIN.
    const ended = once(lines, 'close').then(() => '')
    const user = await signInByPin(rest, async (authorizeUrl) => {
      const typed = lines
        .question(`Open this page and authorize the application:\n\n  ${authorizeUrl}\n\nPIN: `)
        .catch(() => '')
      return (await Promise.race([typed, ended])).trim()
    })
    if (!user) {
      process.stderr.write('\nNo PIN was entered\n')
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

/**
 * Runs `stop` at the first SIGTERM or SIGINT, then ends the process. A second signal ends it at once. A terminal sends
 * SIGINT to workers too, which stop when the primary process asks them to.
 */
function onStopSignal(stop: () => Promise<void>): void {
  if (isWorker) process.on('SIGINT', () => {})
  for (const signal of isWorker ? ['SIGTERM'] : ['SIGTERM', 'SIGINT'])
    process.once(signal, () => void stop().then(() => process.exit(0)))
}

/** The first query in GraphiQL over the sandbox: a tree that would take two thousand calls one by one. */
async function demoQuery(): Promise<string> {
  const { DEMO_ACCOUNT_ID } = await import('#sandbox/index')
  return `# One screen of an ads tool: campaigns, their line items, and what those promote to whom.
# Explain shows the calls that it needs, before anything is sent. Run it, then see in Trace what happened.
query CampaignScreen {
  account(id: "${DEMO_ACCOUNT_ID}") {
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
