import { DAY_MS } from '../../../async/duration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '../../../rest/errors.ts'
import type { Ownership, WriteProgress, WriteRecord, WriteStore, Writes } from '../../../rest/write-store.ts'
import { isDuplicate, isShortOutage, isUnreadable } from '../refusal.ts'
import { assign, readChanged, type Columns, type Found, type Ids, type Look } from './look.ts'
import { receiptOf, type CallResult, type Receipt, type WriteOutcome } from './receipt.ts'
import { recorded, recordIn, sentAhead, type CallOfRecord } from './write-record.ts'

/** One call of a write. A batch that is split has several. */
export interface RepeatableCall<Data> {
  /** Its number among the calls of the write. */
  nth: number
  isLast: boolean
  /** Sends the call. */
  send: () => Promise<Data>
  /** The positions of its operations in a batch, and 0 for any other write. */
  indexes: readonly number[]
  /** The global ID of each of its rows. Null for an operation without one. */
  idsOf: (data: Data) => Ids
  /** Reads the rows with these IDs. */
  read: (ids: Ids) => Promise<Data>
  /** How it is found out whether it happened. Undefined if nothing shows it. */
  look: Look | undefined
}

/** What is needed of a call to look for it. */
type SoughtCall = Pick<RepeatableCall<never>, 'nth' | 'isLast' | 'look'>

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
interface BegunWrite {
  store: WriteStore
  ownership: Ownership
  record: WriteRecord
  /** The groups of all rows that it makes. */
  groups: readonly string[]
  /** The groups of a row for which this is sent, one for each secret. Equal rows have a group in common. */
  groupsOf: (sent: object) => readonly string[]
  hasKey: boolean
  /** Whether other mutations of the operation follow, which need time too. */
  isFollowed: boolean
}

/** A write that can be repeated: what is known of its calls, and what became of each. */
export class RepeatableWrite {
  readonly #writes: Writes
  readonly #begun: BegunWrite
  #calls: CallOfRecord[]
  readonly #requestIds: string[]
  readonly #renewal: NodeJS.Timeout | undefined
  readonly #results: CallResult[] = []
  /** When each call was sent first by this use, by our clock. */
  readonly #sentMs: number[] = []
  /** When the last request ended, by our clock. */
  #endedMs: number
  /** The call that is recorded as sent although it is not sent yet. */
  #ahead: number | undefined
  #isOver: boolean
  /** Whether another use of the key has taken over. */
  #isLost = false
  #wasLookedFor = false
  /** Why the last change of the record was not stored. */
  #unrecorded: UpstreamError | undefined

