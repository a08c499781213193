import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_ACCOUNT_ID, type Sandbox } from '../sandbox/index.ts'
import { runCommand, runInTerminal, type CommandRun, tenantSettings } from './support/command.ts'
import { openGraph } from './support/graph.ts'
import { startSandbox } from './support/sandbox.ts'

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const running: CommandRun[] = []
let sandbox: Sandbox | undefined
afterEach(async () => {
  await Promise.all(running.splice(0).map((command) => command.stop()))
  await sandbox?.close()
})

function run(args: string[], settings: Record<string, string> = {}): CommandRun {
  const command = runCommand(args, settings)
  running.push(command)
  return command
}

async function ask(url: string, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  return { status: response.status, ...((await response.json()) as { data?: unknown; extensions?: object }) }
}

const SERVED = /"url":"([^"]+)"/

describe('adgraph start', () => {
  it('serves another service than the embedded sandbox by its base URL and credentials alone', async () => {
    sandbox = await startSandbox()
    const command = run(['start'], {
      PORT: '0',
      ...tenantSettings(sandbox.url, sandbox.credentials),
      CLIENT_TOKENS: 'a-client-token',
    })
    const [, url] = await command.printed(SERVED)
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }`

    expect(await ask(url!, query)).toMatchObject({ status: 401 })
    expect(await ask(url!, query, { authorization: 'Bearer a-client-token' })).toEqual({
      status: 200,
      data: { account: { name: 'Tidewater Outfitters' } },
    })
    // The start asks once whether the credentials are accepted, before the server answers.
    expect(sandbox.requests.map(({ path, status }) => `${status} ${path}`)).toEqual([
      '403 /12/accounts/0',
      `200 /12/accounts/${DEMO_ACCOUNT_ID}`,
    ])
    expect(await command.stop()).toBe(0)
    const { consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
    for (const secret of [consumerSecret, accessToken, accessTokenSecret, 'a-client-token'])
      expect(command.output()).not.toContain(secret)
  })

  it('reports every fault of its settings and of what they name together, as `adgraph doctor` does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adgraph-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = (name: string, content: object) => {
      writeFileSync(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const settings = {
      SPEND_LIMITS: file('limits.json', { limits: [{ accounts: ['*'], dailyBudget: 5 }] }),
      TRUSTED_DOCUMENTS: file('documents.json', { a: '{ nope }' }),
      ADS_VOCABULARY: file('words.json', { columns: { id: '' } }),
      ADS_RECORD: folder,
      SANDBOX_FAULTS: '[{"fault":{"kind":"unavailable"},"match":{"path":"nowhere"}}]',
    }
    const named = Object.keys(settings).toSorted()
    const started = run(['start'], { PORT: 'web', ...settings })
    const [examined, wrong] = [run(['doctor'], settings), run(['doctor'], { PORT: 'web', ...settings })]
    const namesIn = async (command: CommandRun, pattern: RegExp) => {
      expect(await command.exited).toBe(1)
      return [...new Set([...command.output().matchAll(pattern)].map(([, name = '']) => name))].toSorted()
    }

    expect(await namesIn(started, /^ {2}([A-Z_]+)/gm)).toEqual(['PORT', ...named].toSorted())
    expect(await namesIn(examined, /^failed +Settings: ([A-Z_]+)/gm)).toEqual(named)
    expect(await namesIn(wrong, /^failed +Settings: ([A-Z_]+)/gm)).toEqual(['PORT', ...named].toSorted())
    expect(started.output()).not.toMatch(/Error:|\n\s+at /)
  })

  it('reports every fault of its settings and of the file of SPEND_LIMITS together, and serves nothing', async () => {
    const command = run(['start'], {
      PORT: 'web',
      HOST: '0.0.0.0',
      ADS_BASE_URL: 'https://ads.example',
      OAUTH_CONSUMER_KEY: 'k',
      OAUTH_CONSUMER_SECRET: 'sesame',
      OAUTH_ACCESS_TOKEN: 'sesame',
      SPEND_LIMITS: 'package.json',
    })

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(/^Adgraph cannot start with this configuration:\n/)
    for (const name of ['PORT', 'OAUTH_ACCESS_TOKEN_SECRET', 'CLIENT_TOKENS', 'SPEND_LIMITS: limits'])
      expect(command.output()).toContain(`  ${name} `)
    expect(command.output()).not.toMatch(/sesame|\n\s+at /)
  })
})

describe('adgraph start with credentials that the service does not accept', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'of its user',
      { OAUTH_ACCESS_TOKEN_SECRET: 'not-its-secret' },
      'OAUTH_CONSUMER_KEY, OAUTH_ACCESS_TOKEN or their secrets',
    ],
    [
      'of its application',
      { OAUTH_ACCESS_TOKEN: '', OAUTH_ACCESS_TOKEN_SECRET: '', OAUTH_CONSUMER_SECRET: 'no' },
      'OAUTH_CONSUMER_KEY or its secret',
    ],
  ])('serves, and warns with the next step: %s', async (_what, wrong, names) => {
    sandbox = await startSandbox({ now: undefined })
    const command = run(['start'], {
      PORT: '0',
      ...tenantSettings(sandbox.url, sandbox.credentials),
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      ...wrong,
    })
    await command.printed(SERVED)
    const [line = ''] = await command.printed(/^.*does not accept.*$/m)

    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: `The service does not accept ${names}. \`adgraph doctor\` says which of them, and what to do`,
    })
    expect(sandbox.requests).toHaveLength(1)
  })
})

