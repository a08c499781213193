import { DAY_MS } from '../../async/duration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { RefusedByBreaker, UpstreamError } from '../../rest/errors.ts'
import type { Ownership, WriteRecord, WriteStore, Writes } from '../../rest/write-store.ts'
import { assign, readChanged, type Columns, type Found, type Look } from './look.ts'
import type { Receipt, WriteOutcome } from './receipt.ts'
import { isUnreadable } from './refusal.ts'
import {
  groupsOf,
  MAY_BE_REPEATED,
  recorded,
  recordIn,
  REFUSED_TWICE,
  UNKNOWN_FATE,
  type CallOfRecord,
  type WriteUse,
} from './write-record.ts'

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
  /** How it is found out whether it happened. Undefined if nothing shows it. */
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

const RENEW_MS = 5_000

/** The time between the first two looks. It doubles with each look. */
const FIRST_LOOK_MS = 1_000

/** How often a row that was changed or deleted is read at most. */
const MAX_READS = 3

/** The time that a look needs before the deadline. */
const LOOK_MARGIN_MS = 100

/** How long records are kept: a store that is younger may have forgotten some. */
const RECORD_MS = DAY_MS

/** A write that was begun, with its record. */
export interface BegunWrite {
  store: WriteStore
  ownership: Ownership
  record: WriteRecord
  groups: readonly string[]
}