  constructor(writes: Writes, begun: BegunWrite) {
    const { state, data, now, endedAt } = begun.record
    const { calls, requestIds } = recordIn(data)
    this.#writes = writes
    this.#begun = begun
    this.#calls = calls
    this.#requestIds = requestIds
    this.#endedMs = Date.now() - (now - endedAt)
    this.#isOver = state === 'done' || state === 'held'
    this.#ahead = state === 'new' ? 0 : undefined
    if (begun.hasKey) this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref()
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
   * Makes a call of the write, unless an earlier use of the key has made it: then its rows are read again. A call that is
   * unclear is looked for, and sent again if that is safe. Throws the error of the call otherwise: the receipt has an outcome
   * unless the call surely did not happen.
   */
  async run<Data>(call: RepeatableCall<Data>): Promise<Data> {
    const { nth } = call
    const { state } = this.#begun.record
    const known = this.#calls[nth]
    if (known?.ids) return this.#read(call, known.ids, 'REPLAYED')
    if (state === 'held' || this.#isLost) throw this.#unclear(nth)
    if (this.#unrecorded) throw this.#unrecorded
    if (state === 'new' && !this.isFirst) await this.#assertNotMade(call)
    const wasSent = state === 'taken' && known && known.sent > 0 && nth !== this.#ahead
    let unclear = wasSent ? unclearError() : undefined
    for (;;) {
      const sent = unclear ?? (await this.#send(call))
      if (!(sent instanceof UpstreamError)) return sent
      const ids = await this.#find(call, sent)
      if (ids) return this.#read(call, ids, 'RECOVERED')
      unclear = undefined
    }
  }

  /** Records that a call has no operations left, with what is stored next. Nothing is sent for it. */
  skip({ nth, isLast }: Pick<SoughtCall, 'nth' | 'isLast'>): void {
    this.#forgetAhead()
    const nothing = { ...sentAhead(this.#writes.now()), sent: 0 }
    this.#calls[nth] = { ...nothing, ids: [] }
    if (!isLast) this.#calls[nth + 1] ??= nothing
  }

  /** Throws if there is a row that an earlier use of the key can have made, which the store may have forgotten. */
  async #assertNotMade({ nth, look }: SoughtCall): Promise<void> {
    if (!look || look.isUnique || look.sought.length === 0) return
    const found = await this.#look(nth, { ...look, changed: [] }, () => this.#writes.now() - RECORD_MS)
    if (!found) return
    this.#resultOf(nth).found = found
    throw this.#unclear(nth, unclearError(MAY_BE_REPEATED))
  }

  /** Sends a call. Returns its data, or the error after which it is not known whether it happened. */
  async #send<Data>(call: RepeatableCall<Data>): Promise<Data | UpstreamError> {
    const { nth, look } = call
    const { requestId } = this.#writes
    if (!this.#requestIds.includes(requestId)) this.#requestIds.push(requestId)
    const isAhead = nth === this.#ahead
    this.#forgetAhead()
    const { sent: sentBefore = 0, since = 0 } = this.#calls[nth] ?? {}
    const isRepeated = sentBefore > 0
    if (!isRepeated) this.#sentMs[nth] = Date.now()
    const state: CallOfRecord = {
      ...sentAhead(isRepeated ? since : this.#writes.now()),
      indexes: [...call.indexes],
      sent: sentBefore + 1,
    }
    this.#calls[nth] = state
    // Another instance may have taken over meanwhile, and may send it too.
    if (!isAhead && (await this.#save('running')) !== 'saved') {
      state.sent = sentBefore
      throw (!isRepeated && this.#unrecorded) || this.#unclear(nth)
    }
    try {
      const data = await call.send()
      await this.#finish(call, call.idsOf(data), 'DONE')
      return data
    } catch (error) {
      this.#endedMs = Date.now()
      if (!(error instanceof UpstreamError)) throw error
      if (isUnreadable(error) && look?.sought.length === 0) {
        // The service accepted changes of entities that are known.
        const ids = look.changed.map(({ id }) => id)
        await this.#finish(call, ids, 'DONE')
        throw error
      }
      if (error.outcomeUnknown) return error
      if (isRepeated && look) {
        // What the service refuses to have twice can be what the first request has made.
        const isTwice = isDuplicate(error)
        const found = await this.#lookFor(call, isTwice && look.isUnique ? { ...look, isUnique: 'always' } : look)
        const done = this.#calls[nth].ids
        if (done) return this.#read(call, done, 'RECOVERED')
        if (isTwice || found) throw this.#unclear(nth, unclearError(isTwice ? REFUSED_TWICE : undefined))
      }
      state.sent = 0
      throw error
    }
  }

  /**
   * Looks for what a call made, again and again until the deadline, and returns its IDs. Undefined if it is to be sent again:
   * with a key, when it can no longer happen, because its connection was closed long enough ago, and it was looked for and
   * not found before and after that time. Throws the error otherwise.
   */
  async #find(call: SoughtCall, error: UpstreamError): Promise<Ids | undefined> {
    const { nth, look } = call
    const state = this.#calls[nth]
    if (!look || !state) throw this.#unclear(nth, error)
    const { settleMs, deadline, signal } = this.#writes
    // Updates and deletes are never sent again.
    const { hasKey, isFollowed } = this.#begun
    const canRepeat = hasKey && look.changed.length === 0
    const begunMs = Date.now()
    const until = isFollowed ? begunMs + (deadline - begunMs) / 2 : deadline
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
      const found = await this.#lookFor(call, look)
      if (found instanceof UpstreamError && !isShortOutage(found)) break
      const ids = this.#calls[nth]?.ids
      if (ids) return ids
      if (!found) state.looks += 1
      if (!found && canRepeat && isSettled && state.looks >= 2) return undefined
      const untilSettled = this.#endedMs + settleMs - Date.now()
      waitMs = canRepeat && untilSettled > 0 ? Math.min(backoffMs, untilSettled) : backoffMs
    }
    throw this.#unclear(nth, error)
  }

  /** Looks for a call, which is done if all of it is found. Returns what was found, or why the look failed. */
  async #lookFor(call: SoughtCall, look: Look): Promise<Found | UpstreamError | undefined> {
    const { nth } = call
    const found = await this.#look(nth, look, () => this.#sinceOf(nth)).catch(failureOf)
    if (found instanceof UpstreamError) return found
    const isClaimed = found?.isWhole && !(await this.#finish({ ...call, look }, found.ids, 'RECOVERED'))
    this.#resultOf(nth).found = isClaimed ? undefined : found
    return found
  }

  /** Looks once. Undefined if nothing was found. */
  async #look(nth: number, look: Look, since: () => number): Promise<Found | undefined> {
    this.#wasLookedFor = true
    const isAnyTime = look.isUnique === 'always'
    const [rows, changes] = await Promise.all([look.rows(isAnyTime ? () => -Infinity : since), readChanged(look)])
    if (rows.length === 0 || isAnyTime)
      return assign(look, rows, changes, { isClaimed: () => false, hasEqual: () => false, isAnyTime })
    const ids = rows.map((row) => look.idOf(row))
    const { groupsOf, ownership } = this.#begun
    const groups = look.sought.flatMap(({ sent }) => groupsOf(sent))
    const stores = [...new Set([this.#writes.store, this.#writes.local])]
    const others = await Promise.all(stores.map((store) => recorded(store.others(ownership.name, ids, groups))))
    const claimed = new Set(others.flatMap(({ claimed }) => claimed))
    const unfinished = new Set(others.flatMap(({ unfinished }) => unfinished))
    const hasEqual = (sent: Columns) => groupsOf(sent).some((group) => unfinished.has(group))
    return assign(look, rows, changes, { isClaimed: (id) => claimed.has(id), hasEqual, isAnyTime })
  }

  /** When a call was sent first, by what is known of the clock of the service now. */
  #sinceOf(nth: number): number {
    const [sentMs, state] = [this.#sentMs[nth], this.#calls[nth]]
    const since = sentMs === undefined ? (state?.since ?? 0) : sentMs + this.#writes.now() - Date.now()
    if (state) state.since = since
    return since
  }

  /** Records that a call is done, with the IDs of its rows. False if one of them belongs to another write. */
  async #finish({ nth, isLast, look }: SoughtCall, ids: Ids, outcome: WriteOutcome): Promise<boolean> {
    const state = this.#calls[nth]
    if (!state) return false
    const calls = [...this.#calls]
    calls[nth] = { ...state, ids }
    if (!isLast) calls[nth + 1] ??= sentAhead(this.#writes.now())
    // What several writes can change, or have in common, belongs to none of them.
    const isShared = (position: number) => look?.changed.some((one) => one.position === position)
    const own = look?.isUnique === 'always' ? [] : ids.filter((_, position) => !isShared(position))
    const status = isLast ? 'done' : 'running'
    if ((await this.#save(status, own, calls)) === 'claimed') {
      if (outcome !== 'DONE') return false
      await this.#save(status, [], calls)
    }
    if (calls.length > this.#calls.length) this.#ahead = nth + 1
    this.#calls = calls
    this.#resultOf(nth).outcome = outcome
    return true
  }

  /** No call is ahead any more: the one that is recorded as sent was not sent. */
  #forgetAhead(): void {
    const ahead = this.#ahead === undefined ? undefined : this.#calls[this.#ahead]
    if (ahead) ahead.sent = 0
    this.#ahead = undefined
  }

  #read<Data>({ nth, read }: RepeatableCall<Data>, ids: Ids, outcome: WriteOutcome): Promise<Data> {
    this.#resultOf(nth).outcome = outcome
    return read(ids)
  }

  #resultOf(nth: number): CallResult {
    return (this.#results[nth] ??= {})
  }

  /** The error of a call of which it is not known whether it happened. */
  #unclear(nth: number, error = unclearError()): UpstreamError {
    this.#resultOf(nth).outcome = 'UNKNOWN'
    return error
  }

  /** Ends this use of the key. A write of which nothing exists frees the key. */
  async end(): Promise<void> {
    clearInterval(this.#renewal)
    if (this.#isOver) return
    this.#forgetAhead()
    const isNothing = this.#calls.every(({ sent }) => sent === 0)
    const isDone = this.#calls.every(({ ids }) => ids !== null)
    await this.#save(isNothing ? 'free' : isDone ? 'done' : 'unclear')
  }

  /** What became of the write; null if nothing did. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt | null {
    const { store } = this.#begun
    const keyStore = store === this.#writes.local ? null : store.kind
    return receiptOf(this.#calls, this.#results, { requestIds: this.#requestIds, keyStore }, count)
  }

  async #renew(): Promise<void> {
    // Without an answer of the store, the lease lapses.
    this.#isLost ||= !(await this.#begun.store.renew(this.#begun.ownership).catch(() => true))
  }

  /** Stores how far the write is. What cannot be stored is looked for at the next use of the key. */
  async #save(
    state: WriteProgress['state'],
    ids: Ids = [],
    calls: readonly CallOfRecord[] = this.#calls,
  ): Promise<'saved' | 'lost' | 'claimed'> {
    const { store, ownership, groups, hasKey } = this.#begun
    const progress: WriteProgress = {
      // Nobody asks again for what became of a write without a key.
      state: state === 'done' && !hasKey ? 'free' : state,
      data: JSON.stringify({ calls, requestIds: this.#requestIds }),
      endedAgoMs: Date.now() - this.#endedMs,
      ids: ids.filter((id) => id !== null),
      groups,
    }
    // Other instances must not take the row of a write without a key, once that has been looked for.
    if (store === this.#writes.local && this.#wasLookedFor && progress.ids.length > 0) {
      const claim: WriteProgress = { ...progress, state: 'free', data: '', groups: [] }
      const claimed = await this.#writes.store.save({ ...ownership, fence: 0 }, claim).catch(() => 'lost')
      // The claim must be stored before the caller gets the ID.
      if (claimed !== 'saved') return 'claimed'
    }
    this.#unrecorded = undefined
    const saved = await recorded(store.save(ownership, progress)).catch(failureOf)
    if (saved instanceof UpstreamError) this.#unrecorded = saved
    else this.#isLost ||= saved === 'lost' && hasKey
    if (saved !== 'claimed') this.#isOver ||= state !== 'running'
    return saved instanceof UpstreamError ? 'lost' : saved
  }
}

/** The failure of a look, which says nothing about what was looked for. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}

/** Why a write with a key was not sent, or is not decided. */
function unclearError(message = UNKNOWN_FATE): UpstreamError {
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message, outcomeUnknown: true })
}

const UNKNOWN_FATE = 'It is not known yet whether the write with this idempotency key happened; nothing was sent now'

const REFUSED_TWICE =
  'The service refused the repeated write because it has the entity already, but does not show it yet'

const MAY_BE_REPEATED =
  'The keys of the last 24 hours are not known, because Redis is new or was emptied, and there is an entity that an earlier ' +
  'use of this key can have created; nothing was sent'