describe('adgraph on a Node.js that is too old', () => {
  it.each(['18.20.8', '20.18.3'])('says in a sentence that it needs a newer one: %s', async (version) => {
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    const preload = `data:text/javascript,${versions};Object.defineProperty(process, 'version', { value: 'v${version}' })`
    const { stderr, status } = spawnSync(process.execPath, ['--import', preload, '--import', 'tsx', 'src/cli.ts'], {
      encoding: 'utf8',
    })

    expect([status, stderr]).toEqual([
      1,
      `Adgraph needs Node.js 20.19 or later; this is v${version}. Install a newer one: https://nodejs.org\n`,
    ])
  })

  it('is noticed before anything is imported, by syntax that an old one reads', () => {
    const [code = '', imports] = readFileSync('src/cli.ts', 'utf8').split(/^void import/m)

    expect(imports).toBe("('./main.ts')\n")
    expect(code).not.toMatch(/^import |\?\?|\?\.|\bawait\b|\bexport\b/m)
  })
})

describe('npm start', () => {
  const check = resolve('release/check-build.js')

  it('says that a build is needed if there is none, or if the sources are newer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adgraph-build-'))
    const run = () => spawnSync(process.execPath, [check], { cwd: folder, encoding: 'utf8' })
    const write = (file: string, time: number) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), '')
      utimesSync(join(folder, file), time, time)
    }
    write('src/rest/client.ts', 2_000)
    write('sandbox/test/of-the-sandbox.test.ts', 9_000)
    const unbuilt = run()
    write('dist/cli.js', 1_000)
    const old = run()
    write('dist/cli.js', 3_000)
    const built = run()
    rmSync(folder, { recursive: true })

    expect([unbuilt.status, unbuilt.stderr]).toEqual([
      1,
      'Adgraph has not been built: run `npm run build`, then start it again.\n',
    ])
    expect([old.status, old.stderr]).toEqual([
      0,
      'The sources have changed since Adgraph was built: run `npm run build` to serve the changes.\n',
    ])
    expect([built.status, built.stderr]).toEqual([0, ''])
  })
})

describe('adgraph start with a wrong configuration', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a misspelt setting',
      { ADS_BASEURL: 'https://ads.example' },
      /ADS_BASEURL is not a setting: rename it to ADS_BASE_URL/,
    ],
    [
      'a fault that matches nothing',
      { SANDBOX_FAULTS: '[{"fault":{"kind":"unavailable"},"match":{"path":"accounts/:account_id/campaign"}}]' },
      /SANDBOX_FAULTS has a rule that matches nothing: .+ Did you mean accounts\/:account_id\/campaigns\?/,
    ],
    ['an unknown kind of fault', { SANDBOX_FAULTS: '[{"fault":{"kind":"explode"}}]' }, /kind must be one of latency/],
    ['a host that is not its own', { HOST: '192.0.2.1' }, /192\.0\.2\.1.* is not an address of this machine: set HOST/],
  ])('says so in a sentence, and does not serve the sandbox instead: %s', async (_what, settings, said) => {
    const command = run(['start'], { PORT: '0', ...settings })

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(said)
    expect(command.output()).not.toMatch(/\n\s+at |serves/)
  })

  it.each(['PORT', 'METRICS_PORT', 'SANDBOX_PORT'])('reports that its %s is in use', async (name) => {
    const taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const command = run(['start'], { PORT: '0', [name]: String(port) })

    expect(await command.exited).toBe(1)
    taken.close()
    expect(command.output()).toContain(`127.0.0.1 port ${port} is in use: set PORT`)
    expect(command.output()).not.toMatch(/\n\s+at |serves/)
  })

  it('does not blame another process for two of its ports that are the same', async () => {
    const command = run(['start'], { PORT: '4885', METRICS_PORT: '4885' })

    expect(await command.exited).toBe(1)
    expect(command.output()).toContain(
      '127.0.0.1 port 4885 is in use: set PORT, METRICS_PORT and SANDBOX_PORT to different ports',
    )
  })
})

