import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseAst, Visitor, type ESTree } from 'vite'
import { tablesOf } from './data.ts'
import { dataOf, ROOT, startServer } from './server-process.ts'
import { ADGRAPH } from './servers.ts'
import { table } from './table.ts'
import { startUpstream } from './upstream.ts'

// Counts which parts of the code an operation passes through. Every function reports when it is called.
// An operation is counted once it has run several times, so that the caches of its document are filled.

const { values: options } = parseArgs({ options: { calls: { type: 'boolean', default: false } } })

const ACCOUNT = 'a0'

const LINE_ITEM = `LineItem:${ACCOUNT}:${tablesOf(ACCOUNT)!.line_items[0]!.id}`

const OPERATIONS = {
  'look-up by ID': `{ lineItem(id: "${LINE_ITEM}") { name } }`,
  list: inAccount('name'),
  'nested list': inAccount('lineItems(first: 20) { nodes { name } }'),
  'nested list of 1 × 2': inAccount('lineItems(first: 2) { nodes { name } }', 1),
}

function inAccount(fields: string, first = 50): string {
  return `{ account(id: "${ACCOUNT}") { campaigns(first: ${first}) { nodes { ${fields} } } } }`
}

/** How often an operation runs before it is counted. Only the first 20 operations of a caller in a second are observed for statistics. */
const WARM_UP_RUNS = 30

/** The layers of docs/architecture.md, from the top. Other files belong to none: all layers may use them. */
const LAYERS = ['server', 'execute', 'schema', 'loaders', 'rest']

const EXECUTOR = 'execute/executor.js'

/** A call of a function, which begins at a position of its file. */
interface Call {
  file: string
  /** Empty if the function has none. */
  name: string
  at: number
  /** The file that called it; missing if the event loop called it. */
  caller?: string
}

const CACHE = `${ROOT}node_modules/.cache/instrumented/`

instrument()
const upstream = await startUpstream()
const command = ['--import', `${ROOT}bench/layers-probe.js`, `${CACHE}dist/cli.js`, 'start']
const server = await startServer({ ...ADGRAPH, command }, upstream.url)
const rows: string[][] = []
for (const [name, query] of Object.entries(OPERATIONS)) {
  const calls = await callsOf(query)
  rows.push([name, ...figuresOf(calls).map(String)])
  if (options.calls) process.stdout.write(`\n${name}\n${calls.map(lineOf).join('\n')}\n`)
}
const head = [
  'operation',
  'files',
  'before the executor',
  'of rest',
  'functions',
  'named, before the executor',
  'calls',
  'changes of layer',
  'calls up from rest',
]
process.stdout.write(`\n${table(head, rows)}\n`)
await server.stop()
await upstream.close()

/** The calls of functions during one operation, in their order. */
async function callsOf(query: string): Promise<Call[]> {
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await dataOf(server.url, query)
  await server.ask('record')
  await dataOf(server.url, query)
  return server.ask('calls')
}

/**
 * The figures of a row. "Before the executor" counts the calls before the first one in its file. A change of layer is a call in
 * another layer than the call before it, in the order of time. A call from `rest` up is one whose caller is in `rest`, and which
 * itself is in a layer above.
 */
function figuresOf(calls: readonly Call[]): number[] {
  const filesOf = (some: readonly Call[]) => new Set(some.map(({ file }) => file))
  const functionsOf = (some: readonly Call[]) => new Set(some.map(({ file, at }) => `${file}:${at}`))
  const files = filesOf(calls)
  const before = calls.slice(
    0,
    calls.findIndex(({ file }) => file === EXECUTOR),
  )
  const layers = calls.map(({ file }) => layerOf(file)).filter((layer) => layer !== undefined)
  const isUp = ({ file, caller }: Call) => layerOf(caller) === 'rest' && (layerOf(file) ?? 'rest') !== 'rest'
  return [
    files.size,
    filesOf(before).size,
    [...files].filter((file) => layerOf(file) === 'rest').length,
    functionsOf(calls).size,
    functionsOf(before.filter(({ name }) => name !== '')).size,
    calls.length,
    layers.filter((layer, index) => index > 0 && layer !== layers[index - 1]).length,
    calls.filter(isUp).length,
  ]
}

function layerOf(file = ''): string | undefined {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`))
}

function lineOf({ file, name, caller }: Call): string {
  const [layer, callerLayer] = [layerOf(file), layerOf(caller)]
  const indent = '  '.repeat(1 + LAYERS.indexOf(layer ?? ''))
  return `${indent}${file} ${name}${callerLayer === layer ? '' : ` <- ${callerLayer ?? 'event loop'}`}`
}

/** Compiles each source to a module of its own, unlike the build, and makes every function in it call `__enter` first. */
function instrument(): void {
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  cpSync(`${ROOT}package.json`, `${CACHE}package.json`)
  for (const project of ['sandbox/tsconfig.build.json', 'tsconfig.build.json']) {
    const compile = [
      '-p',
      project,
      '--emitDeclarationOnly',
      'false',
      '--declaration',
      'false',
      '--outDir',
      `${CACHE}dist`,
    ]
    execFileSync('node_modules/.bin/tsc', compile, { cwd: ROOT, stdio: 'inherit' })
  }
  for (const file of readdirSync(`${CACHE}dist`, { recursive: true }) as string[]) {
    if (!file.endsWith('.js') || file.startsWith('sandbox') || file.startsWith('reference')) continue
    const path = `${CACHE}dist/${file}`
    writeFileSync(path, instrumented(readFileSync(path, 'utf8')))
  }
}

function instrumented(code: string): string {
  const insertions: { at: number; text: string }[] = []
  const enter = ({ body }: { body: ESTree.FunctionBody | ESTree.Expression | null }) => {
    if (body?.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: '__enter();' })
    else if (body) insertions.push({ at: body.start, text: '(__enter(),' }, { at: body.end, text: ')' })
  }
  const visitor = { FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter }
  new Visitor(visitor).visit(parseAst(code))
  let result = ''
  let end = code.length
  for (const { at, text } of insertions.sort((a, b) => b.at - a.at)) {
    result = text + code.slice(at, end) + result
    end = at
  }
  return code.slice(0, end) + result
}
