import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '../../../rest/errors.ts'
import type { NextRecord, WriteStore, Writes } from '../../../rest/write-store.ts'
import { Incomplete } from '../incomplete.ts'
import type { InputProblem } from '../input.ts'
import { isShortOutage, isUnreadable } from '../refusal.ts'
import type { Columns } from '../declared.ts'
import { assign, creationKey, type Found, type Look, type Sought } from './look.ts'
import { receiptOf, type CallResult, type Receipt, type WriteOutcome } from './receipt.ts'
import { hmacOf, recorded, recordIn, withRestIds, type CallOfRecord, type RecordOfWrite } from './record.ts'
import { writesOf, type MutationUse } from './use.ts'

/** The first time after which the record of a write that is under way is read again, and the longest. */
const FIRST_WAIT_MS = 25
const MAX_WAIT_MS = 500

/** The waits before each look. Lists can show a new row seconds later; another use of the key looks again. */
const LOOK_WAITS_MS = [0, 1_000, 2_000, 4_000]

/** The time that a look needs before the deadline. */
const LOOK_MARGIN_MS = 100

/** The global ID of the row of each operation. Null for one that has none, or that is not known. */
export type Ids = (string | null)[]

/** One call of a write. A batch that is split has several. */
export interface WriteCall<Data> {
  /** Its number among the calls of the write. */
  nth: number
  isLast: boolean
  send: () => Promise<Data>
  /** The positions of its operations in a batch, and 0 for any other write. */
  indexes: readonly number[]
  /** What is wrong with operations that were left out of it. Undefined if none can be. */
  leftOut?: readonly InputProblem[]
  /** The global IDs of the entities that its operations change or delete. Null for those that create one. */
  targets: Ids
  idsOf: (data: Data) => Ids
  /** The global IDs of the rows in an answer that cannot be used as a whole. */
  confirmedIds?: (error: UpstreamError) => Ids
  /** Reads the rows with these IDs. */
  read: (ids: Ids) => Promise<Data>
  /** What is sent for each row that it creates. */
  sought: readonly Sought[]
  /** How these rows are looked for. Undefined if no list shows them. */
  look: Look | undefined
}

/** A call of which nothing is sent. */
type EmptyCall = Pick<WriteCall<never>, 'nth' | 'isLast' | 'leftOut'>

/**
 * Begins a write, after its input was accepted and before anything is sent: from now on, its record says that it may have been
 * sent. `sent` has what is sent for each row that it creates. If another use of the key is under way, this one waits for it until
 * its deadline. Undefined if the key was used with another input.
 */