describe('a command that needs other settings', () => {
  const service = { ADS_BASE_URL: 'https://ads.example', OAUTH_CONSUMER_KEY: 'k', OAUTH_CONSUMER_SECRET: 's' }
  it.each<[string[], Record<string, string>, string[]]>([
    [['start'], { ADS_RECORD: 'recording', WORKERS: '2' }, ['REDIS_URL', 'ADS_RECORD']],
    [['worker'], { BULK_CONCURRENCY: '0' }, ['REDIS_URL', 'BULK_DIR', 'ADS_BASE_URL', 'BULK_CONCURRENCY']],
    [['mcp'], { ...service, MCP: 'off' }, ['OAUTH_ACCESS_TOKEN', 'MCP']],
    [['login'], {}, ['AUTH_BASE_URL', 'OAUTH_CONSUMER_KEY', 'SESSION_SECRET']],
    [['export', 'package.json', '--out', 'out'], service, ['OAUTH_ACCESS_TOKEN']],
    // The embedded sandbox would be served in the place of a service whose address is empty.
    ...[['start'], ['mcp'], ['export', 'package.json', '--out', 'out']].map(
      (args): [string[], Record<string, string>, string[]] => [
        args,
        { ...service, ADS_BASE_URL: '' },
        ['ADS_BASE_URL'],
      ],
    ),
    [['start'], { AUTH_BASE_URL: 'https://ads.example' }, ['ADS_BASE_URL']],
    [['start'], { HOST: '0.0.0.0', OAUTH_ACCESS_TOKEN: 't', OAUTH_ACCESS_TOKEN_SECRET: 's' }, ['ADS_BASE_URL']],
  ])('reports every fault together, its own last: %j', async (args, settings, names) => {
    const command = run(args, { PORT: 'web', ...settings })

    expect(await command.exited).toBe(1)
    expect(command.output().match(/(?<=^ {2})[A-Z_]+/gm)).toEqual(['PORT', ...names])
    expect(command.output()).not.toMatch(/\n\s+at /)
  })
})

