import type { MemoryBudget } from '../../async/memory.ts'
import { createLoaders } from '../../loaders/index.ts'
import { rateLimited } from '../../rest/call-error.ts'
import type { Call, Middleware } from '../../rest/call.ts'
import type { Endpoint, ListEndpoint } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { pause } from '../../rest/policy/permit.ts'
import { type KnownRateLimit } from '../../rest/policy/rate-limit.ts'
import type { CallRecord } from '../../rest/types.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { counted } from '../../schema/counted.ts'
import { type ContextOptions, createReadCaches } from '../../server/context-builder.ts'
import type { ExportHooks, OpenExportContext } from './export.ts'
import { PageTooLarge } from './walk/trouble.ts'

/** The parts of a server that the contexts of exports need. */
interface ExportContextOptions extends Pick<ContextOptions, 'client' | 'store' | 'referenceStore'> {
  /** The share of a rate limit that an export takes while others use it. */
  share: number
  /** The memory of the process. A page takes its part of it until it has been written. Undefined: rows outlive their page. */
  memory?: MemoryBudget | undefined
}

/** On whose behalf an export calls the service. */
interface ExportCaller {
  credentials: Credentials
  /** Identifies the caller among the callers of the server. */
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
  const { client, share, memory } = options
  const throughCaches = createReadCaches(options, PAGE_TIMEOUT_MS)

  return ({ credentials, key }) => {
    const politeness = createPoliteness({ share, callTimeoutMs: PAGE_TIMEOUT_MS })
    return ({ signal, onCall, onWait, retries, maxWaitMs }: ExportHooks) => {
      const push = ({ attempt, path }: CallRecord) => {
        onCall()
        if (attempt > 1) politeness.countRetry(path)
      }
      const polite = politeness.middleware({
        limitOf: ({ endpoint, path }) => rest.rateLimit(endpoint, path['account_id']),
        onWait,
        maxWaitMs,
      })
      const reservation = memory?.open(`export ${key}`, signal)
      const rest = client.session(
        {
          credentials,
          deadline: Date.now() + PAGE_TIMEOUT_MS,
          signal,
          retries,
          memory: reservation,
          // A caller of its own, so that the operations of the same person share fairly with the export.
          caller: `export ${key}`,
          calls: { push },
        },
        [...throughCaches(), polite],
      )
      return {
        context: { rest, loaders: createLoaders(rest), operator: false, reported: [] },
        count: (bytes) => reservation?.add(bytes),
        exceededMemory: () => reservation?.exceeded(),
        close: () => reservation?.close(),
      }
    }
  }
}

/** The part of a rate limit that an export leaves to others, at least one call, until the last tenth of the window. */
const RESERVE = 0.1
const LAST_PART = 0.1

/** The known state of the window of a rate limit. */
interface Window {
  /** Undefined as long as the limit is not known. */
  resetAt: number | undefined
  /** Its length, as far as it has been seen. */
  lengthMs: number
  own: number
  /** Those of them that were made since it was last looked at. The service may have counted them in the next window. */
  latest: number
}

/** The remainder of a rate limit, and who has used it. */
type Use = Pick<KnownRateLimit, 'limit' | 'remaining' | 'resetAfterMs'> & Pick<Window, 'lengthMs' | 'own'>

/**
 * How long an export waits before it makes a call that counts against a rate limit; 0 if it makes the call now. While others
 * use the limit, an export takes at most its share of what they leave. Alone, it takes everything but a reserve, and the reserve
 * in the last part of the window.
 */
export function waitMsFor({ limit, remaining, resetAfterMs, lengthMs, own }: Use, share: number): number {
  const byOthers = limit - remaining - own
  if (remaining <= 0) return resetAfterMs
  if (byOthers > 0 && own + 1 > share * (own + remaining)) return resetAfterMs
  const reserve = Math.max(1, Math.ceil(RESERVE * limit))
  const untilLastPart = resetAfterMs - LAST_PART * lengthMs
  if (remaining > reserve) return 0
  return byOthers > 0 ? resetAfterMs : Math.max(0, untilLastPart)
}

/** What a call of an export needs to know. */
interface PoliteCall {
  /** The rate limit that a call counts against, if it is known. */
  limitOf: (call: Call) => KnownRateLimit | undefined
  /** Called with the time until which a call waits, and with undefined when it continues. */
  onWait: (until: number | undefined) => void
  /** A call that would wait longer fails. */
  maxWaitMs: number
}

/** A reset that was announced can be a little earlier than the service's own clock has it. */
const MARGIN_MS = 50

