import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulkFolder } from '../../../support/bulk.ts'
import { runCommand, tenantSettings, type CommandRun } from '../../../support/command.ts'
import { ANY_CREDENTIALS } from '../../../support/credentials.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

const PROCESS_MB = 512
const ROWS = 1_000
const ALIASES = 190

/** A page of this query has 70 MB, and so have the lines that are written of it. */
const QUERY = `{ account(id: "a") { campaigns { nodes { ${Array.from({ length: ALIASES }, (_, nth) => `k${nth}: name`).join(' ')} } } } }`

let upstream: Upstream
let dir: string
let adgraph: CommandRun
let url: string
beforeAll(async () => {
  const campaigns = Array.from({ length: ROWS }, (_, nth) => ({ id: `c${nth}`, name: `${nth}`.padEnd(350, 'n') }))
  upstream = await startListUpstream({ campaigns })
  dir = await bulkFolder()
  adgraph = runCommand(['start'], {
    ...tenantSettings(upstream.url, ANY_CREDENTIALS),
    PORT: '0',
    BULK_DIR: dir,
    BULK_CONCURRENCY: '5',
    // A heap beyond this does not fit into the process with its buffers.
    NODE_OPTIONS: '--max-old-space-size=320',
  })
  url = (await adgraph.printed(/"url":"([^"]+)"/))[1]!
})
afterAll(async () => {
  await adgraph.stop()
  await upstream.close()
  await rm(dir, { recursive: true, force: true })
})

interface Operation {
  id: string
  status: string
  files: { rows: number; bytes: string }[]
}

async function query<T>(document: string, variables: object = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  })
  return ((await response.json()) as { data: T }).data
}

/** The most memory that a process has had, in megabytes. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

describe.skipIf(process.platform !== 'linux')(
  `long work with wide rows in a process of ${PROCESS_MB} MB (needs Linux)`,
  () => {
    it.each(['ndjson', 'csv'])(
      'reads smaller pages, and does not end the process: %s',
      async (format) => {
        const document = `mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { id } }`
        const input = { query: QUERY, format: format.toUpperCase() }
        const ids: string[] = []
        for (let nth = 0; nth < 5; nth += 1) {
          const { startBulkQuery } = await query<{ startBulkQuery: Operation }>(document, { input })
          ids.push(startBulkQuery.id)
        }
        const operations = '{ nodes: bulkOperations { nodes { id status files { rows bytes } } } }'
        let ended: Operation[] = []
        while (ended.length < ids.length) {
          await new Promise((resolve) => setTimeout(resolve, 200))
          expect(adgraph.process.exitCode).toBeNull()
          const { nodes } = await query<{ nodes: { nodes: Operation[] } }>(operations)
          ended = nodes.nodes.filter(
            ({ id, status }) => ids.includes(id) && !['CREATED', 'RUNNING', 'WAITING'].includes(status),
          )
        }

        for (const { status, files } of ended) {
          expect([status, files[0]?.rows]).toEqual(['COMPLETED', ROWS])
          expect(Number(files[0]?.bytes)).toBeGreaterThan(ROWS * ALIASES * 350)
        }
        expect(peakOf(adgraph.process.pid!)).toBeLessThan(PROCESS_MB)
      },
      180_000,
    )
  },
)
