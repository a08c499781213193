import type { IncomingMessage } from 'node:http'
import type { FairQueue } from '../../../async/fair-queue.ts'
import { answering } from '../../../async/promise.ts'
import type { Config } from '../../../config.ts'
import type { Store } from '../../../rest/store.ts'
import type { ServerExtension, ServerParts } from '../../../server/extension.ts'
import { guarded } from '../../../server/guard/guard.ts'
import type { CountedResponse } from '../../../server/response.ts'
import { PlaceFault, BULK_PATH, hasOperations, temporaryFolder } from '../operation/record.ts'
import { createCallerBulk, inTime, type BulkParts, type BulkSettings, type OpenedBulk } from './caller-bulk.ts'

/** How long a stop waits for operations to keep their positions. */
export const MAX_STOP_MS = 10_000

/** Opens the long work of a server. Nothing of it is loaded before it is used. */
export function openBulk(settings: BulkSettings, server: ServerParts): ServerExtension {
  const parts: BulkParts = { ...server, settings }
  const { log } = parts
  let opening: Promise<OpenedBulk> | undefined
  let isClosed = false
  let looking: Promise<boolean> | undefined
  let downloads: FairQueue | undefined

  return {
    name: 'bulk',
    routes: [{ path: BULK_PATH, handle: guarded(parts.hostGuard, answer) }],
    contextOf: (caller, memory) => ({ bulk: createCallerBulk(parts, caller, memory, open, ifAny) }),
    async signedOut(session, isRevoked) {
      const ending = ifAny().then((opened) => opened?.signedOut(session, isRevoked))
      // The user is signed out in any case. Operations find out when they go on.
      await inTime(ending).catch((err: unknown) => log.error({ err }, 'long work of a session was not ended'))
    },
    start: () => void resume(),
    async stop(answered) {
      isClosed = true
      // Operations keep their positions. Requests that are still answered need their place.
      await stopped(async (opened) => opened.operations.close())
      await answered
      await stopped(async (opened) => opened.place.close())
    },
  }

  async function answer(request: IncomingMessage, response: CountedResponse): Promise<void> {
    const { answerFile, createDownloadQueue } = await import('./file.ts')
    downloads ??= createDownloadQueue()
    await answerFile(parts, ifAny, downloads, request, response)
  }

  /** Goes on with the operations of a process before this one. */
  async function resume(): Promise<void> {
    if (isClosed || (!opening && !(await hasOperations()))) return
    await open().catch((err: unknown) => log.error({ err }, 'long work cannot continue'))
  }

  function open(): Promise<OpenedBulk> {
    if (isClosed) return Promise.reject(new PlaceFault('the server stops'))
    opening ??= import('./open.ts')
      .then(({ openOperationsOf }) => openOperationsOf(parts))
      .catch((error: unknown) => {
        // The next one tries again: the folder may have been made writable.
        opening = undefined
        throw error
      })
    return opening
  }

  /** One look at a time: each has a thread for as long as the folder does not answer. */
  function hasOperations(): Promise<boolean> {
    looking ??= settings.hasOperations().finally(() => (looking = undefined))
    return looking
  }

  async function stopped(stop: (opened: OpenedBulk) => Promise<void>): Promise<void> {
    if (!opening) return
    const stopping = opening.then(stop, () => undefined)
    await answering(stopping, MAX_STOP_MS, () => log.error('long work does not stop: BULK_DIR does not answer'))
  }

  /** Opens it if there are operations. Undefined if there are none, or if they cannot be read. */
  async function ifAny(): Promise<OpenedBulk | undefined> {
    if (!opening && !(await hasOperations())) return undefined
    return open().catch((err: unknown) => {
      log.error({ err }, 'long work cannot be read')
      return undefined
    })
  }
}

/** How long work is kept and run. Processes share it if they share this store, by which they take turns. */
export function bulkSettings(config: Config, store: Store): BulkSettings {
  const { BULK_DIR: dir } = config
  const shared = store.kind === 'SHARED' ? store : undefined
  const service = config.ADS_BASE_URL ?? 'embedded sandbox'
  return {
    service,
    slots: config.BULK_CONCURRENCY,
    share: config.BULK_SHARE,
    maxAgeMs: config.BULK_MAX_AGE_MS,
    openPlace: async (onFault) => (await import('../operation/place.ts')).openPlace({ dir, service, shared, onFault }),
    // An instance takes part in the operations of others, which can begin at any time.
    hasOperations: async () => (shared ? dir !== undefined : hasOperations(dir ?? temporaryFolder(service))),
  }
}
