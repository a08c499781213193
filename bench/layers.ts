import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseAst } from 'vite'
import { tablesOf } from './data.ts'
import { dataOf, ROOT, startServer } from './server-process.ts'
import { ADGRAPH } from './servers.ts'
import { table } from './table.ts'
import { startUpstream } from './upstream.ts'

// Counts which parts of the code an operation passes through. Every function in a copy of `dist` reports when it is called.
// An operation is counted once it has run several times, so that what is remembered of a document is not counted.

const { values: options } = parseArgs({ options: { calls: { type: 'boolean', default: false } } })

const ACCOUNT = 'a0'

const LINE_ITEM = `LineItem:${ACCOUNT}:${tablesOf(ACCOUNT)!.line_items[0]!.id}`

const OPERATIONS = {
  'look-up by ID': `{ lineItem(id: "${LINE_ITEM}") { name } }`,
  list: inAccount('name'),
  'nested list': inAccount('lineItems(first: 20) { nodes { name } }'),
}

function inAccount(fields: string): string {
  return `{ account(id: "${ACCOUNT}") { campaigns(first: 50) { nodes { ${fields} } } } }`
}

/** How often an operation runs before it is counted. Only the first 20 operations of a caller in a second are observed for statistics. */
const WARM_UP_RUNS = 30

/** The layers of docs/architecture.md, from the top. Other files of `dist` belong to none: all layers may use them. */
const LAYERS = ['server', 'execute', 'schema', 'loaders', 'rest']

/** A function of `dist`. */
interface Fn {
  file: string
  /** Empty if it has none. */
  name: string
}

/** A call of a function. Its caller is undefined if the event loop called it. */
interface Call {
  fn: Fn
  callerLayer: string | undefined
}

const CACHE = `${ROOT}node_modules/.cache/instrumented/`
const functions: Fn[] = []

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
const head = ['operation', 'files', 'of rest', 'functions', 'calls', 'changes of layer', 'calls up from rest']
process.stdout.write(`\n${table(head, rows)}\n`)
await server.stop()
await upstream.close()

/** The calls of functions of `dist` during one operation, in their order. */
async function callsOf(query: string): Promise<Call[]> {
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await dataOf(server.url, query)
  await server.ask('record')
  await dataOf(server.url, query)
  const calls = await server.ask<{ id: number; caller?: string }[]>('calls')
  return calls.map(({ id, caller }) => ({ fn: functions[id]!, callerLayer: caller && layerOf(caller) }))
}

/**
 * The figures of a row. A change of layer is a call whose layer is another than that of the call before it, in the order of
 * time. A call from `rest` up is one whose caller is in `rest`, and which itself is in a layer above.
 */
function figuresOf(calls: readonly Call[]): number[] {
  const files = new Set(calls.map(({ fn }) => fn.file))
  const layers = calls.map(({ fn }) => layerOf(fn.file)).filter((layer) => layer !== undefined)
  const isUp = ({ fn, callerLayer }: Call) => callerLayer === 'rest' && (layerOf(fn.file) ?? 'rest') !== 'rest'
  return [
    files.size,
    [...files].filter((file) => layerOf(file) === 'rest').length,
    new Set(calls.map(({ fn }) => fn)).size,
    calls.length,
    layers.filter((layer, index) => index > 0 && layer !== layers[index - 1]).length,
    calls.filter(isUp).length,
  ]
}

function layerOf(file: string): string | undefined {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`))
}

function lineOf({ fn, callerLayer }: Call): string {
  const indent = '  '.repeat(1 + LAYERS.indexOf(layerOf(fn.file) ?? ''))
  return `${indent}${fn.file} ${fn.name}${callerLayer === layerOf(fn.file) ? '' : ` <- ${callerLayer ?? 'event loop'}`}`
}

/** Copies `dist`, and makes every function in it call `__enter` with its index in `functions`. */
function instrument(): void {
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  cpSync(`${ROOT}dist`, `${CACHE}dist`, { recursive: true })
  cpSync(`${ROOT}package.json`, `${CACHE}package.json`)
  for (const file of readdirSync(`${CACHE}dist`, { recursive: true }) as string[]) {
    if (!file.endsWith('.js') || file.startsWith('sandbox') || file.startsWith('workbench')) continue
    const path = `${CACHE}dist/${file}`
    writeFileSync(path, instrumented(file, readFileSync(path, 'utf8')))
  }
}

function instrumented(file: string, code: string): string {
  const insertions: { at: number; text: string }[] = []
  visit(parseAst(code), undefined)
  let result = ''
  let end = code.length
  for (const { at, text } of insertions.sort((a, b) => b.at - a.at)) {
    result = text + code.slice(at, end) + result
    end = at
  }
  return code.slice(0, end) + result

  function visit(value: unknown, parent: Node | undefined): void {
    if (Array.isArray(value)) for (const item of value) visit(item, parent)
    if (!isNode(value)) return
    const { type, body } = value
    if (/Function/.test(type) && isNode(body)) {
      const enter = `__enter(${functions.push({ file, name: nameIn(value) ?? nameIn(parent) ?? '' }) - 1})`
      if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${enter};` })
      else insertions.push({ at: body.start, text: `(${enter},` }, { at: body.end, text: ')' })
    }
    for (const member of Object.values(value)) visit(member, value)
  }
}

/** A node of a syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  body?: unknown
  id?: unknown
  key?: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The name that a declaration, a variable or a member gives to its function. */
function nameIn(node: Node | undefined): string | undefined {
  const named = node?.id ?? node?.key
  return isNode(named) && 'name' in named ? String(named.name) : undefined
}
