import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { openSandboxGraph } from '../support/graph.ts'

const PAGE = readFileSync('docs/tasks.md', 'utf8')

/** The tasks by their headings: an operation, its variables, and commands. */
const tasks = new Map(
  PAGE.split(/^## /m)
    .slice(1)
    .map((section) => {
      const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section)?.[1] ?? ''
      const commands = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, text = '']) => text.trim())
      return [section.split('\n', 1)[0]!, { operation: block('graphql'), variables: block('json'), commands }]
    }),
)

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
const folder = mkdtempSync(join(tmpdir(), 'tasks-'))
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(async () => {
  await graph.close()
  rmSync(folder, { recursive: true })
})

async function run(name: string, changes: object = {}) {
  const { operation, variables } = tasks.get(name)!
  const { data, errors, calls } = await graph.query<Record<string, Record<string, unknown>>>(operation, {
    ...(JSON.parse(variables) as object),
    ...changes,
  })
  const methods = calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { data, errors, methods }
}

const ACCOUNT = 'accounts/:account_id'

describe('docs/tasks.md', () => {
  it('pauses a campaign', async () => {
    expect(await run('Pause a campaign')).toMatchObject({
      data: { updateCampaign: { campaign: { entityStatus: 'PAUSED' }, userErrors: [] } },
      errors: undefined,
      methods: [`PUT ${ACCOUNT}/campaigns/:campaign_id`],
    })
  })

  it('pauses it by a command for cron', async () => {
    const { operation, commands } = tasks.get('Pause a campaign')!
    writeFileSync(join(folder, 'pause.graphql'), operation)
    expect(commands[0]).toContain('http://127.0.0.1:4000/graphql ')
    const command = commands[0]!.replace('http://127.0.0.1:4000/graphql', graph.url)
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder })

    expect(JSON.parse(stdout)).toMatchObject({
      data: { updateCampaign: { campaign: { entityStatus: 'PAUSED' }, userErrors: [] } },
    })
  })

  it('validates a launch without a write, and then creates the campaign', async () => {
    const validated = await run('Launch a campaign')
    const launched = await run('Launch a campaign', { validateOnly: false })

    expect(validated).toMatchObject({
      data: {
        createCampaign: {
          campaign: null,
          userErrors: [],
          validation: { checked: expect.arrayContaining(['R-CAMP-1']) as string[] },
        },
      },
      errors: undefined,
      methods: [],
    })
    expect(launched).toMatchObject({
      data: { createCampaign: { campaign: { entityStatus: 'PAUSED' }, userErrors: [] } },
      methods: [`POST ${ACCOUNT}/campaigns`],
    })
  })

  it('changes budgets in one call', async () => {
    const { data, errors, methods } = await run('Change budgets')

    expect([errors, methods]).toEqual([undefined, [`POST batch/${ACCOUNT}/campaigns`]])
    expect(data['batchCampaigns']).toMatchObject({
      campaigns: [{ dailyBudgetAmountLocalMicro: '45000000' }, { dailyBudgetAmountLocalMicro: '200000000' }],
      userErrors: [],
    })
  })

  it('builds an audience', async () => {
    expect(await run('Build an audience')).toMatchObject({
      data: { createCustomAudience: { customAudience: { name: 'Newsletter readers' }, userErrors: [] } },
      errors: undefined,
      methods: [`POST ${ACCOUNT}/custom_audiences`],
    })
  })

  it('reports the line items of an account', async () => {
    const { data, errors } = await run('Report')

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      account: {
        lineItems: {
          nodes: expect.arrayContaining([expect.objectContaining({ campaign: { name: expect.any(String) } })]),
        },
      },
    })
  })

  it('has commands for a CSV file and for a CI that do what it says', async () => {
    const { operation, variables, commands } = tasks.get('Report')!
    const [exported = '', explained = ''] = commands
    writeFileSync(join(folder, 'report.graphql'), operation)
    writeFileSync(join(folder, 'report.json'), variables)
    const command = (text: string, ...more: string[]) => {
      const [name, ...args] = text.split(' ').map((word) => word.replace(/^report(?=\.|$)/, join(folder, 'report')))
      expect(name).toBe('adgraph')
      const started = runCommand([...args, ...more])
      return started.exited.then((code) => ({ code, output: started.output() }))
    }
    const [csv, passed, refused] = await Promise.all([
      command(exported),
      command(explained),
      command(explained.replace('--max-calls 3', '--max-calls 2')),
    ])

    expect(csv.code).toBe(0)
    const [file = ''] = readdirSync(join(folder, 'report')).filter((name) => name.endsWith('.csv'))
    const [header = '', ...rows] = readFileSync(join(folder, 'report', file), 'utf8')
      .trim()
      .split('\n')
    expect([header.split(',').slice(0, 3), rows.length > 1]).toEqual([['__typename', 'id', '__parentId'], true])
    expect([passed.code, refused.code]).toEqual([0, 1])
    expect(refused.output).toMatch(/may need 3 calls; 2 are allowed/)
  }, 60_000)
})