/**
 * Creates the politeness of one export: its calls, which it counts, wait until others do not need the rate limit. While others
 * use a limit, it takes this share of it. A call may take `callTimeoutMs` once it is made.
 */
function createPoliteness({ share, callTimeoutMs }: { share: number; callTimeoutMs: number }) {
  const windows = new Map<string, Window>()
  return {
    /** The middleware of one page. */
    middleware({ limitOf, onWait, maxWaitMs }: PoliteCall): Middleware {
      /** The calls of the page. */
      const made = new Map<string, number>()
      return async (call, next) => {
        const { endpoint, path, context } = call
        let hasWaited = false
        for (;;) {
          const known = limitOf(call)
          const waitMs = known ? waitMsFor(useOf(keyOf(endpoint, known.account), known), share) : 0
          if (!known || waitMs <= 0) break
          // The page is read again after that.
          if (context.isShared) throw rateLimited(known.resetAt - known.resetAfterMs + waitMs)
          if (waitMs > maxWaitMs) throw failureOf(endpoint, known, { made, until: Date.now() + waitMs })
          hasWaited = true
          onWait(Date.now() + waitMs)
          await pause(waitMs + MARGIN_MS, context.signal)
        }
        if (hasWaited) onWait(undefined)
        // Only the service knows whether its limit is for the account or for all accounts.
        for (const key of new Set([keyOf(endpoint, path['account_id']), keyOf(endpoint, undefined)])) {
          made.set(key, (made.get(key) ?? 0) + 1)
          const window = windows.get(key) ?? NEW_WINDOW
          windows.set(key, { ...window, own: window.own + 1, latest: window.latest + 1 })
        }
        try {
          return await next({ ...call, context: { ...context, deadline: Date.now() + callTimeoutMs } })
        } catch (error) {
          // Calls that began before the window was known, or together with those of others.
          const known = isRateLimit(error) && !context.isShared ? limitOf(call) : undefined
          if (!known) throw error
          useOf(keyOf(endpoint, known.account), known)
          throw failureOf(endpoint, known, { made, until: Date.now() + known.resetAfterMs })
        }
      }
    },
    /** Counts an attempt that no middleware has seen. */
    countRetry(path: string) {
      for (const [key, window] of windows) if (key.startsWith(`${path} `)) window.own += 1
    },
  }

  /** The error of a call that must wait for too long. A page that alone has used the window would not end in the next one either. */
  function failureOf(endpoint: Endpoint, known: KnownRateLimit, { made, until }: PageCalls): Error {
    const key = keyOf(endpoint, known.account)
    const own = made.get(key) ?? 0
    const isAlone = own > 0 && own >= (windows.get(key)?.own ?? 0)
    return isAlone ? tooManyCalls(endpoint, known, until) : rateLimited(until)
  }

  function useOf(key: string, known: KnownRateLimit): Use {
    const { limit, remaining, resetAt, resetAfterMs } = known
    const before = windows.get(key) ?? NEW_WINDOW
    // Nobody knows in which window the latest calls are. One of them has announced this window.
    const window =
      before.resetAt === resetAt
        ? { ...before, latest: 0 }
        : { resetAt, lengthMs: resetAfterMs, own: Math.min(limit - remaining, before.latest), latest: 0 }
    windows.set(key, window)
    return { ...known, ...window }
  }
}

const NEW_WINDOW: Readonly<Window> = { resetAt: undefined, lengthMs: 0, own: 0, latest: 0 }

/** Whether a call failed because its rate limit is spent until a known time. */
function isRateLimit(error: unknown): boolean {
  return error instanceof UpstreamError && error.code === 'RATE_LIMITED' && error.retryAt !== undefined
}

/** The calls of a page by rate limit, and when it can go on. */
interface PageCalls {
  made: ReadonlyMap<string, number>
  until: number
}

/** The error of a page that needs more calls than a window has for it. */
function tooManyCalls(
  endpoint: Endpoint & Partial<Pick<ListEndpoint, 'idFilter' | 'maxIds'>>,
  { limit }: KnownRateLimit,
  until: number,
): PageTooLarge {
  const { method, path, idFilter, maxIds } = endpoint
  const message = `the rate limit of ${method} ${path} is ${counted(limit, 'call')} in a window`
  const rowsPerCall = idFilter === undefined ? 1 : maxIds
  return new PageTooLarge(message, { code: 'RATE_LIMITED', limit: 'calls', allowed: limit }, { until, rowsPerCall })
}

/** The key of a rate limit, which is one for all accounts if it belongs to none. */
function keyOf({ path }: Endpoint, account: string | undefined): string {
  return `${path} ${account ?? ''}`
}
