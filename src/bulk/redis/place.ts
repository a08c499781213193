import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { FOLDER_MODE } from '../folder/segment.ts'
import { isOperation } from '../operation/folder.ts'
import type { OperationPlace } from '../operation/operations.ts'
import { PlaceFault, unwritable } from '../operation/store.ts'
import { openCopies } from './copy.ts'
import { createRedisQueue, type QueueTiming } from './queue.ts'
import { createRedisStore } from './store.ts'

interface RedisPlaceOptions {
  url: string
  /** A folder on a volume that all instances share. */
  dir: string
  /** The service: operations over different ones have nothing in common. */
  service: string
  onFault: (id: string, error: unknown) => void
  /** Shorter times, for tests. */
  timing?: QueueTiming
}

const TIMING: QueueTiming = { lockMs: 20_000, stalledMs: 10_000 }

/** The time after which a command counts as not answered. Commands of jobs, which can wait for jobs, have none. */
const COMMAND_MS = 5_000

/**
 * Opens the operations that all instances with this Redis and this folder share. Those that Redis has lost are made again from
 * the folder, now, whenever Redis is connected again, and as often as stalled ones are looked for. Throws a PlaceFault if
 * that is not possible.
 */
export async function openRedisPlace(options: RedisPlaceOptions): Promise<OperationPlace> {
  const { url, dir, service, onFault, timing = TIMING } = options
  await assertWritable(dir)
  const prefix = `adgraph:${hash('sha256', service, 'hex').slice(0, 8)}:bulk:`
  const retryStrategy = (attempts: number) => Math.min(attempts * 100, 2_000)
  const redis = new Redis(url, { commandTimeout: COMMAND_MS, maxRetriesPerRequest: null, retryStrategy })
  const jobs = new Redis(url, { maxRetriesPerRequest: null, retryStrategy })
  const connections = [redis, jobs]
  // Commands report what fails.
  for (const connection of connections) connection.on('error', () => undefined)
  try {
    await redis.ping()
  } catch (error) {
    for (const connection of connections) connection.disconnect()
    throw new PlaceFault('Redis cannot be reached', { cause: error })
  }
  const store = createRedisStore({ redis, prefix, service, copies: openCopies(dir), patienceMs: timing.lockMs })
  const queue = createRedisQueue({ redis: jobs, prefix, ...timing, onFault: onQueueFault })
  let isClosed = false
  let restoring: Promise<void> | undefined
  const restore = () => {
    restoring ??= restoreLost()
      .catch((error: unknown) => onFault('queue', error))
      .finally(() => (restoring = undefined))
    return restoring
  }
  const timer = setInterval(() => void restore(), timing.stalledMs).unref()
  redis.on('ready', () => void restore())
  await restore()
  return {
    dir,
    store,
    queue,
    async close() {
      isClosed = true
      clearInterval(timer)
      await queue.close()
      await restoring
      for (const connection of connections) connection.disconnect()
    },
  }

  /** Whether Redis is away is told by the connection for shared state. */
  function onQueueFault(error: unknown): void {
    if (connections.every(({ status }) => status === 'ready')) onFault('queue', error)
  }

  /** Makes again what Redis has lost: operations, and the jobs of those that have not ended. */
  async function restoreLost(): Promise<void> {
    for (const id of (await readdir(dir)).filter(isOperation)) {
      if (isClosed || redis.status !== 'ready') return
      try {
        if (await store.restore(id)) await queue.add(id)
      } catch (error) {
        onFault(id, error)
      }
    }
  }
}

async function assertWritable(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    await rmdir(await mkdtemp(join(dir, 'probe-')))
  } catch (error) {
    throw unwritable(error)
  }
}
