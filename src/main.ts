import cluster from 'node:cluster'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { readText, readVariables, wholeNumber } from './command/argument.ts'
import { wrongRules } from './command/sandbox.ts'
import { ConfigError, readConfig, withoutAddress, type Config, type FaultsIn } from './config.ts'
import { EXTENSIONS } from './extension/index.ts'
import { VERSION } from './rest/wire/user-agent.ts'

// Commands import what they need when they run.

const LISTEN_FAULTS: Record<string, string> = {
  EADDRINUSE: 'is in use: set PORT, METRICS_PORT and SANDBOX_PORT to different ports that no other process has',
  EACCES: 'needs more privileges than this process has: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST to 127.0.0.1, to 0.0.0.0, or to one of its addresses',
  ENOTFOUND: 'is not a host name that this machine can resolve: set HOST to an address of this machine',
}

const DOCTOR = '`adgraph doctor` examines the settings and the way to the service.'

// What cannot be written does not end a server, whose log it is. The reader of a pipe, such as `head`, can close it before everything has
// been printed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return
  process.exitCode = 1
  process.stderr.write(`Standard output cannot be written: ${message}\n`)
})

const adgraph = new Command('adgraph')
  .description('One GraphQL graph over a REST ads interface.')
  .version(VERSION, '--version', 'print the version')
  .helpOption('-h, --help', 'describe the command and its options')
  .configureHelp({ showGlobalOptions: false })
  .addHelpText('after', '\nSettings are environment variables; docs/running.md lists them.')
  .showHelpAfterError()
  .exitOverride()

adgraph
  .command('start')
  .description('serve the graph; over the embedded sandbox unless ADS_BASE_URL is set')
  .action(async () => (await import('./command/start.ts')).start(settings(withoutAddress)))

adgraph
  .command('sandbox')
  .description('serve the sandbox of the REST interfaces alone')
  .action(async () => (await import('./command/sandbox.ts')).serveSandbox(settings()))

adgraph
  .command('login')
  .description('sign a user in with a PIN, and print a token to call the graph with')
  .action(async () => (await import('./command/login.ts')).login(settings))

adgraph
  .command('explain')
  .description('print the plan of each operation in files, without a network')
  .argument('<files...>', 'files with GraphQL documents')
  .option('--variables <file>', 'a JSON file with the values of variables', readVariables)
  .option(
    '--assume <field=n>',
    'the most rows of a list for each parent, by the path of its field; repeatable',
    assumed,
  )
  .option('--max-calls <n>', 'fail if an operation can make more calls', wholeNumber)
  .option(
    '--from <url>',
    'expect what a running server has read before; OPERATOR_TOKENS must have a token of it',
    serverUrl,
  )
  .option('--save <file>', 'write the statistics of --from to a file')
  .addOption(
    new Option('--statistics <file>', 'expect what saved statistics say, without a network')
      .argParser(readText)
      .conflicts('from'),
  )
  .option('--max-expected-calls <n>', 'fail if an operation is expected to make more calls', wholeNumber)
  .option('--json', 'print JSON')
  .action(async (files, options, command) => {
    // Not by the parser of the option, whose message repeats the URL.
    if (options.from?.username || options.from?.password)
      command.error('error: --from takes no credentials: set OPERATOR_TOKENS to a token of an operator of that server')
    if ('save' in options && !('from' in options)) command.error('error: --save needs --from <url>')
    if ('maxExpectedCalls' in options && !('from' in options || 'statistics' in options))
      command.error('error: --max-expected-calls needs --from <url> or --statistics <file>')
    await (await import('./command/explain.ts')).explainFiles(settings(), files, options)
  })

adgraph
  .command('vocabulary')
  .description('print a file for ADS_VOCABULARY with every word that may be mapped, and what it is used for')
  .action(async () => (await import('./command/vocabulary.ts')).printVocabulary())

adgraph
  .command('schema')
  .description("print the graph's SDL")
  .option('--federation', 'print the SDL of the subgraph that a gateway composes')
  .action(async (options) => (await import('./command/schema.ts')).printSchema(options))

for (const { commands } of EXTENSIONS) commands?.(adgraph, settings)

// How `adgraph start` starts its workers. Another program that uses node:cluster cannot be meant.
if (cluster.isWorker)
  adgraph
    .command('serve-as-worker', { hidden: true })
    .action(async () => (await import('./command/worker.ts')).serveAsWorker(settings()))

try {
  await adgraph.parseAsync()
} catch (error) {
  // The parser has printed the fault. Exit code 2 means wrong usage.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const fault =
    error instanceof ConfigError
      ? (await (await import('./command/fault.ts')).faultsOf(error)).join('\n')
      : listenFault(error)
  if (fault === undefined) {
    // Thrown, it would be logged where a command logs rejections, and the process would go on. Node.js would print its members too.
    const { stackOf } = await import('./server/observe/log.ts')
    process.stderr.write(`${stackOf(error)}\n`)
    process.exit(1)
  }
  if (cluster.isWorker) {
    const { reportFault } = await import('./server/workers/worker.ts')
    await reportFault(fault)
    process.exit(1)
  }
  process.stderr.write(`Adgraph cannot start with this configuration:\n${fault.replace(/^/gm, '  ')}\n\n${DOCTOR}\n`)
  // The embedded sandbox, if it has started, must not keep the process alive.
  process.exit(1)
}

/** Reads the settings. Throws a ConfigError that lists every fault. */
function settings(...faultsIn: FaultsIn[]): Config {
  return readConfig(undefined, wrongRules, ...faultsIn)
}

function serverUrl(given: string): URL {
  if (!/^https?:/.test(given) || !URL.canParse(given)) throw new InvalidArgumentError('It must be the URL of a server.')
  return new URL(given)
}

/** Adds the value of one `--assume` to those before. */
function assumed(given: string, before: ReadonlyMap<string, number> = new Map()): ReadonlyMap<string, number> {
  const [, field, rows] = /^([^=]+)=0*([1-9]\d*)$/.exec(given) ?? []
  if (field === undefined)
    throw new InvalidArgumentError('It must be the path of a list, = and a whole number above 0.')
  return new Map([...before, [field, Number(rows)]])
}

/** A message for an address that cannot be listened on; undefined for any other error. */
function listenFault(error: unknown): string | undefined {
  const { syscall, code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  // Workers share an address by binding it in the primary process.
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) return undefined
  const what = LISTEN_FAULTS[code ?? ''] ?? `cannot be listened on (${code})`
  return `${address ?? 'HOST'}${port === undefined ? '' : ` port ${port}`} ${what}`
}
