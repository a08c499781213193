import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkFolder, type BulkOperation } from '../../support/bulk.ts'
import { runScript, type CommandRun } from '../../support/command.ts'
import { startListUpstream, type Upstream } from '../../support/upstream.ts'

const lineItems = Array.from({ length: 12_000 }, (_, nth) => ({ id: `l${nth}`, campaign_id: 'c', name: `Item ${nth}` }))
const QUERY = '{ account(id: "a") { campaigns { nodes { name } } lineItems { nodes { name } } } }'
const FIELDS = 'id status errors { message extensions } files { name rows bytes } progress { rows }'

let dir: string
let upstream: Upstream
let server: CommandRun
let url: string
beforeAll(async () => {
  dir = await bulkFolder()
  upstream = await startListUpstream({ campaigns: [{ id: 'c', name: 'One' }], line_items: lineItems }, { delayMs: 300 })
  const settings = {
    PORT: '0',
    BULK_DIR: dir,
    ADS_BASE_URL: upstream.url,
    OAUTH_CONSUMER_KEY: 'a',
    OAUTH_CONSUMER_SECRET: 'a-consumer-secret',
    OAUTH_ACCESS_TOKEN: 'a',
    OAUTH_ACCESS_TOKEN_SECRET: 'a-token-secret',
  }
  // No file can be longer than 512 kB: about half of the line items.
  server = runScript('ulimit -S -f 1000; adgraph start', settings, false)
  url = (await server.printed(/"url":"([^"]+)"/))[1] ?? ''
}, 60_000)
afterAll(async () => {
  // The shell waits for the server, which is its only child.
  const { pid } = server.process
  process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), 'SIGTERM')
  await server.exited
  await upstream.close()
  await rm(dir, { recursive: true, force: true })
})

async function query<Data>(document: string): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  })
  return ((await response.json()) as { data: Data }).data
}

it('fails an operation on a full disk, with the files of what was read before, and everything else goes on', async () => {
  const { startBulkQuery } = await query<{ startBulkQuery: BulkOperation }>(
    `mutation { startBulkQuery(input: { query: ${JSON.stringify(QUERY)} }) { ${FIELDS} } }`,
  )
  let operation = startBulkQuery
  while (operation.status !== 'FAILED') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const found = await query<{ bulkOperation: BulkOperation }>(
      `{ bulkOperation(id: "${startBulkQuery.id}") { ${FIELDS} } }`,
    )
    operation = found.bulkOperation
  }
  expect(operation.errors).toMatchObject([{ extensions: { code: 'DISK_FULL' } }])
  expect(operation.files.map(({ name }) => name)).toContain('account.lineItems.ndjson')
  const file = operation.files.find(({ name }) => name === 'account.lineItems.ndjson')
  const text = await (await fetch(new URL(`/bulk/${operation.id}/${file?.name}`, url))).text()
  const ids = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id as string)
  expect(ids.length).toBeGreaterThanOrEqual(1_000)
  expect([ids.length, new Set(ids).size, String(text.length)]).toEqual([file?.rows, file?.rows, file?.bytes])
  expect(readdirSync(join(dir, operation.id, 'work')).filter((name) => /index|\.new$/.test(name))).toEqual([])
  expect(await query('{ account(id: "a") { campaigns { nodes { name } } } }')).toEqual({
    account: { campaigns: { nodes: [{ name: 'One' }] } },
  })
})
