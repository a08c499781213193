import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../async/duration.ts'
import type { MemoryBudget } from '../../async/memory.ts'
import { variantKey } from '../../json/json.ts'
import { isObject } from '../../json/object.ts'
import { faultOf } from '../answer.ts'
import { failed } from '../call-error.ts'
import { type Call, type CallContext, callerOf, type Middleware, type Records, type Send } from '../call.ts'
import { type Client, onlyWithMemory } from '../client.ts'
import { type CachePolicy, type Endpoint, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import { type UpstreamCode, UpstreamError } from '../errors.ts'
import { pause } from '../policy/permit.ts'
import { beforeDeadline, mayTakeLonger, type ReferenceStore, type Store, storedOrMade } from '../store.ts'
import type { Askers, ListParams } from '../types.ts'
import { bodyBytes, type Envelope, totalCountOf } from '../wire/envelope.ts'
import { type Credentials, credentialKey } from '../wire/sign.ts'
import type { Vocabulary } from '../wire/vocabulary.ts'

interface ReferenceCacheOptions {
  /** Where answers are stored. */
  store: ReferenceStore
  /** Where the instances that share `store` share leases. */
  leases: Pick<Store, 'lease'>
  /** The age at which an answer is read again in the background. Defaults to a day, and is at most the endpoint's `maxAgeMs`. */
  refreshMs?: number
  /** The maximum duration of a read in the background, including waits. */
  readTimeoutMs: number
  /** The memory of the process. Each read takes its part of it until it ends. Undefined if it is not counted. */
  memory?: MemoryBudget | undefined
}

/** A read that was answered without a call of its operation. */
export interface CachedRead {
  stale: boolean
  /** The askers of the read, if the operation is traced. */
  askers: Askers | undefined
}

/** A reference read: a read whose answer is cached. */
interface ReferenceRead {
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
interface FetchedAnswer {
  answer: Envelope
  sent: boolean
}

/** How long a read is not tried again after a failure, as long as there is an old answer. */
const PAUSE_AFTER_FAILURE_MS = 30_000

/** How long an expired answer stays stored, in case no newer one is available. */
const EXPIRED_STORED_MS = DAY_MS

/** How long an operation waits for a newer answer if there is an expired one. */
const EXPIRED_WAIT_MS = 2_000

/** How long an operation waits at least before it reads again what failed for a rate limit: its reset can have passed meanwhile. */
const MIN_PAUSE_MS = 50

/** How long the version of a caller's answers is kept: longer than any answer that was stored before. */
const VERSION_MS = REFERENCE_MAX_AGE_MS + 2 * DAY_MS

/**
 * Caches the answers of reference reads across operations, because the live service allows only a few of them in 15
 * minutes. A reference read is a read of an endpoint with `cache`: of a list that belongs to no account, such as
 * categories, targeting options, and the accounts of a user. There is one cache per server. Returns what creates the step of one
 * operation, which adds each read that took no call of this operation to `hits`. Reads in the background are sent by `client`.
 */
export function createReferenceCache(
  client: Pick<Client, 'send' | 'now' | 'watch'>,
  { readTimeoutMs, memory, ...options }: ReferenceCacheOptions,
) {
  const reads = createReferenceReads(options)
  const inFlight = createInFlightReads()
  const keys = createAnswerKeys(options.store)
  const { local } = options.store
  client.watch({ onRevoked: (credentials) => void keys.change(credentials) })

  return (...hits: Records<CachedRead>[]): Middleware => {
    return (call, next) => {
      const { endpoint } = call
      const { cache } = endpoint
      if (cache) return onlyWithMemory(call, (call) => heldBy(call, answerOf(call, cache, next)))
      return changesList(endpoint) ? written(call, next) : next(call)
    }

    async function answerOf(call: Call, cache: CachePolicy, next: Send): Promise<Envelope> {
      const read: ReferenceRead = { key: await keys.of(call, cache), cache, call }
      const found = await reads.find(read)
      if (!found) return fetchOrJoin(read, next, call.context.deadline - Date.now())
      const { answer, freshness } = found
      const isDue = freshness !== 'fresh' && !(await reads.isPaused(read.key))
      if (isDue && freshness === 'stale') refresh(read)
      const newer = isDue && freshness === 'expired' ? await newerAnswer(read, next) : undefined
      if (newer) return newer
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
      const { signal } = call.context
      const until = Date.now() + waitMs
      // Other operations may wait for the answer too, so a read must not end when the caller of this operation
      // disconnects, nor take its memory, nor wait for its rate limit.
      const shared = { ...call, context: { ...call.context, signal: undefined, memory: undefined, isShared: true } }
      for (;;)
        try {
          const joined = inFlight.join(read, () => start({ ...read, call: shared }, next))
          const { answer, sent } = await beforeDeadline(until, joined)
          if (!sent) addHit(read, false)
          return answer
        } catch (error) {
          const resetMs = resetMsOf(error)
          if (resetMs === undefined || Date.now() + resetMs >= until) throw error
          await pause(resetMs, signal)
        }
    }
  }

  /** How long it takes until the rate limit resets that a read failed for; undefined for other errors. */
  function resetMsOf(error: unknown): number | undefined {
    const retryAt = error instanceof UpstreamError && error.code === 'RATE_LIMITED' ? error.retryAt : undefined
    return retryAt && Math.max(MIN_PAUSE_MS, retryAt.getTime() - client.now())
  }

  /**
   * Reads in the background for later operations. If that fails, the old answer stays until it has expired. Then an
   * operation waits for the read, and gets its error unless it is temporary.
   */
  function refresh(read: ReferenceRead): void {
    const { credentials, caller } = read.call.context
    // What this caller may not read is not asked for again with each of its operations.
    const refusedKey = variantKey([credentialKey(credentials), 'refused', read.key])
    if (inFlight.has(read.key) || local.get(refusedKey)) return
    const context = { credentials, caller, deadline: Date.now() + readTimeoutMs, isShared: true }
    start({ ...read, call: { ...read.call, context } }, client.send).catch(() =>
      local.set(refusedKey, true, PAUSE_AFTER_FAILURE_MS),
    )
  }

  function start(read: ReferenceRead, send: Send): Promise<FetchedAnswer> {
    const reservation = memory?.open(`references of ${callerOf(read.call.context)}`)
    // Its buffers outlive the read, because the answer has them.
    reservation?.keepBuffers()
    const call = { ...read.call, context: { ...read.call.context, memory: reservation } }
    return inFlight.start(read, () => reads.fetch({ ...read, call }, send).finally(() => reservation?.close()))
  }

  /** Counts an answer as memory of the operation that gets it: the cache may drop it before. It may be too much. */
  async function heldBy({ endpoint, context }: Call, answer: Promise<Envelope>): Promise<Envelope> {
    const envelope = await answer
    const { memory } = context
    memory?.add(envelope[bodyBytes] ?? 0)
    if (memory && !(await memory.room('rows'))) throw failed(endpoint, { reason: 'overloaded', sent: false })
    return envelope
  }

  /** A write that failed may have happened nevertheless. */
  async function written(call: Call, next: Send): Promise<Envelope> {
    try {
      return await next(call)
    } finally {
      await keys.change(call.context.credentials)
    }
  }
}

/** Creates what finds the answers of reference reads in this store, and reads new ones. */
function createReferenceReads({ store, leases, refreshMs = DAY_MS }: Omit<ReferenceCacheOptions, 'readTimeoutMs'>) {
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
    const { answer, ageMs, bytes } = found
    if (!isObject(answer) || faultOf(call, answer) || !suffices(answer, call)) return undefined
    return { answer: { ...answer, [bodyBytes]: bytes }, freshness: freshnessOf(ageMs, cache) }
  }

  function freshnessOf(ageMs: number, { maxAgeMs }: CachePolicy): Freshness {
    if (ageMs > maxAgeMs) return 'expired'
    return ageMs > refreshMs ? 'stale' : 'fresh'
  }

  async function sendAndStore({ key, cache, call }: ReferenceRead, send: Send): Promise<Envelope> {
    try {
      const answer = await send(call)
      await store.set(key, answer, cache.maxAgeMs + EXPIRED_STORED_MS, answer[bodyBytes])
      return answer
    } catch (error) {
      if (isTemporary(error)) await store.set(pauseKey(key), true, PAUSE_AFTER_FAILURE_MS)
      throw error
    }
  }
}

/** Whether an answer has everything that the call requests: the count of its list, or all of its rows, if it requests the count. */
function suffices(answer: Envelope, { params }: Call): boolean {
  return !(params as ListParams).with_total_count || totalCountOf(answer) !== undefined || !answer.next_cursor
}

function pauseKey(key: string): string {
  return `${key} paused`
}

/** Whether an error is temporary, a failure of the service or a spent limit, so that an old answer is better than none. */
function isTemporary(error: unknown): boolean {
  return error instanceof UpstreamError && TEMPORARY.has(error.code)
}

const TEMPORARY: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])

