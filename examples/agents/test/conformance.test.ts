import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdgraph, type Adgraph } from '../src/adgraph.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** The conformance tests need Node 22 or later, so they run with the Node of a package of this example. */
const NODE = pathOf('node_modules/node/bin/node')
const CONFORMANCE = pathOf('node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The scenarios that every server without a session passes, whatever its tools are. */
const REQUIRED = [
  'caching',
  'dns-rebinding-protection',
  'http-header-validation',
  'prompts-list',
  'resources-list',
  'sep-2164-resource-not-found',
  'server-sse-multiple-streams',
  'tools-list',
]

let adgraph: Adgraph
let folder: string
beforeAll(async () => {
  adgraph = await startAdgraph()
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
})
afterAll(async () => {
  await adgraph.close()
  await rm(folder, { recursive: true })
})

/** Runs the conformance tests, and returns the exit code and what they print. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const child = spawn(NODE, [CONFORMANCE, 'server', '--url', adgraph.url, '--output-dir', folder, ...args])
  let text = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}

describe('the conformance tests of the protocol', () => {
  it('pass for the revision 2026-07-28, except for those that need tools of theirs', async () => {
    const baseline = pathOf('expected-failures.yaml')
    const { code, text } = await run('--requirements', '2026-07-28', '--expected-failures', baseline)

    expect([code, text]).toEqual([0, expect.stringContaining('SUMMARY')])
    for (const scenario of REQUIRED) expect(text).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
  })
})
