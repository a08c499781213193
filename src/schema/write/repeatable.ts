import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '../../rest/errors.ts'
import type { Ownership, WriteRecord, WriteStore, Writes } from '../../rest/write-store.ts'
import { assign, type Found, type Look } from './look.ts'
import type { Receipt, WriteOutcome } from './receipt.ts'
import { hmacOf, recorded, recordIn, type CallOfRecord, type StoredWrite } from './write-record.ts'

/** A use of a mutation that makes something. */
export interface WriteUse {
  /** The idempotency key. Undefined if the caller gave none. */
  key: string | undefined
  /** The name of the mutation. */
  mutation: string
  account: string
  /** The arguments, without the key. */
  args: object
  /** For each row that it makes, what is sent for it. */
  makes: readonly unknown[]
  /** Whether to look for what it made if that is not known. */
  looks: boolean
}

/** One call of a write. A batch that is split has several. */
export interface RepeatableCall<Data> {
  /** Sends the call. */
  send: () => Promise<Data>
  /** The positions of its operations in a batch, and 0 for any other write. */
  indexes: readonly number[]
  /** The global ID of each of its rows. Null for an operation without one. */
  idsOf: (data: Data) => (string | null)[]
  /** Reads the rows with these IDs. */
  read: (ids: readonly (string | null)[]) => Promise<Data>
  /** How its rows are looked for. Undefined if no list shows them. */
  look: Look | undefined
}

/** Thrown instead of the error of a call if it is not known whether the call happened. */
export class UnclearWrite extends Error {
  readonly error: UpstreamError

  constructor(error: UpstreamError) {
    super(error.message)
    this.error = error
  }
}

/** The first time after which the record of a running write is asked for again, and the longest. */
const FIRST_WAIT_MS = 25
const MAX_WAIT_MS = 500

const RENEW_MS = 5_000

/** The time between the first two looks. It doubles with each look. */
const FIRST_LOOK_MS = 1_000

/** The time that a look needs before the deadline. */
const LOOK_MARGIN_MS = 100

/** How long records are kept: a store that is younger may have forgotten some. */
const RECORD_MS = 86_400_000

/**
 * Begins a write, after its input was accepted and before anything is sent. With a key, it is recorded first; if another
 * request has the key, this one waits until its deadline. `reused` if the key was used with another input.
 */