describe('adgraph login', () => {
  const SESSION_SECRET = 'a-secret-that-is-long-enough-for-it'

  /** The command in a terminal, and the PIN that the service shows to the user who agrees. */
  async function begin(): Promise<{ command: CommandRun; pin: string; upstream: Sandbox }> {
    sandbox = await startSandbox()
    const { consumerKey, consumerSecret } = sandbox.credentials
    const command = runInTerminal(['login'], {
      AUTH_BASE_URL: sandbox.url,
      OAUTH_CONSUMER_KEY: consumerKey,
      OAUTH_CONSUMER_SECRET: consumerSecret,
      SESSION_SECRET,
    })
    running.push(command)
    const [, page] = await command.printed(/(http:\S+)\s+PIN: /)
    const token = new URL(page!).searchParams.get('oauth_token')!
    const agreed = await fetch(`${sandbox.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ oauth_token: token, user_id: '1000000002' }),
    })
    return { command, pin: /id="pin">(\d{7})</.exec(await agreed.text())![1]!, upstream: sandbox }
  }

  it('takes a PIN in a terminal, and prints a token that every server with the same secret takes', async () => {
    const { command, pin, upstream } = await begin()
    command.type(` ${pin} `)
    // The name goes to one stream and the token to the other: either can come first.
    await command.printed(/Signed in as colleague/)
    const [, token] = await command.printed(/^(ey[\w-]+(?:\.[\w-]*){4})$/m)

    expect(await command.exited).toBe(0)
    const graph = await openGraph(upstream.url, {
      credentials: upstream.credentials,
      tenant: { credentials: undefined, clientTokens: [] },
      signIn: { secrets: [SESSION_SECRET], maxAgeMs: 3_600_000 },
    })
    const { data } = await graph.query('{ accounts { totalCount } }', {}, { authorization: `Bearer ${token}` })
    await graph.close()
    expect(data).toEqual({ accounts: { totalCount: 1 } })
    expect(upstream.requests.map(({ path, status }) => [path, status]).slice(0, 3)).toEqual([
      ['/oauth/request_token', 200],
      ['/oauth/authorize', 200],
      ['/oauth/access_token', 200],
    ])
  })

  it.each([
    ['a wrong PIN', '0000000', /Signing in failed: /],
    ['Ctrl-D', '\u0004', /No PIN was entered/],
  ])('says that it failed with %s, and prints no token', async (_what, typed, said) => {
    const { command } = await begin()
    command.type(typed)

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(said)
    expect(command.output()).not.toMatch(/Signed in|\n\s+at |unsettled/)
  })
})

describe('the output of a command', () => {
  it.each([
    ['schema', []],
    ['schema', ['--federation']],
    ['explain', ['examples/queries/whole-tree.graphql', '--json']],
    ['help', []],
  ])('can be closed by its reader before it ends: %s %j', async (name, args) => {
    const command = run([name, ...args])
    const errors: Buffer[] = []
    command.process.stderr!.on('data', (chunk: Buffer) => errors.push(chunk))
    command.process.stdout!.destroy()
    const code = await command.exited

    expect([code, Buffer.concat(errors).toString()]).toEqual([0, ''])
  })

  it('can have its errors closed too', async () => {
    const command = run(['launch'])
    command.process.stderr!.destroy()

    expect(await command.exited).toBe(2)
    expect(command.output()).toBe('')
  })
})

describe('adgraph schema', () => {
  it('prints schema.graphql', async () => {
    const command = run(['schema'])

    expect(await command.exited).toBe(0)
    expect(command.output()).toBe(readFileSync('schema.graphql', 'utf8'))
  })
})

describe('adgraph', () => {
  it.each([
    [['launch'], /error: unknown command 'launch'[\s\S]*Usage: adgraph /],
    [['start', 'now'], /error: too many arguments for 'start'[\s\S]*Usage: adgraph start/],
    [['explain'], /error: missing required argument 'files'[\s\S]*Usage: adgraph explain/],
    [['explain', 'a.graphql', '--max-call=5'], /error: unknown option '--max-call=5'\n\(Did you mean --max-calls\?\)/],
    [
      ['explain', 'a.graphql', '--max-calls=few'],
      /'--max-calls <n>' argument 'few' is invalid. It must be a whole number/,
    ],
    [['explain', 'a.graphql', '--assume', 'campaigns'], /'campaigns' is invalid. It must be the path of a list/],
    [
      ['explain', 'a.graphql', '--variables', 'none.json'],
      /'none.json' is invalid. It must be a file that can be read/,
    ],
    [
      ['explain', 'a.graphql', '--variables', 'README.md'],
      /'README.md' is invalid. It must be the path of a JSON file/,
    ],
    [
      ['explain', 'a.graphql', '--statistics', 'none.json'],
      /'none.json' is invalid. It must be a file that can be read/,
    ],
    [
      ['explain', 'a.graphql', '--from', 'localhost:4000'],
      /'localhost:4000' is invalid. It must be the URL of a server/,
    ],
    [['explain', 'a.graphql', '--save', 'saved.json'], /^error: --save needs --from <url>$/m],
    [
      ['explain', 'a.graphql', '--max-expected-calls', '5'],
      /^error: --max-expected-calls needs --from <url> or --statistics <file>$/m,
    ],
    [
      ['explain', 'a.graphql', '--from', 'http://user:hunter2@127.0.0.1:1'],
      /^error: --from takes no credentials: set OPERATOR_TOKENS to a token of an operator of that server\n(?![^]*hunter2)/,
    ],
    [
      ['explain', 'a.graphql', '--from', 'http://127.0.0.1:1', '--statistics', 'package.json'],
      /^error: option '--statistics <file>' cannot be used with option '--from <url>'$/m,
    ],
    [
      ['export', 'none.graphql', '--out', 'x'],
      /'none.graphql' is invalid for argument 'file'. It must be a file that can be read/,
    ],
    [['export', 'README.md', '--out', 'x', '--format', 'xml'], /'xml' is invalid. Allowed choices are ndjson, csv/],
  ])('refuses %j, and says what it takes', async (args, said) => {
    const command = run(args)

    expect(await command.exited).toBe(2)
    expect(command.output()).toMatch(said)
    expect(command.output()).toMatch(/^error: [^]*\n\nUsage: adgraph /)
    expect(command.output()).not.toMatch(/configuration|doctor examines|\n\s+at /)
  })

  it('prints its version, and what each command does', async () => {
    const [version, help, ofExplain] = [run(['--version']), run(['--help']), run(['explain', '--help'])]

    expect(await Promise.all([version, help, ofExplain].map(({ exited }) => exited))).toEqual([0, 0, 0])
    expect(version.output()).toBe(`${PACKAGE.version}\n`)
    for (const name of ['start', 'sandbox', 'login', 'explain', 'schema'])
      expect(help.output()).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(help.output()).not.toContain('serve-as-worker')
    expect(ofExplain.output()).toMatch(/--max-calls <n> +fail if/)
  })
})
