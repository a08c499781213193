import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bulkFolder, type BulkOperation } from '../../../support/bulk.ts'
import { runScript, type CommandRun } from '../../../support/command.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

const lineItems = Array.from({ length: 12_000 }, (_, nth) => ({
  id: `l${nth}`,
  campaign_id: 'c',
  name: 'x'.repeat(300),
}))
const QUERY = '{ account(id: "a") { campaigns { nodes { name } } lineItems { nodes { name } } } }'
const FIELDS = 'id status errors { message extensions } files { name rows bytes } progress { rows }'
/** Two starts and the pages of a slow service take half of the usual time of a test, and more on a busy machine. */
const SLOW = { timeout: 60_000 }

let dir: string
let upstream: Upstream
let server: CommandRun
let url: string
beforeEach(async () => {
  dir = await bulkFolder()
  upstream = await startListUpstream({ campaigns: [{ id: 'c', name: 'One' }], line_items: lineItems }, { delayMs: 300 })
})
afterEach(async () => {
  await stop()
  await upstream.close()
  await rm(dir, { recursive: true, force: true })
})

/** Starts a server whose files cannot be longer than this, in units of 512 bytes. */
async function start(limit: number | 'unlimited'): Promise<void> {
  const settings = {
    PORT: '0',
    BULK_DIR: dir,
    ADS_BASE_URL: upstream.url,
    OAUTH_CONSUMER_KEY: 'a',
    OAUTH_CONSUMER_SECRET: 'a-consumer-secret',
    OAUTH_ACCESS_TOKEN: 'a',
    OAUTH_ACCESS_TOKEN_SECRET: 'a-token-secret',
  }
  server = runScript(`ulimit -S -f ${limit}; adgraph start`, settings, false)
  url = (await server.printed(/"url":"([^"]+)"/))[1] ?? ''
}

async function stop(): Promise<void> {
  // The shell waits for the server, which is its only child.
  const { pid } = server.process
  process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), 'SIGTERM')
  await server.exited
}

async function query<Data>(document: string): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  })
  return ((await response.json()) as { data: Data }).data
}

async function startOperation(): Promise<string> {
  const { startBulkQuery } = await query<{ startBulkQuery: BulkOperation }>(
    `mutation { startBulkQuery(input: { query: ${JSON.stringify(QUERY)} }) { id } }`,
  )
  return startBulkQuery.id
}

async function operationWhen(id: string, isSo: (operation: BulkOperation) => boolean): Promise<BulkOperation> {
  for (;;) {
    const { bulkOperation } = await query<{ bulkOperation: BulkOperation }>(
      `{ bulkOperation(id: "${id}") { ${FIELDS} } }`,
    )
    if (isSo(bulkOperation)) return bulkOperation
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The IDs in the file of the line items, which must have what the operation says of it. */
async function idsIn({ id, files }: BulkOperation): Promise<string[]> {
  const file = files.find(({ name }) => name === 'account.lineItems.ndjson')
  const text = await (await fetch(new URL(`/bulk/${id}/${file?.name}`, url))).text()
  const ids = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id as string)
  expect([ids.length, new Set(ids).size, String(text.length)]).toEqual([file?.rows, file?.rows, file?.bytes])
  return ids
}

it(
  'fails an operation on a full disk, with the files of what was read before, and everything else goes on',
  SLOW,
  async () => {
    // 2.5 MB: about half of the line items.
    await start(5000)
    const id = await startOperation()
    const operation = await operationWhen(id, ({ status }) => status === 'FAILED')
    expect(operation.errors).toMatchObject([{ extensions: { code: 'DISK_FULL' } }])
    expect((await idsIn(operation)).length).toBeGreaterThanOrEqual(1_000)
    expect(readdirSync(join(dir, id, 'work')).filter((name) => /index|\.new$/.test(name))).toEqual([])
    expect(await query('{ account(id: "a") { campaigns { nodes { name } } } }')).toEqual({
      account: { campaigns: { nodes: [{ name: 'One' }] } },
    })
  },
)

it('fails one that goes on at once on a full disk with the files of its last checkpoint', SLOW, async () => {
  await start('unlimited')
  const id = await startOperation()
  await operationWhen(id, ({ progress }) => progress.rows >= 3_000)
  await stop()
  // 256 kB: the IDs that were written before fit, a page does not.
  await start(500)
  const operation = await operationWhen(id, ({ status }) => status === 'FAILED')
  expect(operation.errors).toMatchObject([{ extensions: { code: 'DISK_FULL' } }])
  expect((await idsIn(operation)).length).toBeGreaterThanOrEqual(1_000)
})
