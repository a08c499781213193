import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { bulkFolder } from '../../support/bulk.ts'
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
let settings: Record<string, string>
beforeAll(async () => {
  dir = await bulkFolder()
  settings = { WORKERS: '2', BULK_DIR: dir, SANDBOX_FAULTS: SLOW }
})
afterAll(() => rm(dir, { recursive: true, force: true }))

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

describe('the long work of workers', () => {
  it(
    'is run by each of them, goes on in another when one is killed, and after a restart of all',
    { timeout: 120_000 },
    async () => {
      let workers = await startWorkers(settings)
      let [one, other] = await workers.connectToEach(2)
      const ids = [await start(one!), await start(one!)]
      await until(() => ids.every((id) => runnersOf(workers, id).length === 1))
      const [first, second] = ids.map((id) => runnersOf(workers, id)[0])
      expect(new Set([first, second])).toEqual(new Set([`${one!.worker}`, `${other!.worker}`]))

      // The worker that runs the first operation is killed; the other one, which is free soon, goes on with it.
      process.kill(workers.pids().get(Number(first))!, 'SIGKILL')
      const left = Number(first) === one!.worker ? other! : one!
      const completed = [await ended(left, ids[0]!), await ended(left, ids[1]!)]
      expect(completed.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
      expect(runnersOf(workers, ids[0]!).length).toBe(2)
      const rows = completed.map(({ files }) => files.find(({ name }) => name === ITEMS)?.rows)
      expect(rows[0]).toBeGreaterThan(20)
      expect(rows[1]).toBe(rows[0])

      const third = await start(left)
      await until(() => runnersOf(workers, third).length === 1)
      process.kill(workers.run.process.pid!, 'SIGKILL')
      await workers.run.exited

      workers = await startWorkers(settings)
      ;[one, other] = await workers.connectToEach(2)
      const again = await ended(other!, third)
      expect([again.status, again.files.find(({ name }) => name === ITEMS)?.rows]).toEqual(['COMPLETED', rows[0]])
      const { status, text } = await one!.send('GET', `/bulk/${ids[0]}/${ITEMS}`)
      expect([status, text.trim().split('\n').length]).toEqual([200, rows[0]])
      const { text: metrics } = await one!.send('GET', '/metrics')
      expect(metrics).toContain('adgraph_bulk_operations{state="running"} 0')
      expect(await workers.stop()).toBe(0)
    },
  )
})
