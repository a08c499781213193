import type { Client, SessionOptions } from '../client.ts'
import type { Session } from '../session.ts'
import { DAY_MS, type CachePolicy, type Endpoint } from '../endpoint.ts'
import { eachPage } from '../pages.ts'
import { credentialKey } from '../wire/sign.ts'
import { createMemoryStore, type KeyValueStore } from '../store.ts'
import { within } from '../wait/timeout.ts'
import type { Askers, ListParams, Page, Row } from '../types.ts'
import { createInFlightReads } from './in-flight-reads.ts'
import { createReferenceKeys } from './reference-key.ts'
import { createMemoryReferenceStore, type ReferenceStore } from './reference-store.ts'
import { createReferenceReads, isTemporary, type FoundAnswer, type ReferenceRead } from './reference-read.ts'

/**
 * Caches the answers of reference reads across operations, because the live service allows only a few of them in 15
 * minutes. A reference read is a read of an endpoint with `cache`: of a list that belongs to no account, such as
 * categories, targeting options, and the accounts of a user. There is one cache per server.
 */
export interface ReferenceCache {
  /** The client's session for one operation, with its reference reads answered from the cache where possible. */
  session(options: ReferenceSessionOptions): Session
}

export interface ReferenceCacheOptions {
  /** Where answers are stored. Defaults to the memory of this process. */
  store?: ReferenceStore
  /** Where the instances that share `store` share leases. Defaults to the memory of this process. */
  leases?: Pick<KeyValueStore, 'acquireLease'>
  /** The age at which an answer is read again in the background. Defaults to a day, and is at most the endpoint's `maxAgeMs`. */
  refreshMs?: number | undefined
  /** The maximum duration of a read in the background, including waits. */
  readTimeoutMs: number
}

export interface ReferenceSessionOptions extends SessionOptions {
  /** Called for each answer that took no call of this operation. */
  onCached?: ((hit: CachedRead) => void) | undefined
}

/** A read that was answered without a call of its operation. */
export interface CachedRead {
  stale: boolean
  /** The askers of the read, if the operation is traced. */
  askers: Askers | undefined
}

/** How long an operation waits for a newer answer if there is an expired one. */
const EXPIRED_WAIT_MS = 2_000

