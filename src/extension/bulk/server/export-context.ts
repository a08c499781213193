import type { ExportHooks, OpenExportContext } from '../export-run.ts'
import type { MemoryBudget } from '../../../async/memory.ts'
import { createPoliteness } from '../politeness.ts'
import { createLoaders } from '../../../loaders/index.ts'
import { createReferenceCache } from '../../../rest/cache/reference-cache.ts'
import type { CallRecord } from '../../../rest/types.ts'
import type { Records } from '../../../rest/call.ts'
import type { Credentials } from '../../../rest/wire/sign.ts'
import type { ContextOptions } from '../../../server/context.ts'

/** The parts of a server that the contexts of exports need. */
interface ExportContextOptions extends Pick<ContextOptions, 'client' | 'store' | 'referenceStore'> {
  /** Records each attempt of a call. */
  calls?: Records<CallRecord>
  /** The share of a rate limit that an export takes while others use it. */
  share: number
  /** The memory of the process, of which a page takes its part until it has been written. Undefined: rows outlive their page. */
  memory?: MemoryBudget
}

/** On whose behalf an export calls the service. */
interface ExportCaller {
  credentials: Credentials
  /** Identifies the caller among those of the server. */
  key: string
}

/**
 * How long the calls of one page may take. A spent rate limit that resets later fails the page, which is read again after
 * the reset.
 */
const PAGE_TIMEOUT_MS = 120_000

/**
 * Creates the function that opens the contexts of an export. They have no budget of calls and rows: an export reads as much as there is,
 * but leaves others their part of the rate limits.
 */
export function createExportContexts(options: ExportContextOptions): (caller: ExportCaller) => OpenExportContext {
  const { client, calls, share, memory } = options
  const throughCache = createReferenceCache(client.send, {
    store: options.referenceStore,
    leases: options.store,
    readTimeoutMs: PAGE_TIMEOUT_MS,
  })

  return ({ credentials, key }) => {
    const politeness = createPoliteness({ share, callTimeoutMs: PAGE_TIMEOUT_MS })
    return ({ signal, onCall, onWait }: ExportHooks) => {
      const push = ({ attempt, path }: CallRecord) => {
        onCall()
        if (attempt > 1) politeness.countRetry(path)
      }
      const polite = politeness.middleware({
        limitOf: ({ endpoint, path }) => rest.rateLimit(endpoint, path['account_id']),
        onWait,
      })
      const reservation = memory?.open(`export ${key}`, signal)
      const rest = client.session(
        {
          credentials,
          deadline: Date.now() + PAGE_TIMEOUT_MS,
          signal,
          memory: reservation,
          // A caller of its own, so that the operations of the same person share fairly with the export.
          caller: `export ${key}`,
          records: [{ push }, ...(calls ? [calls] : [])],
        },
        [throughCache(), polite],
      )
      return {
        context: { rest, loaders: createLoaders(rest), operator: false, report: () => undefined },
        count: (bytes) => reservation?.add(bytes),
        close: () => reservation?.close(),
      }
    }
  }
}
