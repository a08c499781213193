import { execFile, type ExecFileException } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What users of the package get: the packed file, installed outside the repository by npm without the overrides of this
// repository, with every example of docs/library.md and docs/embedding.md, and the configuration of docs/frontend.md, compiled and run.

const [LIBRARY, EMBEDDING, FRONTEND] = ['library', 'embedding', 'frontend'].map((page) =>
  readFileSync(`docs/${page}.md`, 'utf8'),
) as [string, string, string]

/** The packages that the examples need besides adgraph, and the types that their compilation needs. */
const OTHERS = {
  '@types/express': '5.0.6',
  '@types/node': '20.19.43',
  '@whatwg-node/server': '0.11.0',
  express: '5.3.0',
  fastify: '5.12.8',
  hono: '4.13.19',
}

/** The version of the peer dependency. */
const GRAPHQL = '16.15.0'

const TSC = resolve('node_modules/.bin/tsc')

/** The examples by the names of their files. */
const examples = new Map(
  Array.from(`${LIBRARY}${EMBEDDING}`.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g), ([, file = '', code = '']) => [
    file,
    code,
  ]),
).set('codegen.ts', /```ts\n([\s\S]*?)```/.exec(FRONTEND)![1]!)

/**
 * What the packed file has, and what its folder `dist` has: the program in chunks, with the licenses of what is in them, its types, and
 * the page.
 */
const PACKED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json', 'schema.graphql']
const BUILT = ['cli', 'config', 'context', 'graph', 'main']
  .map((name) => `${name}.d.ts`)
  .concat(
    'async',
    'chunk',
    'cli.js',
    'command',
    'docs',
    'examples',
    'execute',
    'extension',
    'json',
    'licenses.md',
    'loaders',
    'package',
    'reference',
    'rest',
    'sandbox',
    'schema',
    'schema-index.json',
    'schema-parts.json',
    'server',
    'state',
    'workbench',
  )

/** The warnings of npm when the packed file was installed. */
let installWarnings: string

const root = mkdtempSync(join(tmpdir(), 'adgraph-packed-'))
const app = join(root, 'app')

/** Runs a program and returns what it prints, with its warnings if asked to. Rejects with all of its output if it fails. */
function run(folder: string, program: string, args: readonly string[], { warnings = false } = {}): Promise<string> {
  return new Promise((done, fail) => {
    const onEnd = (error: ExecFileException | null, stdout: string, stderr: string) => {
      if (error) fail(new Error(`${program} ${args.join(' ')} failed\n${stdout}\n${stderr}`))
      else done(warnings ? stderr : stdout)
    }
    execFile(program, args, { cwd: folder, maxBuffer: 2 ** 24 }, onEnd)
  })
}

beforeAll(async () => {
  const stage = join(root, 'stage')
  for (const part of PACKED) cpSync(part, join(stage, part), { recursive: true })
  const [{ filename }] = JSON.parse(await run(stage, 'npm', ['pack', '--ignore-scripts', '--json'])) as [
    { filename: string },
  ]

  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  const install = ['install', '--save-exact', '--prefer-offline', '--no-audit', '--no-fund']
  const packed = [join(stage, filename), `graphql@${GRAPHQL}`]
  installWarnings = await run(app, 'npm', [...install, '--engine-strict', ...packed], { warnings: true })
  const others = Object.entries(OTHERS).map(([name, version]) => `${name}@${version}`)
  await run(app, 'npm', [...install, '--loglevel=error', ...others])
  for (const [file, code] of examples) writeFileSync(join(app, file), code)
}, 180_000)

afterAll(() => rm(root, { recursive: true, force: true }), 120_000)