export async function beginWrite(writes: Writes, use: WriteUse): Promise<RepeatableWrite | 'reused'> {
  const { key, mutation, account, args, makes } = use
  const [newest] = writes.secrets
  const groupOf = (made: unknown) => hmacOf(newest, [mutation, account, made])
  const groups = makes.map(groupOf)
  const data = JSON.stringify({
    calls: [{ indexes: [], ids: null, sent: 1, since: writes.now(), looks: 0 }],
    requestIds: [writes.requestId],
  } satisfies StoredWrite)
  const owner = randomUUID()
  const start = { owner, groups, data }
  const begun = (store: WriteStore, name: string, record: WriteRecord) =>
    new RepeatableWrite(writes, use, {
      store,
      ownership: { name, owner, fence: record.fence },
      record,
      groups,
      groupOf,
    })
  if (key === undefined)
    return begun(writes.local, owner, await writes.local.begin({ ...start, name: owner, inputs: [''] }))
  const { store, deadline, signal } = writes
  const name = createHash('sha256')
    .update(JSON.stringify([writes.caller, account, key]))
    .digest('base64url')
  const inputs = writes.secrets.map((secret) => hmacOf(secret, [mutation, args]))
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const record = await recorded(store.begin({ ...start, name, inputs }))
    if (record.state === 'other') return 'reused'
    if (record.state !== 'held' || Date.now() + waitMs >= deadline) return begun(store, name, record)
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A write that was begun, with its record. */
interface BegunWrite {
  store: WriteStore
  ownership: Ownership
  record: WriteRecord
  groups: readonly string[]
  groupOf: (made: unknown) => string
}

/** A write that can be repeated: what is known of its calls, and what became of each. */
export class RepeatableWrite {
  readonly #writes: Writes
  readonly #use: WriteUse
  readonly #begun: BegunWrite
  readonly #calls: CallOfRecord[]
  readonly #requestIds: string[]
  readonly #renewal: NodeJS.Timeout
  readonly #outcomes: WriteOutcome[] = []
  #isOver: boolean
  #isLost = false
  /** When the last request ended, by our clock. */
  #endedMs: number
  /** The call that is recorded as sent although it is not sent yet. */
  #ahead: number | undefined
  #candidates: readonly string[] = []
  #lookedBy: string | null = null
  #retryMs: number | undefined
  /** The IDs that were found of calls of which the service kept only a part. */
  readonly #parts = new Map<number, (string | null)[]>()

  constructor(writes: Writes, use: WriteUse, begun: BegunWrite) {
    const { state, data, now, endedAt } = begun.record
    const { calls, requestIds } = recordIn(data)
    this.#writes = writes
    this.#use = use
    this.#begun = begun
    this.#calls = calls
    this.#requestIds = requestIds
    this.#endedMs = Date.now() - (state === 'new' ? 0 : now - endedAt)
    this.#isOver = state === 'done' || state === 'held'
    this.#ahead = state === 'new' ? 0 : undefined
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref()
  }

  /** The positions of the operations that a call had when it was done; undefined if it is not done. */
  doneIndexes(nth: number): readonly number[] | undefined {
    const call = this.#calls[nth]
    return call?.ids ? call.indexes : undefined
  }

  /**
   * Makes a call of the write, unless an earlier use of the key has made it: then its rows are read again. Throws
   * UnclearWrite if it is not known whether it happened, and the error of the call if it surely did not.
   */
  async run<Data>(nth: number, call: RepeatableCall<Data>, isLast = true): Promise<Data> {
    const { state, storeAgeMs } = this.#begun.record
    const known = this.#calls[nth]
    if (known?.ids) return this.#read(nth, call, known.ids, 'REPLAYED')
    if (state === 'held' || this.#isLost) throw this.#unclear(nth, new UpstreamError(UNKNOWN_FATE))
    if (state === 'taken' && known && known.sent > 0 && nth !== this.#ahead)
      return this.#resolve(nth, call, isLast, new UpstreamError(UNKNOWN_FATE))
    const isYoung = this.#begun.store.kind === 'SHARED' && state === 'new' && storeAgeMs < RECORD_MS
    // What the store does not know may have been forgotten.
    if (isYoung && call.look && !call.look.isUnique) {
      const found = await this.#look(call.look, this.#writes.now() - RECORD_MS)
      if (found) {
        this.#candidates = 'ids' in found ? found.ids.filter((id) => id !== null) : found.candidates
        throw this.#unclear(nth, new UpstreamError(MAY_BE_REPEATED), 'AMBIGUOUS')
      }
    }
    return this.#send(nth, call, isLast)
  }

  async #send<Data>(nth: number, call: RepeatableCall<Data>, isLast: boolean): Promise<Data> {
    const { requestId } = this.#writes
    if (!this.#requestIds.includes(requestId)) this.#requestIds.push(requestId)
    const before = this.#calls[nth]
    const isRepeated = before !== undefined && nth !== this.#ahead && before.sent > 0
    const sent = isRepeated ? before.sent + 1 : 1
    const since = isRepeated ? before.since : this.#writes.now()
    const state: CallOfRecord = { indexes: [...call.indexes], ids: null, sent, since, looks: 0 }
    this.#calls[nth] = state
    this.#ahead = undefined
    try {
      const data = await call.send()
      await this.#finish(nth, call.idsOf(data), isLast, 'DONE')
      return data
    } catch (error) {
      this.#endedMs = Date.now()
      if (!(error instanceof UpstreamError)) throw error
      if (error.outcomeUnknown) return this.#resolve(nth, call, isLast, error)
      // A row that the service has only once, and refuses now, is the one of the first request.
      const found = isRepeated && call.look?.isUnique ? await this.#look(call.look, since) : undefined
      if (found && 'ids' in found && (await this.#finish(nth, found.ids, isLast, 'RECOVERED')))
        return this.#read(nth, call, found.ids, 'RECOVERED')
      this.#calls[nth] = { ...state, sent: 0 }
      throw error
    }
  }

  /** Records that a call is done, with the IDs of its rows. False if one of them belongs to another write. */
  async #finish(nth: number, ids: (string | null)[], isLast: boolean, outcome: WriteOutcome): Promise<boolean> {
    const state = this.#calls[nth]
    if (!state) return false
    const status = isLast ? 'done' : 'running'
    const next = { indexes: [], ids: null, sent: 1, since: this.#writes.now(), looks: 0 }
    const calls = [...this.#calls]
    calls[nth] = { ...state, ids }
    if (!isLast) calls[nth + 1] ??= next
    const saved = await this.#save(status, ids, calls)
    if (saved === 'claimed' && outcome !== 'DONE') return false
    if (saved === 'claimed') await this.#save(status, [], calls)
    if (calls.length > this.#calls.length) this.#ahead = nth + 1
    this.#calls.splice(0, calls.length, ...calls)
    this.#outcomes[nth] = outcome
    return true
  }

  async #read<Data>(
    nth: number,
    call: RepeatableCall<Data>,
    ids: readonly (string | null)[],
    outcome: WriteOutcome,
  ): Promise<Data> {
    this.#outcomes[nth] = outcome
    try {
      return await call.read(ids)
    } catch (error) {
      throw error instanceof UpstreamError ? new UnclearWrite(error) : error
    }
  }

  /**
   * Looks for what a call made, again and again until the deadline. With a key, a call that was not found is sent again when
   * it can no longer happen: its connection was closed long enough ago, and it was looked for before and after that time.
   */
  async #resolve<Data>(nth: number, call: RepeatableCall<Data>, isLast: boolean, error: UpstreamError): Promise<Data> {
    const state = this.#calls[nth]
    const { look } = call
    if (!look || !state || !this.#use.looks) throw this.#unclear(nth, error)
    const { settleMs, deadline, signal } = this.#writes
    // Updates and deletes are never sent again.
    const canRepeat = this.#use.key !== undefined && look.sought.length === look.known.length
    for (
      let [waitMs, backoffMs] = [0, FIRST_LOOK_MS];
      Date.now() + waitMs + LOOK_MARGIN_MS < deadline;
      backoffMs *= 2
    ) {
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || this.#isLost) break
      const isSettled = Date.now() >= this.#endedMs + settleMs
      const found = await this.#look(look, state.since).catch(failureOf)
      if (found instanceof UpstreamError && found.code === 'BUDGET_SPENT') break
      if (found === undefined) {
        state.looks += 1
        if (canRepeat && isSettled && state.looks >= 2) return this.#send(nth, call, isLast)
      } else if ('candidates' in found) this.#candidates = found.candidates
      else if ('ids' in found) {
        this.#candidates = []
        if (!found.isWhole) this.#parts.set(nth, found.ids)
        else if (await this.#finish(nth, found.ids, isLast, 'RECOVERED'))
          return this.#read(nth, call, found.ids, 'RECOVERED')
      }
      const untilSettled = this.#endedMs + settleMs - Date.now()
      waitMs = canRepeat && untilSettled > 0 ? Math.min(backoffMs, untilSettled) : backoffMs
    }
    throw this.#unclear(nth, error, this.#outcomeOf(nth, state, canRepeat))
  }

  /** What is said of a call that was looked for, and was not decided. */
  #outcomeOf(nth: number, { looks }: CallOfRecord, canRepeat: boolean): WriteOutcome {
    if (this.#candidates.length > 0) return 'AMBIGUOUS'
    if (this.#parts.has(nth)) return 'NOT_FOUND'
    if (canRepeat) this.#retryMs = Math.max(Date.now(), this.#endedMs + this.#writes.settleMs)
    return canRepeat || looks === 0 ? 'STILL_UNCLEAR' : 'NOT_FOUND'
  }

  #unclear(nth: number, error: UpstreamError, outcome: WriteOutcome = 'STILL_UNCLEAR'): UnclearWrite {
    this.#outcomes[nth] = outcome
    return new UnclearWrite(error)
  }

  /** Looks once. Undefined if nothing was found. */
  async #look(look: Look, since: number): Promise<Found | undefined> {
    this.#lookedBy = look.endpoint
    const rows = await look.rows(since)
    if (rows.length === 0) return undefined
    const ids = rows.map((row) => look.idOf(row))
    const groups = look.sought.map(({ made }) => this.#begun.groupOf(made))
    const { name } = this.#begun.ownership
    const stores = [...new Set([this.#writes.store, this.#writes.local])]
    const others = await Promise.all(stores.map((store) => recorded(store.others(name, ids, groups))))
    const claimed = new Set(ids.filter((_, index) => others.some((other) => other.claimed[index])))
    const equal = new Set(look.sought.filter((_, index) => others.some((other) => (other.unfinished[index] ?? 0) > 0)))
    return assign(
      look,
      rows,
      (id) => claimed.has(id),
      (one) => !look.isUnique && equal.has(one),
    )
  }

  /** Ends this use of the key. A write of which nothing exists frees the key. */
  async end(): Promise<void> {
    clearInterval(this.#renewal)
    if (this.#isOver) return
    const ahead = this.#ahead === undefined ? undefined : this.#calls[this.#ahead]
    if (ahead) ahead.sent = 0
    const isNothing = this.#calls.every(({ ids, sent }) => ids === null && sent === 0)
    await this.#save(isNothing ? 'free' : 'unclear', [])
  }

  /** What became of the write. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt {
    const { store } = this.#begun
    const made = this.#calls.flatMap((call, nth) => call.ids ?? this.#parts.get(nth) ?? [])
    return {
      outcome: ORDER.find((outcome) => this.#outcomes.includes(outcome)) ?? 'STILL_UNCLEAR',
      ids: [...made.filter((id) => id !== null), ...this.#candidates],
      attempts: Math.max(1, ...this.#calls.map(({ sent }) => sent)),
      lookedBy: this.#lookedBy,
      requestIds: this.#requestIds,
      keyStore: store === this.#writes.local ? null : store.kind,
      retryAt: this.#retryMs === undefined ? null : new Date(this.#retryMs).toISOString(),
      items: count === undefined ? null : this.#items(count),
    }
  }

  #items(count: number): Receipt['items'] {
    const items: NonNullable<Receipt['items']>[number][] = Array.from({ length: count }, () => null)
    this.#calls.forEach(({ indexes, ids }, nth) => {
      const outcome = this.#outcomes[nth]
      const part = this.#parts.get(nth)
      indexes.forEach((index, position) => {
        const id = (ids ?? part)?.[position] ?? null
        if (outcome) items[index] = { outcome: part && id !== null ? 'RECOVERED' : outcome, id }
      })
    })
    return items
  }

  async #renew(): Promise<void> {
    // Without an answer of the store, the lease lapses.
    this.#isLost ||= !(await this.#begun.store.renew(this.#begun.ownership).catch(() => true))
  }

  /** Stores how far the write is. What cannot be stored is looked for at the next use of the key. */
  async #save(
    state: 'running' | 'unclear' | 'done' | 'free',
    ids: readonly (string | null)[],
    calls: readonly CallOfRecord[] = this.#calls,
  ): Promise<'saved' | 'lost' | 'claimed'> {
    const { store, ownership, groups } = this.#begun
    const progress = {
      state,
      data: JSON.stringify({ calls, requestIds: this.#requestIds }),
      endedAgoMs: Math.max(0, Date.now() - this.#endedMs),
      ids: ids.filter((id) => id !== null),
      groups,
    }
    // Other instances must not take the row of a write without a key, once that has been looked for.
    const isShared = store === this.#writes.local && this.#lookedBy !== null && progress.ids.length > 0
    const claim = { ...progress, state: 'free', data: '', groups: [] } as const
    if (isShared) {
      const claimed = await this.#writes.store.save({ ...ownership, fence: 0 }, claim).catch(() => 'lost' as const)
      if (claimed === 'claimed') return claimed
    }
    const saved = await store.save(ownership, progress).catch(() => 'lost' as const)
    if (saved !== 'claimed') this.#isOver ||= state !== 'running'
    return saved
  }
}

/** The failure of a look, which says nothing about what was looked for. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}

const UNKNOWN_FATE = {
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'It is not known yet whether the write with this idempotency key happened; nothing was sent now',
  outcomeUnknown: true,
} as const

const MAY_BE_REPEATED = {
  code: 'UPSTREAM_UNAVAILABLE',
  message:
    'The keys of the last 24 hours are not known, because Redis is new or was emptied, and there is an entity that an earlier ' +
    'use of this key can have created; nothing was sent',
  outcomeUnknown: true,
} as const

/** The outcome of a write is the first of these that one of its calls has. */
const ORDER = ['STILL_UNCLEAR', 'AMBIGUOUS', 'NOT_FOUND', 'RECOVERED', 'DONE', 'REPLAYED'] as const
