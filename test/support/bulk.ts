import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlace } from '../../src/extension/bulk/operation/place.ts'
import { hasOperations } from '../../src/extension/bulk/operation/record.ts'
import { type BulkSettings } from '../../src/extension/bulk/server/caller-bulk.ts'
import { createLog } from '../../src/server/observe/log.ts'
import { connectState } from '../../src/state/shared.ts'
import { openGraph, type Answer, type Graph, type GraphOptions } from './graph.ts'
import { PATIENT_MS } from './redis.ts'

/** Long work as the graph shows it. */
export interface BulkOperation {
  id: string
  status: string
  progress: {
    rows: number
    calls: number
    waitingUntil: string | null
    lists: { path: string; rows: number; pages: number; done: boolean }[]
  }
  errors: { message: string; path: string[]; parents: string[] | null; extensions: Record<string, unknown> | null }[]
  files: { name: string; url: string; bytes: string; rows: number; sha256: string }[]
  startedAt: string | null
  endedAt: string | null
  expiresAt: string | null
}

const FIELDS = `id status startedAt endedAt expiresAt
  progress { rows calls waitingUntil lists { path rows pages done } }
  errors { message path parents extensions } files { name url bytes rows sha256 }`

type Headers = Record<string, string>

/** A graph with long work in a folder. */
export interface BulkGraph extends Graph {
  dir: string
  tryStart(input: object | string, headers?: Headers): Promise<Answer<{ startBulkQuery: BulkOperation | null }>>
  /** Starts a query. Throws if it is refused. */
  start(input: object | string, headers?: Headers): Promise<BulkOperation>
  tryCancel(id: string, headers?: Headers): Promise<Answer<{ cancelBulkOperation: BulkOperation | null }>>
  find(id: string, headers?: Headers): Promise<BulkOperation | null>
  list(headers?: Headers): Promise<BulkOperation[]>
  /** Waits until an operation has this status. */
  until(id: string, status: string, headers?: Headers): Promise<BulkOperation>
  /** Waits until an operation is as this function says. */
  when(id: string, is: (operation: BulkOperation) => boolean, headers?: Headers): Promise<BulkOperation>
  /** Requests a file. */
  get(url: string, headers?: Headers, method?: string): Promise<Response>
}

/** A new folder for long work. */
export async function bulkFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'adgraph-bulk-test-'))
}

/** The path of the record of an operation. */
export function recordPath(dir: string, id: string): string {
  const [name = ''] = readdirSync(join(dir, id)).filter((file) => /^operation\.\d+\.json$/.test(file))
  return join(dir, id, name)
}

/** Opens the place of operations that processes share over a Redis, as one of them. */
export async function sharedPlace(redisUrl: string, dir: string, service: string): Promise<BulkSettings['openPlace']> {
  const log = createLog('silent')
  const { state, close } = await connectState({ url: redisUrl, timeoutMs: PATIENT_MS, serviceUrl: service, log })
  return async (onFault) => {
    const place = await openPlace({ dir, service, shared: state.strictStore, onFault })
    return { ...place, close: () => place.close().finally(close) }
  }
}

/** How a graph in this process keeps long work in a folder. */
export function bulkSettings(dir: string, service: string, settings: Partial<BulkSettings> = {}): BulkSettings {
  return {
    service,
    slots: 1,
    share: 0.5,
    maxAgeMs: 3_600_000,
    openPlace: (onFault) => openPlace({ dir, service, shared: undefined, onFault }),
    hasOperations: () => hasOperations(dir),
    ...settings,
  }
}

/** Opens a graph with long work over a service. The folder is removed when it closes, unless it was given. */
export async function openBulkGraph(
  upstreamUrl: string,
  { dir: given, settings, ...options }: GraphOptions & { dir?: string; work?: Partial<BulkSettings> } = {},
): Promise<BulkGraph> {
  const dir = given ?? (await bulkFolder())
  const { work, ...others } = options
  const bulk = bulkSettings(dir, 'a service', { ...work, timing: { checkpointMs: 50, ...work?.timing } })
  const graph = await openGraph(upstreamUrl, { bulk, checksPlan: false, ...(settings && { settings }), ...others })
  const tryStart: BulkGraph['tryStart'] = (input, headers = {}) =>
    graph.query(
      `mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { ${FIELDS} } }`,
      { input: typeof input === 'string' ? { query: input } : input },
      headers,
    )
  const find: BulkGraph['find'] = async (id, headers = {}) => {
    const { data } = await graph.query<{ bulkOperation: BulkOperation | null } | null>(
      `query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`,
      { id },
      headers,
    )
    return data?.bulkOperation ?? null
  }
  const when: BulkGraph['when'] = async (id, is, headers) => {
    for (const endsAt = Date.now() + 60_000; ;) {
      const operation = await find(id, headers)
      if (operation && is(operation)) return operation
      if (Date.now() > endsAt) throw new Error(`It is still ${JSON.stringify(operation)}\n${graph.logLines.join('')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    ...graph,
    dir,
    tryStart,
    async start(input, headers) {
      const { data, errors } = await tryStart(input, headers)
      const started = data?.startBulkQuery
      if (!started) throw new Error(JSON.stringify(errors))
      return started
    },
    tryCancel: (id, headers = {}) =>
      graph.query(
        `mutation ($id: ID!) { cancelBulkOperation(input: { bulkOperationId: $id }) { ${FIELDS} } }`,
        { id },
        headers,
      ),
    find,
    async list(headers = {}) {
      const { data } = await graph.query<{ bulkOperations: { nodes: BulkOperation[] } | null }>(
        `{ bulkOperations { nodes { ${FIELDS} } } }`,
        {},
        headers,
      )
      return data.bulkOperations?.nodes ?? []
    },
    when,
    until: (id, status, headers) => when(id, (operation) => operation.status === status, headers),
    get: (url, headers = {}, method = 'GET') => fetch(new URL(url, graph.url), { method, headers }),
    async close() {
      await graph.close()
      if (given === undefined) await rm(dir, { recursive: true, force: true })
    },
  }
}