/** Creates the keys of answers. The store has the version of each caller's private answers. */
function createAnswerKeys(store: ReferenceStore) {
  return { of, change }

  /** The key of an answer: of its endpoint, its parameters, and its caller if callers get different answers. */
  async function of({ endpoint, path, params, context }: Call, { scope }: CachePolicy): Promise<string> {
    const { with_total_count: _, ...filters } = params as ListParams
    const parameters = [endpoint.version, endpoint.path, path, filters]
    if (scope === 'public') return variantKey(['all', undefined, ...parameters])
    const caller = credentialKey(context.credentials)
    const version = await store.get(versionKey(caller))
    return variantKey([caller, version?.answer, ...parameters])
  }

  /** Changes the keys of this caller's private answers, so that older ones are not found. */
  async function change(credentials: Credentials): Promise<void> {
    await store.set(versionKey(credentialKey(credentials)), randomUUID(), VERSION_MS)
  }
}

/** Whether a call of an endpoint can change a cached list: a write to `accounts/:account_id` changes the list `accounts`, one below an account none. */
function changesList({ safe, host, path }: Endpoint): boolean {
  return !safe && host === 'ads' && !path.replace(/\/:[a-z_]+$/, '').includes(':')
}

function versionKey(caller: string): string {
  return variantKey([caller, 'version'])
}

