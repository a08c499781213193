import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox } from '../../sandbox/index.ts'
import { tenantSettings } from '../support/command.ts'
import { startSandbox } from '../support/sandbox.ts'

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['README.md', 'agents/README.md', 'clients/README.md', 'dashboard/README.md', 'gateway/README.md'].map(
    (page) => `examples/${page}`,
  ),
  'bench/README.md',
  'sandbox/README.md',
  'workbench/README.md',
  ...readdirSync('docs').map((page) => `docs/${page}`),
].filter((page) => page.endsWith('.md'))

/** The fenced blocks for a shell, with their pages. */
const blocks = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = '']) => ({ page, code })),
)

/** The query of the README, and its answer. */
const [QUERY, ANSWER] = [blockOf('README.md', 'graphql'), JSON.parse(blockOf('README.md', 'json')) as object]

function blockOf(page: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readFileSync(page, 'utf8'))?.[1] ?? ''
}

/** Sends the query to a graph. */
async function ask(url: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: QUERY }) })
  return answer.json()
}

/** The blocks that no test runs as they are, by the reason. */
const LEFT_OUT = [
  [
    /^npm (ci|install|--prefix \S+ ci)\b/,
    'they install from a registry: `.ci/run` does so on a fresh clone, and runs the tests of each',
  ],
  [/^npm run (bench|soak|mutate)\b/, 'they take minutes of a quiet machine, or install packages of their own'],
] as const

/** The blocks that other tests run. */
const RUN_ELSEWHERE = [
  ['docs/tasks.md', 'curl ', 'test/docs/tasks.process.test.ts'],
  ['docs/tasks.md', 'npx adgraph export examples/queries/report', 'test/docs/tasks.process.test.ts'],
  ['docs/tasks.md', 'npx adgraph export examples/queries/spend', 'test/docs/tasks.process.test.ts'],
  ['docs/tasks.md', 'npx adgraph explain', 'test/docs/tasks.process.test.ts'],
] as const

const GRAPH = / serves (http:\S+\/graphql)/

/** The blocks that are run here, in this order and in one folder: their starts, what they print, and whether they end by themselves. */
const RUN_HERE = [
  ['docs/running.md', 'ADS_BASE_URL=', GRAPH, 'serves'],
  ['docs/bulk.md', 'npx adgraph export', /15 rows of 2 lists in campaigns, by 3 calls/, 'ends'],
  ['docs/recordings.md', 'ADS_RECORD=', GRAPH, 'serves'],
  [
    'docs/recordings.md',
    'npx adgraph replay',
    /The recording is served at http:[^]*Accounts in it: (?!none)/,
    'serves',
  ],
  ['docs/running.md', 'npx adgraph doctor', /Passed: \d+\. Warnings: \d+\. Failed: 0\./, 'ends'],
  ['docs/vocabulary.md', 'npx adgraph vocabulary', GRAPH, 'serves'],
  ['docs/vocabulary.md', 'ADS_VOCABULARY=', GRAPH, 'serves'],
  ['sandbox/README.md', 'curl ', /"kind":\s*"unavailable"[^]*"times":\s*2/, 'ends'],
  ['sandbox/README.md', 'SANDBOX_FAULTS=', GRAPH, 'serves'],
] as const

const isAt = ({ page, code }: (typeof blocks)[number], at: string, start: string) =>
  page === at && code.startsWith(start)

describe('the shell blocks of the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'))
  const bin = join(folder, 'bin')
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ now: undefined })
    mkdirSync(bin)
    for (const [name, command] of [
      ['adgraph', `${process.execPath} ${resolve('dist/cli.js')}`],
      // As npx in a clone, which looks for the command in the folder of the package.
      ['npx', ''],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`)
      chmodSync(join(bin, name), 0o755)
    }
    for (const [name, language] of [
      ['campaigns.graphql', 'graphql'],
      ['variables.json', 'json'],
    ] as const)
      writeFileSync(join(folder, name), blockOf('docs/bulk.md', language))
  })
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })

  it('are run by a test, or left out for a reason', () => {
    const waysOf = (block: (typeof blocks)[number]) => [
      ...LEFT_OUT.filter(([start]) => start.test(block.code)),
      ...[...RUN_ELSEWHERE, ...RUN_HERE].filter(([page, start]) => isAt(block, page, start)),
    ]
    expect(blocks.filter((block) => waysOf(block).length !== 1)).toEqual([])
    for (const [page, start] of [...RUN_ELSEWHERE, ...RUN_HERE])
      expect([page, start, blocks.filter((block) => isAt(block, page, start)).length]).toEqual([page, start, 1])
    for (const [page, , test] of RUN_ELSEWHERE) expect(readFileSync(test, 'utf8')).toContain(page)
  })

  it.each(RUN_HERE)('do what they say: %s, %s', async (page, start, success, ending) => {
    const block = blocks.find((each) => isAt(each, page, start))!
    const settings = tenantSettings(sandbox.url, sandbox.credentials)
    // What a reader fills in, and the port of a sandbox that may be in use here.
    const script = block.code
      .replace('https://ads.example', sandbox.url)
      .replaceAll(/([A-Z_]+)=…/g, (_, name: string) => `${name}=${settings[name]}`)
      .replaceAll('http://127.0.0.1:4001', sandbox.url)
      .replaceAll('npm start', 'adgraph start')
    const { PATH = '', HOME = '' } = process.env
    const child = spawn('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { PATH: `${bin}:${PATH}`, HOME, TMPDIR: folder, PORT: '0', SANDBOX_PORT: '0' },
      // A group of its own: a signal to the shell alone would leave its command running.
      detached: true,
    })
    const exited = once(child, 'exit')
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
    try {
      await expect.poll(() => printed).toMatch(success)
      const [, url] = success.exec(printed)!
      const [end, answer] = [ending === 'ends' ? await exited : [0, null], url === undefined ? ANSWER : await ask(url)]
      expect([end, answer]).toEqual([[0, null], expect.objectContaining(ANSWER)])
    } finally {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
      await exited
    }
  })
})
