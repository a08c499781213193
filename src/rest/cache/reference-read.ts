import { DAY_MS } from '../../async/duration.ts'
import { isObject } from '../../json/object.ts'
import { faultOf } from '../answer.ts'
import type { Call, Send } from '../call.ts'
import { type CachePolicy } from '../endpoint.ts'
import { type UpstreamCode, UpstreamError } from '../errors.ts'
import { type ReferenceStore, type Store, storedOrMade } from '../store.ts'
import type { ListParams } from '../types.ts'
import { asList, type Envelope, totalCountOf } from '../wire/envelope.ts'

/** A reference read: a read whose answer is cached. */
export interface ReferenceRead {
  /** The key of the answer in the store. */
  key: string
  cache: CachePolicy
  call: Call
}

/**
 * How a cached answer may be used: `fresh` as it is, `stale` while a newer one is read in the background, `expired`
 * only if no newer one is available.
 */
type Freshness = 'fresh' | 'stale' | 'expired'

/** An answer, and whether it took a call to the service. */
export interface FetchedAnswer {
  answer: Envelope
  sent: boolean
}

export interface ReferenceReadsOptions {
  /** Where answers are stored. */
  store: ReferenceStore
  /** Where the instances that share `store` share leases. */
  leases: Pick<Store, 'lease'>
  /** The age at which an answer is read again in the background. Defaults to a day, and is at most the endpoint's `maxAgeMs`. */
  refreshMs?: number
}

/** How long a read is not tried again after a failure, as long as there is an old answer. */
const PAUSE_AFTER_FAILURE_MS = 30_000

/** How long an expired answer stays stored, in case no newer one is available. */
const EXPIRED_STORED_MS = DAY_MS

/** Creates what finds the answers of reference reads in this store, and reads new ones. */
export function createReferenceReads({ store, leases, refreshMs = DAY_MS }: ReferenceReadsOptions) {
  return {
    find,
    /** Whether a read has just failed, so that it is not tried again as long as there is an old answer. */
    isPaused: async (key: string) => (await store.get(pauseKey(key))) !== undefined,
    /**
     * Reads from the service with `send` and stores the answer, or returns the answer that another instance has stored in
     * the meantime: only one of the instances that share the store reads at a time. Throws UPSTREAM_TIMEOUT if the wait
     * lasts beyond the deadline of the call.
     */
    fetch: (read: ReferenceRead, send: Send) =>
      storedOrMade<FetchedAnswer>(
        leases,
        read.key,
        read.call.context.deadline,
        async () => {
          const found = await find(read)
          return found?.freshness === 'fresh' ? { answer: found.answer, sent: false } : undefined
        },
        async () => ({ answer: await sendAndStore(read, send), sent: true }),
      ),
  }

  /** The stored answer, if it can be used: it is checked like one that the service sends, because others write to the store too. */
  async function find({ key, cache, call }: ReferenceRead) {
    const found = await store.get(key)
    if (!found) return undefined
    const { answer, ageMs } = found
    if (!isObject(answer) || faultOf(call, answer) || !suffices(answer, call)) return undefined
    return { answer, freshness: freshnessOf(ageMs, cache) }
  }

  function freshnessOf(ageMs: number, { maxAgeMs }: CachePolicy): Freshness {
    if (ageMs > maxAgeMs) return 'expired'
    return ageMs > refreshMs ? 'stale' : 'fresh'
  }

  async function sendAndStore({ key, cache, call }: ReferenceRead, send: Send): Promise<Envelope> {
    try {
      const answer = withKnownCount(await send(call), call)
      await store.set(key, answer, cache.maxAgeMs + EXPIRED_STORED_MS)
      return answer
    } catch (error) {
      if (isTemporary(error)) await store.set(pauseKey(key), true, PAUSE_AFTER_FAILURE_MS)
      throw error
    }
  }
}

/** Whether an answer has everything that the call requests: the count of its list, if it requests it. */
export function suffices(answer: Envelope, { params }: Call): boolean {
  return !(params as ListParams).with_total_count || totalCountOf(answer) !== undefined
}

/** The number of rows is known if the list ends with its first page. */
function withKnownCount(answer: Envelope, { endpoint, params }: Call): Envelope {
  const isWhole = endpoint.many && (params as ListParams).cursor === undefined && !answer.next_cursor
  return isWhole ? { ...answer, total_count: asList(answer.data).length } : answer
}

function pauseKey(key: string): string {
  return `${key} paused`
}

/** Whether an error is temporary, a failure of the service or a spent limit, so that an old answer is better than none. */
export function isTemporary(error: unknown): boolean {
  return error instanceof UpstreamError && TEMPORARY.has(error.code)
}

const TEMPORARY: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])