/** A client's sessions with a cache in front of them. */
export function createReferenceCache(
  client: Client,
  {
    store = createMemoryReferenceStore(),
    leases = createMemoryStore(),
    refreshMs = DAY_MS,
    readTimeoutMs,
  }: ReferenceCacheOptions,
): ReferenceCache {
  const reads = createReferenceReads({ store, leases, refreshMs })
  const inFlight = createInFlightReads()

  return { session }

  function session({ onCached, ...options }: ReferenceSessionOptions): Session {
    const own = client.session(options)
    const caller = credentialKey(options.credentials)
    const keys = createReferenceKeys(store, caller)
    // Other operations may wait for the answer too, so a read must not end when the caller of this operation
    // disconnects.
    const { signal: _, memory: __, ...lasting } = options

    return {
      ...own,
      async call<Path extends string, Params extends object, Data>(
        ...[endpoint, path, params]: Parameters<typeof own.call<Path, Params, Data>>
      ): Promise<Data> {
        if (!endpoint.safe) return written(endpoint, own.call(endpoint, path, params))
        const { cache } = endpoint
        if (!cache) return own.call(endpoint, path, params)
        return answerOf({
          key: await keys.keyOf(endpoint, cache, 'call', path, params),
          cache,
          isAnswer: endpoint.many ? isRows<Data> : isRow<Data>,
          suffices: () => true,
          send: (rest) => rest.call(endpoint, path, params),
        })
      },
      page,
      pages: (endpoint, path, params) => eachPage(page, endpoint, path, params),
      askedBy: (askers) => session({ ...options, onCached, askers }),
    }

    function page<Path extends string, Params extends ListParams, R extends Row>(
      ...[endpoint, path, params]: Parameters<typeof own.page<Path, Params, R>>
    ): Promise<Page<R>> {
      const { cache } = endpoint
      return cache ? cachedPage(cache, endpoint, path, params) : own.page(endpoint, path, params)
    }

    async function cachedPage<Path extends string, Params extends ListParams, R extends Row>(
      cache: CachePolicy,
      ...[endpoint, path, params]: Parameters<typeof own.page<Path, Params, R>>
    ): Promise<Page<R>> {
      const { with_total_count: count, ...filters } = params
      return answerOf({
        key: await keys.keyOf(endpoint, cache, 'page', path, filters),
        cache,
        isAnswer: isPage,
        suffices: ({ totalCount }) => !count || totalCount !== undefined,
        send: async (rest) => withKnownCount(await rest.page(endpoint, path, params), params),
      })
    }

    /** A write that failed may have happened nevertheless. */
    async function written<T>(endpoint: Endpoint, answer: Promise<T>): Promise<T> {
      try {
        return await answer
      } finally {
        await keys.noteWrite(endpoint)
      }
    }

    async function answerOf<T>(read: ReferenceRead<T>): Promise<T> {
      const found = await reads.find(read)
      if (!found) return fetchOrJoin(read, options.deadline - Date.now())
      if (found.freshness === 'fresh') return cached(found)
      if (await reads.isPaused(read.key)) return cached(found)
      if (found.freshness === 'stale') refresh(read)
      else {
        const newer = await newerAnswer(read)
        if (newer) return newer.answer
      }
      return cached(found)
    }

    function cached<T>({ answer, freshness }: FoundAnswer<T>): T {
      onCached?.({ stale: freshness !== 'fresh', askers: options.askers })
      return answer
    }

    /** A newer answer if there is one soon; undefined if the service is slow or down, or the limit is spent. */
    async function newerAnswer<T>(read: ReferenceRead<T>): Promise<{ answer: T } | undefined> {
      try {
        const waitMs = Math.min(EXPIRED_WAIT_MS, options.deadline - Date.now())
        return { answer: await fetchOrJoin(read, waitMs) }
      } catch (error) {
        if (isTemporary(error)) return undefined
        throw error
      }
    }

    /** The answer of the same read of another operation, or of the service. Throws UPSTREAM_TIMEOUT after `waitMs`. */
    async function fetchOrJoin<T>(read: ReferenceRead<T>, waitMs: number): Promise<T> {
      const { deadline } = options
      const suffices = ({ answer }: Fetched<T>) => read.suffices(answer)
      const shared = inFlight.join(read.key, { caller, deadline }, suffices, () => start(read, lasting))
      const { answer: fetched, joined } = await within(waitMs, shared)
      if (joined || !fetched.sent) onCached?.({ stale: false, askers: options.askers })
      return fetched.answer
    }

    /**
     * Reads in the background for later operations. If that fails, the old answer stays until it has expired. Then an
     * operation waits for the read, and gets its error unless it is temporary.
     */
    function refresh<T>(read: ReferenceRead<T>): void {
      if (inFlight.has(read.key)) return
      const { credentials } = options
      start(read, { credentials, deadline: Date.now() + readTimeoutMs }).catch(() => {})
    }

    function start<T>(read: ReferenceRead<T>, as: SessionOptions): Promise<Fetched<T>> {
      const { deadline } = as
      return inFlight.start(read.key, { caller, deadline }, () => reads.fetch(read, client.session(as), deadline))
    }
  }
}

/** An answer, and whether it took a call to the service. */
interface Fetched<T> {
  answer: T
  sent: boolean
}

/** The number of rows is known if the list ends with its first page. */
function withKnownCount<R>(page: Page<R>, { cursor }: ListParams): Page<R> {
  const isWhole = cursor === undefined && page.nextCursor === null
  return isWhole ? { ...page, totalCount: page.rows.length } : page
}

// The form that an answer must have, wherever it was stored: the loaders read rows as objects.

function isRow<Data>(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRows<Data>(value: unknown): value is Data {
  return Array.isArray(value) && value.every(isRow)
}

function isPage<R extends Row>(value: unknown): value is Page<R> {
  if (!isRow<Record<keyof Page<R>, unknown>>(value)) return false
  const { rows, nextCursor, totalCount } = value
  const isCursor = nextCursor === null || typeof nextCursor === 'string'
  return isRows(rows) && isCursor && (totalCount === undefined || Number.isInteger(totalCount))
}