/** A write that can be repeated: what is known of its calls, and what became of each. */
export class RepeatableWrite {
  readonly #writes: Writes
  readonly #use: WriteUse
  readonly #begun: BegunWrite
  readonly #calls: CallOfRecord[]
  readonly #requestIds: string[]
  readonly #renewal: NodeJS.Timeout | undefined
  readonly #outcomes: WriteOutcome[] = []
  #isOver: boolean
  /** Whether another use of the key has taken over. */
  #isLost = false
  /** Why the last change of the record was not stored. */
  #unrecorded: UpstreamError | undefined
  /** When each call was sent first by this use, by our clock. */
  readonly #sentMs: number[] = []
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
    this.#endedMs = Date.now() - (now - endedAt)
    this.#isOver = state === 'done' || state === 'held'
    this.#ahead = state === 'new' ? 0 : undefined
    if (use.key !== undefined) this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref()
  }

  /** Whether this surely is the first use of the key: what a young store does not know, it may have forgotten. */
  get isFirst(): boolean {
    const { store, record } = this.#begun
    return record.state === 'new' && (store.kind === 'PROCESS' || record.storeAgeMs >= RECORD_MS)
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
    const { state } = this.#begun.record
    const known = this.#calls[nth]
    if (known?.ids) return this.#read(nth, call, known.ids, 'REPLAYED')
    if (state === 'held' || this.#isLost) throw this.#unclear(nth, new UpstreamError(UNKNOWN_FATE))
    if (this.#unrecorded) throw this.#unrecorded
    if (state === 'taken' && known && known.sent > 0 && nth !== this.#ahead)
      return this.#resolve(nth, call, isLast, new UpstreamError(UNKNOWN_FATE))
    if (state === 'new' && !this.isFirst && call.look && !call.look.isUnique && call.look.sought.length > 0) {
      const found = await this.#look({ ...call.look, changed: [] }, () => this.#writes.now() - RECORD_MS)
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
    const isAhead = nth === this.#ahead
    const isRepeated = before !== undefined && !isAhead && before.sent > 0
    if (!isRepeated) this.#sentMs[nth] = Date.now()
    const state: CallOfRecord = {
      indexes: [...call.indexes],
      ids: null,
      sent: isRepeated ? before.sent + 1 : 1,
      since: isRepeated ? before.since : this.#writes.now(),
      looks: 0,
    }
    this.#forgetAhead()
    this.#calls[nth] = state
    // Another instance may have taken over meanwhile, and may send it too.
    if (!isAhead && (await this.#save('running', [])) !== 'saved') {
      state.sent = before?.sent ?? 0
      throw isRepeated || !this.#unrecorded ? this.#unclear(nth, new UpstreamError(UNKNOWN_FATE)) : this.#unrecorded
    }
    try {
      const data = await call.send()
      await this.#finish(nth, call.look, call.idsOf(data), isLast, 'DONE')
      return data
    } catch (error) {
      this.#endedMs = Date.now()
      if (!(error instanceof UpstreamError)) throw error
      // The service accepted changes of entities that are known.
      if (isUnreadable(error) && call.look?.sought.length === 0) {
        await this.#finish(
          nth,
          call.look,
          call.look.changed.map(({ id }) => id),
          isLast,
          'DONE',
        )
        throw error
      }
      if (error.outcomeUnknown) return this.#resolve(nth, call, isLast, error)
      if (isRepeated && call.look) {
        // What the service refuses to have twice can be what the first request has made.
        const isTwice = isDuplicate(error)
        const look = isTwice && call.look.isUnique ? { ...call.look, isUnique: 'always' as const } : call.look
        const found = await this.#look(look, () => this.#sinceOf(nth)).catch(failureOf)
        const ids = await this.#accept(nth, look, found, isLast)
        if (ids) return this.#read(nth, call, ids, 'RECOVERED')
        if (isTwice || found)
          throw this.#unclear(
            nth,
            new UpstreamError(isTwice ? REFUSED_TWICE : UNKNOWN_FATE),
            this.#outcomeOf(nth, true),
          )
      }
      state.sent = 0
      throw error
    }
  }

  /** When a call was sent first, by what is known of the clock of the service now. */
  #sinceOf(nth: number): number {
    const [sentMs, state] = [this.#sentMs[nth], this.#calls[nth]]
    const since = sentMs === undefined ? (state?.since ?? 0) : sentMs + this.#writes.now() - Date.now()
    if (state) state.since = since
    return since
  }

  /** No call is ahead any more: the one that is recorded as sent was not sent. */
  #forgetAhead(): void {
    const ahead = this.#ahead === undefined ? undefined : this.#calls[this.#ahead]
    if (ahead) ahead.sent = 0
    this.#ahead = undefined
  }

  /**
   * Records a call as done by what was found, if that is all of it, and returns the IDs. Otherwise what was found is kept
   * for the receipt.
   */
  async #accept(
    nth: number,
    look: Look,
    found: Found | UpstreamError | undefined,
    isLast: boolean,
  ): Promise<(string | null)[] | undefined> {
    this.#candidates = found && 'candidates' in found ? found.candidates : []
    if (!found || !('ids' in found)) return undefined
    if (found.isWhole) return (await this.#finish(nth, look, found.ids, isLast, 'RECOVERED')) ? found.ids : undefined
    this.#parts.set(nth, found.ids)
    return undefined
  }

  /** Records that a call is done, with the IDs of its rows. False if one of them belongs to another write. */
  async #finish(
    nth: number,
    look: Look | undefined,
    ids: (string | null)[],
    isLast: boolean,
    outcome: WriteOutcome,
  ): Promise<boolean> {
    const state = this.#calls[nth]
    if (!state) return false
    const status = isLast ? 'done' : 'running'
    const next = { indexes: [], ids: null, sent: 1, since: this.#writes.now(), looks: 0 }
    const calls = [...this.#calls]
    calls[nth] = { ...state, ids }
    if (!isLast) calls[nth + 1] ??= next
    // What several writes can change, or have in common, belongs to none of them.
    const own =
      look?.isUnique === 'always'
        ? []
        : ids.filter((_, position) => !look?.changed.some((one) => one.position === position))
    const saved = await this.#save(status, own, calls)
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
    if (!look || !state) throw this.#unclear(nth, error)
    const { settleMs, deadline, signal } = this.#writes
    // Updates and deletes are never sent again.
    const canRepeat = this.#use.key !== undefined && look.changed.length === 0
    const begunMs = Date.now()
    const until = this.#use.isFollowed ? begunMs + (deadline - begunMs) / 2 : deadline
    // A change that cannot be sent again shows soon, or the caller has to decide.
    const maxLooks = look.sought.length === 0 ? MAX_READS : Infinity
    for (
      let [waitMs, backoffMs, looks] = [0, FIRST_LOOK_MS, 0];
      Date.now() + waitMs + LOOK_MARGIN_MS < until && looks < maxLooks;
      backoffMs *= 2, looks += 1
    ) {
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || this.#isLost) break
      const isSettled = Date.now() >= this.#endedMs + settleMs
      const found = await this.#look(look, () => this.#sinceOf(nth)).catch(failureOf)
      if (found instanceof UpstreamError && !isPassing(found)) break
      const ids = await this.#accept(nth, look, found, isLast)
      if (ids) return this.#read(nth, call, ids, 'RECOVERED')
      if (found === undefined) {
        state.looks += 1
        if (canRepeat && isSettled && state.looks >= 2) return this.#send(nth, call, isLast)
      }
      const untilSettled = this.#endedMs + settleMs - Date.now()
      waitMs = canRepeat && untilSettled > 0 ? Math.min(backoffMs, untilSettled) : backoffMs
    }
    throw this.#unclear(nth, error, this.#outcomeOf(nth, canRepeat))
  }

  /** What is said of a call that was looked for, and was not decided. */
  #outcomeOf(nth: number, canRepeat: boolean): WriteOutcome {
    if (this.#candidates.length > 0) return 'AMBIGUOUS'
    if (this.#parts.has(nth)) return 'NOT_FOUND'
    if (canRepeat) this.#retryMs = Math.max(Date.now(), this.#endedMs + this.#writes.settleMs)
    return canRepeat || this.#calls[nth]?.looks === 0 ? 'STILL_UNCLEAR' : 'NOT_FOUND'
  }

  #unclear(nth: number, error: UpstreamError, outcome: WriteOutcome = 'STILL_UNCLEAR'): UnclearWrite {
    this.#outcomes[nth] = outcome
    return new UnclearWrite(error)
  }

  /** Looks once. Undefined if nothing was found. */
  async #look(look: Look, since: () => number): Promise<Found | undefined> {
    this.#lookedBy = look.endpoint
    const isAnyTime = look.isUnique === 'always'
    const [rows, changes] = await Promise.all([look.rows(isAnyTime ? () => -Infinity : since), readChanged(look)])
    if (rows.length === 0 || isAnyTime)
      return assign(look, rows, changes, { isClaimed: () => false, hasEqual: () => false, isAnyTime })
    const ids = rows.map((row) => look.idOf(row))
    const groupsFor = (sent: Columns) => groupsOf(this.#writes, this.#use, sent)
    const groups = look.sought.flatMap(({ sent }) => groupsFor(sent))
    const { name } = this.#begun.ownership
    const stores = [...new Set([this.#writes.store, this.#writes.local])]
    const others = await Promise.all(stores.map((store) => recorded(store.others(name, ids, groups))))
    const claimed = new Set(others.flatMap(({ claimed }) => claimed))
    const unfinished = new Set(others.flatMap(({ unfinished }) => unfinished))
    const hasEqual = (sent: Columns) => groupsFor(sent).some((group) => unfinished.has(group))
    return assign(look, rows, changes, { isClaimed: (id) => claimed.has(id), hasEqual, isAnyTime })
  }

  /** Ends this use of the key. A write of which nothing exists frees the key. */
  async end(): Promise<void> {
    clearInterval(this.#renewal)
    if (this.#isOver) return
    this.#forgetAhead()
    const isNothing = this.#calls.every(({ ids, sent }) => ids === null && sent === 0)
    await this.#save(isNothing ? 'free' : 'unclear', [])
  }

  /** What became of the write; null if nothing did. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt | null {
    const { store } = this.#begun
    const outcome = ORDER.find((one) => this.#outcomes.includes(one))
    if (outcome === undefined) return null
    const made = this.#calls.flatMap((call, nth) => call.ids ?? this.#parts.get(nth) ?? [])
    return {
      outcome,
      ids: [...made.filter((id) => id !== null), ...this.#candidates],
      attempts: Math.max(...this.#calls.map(({ sent }) => sent)),
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
      // Nobody asks again for what became of a write without a key.
      state: state === 'done' && this.#use.key === undefined ? ('free' as const) : state,
      data: JSON.stringify({ calls, requestIds: this.#requestIds }),
      endedAgoMs: Date.now() - this.#endedMs,
      ids: ids.filter((id) => id !== null),
      groups,
    }
    // Other instances must not take the row of a write without a key, once that has been looked for.
    const isShared = store === this.#writes.local && this.#lookedBy !== null && progress.ids.length > 0
    const claim = { ...progress, state: 'free', data: '', groups: [] } as const
    if (isShared) {
      const claimed = await this.#writes.store.save({ ...ownership, fence: 0 }, claim).catch(() => 'lost' as const)
      // The claim must be stored before the caller gets the ID.
      if (claimed !== 'saved') return 'claimed'
    }
    this.#unrecorded = undefined
    const saved = await recorded(store.save(ownership, progress)).catch(failureOf)
    if (saved instanceof UpstreamError) this.#unrecorded = saved
    else this.#isLost ||= saved === 'lost' && this.#use.key !== undefined
    if (saved !== 'claimed') this.#isOver ||= state !== 'running'
    return saved instanceof UpstreamError ? 'lost' : saved
  }
}

/** The failure of a look, which says nothing about what was looked for. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}

/** Whether a look that failed like this can succeed seconds later. Otherwise waiting for it only holds resources. */
function isPassing(error: UpstreamError): boolean {
  if (error instanceof RefusedByBreaker) return false
  return error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT'
}

/** Whether the service refused a row because it has an equal one. */
function isDuplicate({ status, errors }: UpstreamError): boolean {
  return status === 409 || errors.some(({ code }) => /DUPLICATE|NOT_UNIQUE/.test(String(code)))
}

/** The outcome of a write is the first of these that one of its calls has. */
const ORDER = ['STILL_UNCLEAR', 'AMBIGUOUS', 'NOT_FOUND', 'RECOVERED', 'DONE', 'REPLAYED'] as const