export async function beginWrite(
  { context, info, inputType, check, args, creation }: MutationUse,
  sent: readonly object[],
): Promise<BegunWrite | undefined> {
  const writes = writesOf(context)
  const { secrets, caller, deadline, timeoutMs, signal, requestId } = writes
  const { idempotencyKey: key, split, skipInvalid } = args
  const hasKey = typeof key === 'string'
  const store = hasKey ? writes.store : writes.local
  const account = check.ids.batchAccount ?? check.ids.inPath[0] ?? ''
  const use = randomUUID()
  const name = createHash('sha256')
    .update(JSON.stringify([caller, account, key ?? use]))
    .digest('base64url')
  const input = withRestIds({ ...check.input, accountId: account }, inputType)
  const signed = [info.fieldName, { input, split, skipInvalid }]
  const inputs = hasKey ? secrets.map((secret) => hmacOf(secret, signed)) : ['']
  const rowOf = (row: object) => {
    const created = creation ? [creation.type ?? '', account, creationKey(creation, { ...row })] : []
    return secrets.map((secret) => hmacOf(secret, created))
  }
  const creates = creation ? sent.flatMap(rowOf) : []
  const begun = { writes, store, name, creates, rowOf, hasKey }

  const calls = [sentAhead(writes.now())]
  const record: RecordOfWrite = { input: inputs[0] ?? '', state: 'sending', use, calls, requestIds: [requestId] }
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const text = JSON.stringify(record)
    const found = await recorded(store.begin(name, text, creates, timeoutMs))
    if (!found) return new BegunWrite({ ...begun, record, text, isFirst: true, ahead: 0 })
    const known = recordIn(found.data)
    if (!inputs.includes(known.input)) return undefined
    const ended = new BegunWrite({ ...begun, record: known, text: found.data, isOver: true })
    if (known.state === 'done') return ended
    // A use that began longer ago than any operation takes has ended without an answer.
    if (known.state === 'open' || found.ageMs > timeoutMs) {
      const taken = await takeOver(begun, known, found.data, use)
      if (taken) return taken
    }
    if (signal.aborted || Date.now() + waitMs >= deadline) return ended
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Continues a write that an earlier use of its key has left open. Undefined if another use does so. */
async function takeOver(
  begun: Identity,
  record: RecordOfWrite,
  found: string,
  use: string,
): Promise<BegunWrite | undefined> {
  const { writes, store, name, creates } = begun
  // A call that may have happened is looked for before another one is sent.
  const canSend = record.calls.every(({ isDone }) => isDone)
  const calls = canSend ? [...record.calls, sentAhead(writes.now())] : record.calls
  const taken: RecordOfWrite = { ...record, state: 'sending', use, calls }
  const text = JSON.stringify(taken)
  try {
    const next: NextRecord = { data: text, creates, creatingMs: writes.timeoutMs }
    if ((await recorded(store.save(name, [found], next))) !== 'saved') return undefined
  } catch (error) {
    // Nothing was sent.
    await store.settle(name, [text], { data: JSON.stringify({ ...record, state: 'open' }), creates })
    throw error
  }
  return new BegunWrite({ ...begun, record: taken, text, ...(canSend && { ahead: record.calls.length }) })
}

/** What is recorded of a call before it is sent, by the clock of the service. */
function sentAhead(since: number): CallOfRecord {
  return { indexes: [], ids: [], isDone: false, since, problems: [] }
}

/** What a write is known by, to its record and to other writes. */
interface Identity {
  writes: Writes
  store: WriteStore
  /** The name of its record. */
  name: string
  /** The HMACs of all rows that it creates, and those of one row: equal rows have one in common. */
  creates: readonly string[]
  rowOf: (sent: object) => readonly string[]
  hasKey: boolean
}

interface BegunOptions extends Identity {
  record: RecordOfWrite
  /** The record as it is stored. */
  text: string
  isFirst?: boolean
  /** The call that is recorded although it is not sent yet. */
  ahead?: number
  /** Whether this use may not change the record. */
  isOver?: boolean
}

/** A write that has begun, with its record. What may have happened is never sent again. */
export class BegunWrite {
  /** Whether this is the first use of the key. */
  readonly isFirst: boolean
  readonly #begun: Identity
  readonly #record: RecordOfWrite
  /** The texts of which the store has one as the record: several while it has not confirmed a change. */
  #texts: string[]
  #ahead: number | undefined
  #isOver: boolean
  #state: 'sending' | 'done' = 'sending'
  readonly #results: CallResult[] = []
  /** When each call was sent by this use, by our clock. */
  readonly #sentMs: number[] = []
  /** Why the last change of the record was not stored. */
  #unrecorded: UpstreamError | undefined

  constructor({ record, text, isFirst = false, ahead, isOver = false, ...begun }: BegunOptions) {
    this.isFirst = isFirst
    this.#begun = begun
    this.#record = record
    this.#texts = [text]
    this.#ahead = ahead
    this.#isOver = isOver
  }

  /** The call as an earlier use has sent it: its operations, and what was wrong with others. Undefined if none has. */
  sentCall(nth: number): Pick<CallOfRecord, 'indexes' | 'problems'> | undefined {
    const call = this.#record.calls[nth]
    return call && (call.isDone || call.indexes.length > 0) ? call : undefined
  }

  /** The global IDs of the rows that are known of a call of which not all are. */
  knownIds(nth: number): Ids {
    const call = this.#record.calls[nth]
    return call && !call.isDone ? call.ids : []
  }

  /**
   * Makes a call of the write. If an earlier use of the key has made it, its rows are read again; if that may have happened, they
   * are looked for. Throws the error of the call otherwise: the receipt has an outcome unless the call surely did not happen.
   */
  async run<Data>(call: WriteCall<Data>): Promise<Data> {
    const { nth } = call
    const known = this.#record.calls[nth]
    if (known?.isDone) {
      this.#results[nth] = resultOf(call, known.ids, () => 'REPLAYED')
      return call.read(known.ids)
    }
    if (this.#unrecorded) throw this.#unrecorded
    if (this.#isOver || !known) throw this.#unclear(call, unclearError())
    return nth === this.#ahead ? this.#send(call, known) : this.#find(call, unclearError())
  }

  /** Records that a call has no operations left. Nothing is sent for it. A write of which nothing is left frees its key. */
  async skip(call: EmptyCall): Promise<void> {
    const { calls } = this.#record
    if (this.#isOver || calls[call.nth]?.isDone) return
    const isNothing = call.isLast && call.nth === this.#ahead && calls.slice(0, call.nth).every(isEmptyCall)
    if (!isNothing) await this.#keep(call, [], [], true)
  }

  /** Sends a call, which is recorded already. */
  async #send<Data>(call: WriteCall<Data>, known: CallOfRecord): Promise<Data> {
    const { nth, indexes, leftOut, targets } = call
    const { writes, hasKey } = this.#begun
    const { requestIds, calls } = this.#record
    if (!requestIds.includes(writes.requestId)) requestIds.push(writes.requestId)
    this.#sentMs[nth] = Date.now()
    Object.assign(known, { indexes, problems: leftOut ?? [], since: writes.now() })
    // Another use must not take operations that are sent for some that were left out.
    if (hasKey && leftOut) {
      await this.#save('sending', calls)
      if (this.#unrecorded) throw this.#unrecorded
    }
    this.#ahead = undefined
    try {
      const data = await call.send()
      await this.#finish(call, call.idsOf(data))
      return data
    } catch (error) {
      if (error instanceof Incomplete) this.#unclear(call, error)
      if (!(error instanceof UpstreamError)) throw error
      if (!error.outcomeUnknown) {
        calls.length = nth
        throw error
      }
      // The service accepted changes of entities that are known.
      if (isUnreadable(error) && targets.every((id) => id !== null)) {
        await this.#finish(call, targets)
        throw error
      }
      const confirmed = call.confirmedIds?.(error) ?? []
      if (confirmed.some((id) => id !== null)) await this.#keepOwn(call, confirmed, false)
      return this.#find(call, error, confirmed)
    }
  }

  /** Records that the service confirmed a call. */
  async #finish<Data>(call: WriteCall<Data>, ids: Ids): Promise<void> {
    await this.#keepOwn(call, ids, true)
    this.#results[call.nth] = resultOf(call, ids, () => 'DONE')
  }

  /** Records the rows of a call that its answer has. What it has created belongs to this write. */
  async #keepOwn<Data>(call: WriteCall<Data>, ids: Ids, isDone: boolean): Promise<void> {
    const own = call.sought.flatMap(({ position }) => ids[position] ?? [])
    if (!(await this.#keep(call, ids, own, isDone))) await this.#keep(call, ids, [], isDone)
  }

  /**
   * Looks for the rows of a call that may have happened, besides those that its answer had, a few times within the deadline. If
   * all are found, it is done, and they are read. Throws the error otherwise. Without a key, nothing is looked for.
   */
  async #find<Data>(call: WriteCall<Data>, error: UpstreamError, confirmed: Ids = []): Promise<Data> {
    const { hasKey, writes } = this.#begun
    const { nth, look, indexes } = call
    if (!hasKey || !look) throw this.#unclear(call, error, confirmed)
    let found: Found | undefined
    for (const waitMs of LOOK_WAITS_MS) {
      const known = this.knownIds(nth)
      const sought = call.sought.filter(({ position }) => !known[position])
      if (sought.length === 0 || Date.now() + waitMs + LOOK_MARGIN_MS >= writes.deadline) break
      await sleep(waitMs, undefined, { signal: writes.signal }).catch(() => undefined)
      if (writes.signal.aborted) break
      const looked = await this.#look(nth, look, sought).catch(failureOf)
      if (looked instanceof UpstreamError) {
        if (isShortOutage(looked)) continue
        break
      }
      const ids = indexes.map((_, position) => known[position] ?? looked.ids.get(position) ?? null)
      const isDone = ids.every((id) => id !== null)
      // Another write may have claimed a row meanwhile.
      if (looked.ids.size > 0 && !(await this.#keep(call, ids, [...looked.ids.values()], isDone))) continue
      if (isDone) {
        this.#results[nth] = resultOf(call, ids, foundOutcome(call, confirmed))
        return call.read(ids)
      }
      found = looked
    }
    throw this.#unclear(call, error, confirmed, found)
  }

  /** Looks once for rows that no other write has created, or is creating. */
  async #look(nth: number, look: Look, sought: readonly Sought[]): Promise<Found> {
    const { writes, name, rowOf } = this.#begun
    const rows = await look.rows(sought, () => this.#since(nth))
    const ids = rows.map((row) => look.idOf(row))
    const creates = sought.flatMap(({ sent }) => rowOf(sent))
    const others = await Promise.all(
      [writes.store, writes.local].map((store) => recorded(store.others(name, ids, creates))),
    )
    const taken = new Set<string | null>([...others.flatMap(({ claimed }) => claimed), ...this.knownIds(nth)])
    const creating = new Set(others.flatMap((each) => each.creating))
    const isOfOthers = (sent: Columns) => rowOf(sent).some((row) => creating.has(row))
    const free = rows.filter((_, position) => !taken.has(ids[position] ?? null))
    return assign(look, sought, free, isOfOthers)
  }

  /** When a call was sent, by what is known of the clock of the service now. */
  #since(nth: number): number {
    const [sentMs, call] = [this.#sentMs[nth], this.#record.calls[nth]]
    if (call && sentMs !== undefined) call.since = sentMs + this.#begun.writes.now() - Date.now()
    return call?.since ?? 0
  }

  /** Sets the result of a call of which it is not known whether it happened, and returns its error. */
  #unclear<E extends Error, Data>(call: WriteCall<Data>, error: E, confirmed: Ids = [], found?: Found): E {
    this.#results[call.nth] = resultOf(call, this.knownIds(call.nth), foundOutcome(call, confirmed), found)
    return error
  }

  /** Records the IDs of a call's rows, and claims those that it has created. False if one of them belongs to another write. */
  async #keep(
    { nth, isLast, leftOut = [], indexes = [] }: EmptyCall & { indexes?: readonly number[] },
    ids: Ids,
    own: readonly string[],
    isDone: boolean,
  ): Promise<boolean> {
    const { calls } = this.#record
    const since = calls[nth]?.since ?? this.#begun.writes.now()
    const call = { indexes: [...indexes], ids, isDone, since, problems: [...leftOut] }
    const next = [...calls.slice(0, nth), call]
    const hasNext = isDone && !isLast
    // The next call is recorded before it is sent.
    if (hasNext) next.push(sentAhead(this.#begun.writes.now()))
    if ((await this.#save(isDone && isLast ? 'done' : 'sending', next, own)) === 'claimed') return false
    this.#record.calls = next
    this.#ahead = hasNext ? nth + 1 : undefined
    return true
  }

  /** Stores how far the write is. What cannot be stored counts as sent at the next use of the key. */
  async #save(
    state: 'sending' | 'done',
    calls: CallOfRecord[],
    ids: readonly string[] = [],
  ): Promise<'saved' | 'changed' | 'claimed' | undefined> {
    const { store, name, creates } = this.#begun
    const next = this.#next(state, calls)
    this.#state = state
    const saved = await recorded(
      store.save(name, this.#texts, { data: next, ids, ...(state === 'done' && { creates }) }),
    ).catch(failureOf)
    this.#unrecorded = saved instanceof UpstreamError ? saved : undefined
    if (saved instanceof UpstreamError) {
      if (next !== null) this.#texts.push(next)
      return undefined
    }
    if (saved === 'saved' && next !== null) this.#texts = [next]
    if (saved === 'changed' || (saved === 'saved' && state === 'done')) this.#isOver = true
    return saved
  }

  /** The text of the next record. Null deletes it: nobody asks again for what became of a write without a key. */
  #next(state: RecordOfWrite['state'], calls: CallOfRecord[]): string | null {
    const isKept = state === 'sending' || this.#begun.hasKey
    return isKept ? JSON.stringify({ ...this.#record, calls, state }) : null
  }

  /** Ends this use of the key. A write of which nothing exists frees it. */
  async end(): Promise<void> {
    if (this.#isOver) return
    const { store, name, creates } = this.#begun
    const calls = this.#record.calls.slice(0, this.#ahead)
    const data = calls.every(isEmptyCall) ? null : this.#next(this.#state === 'done' ? 'done' : 'open', calls)
    // A row that may still appear can be one of this write.
    const isClear = calls.every(({ isDone }) => isDone)
    await store.settle(name, this.#texts, { data, ...(isClear && { creates }) })
  }

  /** What became of the write; null if nothing did. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt | null {
    const { store, hasKey } = this.#begun
    const known = { requestIds: this.#record.requestIds, keyStore: hasKey ? store.kind : null }
    return receiptOf(Object.values(this.#results), known, count)
  }
}

/** Whether a call had no operations left: nothing was sent for it. */
function isEmptyCall({ isDone, ids }: CallOfRecord): boolean {
  return isDone && ids.length === 0
}

/** What became of the operations of a call whose answer was lost, or had only the rows with these IDs. */
function foundOutcome({ targets }: Pick<WriteCall<never>, 'targets'>, confirmed: Ids) {
  return (id: string | null, position: number): WriteOutcome => {
    if (id === null) return 'UNKNOWN'
    if (confirmed[position]) return 'DONE'
    // An earlier answer had it: what is changed or deleted is not looked for.
    return targets[position] ? 'REPLAYED' : 'RECOVERED'
  }
}

/** What became of a call, by the IDs of its rows that are known. */
function resultOf(
  { indexes }: Pick<WriteCall<never>, 'indexes'>,
  ids: Ids,
  outcomeOf: (id: string | null, position: number) => WriteOutcome,
  found?: Found,
): CallResult {
  const items = indexes.map((index, position) => {
    const id = ids[position] ?? null
    return { index, item: { outcome: outcomeOf(id, position), id, candidates: found?.candidates.get(position) ?? [] } }
  })
  return { items, candidates: found?.allCandidates ?? [] }
}

/** The failure of a look or of the store, which says nothing about the write. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}

/** Why a write with a key was not sent again. */
function unclearError(): UpstreamError {
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: UNCLEAR, outcomeUnknown: true })
}

const UNCLEAR = 'It is not known whether the write with this idempotency key happened; nothing was sent now'