describe('the packed file', () => {
  it('is installed on this version of Node without a warning', () => {
    // Newer versions of npm also list the packages whose scripts they did not run. Adgraph works without these.
    const isOfScripts = (line: string) => line === '' || line.startsWith('npm warn install-scripts')

    expect(installWarnings.split('\n').filter((line) => !isOfScripts(line))).toEqual([])
  })

  it('has only what its users need', async () => {
    const installed = join(app, 'node_modules/adgraph')
    const notRead = /\.(?:tsx?|map)$|\.test\.|(?:^|\/)(?:package|tsconfig)[^/]*\.json$/
    const files = (readdirSync(join(installed, 'dist'), { recursive: true }) as string[]).filter(
      (file) => !file.startsWith('workbench/'),
    )

    expect(readdirSync(installed).sort()).toEqual(PACKED)
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(BUILT.toSorted())
    expect(files.filter((file) => notRead.test(file.replace(/\.d\.ts$/, '')))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['sandbox/index.js', 'sandbox/index.d.ts', 'sandbox/fault/check.js']))
  })

  it('documents every endpoint of the REST client and every parameter, where an editor shows it', () => {
    const folder = join(app, 'node_modules/adgraph/dist/rest')
    const chapters = ['account', 'audience', 'campaign', 'creative', 'oauth']
    const files = chapters.flatMap((chapter) =>
      readdirSync(join(folder, chapter))
        .filter((name) => name.endsWith('.d.ts'))
        .map((name) => join(folder, chapter, name)),
    )
    const declared = files.concat(join(folder, 'types.d.ts')).map((file) => readFileSync(file, 'utf8'))
    // The types of answers have the names of columns; all others are types of parameters.
    const undocumented = declared.flatMap((text) => {
      let type: string | undefined
      return text.split('\n').flatMap((line, index, lines) => {
        type = /^(?:export )?(?:declare )?interface (\w+)/.exec(line)?.[1] ?? (line.startsWith('}') ? undefined : type)
        const endpoint = /^export declare const ([a-z]\w*)/.exec(line)
        const param = isParams(type) ? /^ {4}(\w+)\??: /.exec(line) : null
        const [, name] = endpoint ?? param ?? []
        return name === undefined || lines[index - 1]?.trimEnd().endsWith('*/') ? [] : [`${type ?? ''}.${name}`]
      })
    })
    const endpoints = declared.flatMap((text) => text.match(/^export declare const [a-z]\w*: .*Endpoint</gm) ?? [])

    expect(endpoints.length).toBeGreaterThan(130)
    expect(undocumented).toEqual([])
    // Those of a resource are in the types of its endpoints. `types.d.ts` documents what many lists have.
    const shared = new Set(Array.from(declared.at(-1)!.matchAll(/^ {4}(\w+)\?: /gm), ([, name]) => name))
    const ofResources = declared.flatMap((text) =>
      Array.from(text.matchAll(/\bSent<\{\n([^]*?)\n\}/g), ([, members = '']) => members).flatMap((members) =>
        members
          .split('\n')
          .flatMap((line, index, lines) =>
            lines[index - 1]?.trimEnd().endsWith('*/') ? [] : (/^ {4}(?:readonly )?(\w+): /.exec(line)?.[1] ?? []),
          ),
      ),
    )
    expect(new Set(ofResources.filter((name) => !shared.has(name)))).toEqual(new Set())
    // A parameter in a type without a name has no documentation.
    expect(declared.flatMap((text) => text.match(/Endpoint<"[^"]*", \{.*/g) ?? [])).toEqual([])
  })

  it('brings no second copy of graphql', async () => {
    const copies = await run(app, 'find', ['node_modules', '-path', '*/graphql/package.json'])

    expect(copies.trim().split('\n')).toEqual(['node_modules/graphql/package.json'])
  })

  it('has examples that compile strictly and run', async () => {
    // Each names its file, so that others can import it.
    expect(examples.size).toBe(`${LIBRARY}${EMBEDDING}`.match(/^```ts$/gm)!.length + 1)
    writeFileSync(join(app, 'codegen-cli.d.ts'), CODEGEN_TYPES)
    cpSync('test/package/packed-program.ts', join(app, 'program.ts'))
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    await run(app, TSC, [])

    const printed = (await run(app, 'node', ['out/program.js'])).split('\n')
    const rows = printed.slice(0, -1).map((line) => line.split(' ').slice(0, 2).join(' '))

    expect(new Set(rows)).toEqual(new Set(['account.campaigns Campaign', 'account.campaigns.lineItems LineItem']))
    expect(JSON.parse(printed.at(-1)!)).toEqual({
      route: { data: { account: { name: expect.any(String), campaigns: { totalCount: expect.any(Number) } } } },
      tooDeep: ['QUERY_TOO_COMPLEX'],
      nobody: ['UNAUTHENTICATED'],
      hono: { data: { __typename: 'Query' } },
      express: { data: { __typename: 'Query' } },
      fastify: { data: { __typename: 'Query' } },
      job: { data: { accounts: { nodes: expect.arrayContaining([{ name: expect.any(String) }]) } }, errors: [] },
      metrics: true,
      names: [expect.any(String), expect.any(String), expect.any(String)],
      listCalls: 2,
      objectives: true,
      keptBudget: true,
      refusal: expect.stringMatching(/name/i),
      long: { input: 'string | number', output: 'string' },
      closed: 503,
    })
  }, 180_000)

  it('serves the graph by its command', async () => {
    const started = await run(app, 'node', ['--input-type=module', '-e', START])

    expect(JSON.parse(started)).toEqual({ data: { __typename: 'Query' }, page: 'text/html; charset=utf-8' })
  }, 180_000)
})

const isParams = (type: string | undefined) =>
  /(Filters|Params|Changes|ByUri|Criterion|Deleted|TokenToInvalidate|PostName|CampaignId|LineItemId)$/.test(type ?? '')

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'ESNext.Disposable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    outDir: 'out',
  },
  include: ['*.ts'],
}

/** The code generator is not installed here: it is large, and the repository itself uses it with these scalars. */
const CODEGEN_TYPES = `
declare module '@graphql-codegen/cli' {
  type Scalars = Readonly<Record<string, string | { input: string; output: string }>>
  export interface CodegenConfig {
    schema: string
    documents: string
    generates: Record<string, { preset: string; presetConfig: object; config: { scalars: Scalars } }>
  }
}
`

/** Starts the command, sends an operation, and stops it. */
const START = `
import { spawn } from 'node:child_process'
const child = spawn('npx', ['--no-install', 'adgraph', 'start'], { env: { ...process.env, PORT: '0' }, detached: true })
let text = ''
const url = await new Promise((done, fail) => {
  child.stdout.on('data', (chunk) => {
    text += chunk
    const match = /Adgraph serves (http:[^"]+)/.exec(text)
    if (match) done(match[1])
  })
  child.stderr.on('data', (chunk) => (text += chunk))
  child.once('exit', () => fail(new Error(text)))
})
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' }
const { data } = await (await fetch(url, post)).json()
const page = (await fetch(url, { headers: { accept: 'text/html' } })).headers.get('content-type')
console.log(JSON.stringify({ data, page }))
child.removeAllListeners('exit')
process.kill(-child.pid)
`
