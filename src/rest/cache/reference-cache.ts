import { randomUUID } from 'node:crypto'
import type { Call, Middleware, Records, Send } from '../call.ts'
import { type CachePolicy, DAY_MS, type Endpoint, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import { type KeyValueStore, type ReferenceStore, within } from '../store.ts'
import type { Askers, ListParams } from '../types.ts'
import { variantKey } from '../../json/json.ts'
import type { Envelope } from '../wire/envelope.ts'
import { credentialKey } from '../wire/sign.ts'
import {
  createReferenceReads,
  type FetchedAnswer,
  type FoundAnswer,
  isTemporary,
  type ReferenceRead,
  suffices,
} from './reference-read.ts'
import { type UpstreamCode, UpstreamError } from '../errors.ts'

/**
 * Caches the answers of reference reads across operations, because the live service allows only a few of them in 15
 * minutes. A reference read is a read of an endpoint with `cache`: of a list that belongs to no account, such as
 * categories, targeting options, and the accounts of a user. There is one cache per server. Returns the step of one
 * operation, which adds each read that took no call of this operation to `hits`.
 */
type ReferenceCache = (...hits: Records<CachedRead>[]) => Middleware

interface ReferenceCacheOptions {
  /** Where answers are stored. */
  store: ReferenceStore
  /** Where the instances that share `store` share leases. */
  leases: Pick<KeyValueStore, 'acquireLease'>
  /** The age at which an answer is read again in the background. Defaults to a day, and is at most the endpoint's `maxAgeMs`. */
  refreshMs?: number | undefined
  /** The maximum duration of a read in the background, including waits. */
  readTimeoutMs: number
}

/** A read that was answered without a call of its operation. */
export interface CachedRead {
  stale: boolean
  /** The askers of the read, if the operation is traced. */
  askers: Askers | undefined
}

/** How long an operation waits for a newer answer if there is an expired one. */
const EXPIRED_WAIT_MS = 2_000

/** How long a write to a list is remembered: longer than any answer that was stored before the write. */
const WRITE_REMEMBERED_MS = REFERENCE_MAX_AGE_MS + 2 * DAY_MS

/** Creates the cache. Reads in the background are sent with `sendLater`. */
export function createReferenceCache(
  sendLater: Send,
  { store, leases, refreshMs = DAY_MS, readTimeoutMs }: ReferenceCacheOptions,
): ReferenceCache {
  const reads = createReferenceReads({ store, leases, refreshMs })
  const inFlight = createInFlightReads()

  return (...hits) => {
    return (call, next) => {
      const { endpoint } = call
      if (endpoint.cache) return answerOf(call, endpoint.cache, next)
      return endpoint.safe ? next(call) : written(call, next)
    }

    async function answerOf(call: Call, cache: CachePolicy, next: Send): Promise<Envelope> {
      const read: ReferenceRead = { key: await answerKey(call, cache), cache, call }
      const found = await reads.find(read)
      if (!found) return fetchOrJoin(read, next, call.context.deadline - Date.now())
      if (found.freshness === 'fresh') return cached(read, found)
      if (await reads.isPaused(read.key)) return cached(read, found)
      if (found.freshness === 'stale') refresh(read)
      else {
        const newer = await newerAnswer(read, next)
        if (newer) return newer
      }
      return cached(read, found)
    }

    function cached(read: ReferenceRead, { answer, freshness }: FoundAnswer): Envelope {
      addHit(read, freshness !== 'fresh')
      return answer
    }

    function addHit({ call }: ReferenceRead, stale: boolean): void {
      for (const each of hits) each.push({ stale, askers: call.context.askers })
    }

    /** A newer answer if there is one soon; undefined if the service is slow or down, or the limit is spent. */
    async function newerAnswer(read: ReferenceRead, next: Send): Promise<Envelope | undefined> {
      try {
        return await fetchOrJoin(read, next, Math.min(EXPIRED_WAIT_MS, read.call.context.deadline - Date.now()))
      } catch (error) {
        if (isTemporary(error)) return undefined
        throw error
      }
    }

    /** The answer of the same read of another operation, or of the service. Throws UPSTREAM_TIMEOUT after `waitMs`. */
    async function fetchOrJoin(read: ReferenceRead, next: Send, waitMs: number): Promise<Envelope> {
      const { call } = read
      // Other operations may wait for the answer too, so a read must not end when the caller of this operation
      // disconnects.
      const lasting = { ...call, context: { ...call.context, signal: undefined, memory: undefined } }
      const isEnough = ({ answer }: FetchedAnswer) => suffices(answer, call)
      const shared = inFlight.join(read.key, readerOf(call), isEnough, () => start({ ...read, call: lasting }, next))
      const { answer: fetched, joined } = await within(waitMs, shared)
      if (joined || !fetched.sent) addHit(read, false)
      return fetched.answer
    }
  }

  /**
   * Reads in the background for later operations. If that fails, the old answer stays until it has expired. Then an
   * operation waits for the read, and gets its error unless it is temporary.
   */
  function refresh(read: ReferenceRead): void {
    if (inFlight.has(read.key)) return
    const { credentials } = read.call.context
    const context = { credentials, deadline: Date.now() + readTimeoutMs }
    start({ ...read, call: { ...read.call, context } }, sendLater).catch(() => {})
  }

  function start(read: ReferenceRead, send: Send): Promise<FetchedAnswer> {
    return inFlight.start(read.key, readerOf(read.call), () => reads.fetch(read, send))
  }

  /** A write that failed may have happened nevertheless. */
  async function written(call: Call, next: Send): Promise<Envelope> {
    try {
      return await next(call)
    } finally {
      await noteWrite(call)
    }
  }

  /** The key of an answer: of its endpoint, its parameters, and its caller if callers get different answers. */
  async function answerKey({ endpoint, path, params, context }: Call, { scope }: CachePolicy): Promise<string> {
    const { with_total_count: _, ...filters } = params as ListParams
    const parameters = [endpoint.version, endpoint.path, path, filters]
    if (scope === 'public') return variantKey(['all', undefined, ...parameters])
    const caller = credentialKey(context.credentials)
    const change = await store.get(writeKey(caller, endpoint.path))
    return variantKey([caller, change?.answer, ...parameters])
  }

  /**
   * Changes the keys of the list that was written to, for this caller, so that older answers are not found. A write to
   * `accounts/:account_id` changes the list `accounts`. Writes below an account change no cached list.
   */
  async function noteWrite({ endpoint: { host, path }, context }: Call): Promise<void> {
    const list = path.replace(/\/:[a-z_]+$/, '')
    if (host !== 'ads' || list.includes(':')) return
    await store.set(writeKey(credentialKey(context.credentials), list), randomUUID(), WRITE_REMEMBERED_MS)
  }
}

/** The caller of a read, and how long it can last. */
function readerOf({ context: { credentials, deadline } }: Call) {
  return { caller: credentialKey(credentials), deadline }
}

function writeKey(caller: string, list: Endpoint['path']): string {
  return variantKey([caller, 'written', list])
}

/** Reads of this process that are in flight, by key: equal reads share one. */
interface InFlightReads {
  has(key: string): boolean
  /** Starts a read that other operations can join until it ends. */
  start<T>(key: string, owner: ReadOwner, read: () => Promise<T>): Promise<T>
  /**
   * The answer of the read in flight, or of a new one that `start` starts. If the read in flight fails for a reason
   * that concerns only the operation that started it, this operation starts its own read.
   */
  join<T>(key: string, joiner: ReadOwner, suffices: (answer: T) => boolean, start: () => Promise<T>): Promise<Joined<T>>
}

/** An answer, and whether another operation had started the read. */
interface Joined<T> {
  answer: T
  joined: boolean
}

/** The caller of a read, and its deadline in milliseconds since the epoch. */
interface ReadOwner {
  caller: string
  deadline: number
}

interface InFlightRead extends ReadOwner {
  answer: Promise<unknown>
}

/** Creates the reads in flight of one process: none yet. */
function createInFlightReads(): InFlightReads {
  const inFlight = new Map<string, InFlightRead>()
  return {
    has: (key) => inFlight.has(key),
    start(key, { caller, deadline }, read) {
      const answer = read().finally(() => inFlight.delete(key))
      inFlight.set(key, { caller, deadline, answer })
      return answer
    },
    async join<T>(key: string, joiner: ReadOwner, suffices: (answer: T) => boolean, start: () => Promise<T>) {
      for (;;) {
        const running = inFlight.get(key)
        if (!running) return { answer: await start(), joined: false }
        try {
          const answer = (await running.answer) as T
          if (suffices(answer)) return { answer, joined: true }
        } catch (error) {
          if (Date.now() >= joiner.deadline || !mayGoBetter(error, running, joiner)) throw error
        }
      }
    },
  }
}

/** Whether a read that failed for another operation can succeed for this one, with its own budget, permissions and deadline. */
function mayGoBetter(error: unknown, owner: ReadOwner, joiner: ReadOwner): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.code === 'BUDGET_SPENT') return true
  if (owner.caller !== joiner.caller && OF_THE_CALLER.has(error.code)) return true
  return owner.deadline < joiner.deadline && OF_THE_DEADLINE.has(error.code)
}

const OF_THE_CALLER: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN', 'OVERLOADED'])

const OF_THE_DEADLINE: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT'])
