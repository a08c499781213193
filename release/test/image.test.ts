import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectAgent } from '../../test/support/agent.ts'

/** An instruction of the Dockerfile, such as `COPY` with `src src`. */
interface Instruction {
  name: string
  value: string
}

/** The instructions of each stage of the Dockerfile. */
const stages = readFileSync('Dockerfile', 'utf8')
  .split(/^(?=FROM )/m)
  .filter((stage) => stage.startsWith('FROM '))
  .map((stage) =>
    [...stage.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = '', value = '']): Instruction => ({ name, value })),
  )

/** A user without an entry in the user database, as platforms assign them to containers. */
const UNKNOWN_USER = 54_321

/** Switching to another user, and folders that only their owner can write to, need root. */
const isRoot = process.getuid?.() === 0

const folder = mkdtempSync(join(tmpdir(), 'image-'))
const [build, image] = ['build', 'image'].map((stage) => join(folder, stage)) as [string, string]

/** Does in a folder what a stage does: copies its files, and runs its commands. */
function runStage(stage: readonly Instruction[], to: string): void {
  mkdirSync(to, { recursive: true })
  for (const { name, value } of stage) {
    if (name === 'RUN') runCommand(value, to)
    if (name !== 'COPY') continue
    const words = value.replace('--from=build ', '').split(' ')
    const target = words.pop()!
    for (const word of words) {
      const place = join(to, target, target.endsWith('/') ? word.split('/').at(-1)! : '')
      if (value.startsWith('--from=build')) renameSync(join(build, word.replace('/adgraph/', '')), place)
      else
        cpSync(word, place, {
          recursive: true,
          filter: (path) => !/(^|\/)(node_modules|coverage)(\/|$)/.test(path),
        })
    }
  }
}

/**
 * Runs a command in a folder. What npm would install is checked against the manifests there, and is copied: it is what has been
 * installed here.
 */
function runCommand(command: string, cwd: string): void {
  const isInstallation = command.startsWith('npm ci ')
  execFileSync('sh', ['-ec', isInstallation ? `${command} --dry-run` : command], {
    cwd,
    stdio: 'pipe',
    env: ENVIRONMENT,
  })
  if (isInstallation) execFileSync('cp', ['-a', 'node_modules', cwd])
}

const { PATH = '', HOME = '' } = process.env
const ENVIRONMENT = { PATH, HOME }

/** The settings of the image. */
const imageSettings = Object.fromEntries(
  stages
    .at(-1)!
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ value }) => value.split(' ').map((setting) => setting.split('=') as [string, string])),
)

describe.skipIf(!isRoot)('the image (needs root, to run as another user)', () => {
  let server: ChildProcess
  let url: string
  beforeAll(async () => {
    execFileSync('chmod', ['755', folder])
    runStage(stages[0]!, build)
    runStage(stages[1]!, image)
    const [file = '', ...args] = JSON.parse(stages[1]!.find(({ name }) => name === 'CMD')!.value) as string[]
    server = spawn(join(image, file), args, {
      cwd: image,
      uid: UNKNOWN_USER,
      gid: UNKNOWN_USER,
      env: { PATH, ...imageSettings, HOST: '127.0.0.1', PORT: '0' },
    })
    let printed = ''
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
    const address = () => /http:\S+(?=\/graphql)/.exec(printed)?.[0]
    url = await vi.waitUntil(address, { timeout: 30_000, interval: 50 })
  }, 600_000)
  afterAll(async () => {
    const exited = server.exitCode === null && once(server, 'exit')
    server.kill()
    await exited
    rmSync(folder, { recursive: true })
  }, 60_000)

  async function query(text: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text }),
    })
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: object[] }
    expect(errors).toBeUndefined()
    return data
  }

  it('is started as a user who can write nothing in its folder', () => {
    const touch = () =>
      execFileSync('touch', [join(image, 'dist/new')], { uid: UNKNOWN_USER, gid: UNKNOWN_USER, stdio: 'pipe' })

    expect(touch).toThrow('Permission denied')
  })

  it('answers a query', async () => {
    expect(await query('{ account(id: "18ce5h7k2qa") { restId name } }')).toMatchObject({
      account: { restId: '18ce5h7k2qa', name: expect.any(String) },
    })
  })

  it.each([
    ['/graphql', '<title>Adgraph</title>'],
    ['/rules', 'R-CAMP-3'],
  ])('serves the page %s', async (path, word) => {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })

    expect(response.status).toBe(200)
    expect(await response.text()).toContain(word)
  })

  it('has every resource of agents', async () => {
    const agent = await connectAgent(`${url}/graphql`)
    const { resources } = await agent.client.listResources()
    const files = resources.filter(({ uri }) => !uri.startsWith('adgraph://schema/'))
    const texts = await Promise.all(files.map(({ uri }) => agent.client.readResource({ uri })))
    await agent.close()

    expect(files.length).toBeGreaterThan(9)
    for (const { contents } of texts) expect(contents[0]).toMatchObject({ text: expect.stringMatching(/\S/) })
  })

  it('runs an export', async () => {
    const { startBulkQuery } = await query(`mutation {
      startBulkQuery(input: { query: "{ account(id: \\"18ce5h7k2qa\\") { campaigns { nodes { name } } } }" }) { id }
    }`)
    const { id } = startBulkQuery as { id: string }
    const read = () => query(`{ bulkOperation(id: "${id}") { status files { rows } } }`)

    await expect
      .poll(read, { timeout: 30_000 })
      .toMatchObject({ bulkOperation: { status: 'COMPLETED', files: expect.arrayContaining([{ rows: 3 }]) } })
  }, 60_000)
})
