import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { bulkFolder } from '../../support/bulk.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../../support/redis.ts'
import { startWorkers, type WorkerConnection, type WorkersRun } from '../../support/workers.ts'

const QUERY = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { name lineItems { nodes { name } } } } } }`
const ITEMS = 'account.campaigns.lineItems.ndjson'
const SLOW = JSON.stringify([
  { match: { path: 'accounts/:account_id/line_items' }, fault: { kind: 'latency', ms: 1_500 } },
])

interface Operation {
  id: string
  status: string
  files: { name: string; rows: number; sha256: string }[]
}

let dir: string
let redis: TestRedis
let settings: Record<string, string>
beforeAll(async () => {
  if (!HAS_REDIS) return
  dir = await bulkFolder()
  redis = await startRedis()
  settings = { WORKERS: '2', REDIS_URL: redis.url, BULK_DIR: dir, SANDBOX_FAULTS: SLOW }
})
afterAll(async () => {
  if (!HAS_REDIS) return
  await redis.kill()
  await rm(dir, { recursive: true, force: true })
})

async function start(connection: WorkerConnection): Promise<string> {
  const document = `mutation { startBulkQuery(input: { query: ${JSON.stringify(QUERY)} }) { id } }`
  const { data } = await connection.query(document)
  const started = data?.['startBulkQuery'] as Operation | undefined
  return started?.id ?? ''
}

async function ended(connection: WorkerConnection, id: string): Promise<Operation> {
  for (;;) {
    const { data } = await connection.query(`{ bulkOperation(id: "${id}") { id status files { name rows sha256 } } }`)
    const operation = data?.['bulkOperation'] as Operation
    if (!['CREATED', 'RUNNING', 'WAITING'].includes(operation.status)) return operation
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The workers that have begun to run an operation, in order. */
function runnersOf({ run }: WorkersRun, id: string): string[] {
  const lines = run.output().matchAll(new RegExp(`"worker":(\\d+),"operation":"${id}","status":"RUNNING"`, 'g'))
  return Array.from(lines, ([, worker]) => worker ?? '')
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe.skipIf(!HAS_REDIS)('the long work of workers (needs the apt package redis-server)', () => {
  it('is run by each of them, and any of them serves its files', async () => {
    const workers = await startWorkers(settings)
    const [one, other] = await workers.connectToEach(2)
    const ids = [await start(one!), await start(one!)]
    await until(() => ids.every((id) => runnersOf(workers, id).length === 1))
    const runners = ids.flatMap((id) => runnersOf(workers, id))
    expect(new Set(runners)).toEqual(new Set([`${one!.worker}`, `${other!.worker}`]))
    const completed = [await ended(one!, ids[0]!), await ended(other!, ids[1]!)]

    expect(completed.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    const rows = completed.map(({ files }) => files.find(({ name }) => name === ITEMS)?.rows)
    expect(rows[0]).toBeGreaterThan(20)
    expect(rows[1]).toBe(rows[0])
    for (const connection of [one!, other!]) {
      const { status, text } = await connection.send('GET', `/bulk/${ids[0]}/${ITEMS}`)
      expect([status, text.trim().split('\n').length]).toEqual([200, rows[0]])
    }
    const { text: metrics } = await one!.send('GET', '/metrics')
    expect(metrics).toContain('adgraph_bulk_operations{state="running"} 0')
    expect(await workers.stop()).toBe(0)
  })
})
