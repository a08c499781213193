import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { useSandboxGraph } from '../support/graph.ts'

const PAGE = readFileSync('docs/tasks.md', 'utf8')

/** The tasks by their headings. */
const tasks = new Map(
  PAGE.split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]!, section]),
)

/** The command of the task whose heading starts with this text. */
function commandOf(heading: string): string {
  const [, section] = [...tasks].find(([name]) => name.startsWith(heading))!
  return /```sh\n([^]*?)```/.exec(section)![1]!.trim()
}

const graph = useSandboxGraph()
const folder = mkdtempSync(join(tmpdir(), 'tasks-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command of the page, with what it writes in the folder of this test. */
async function run(command: string): Promise<{ code: number; output: string }> {
  expect(command).toMatch(/^npx adgraph /)
  const args = command.split(/[\s\\]+/).slice(2)
  const started = runCommand(args.map((word, at) => (args[at - 1] === '--out' ? join(folder, word) : word)))
  const code = await started.exited
  return { code: Number(code), output: started.output() }
}

describe('docs/tasks.md', () => {
  it('has eleven tasks, and each one with an operation opens an example of the page', () => {
    const opened = [...tasks.values()].flatMap((section) => [
      ...section.matchAll(/\(http:\/\/127\.0\.0\.1:4000\/graphql#example=([\w-]+)\) · \[([\w-]+)\.graphql\]/g),
    ])

    expect(tasks.size).toBe(11)
    expect(opened).toHaveLength(8)
    for (const [, example, file] of opened)
      expect([example, existsSync(`examples/queries/${file}.graphql`)]).toEqual([file, true])
  })

  it('pauses a campaign by a command for cron', async () => {
    const command = commandOf('Pause campaigns')
    expect(command).toContain('http://127.0.0.1:4000/graphql ')
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      command.replace('http://127.0.0.1:4000/graphql', graph.url),
    ])

    expect(JSON.parse(stdout)).toMatchObject({
      data: { updateCampaign: { campaign: { entityStatus: 'PAUSED' }, userErrors: [] } },
    })
  })

  it('exports to CSV, and continues from there', async () => {
    const first = await run(commandOf('Export to CSV'))
    const again = await run(commandOf('Export to CSV'))
    const [file = ''] = readdirSync(join(folder, 'report')).filter((name) => name.endsWith('.csv'))
    const [header = '', ...rows] = readFileSync(join(folder, 'report', file), 'utf8')
      .trim()
      .split('\n')

    expect([first.code, again.code]).toEqual([0, 0])
    expect([header.split(',').slice(0, 3), rows.length > 1]).toEqual([['__typename', 'id', '__parentId'], true])
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('reports what was spent as a table', async () => {
    const { code } = await run(commandOf('Report what was spent'))
    const files = readdirSync(join(folder, 'spend')).filter((name) => name.endsWith('.csv'))
    const headers = files.map((name) => readFileSync(join(folder, 'spend', name), 'utf8').split('\n', 1)[0])

    expect(code).toBe(0)
    for (const column of ['startTime', 'billing.billedChargeLocalMicro', 'engagement.impressions', 'engagement.clicks'])
      expect(headers.some((header) => header?.includes(column))).toBe(true)
  })

  it('limits the calls of an operation in CI', async () => {
    const command = commandOf('Limit the calls')
    const [passed, refused] = await Promise.all([run(command), run(command.replace('--max-calls 3', '--max-calls 2'))])

    expect([passed.code, refused.code]).toEqual([0, 1])
    expect(refused.output).toMatch(/may need 3 calls; 2 are allowed/)
  })
})