/** Creates the reads in flight of one process, by key: equal reads share one. */
function createInFlightReads() {
  const inFlight = new Map<string, { owner: CallContext; answer: Promise<FetchedAnswer> }>()
  return {
    has: (key: string) => inFlight.has(key),
    /** Starts a read that other operations can join until it ends. */
    start({ key, call }: ReferenceRead, fetch: () => Promise<FetchedAnswer>) {
      const answer = fetch().finally(() => inFlight.delete(key))
      inFlight.set(key, { owner: call.context, answer })
      return answer
    },
    /**
     * The answer of the read in flight, or of a new one that `start` starts. If the read in flight fails for a reason
     * that concerns only the operation that started it, this operation starts its own read.
     */
    async join({ key, call }: ReferenceRead, start: () => Promise<FetchedAnswer>): Promise<FetchedAnswer> {
      const { context } = call
      for (;;) {
        const running = inFlight.get(key)
        if (!running) return start()
        try {
          const { answer } = await running.answer
          if (!faultOf(call, answer) && suffices(answer, call)) return { answer, sent: false }
        } catch (error) {
          if (Date.now() >= context.deadline || !mayGoBetter(error, running.owner, context)) throw error
        }
      }
    },
  }
}

/** Whether a read that failed for another operation can succeed for this one, with its own budget, permissions and deadline. */
function mayGoBetter(error: unknown, owner: CallContext, joiner: CallContext): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.code === 'BUDGET_SPENT') return true
  const isOther = callerOf(owner) !== callerOf(joiner)
  if (isOther && OF_THE_CALLER.has(error.code)) return true
  return mayTakeLonger(error, owner.deadline, joiner.deadline)
}

const OF_THE_CALLER: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN', 'OVERLOADED'])

/**
 * The answers in a store, in our words. A store of several processes has JSON, in which rows are as they arrived; in the store of one
 * process they are the rows that were read, which are translated already.
 */
export function translatedStore(store: ReferenceStore, vocabulary: Vocabulary): ReferenceStore {
  return {
    ...store,
    async get(key) {
      const found = await store.get(key)
      return found && { ...found, answer: translated(found.answer, vocabulary) }
    },
  }
}

function translated(answer: unknown, vocabulary: Vocabulary): unknown {
  if (!isObject(answer) || !Array.isArray(answer['data'])) return answer
  // Rows that were read write themselves as they arrived.
  const data = answer['data'].map((row: unknown) => (isObject(row) && 'toJSON' in row ? row : vocabulary.row(row)))
  return { ...answer, data }
}
