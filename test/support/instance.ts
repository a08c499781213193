import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxLimits } from '../../sandbox/index.ts'
import { createClient } from '../../src/rest/client.ts'
import type { Credentials } from '../../src/rest/wire/sign.ts'
import { createLog } from '../../src/server/observe/log.ts'
import type { SharedState } from '../../src/state/memory.ts'
import { connectRedis, type RedisConnection } from '../../src/state/redis.ts'
import { createSharedState } from '../../src/state/shared.ts'
import { createStatistics } from '../../src/state/statistics.ts'
import { ANY_CREDENTIALS } from './credentials.ts'
import { type Graph, type GraphOptions, openGraph } from './graph.ts'
import { PATIENT_MS, startRedis, type TestRedis } from './redis.ts'
import { startSandbox } from './sandbox.ts'

/** What one instance shares, with the connection and the lines that it logs. */
export interface TestState extends SharedState {
  connection: RedisConnection
  redisLines: string[]
}

/** How an instance differs from others. */
export type InstanceOptions = GraphOptions & { timeoutMs?: number }

/** Instances of Adgraph over one Redis and one service. Everything that a test opens is closed after it. */
export interface Instances {
  closeLater: (close: () => unknown) => void
  redis: () => Promise<TestRedis>
  sandbox: (limits?: Partial<SandboxLimits>) => Promise<Sandbox>
  state: (redisUrl: string, serviceUrl: string, timeoutMs?: number) => Promise<TestState>
  instance: (
    redisUrl: string,
    service: { url: string; credentials?: Credentials },
    options?: InstanceOptions,
  ) => Promise<Graph & TestState>
}

/** The instances of the tests of a file. */
export function useInstances(): Instances {
  const closeLater = (close: () => unknown) =>
    onTestFinished(async () => {
      await close()
    })

  async function state(url: string, serviceUrl: string, timeoutMs = PATIENT_MS): Promise<TestState> {
    const redisLines: string[] = []
    const log = createLog('info', { write: (line) => void redisLines.push(line) })
    const connection = await connectRedis({ url, serviceUrl, log, timeoutMs })
    closeLater(() => connection.close())
    return { ...createSharedState(connection), connection, redisLines }
  }

  return {
    closeLater,
    state,
    async redis() {
      const redis = await startRedis()
      closeLater(() => redis.kill())
      return redis
    },
    async sandbox(limits = {}) {
      const sandbox = await startSandbox({ limits, now: undefined })
      closeLater(() => sandbox.close())
      return sandbox
    },
    async instance(redisUrl, { url, credentials = ANY_CREDENTIALS }, { timeoutMs, ...options } = {}) {
      const shared = await state(redisUrl, url, timeoutMs)
      const { store, referenceStore, statisticsStore, rateLimiter, writeStore, connection } = shared
      const graph = await openGraph(url, {
        credentials,
        client: createClient({ adsBaseUrl: url, authBaseUrl: url, store, rateLimiter }),
        statistics: createStatistics({ documents: statisticsStore, leases: store }),
        store,
        referenceStore,
        writeStore,
        writeSecrets: ['one secret of at least 32 characters'],
        observeRedis: connection.observe,
        ...options,
      })
      closeLater(() => graph.close())
      return { ...graph, ...shared }
    },
  }
}
