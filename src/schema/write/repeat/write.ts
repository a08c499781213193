import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '../../../rest/errors.ts'
import type { WriteStore, Writes } from '../../../rest/write-store.ts'
import { isShortOutage, isUnreadable } from '../refusal.ts'
import { assign, type Columns, type Found, type Look, type Sought } from './look.ts'
import { receiptOf, type CallResult, type Receipt } from './receipt.ts'
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
  /** Whether operations can be left out of it. */
  leavesOut?: boolean
  /** The global IDs of the entities that its operations change or delete. Null for those that create one. */
  targets: Ids
  idsOf: (data: Data) => Ids
  /** Reads the rows with these IDs. */
  read: (ids: Ids) => Promise<Data>
  /** What is sent for each row that it creates. */
  sought: readonly Sought[]
  /** How these rows are looked for. Undefined if no list shows them. */
  look: Look | undefined
}

/**
 * Begins a write, after its input was accepted and before anything is sent: from now on, its record says that it may have been
 * sent. `sent` has what is sent for each row that it creates. If another use of the key is under way, this one waits for it until
 * its deadline. Undefined if the key was used with another input.
 */
export async function beginWrite(
  { context, info, inputType, check, args, makes }: MutationUse,
  sent: readonly object[],
): Promise<BegunWrite | undefined> {
  const writes = writesOf(context)
  const { secrets, caller, deadline, timeoutMs, signal, requestId } = writes
  const { idempotencyKey: key, split, skipInvalid } = args
  const hasKey = typeof key === 'string'
  const store = hasKey ? writes.store : writes.local
  const account = check.batchAccount ?? check.pathIds[0] ?? ''
  const use = randomUUID()
  const name = createHash('sha256')
    .update(JSON.stringify([caller, account, key ?? use]))
    .digest('base64url')
  const input = withRestIds({ ...check.input, accountId: account }, inputType)
  const signed = [info.fieldName, { input, split, skipInvalid }]
  const inputs = hasKey ? secrets.map((secret) => hmacOf(secret, signed)) : ['']
  const rowOf = (row: object) => secrets.map((secret) => hmacOf(secret, [makes?.type ?? '', account, row]))
  const creates = makes ? sent.flatMap(rowOf) : []
  const begun = { writes, store, name, creates, rowOf, hasKey }

  const calls = [sentAhead(writes.now())]
  const first: RecordOfWrite = { input: inputs[0] ?? '', state: 'sending', use, calls, requestIds: [requestId] }
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const data = JSON.stringify(first)
    const found = await recorded(store.begin(name, data, creates, timeoutMs))
    if (!found) return new BegunWrite({ ...begun, record: first, stored: data, isFirst: true, ahead: 0 })
    const record = recordIn(found.data)
    if (!inputs.includes(record.input)) return undefined
    // A use that began longer ago than any operation takes has ended without an answer.
    const isUnderWay = record.state === 'sending' && found.ageMs <= timeoutMs
    if (record.state === 'done') return new BegunWrite({ ...begun, record, stored: found.data })
    if (!isUnderWay) {
      const hasNext = record.calls.every(({ isDone }) => isDone)
      const taken: RecordOfWrite = { ...record, state: 'sending', use }
      if (hasNext) taken.calls = [...record.calls, sentAhead(writes.now())]
      const stored = JSON.stringify(taken)
      if ((await recorded(store.save(name, found.data, { data: stored, ids: [], created: [] }))) === 'saved')
        return new BegunWrite({ ...begun, record: taken, stored, ...(hasNext && { ahead: record.calls.length }) })
    }
    if (signal.aborted || Date.now() + waitMs >= deadline)
      return new BegunWrite({ ...begun, record, stored: found.data, isOfOther: true })
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** What is recorded of a call before it is sent, by the clock of the service. */
function sentAhead(since: number): CallOfRecord {
  return { indexes: [], ids: [], isDone: false, since }
}

interface BegunOptions {
  writes: Writes
  store: WriteStore
  name: string
  /** The HMACs of all rows that it creates, and those of one row: equal rows have one in common. */
  creates: readonly string[]
  rowOf: (sent: object) => readonly string[]
  hasKey: boolean
  record: RecordOfWrite
  /** The record as it is stored. */
  stored: string
  isFirst?: boolean
  /** The call that is recorded although it is not sent yet. */
  ahead?: number
  /** Whether another use of the key is under way. */
  isOfOther?: boolean
}

/** A write that has begun, with its record. What may have happened is never sent again. */
export class BegunWrite {
  /** Whether this is the first use of the key. */
  readonly isFirst: boolean
  readonly #begun: BegunOptions
  readonly #record: RecordOfWrite
  #stored: string
  #ahead: number | undefined
  /** Whether this use may not change the record any more. */
  #isOver: boolean
  readonly #results: CallResult[] = []
  /** When each call was sent by this use, by our clock. */
  readonly #sentMs: number[] = []
  /** Why the last change of the record was not stored. */
  #unrecorded: UpstreamError | undefined

  constructor(begun: BegunOptions) {
    const { record, stored, isFirst = false, ahead, isOfOther = false } = begun
    this.isFirst = isFirst
    this.#begun = begun
    this.#record = record
    this.#stored = stored
    this.#ahead = ahead
    this.#isOver = isOfOther || record.state === 'done'
  }

  /** The positions of the operations that a call had when an earlier use sent it; undefined if none has. */
  sentIndexes(nth: number): readonly number[] | undefined {
    const call = this.#record.calls[nth]
    return call && (call.isDone || call.indexes.length > 0) ? call.indexes : undefined
  }

  /** The global IDs of the rows that were found of a call of which not all was. */
  recoveredIds(nth: number): Ids {
    return this.#isDone(nth) ? [] : this.#ids(nth)
  }

  #isDone(nth: number): boolean {
    return this.#record.calls[nth]?.isDone ?? false
  }

  #ids(nth: number): Ids {
    return this.#record.calls[nth]?.ids ?? []
  }

  /**
   * Makes a call of the write. If an earlier use of the key has made it, its rows are read again; if that may have happened, they
   * are looked for. Throws the error of the call otherwise: the receipt has an outcome unless the call surely did not happen.
   */
  async run<Data>(call: WriteCall<Data>): Promise<Data> {
    const { nth, indexes } = call
    const known = this.#record.calls[nth]
    if (known?.isDone) {
      this.#results[nth] = { outcome: 'REPLAYED', indexes, ids: known.ids }
      return call.read(known.ids)
    }
    if (this.#unrecorded) throw this.#unrecorded
    if (this.#isOver || !known) throw this.#unclear(call, unclearError())
    return nth === this.#ahead ? this.#send(call, known) : this.#find(call, unclearError())
  }

  /** Records that a call has no operations left. Nothing is sent for it. A write of which nothing is left frees its key. */
  async skip(call: Pick<WriteCall<never>, 'nth' | 'isLast'>): Promise<void> {
    if (this.#isOver || this.#isDone(call.nth)) return
    const isNothing =
      call.isLast && call.nth === this.#ahead && this.#record.calls.slice(0, call.nth).every(isEmptyCall)
    if (!isNothing) await this.#keep(call, [], [], true)
  }

  /** Sends a call, which is recorded already. */
  async #send<Data>(call: WriteCall<Data>, known: CallOfRecord): Promise<Data> {
    const { nth, indexes, targets } = call
    const { writes } = this.#begun
    const { requestIds, calls } = this.#record
    if (!requestIds.includes(writes.requestId)) requestIds.push(writes.requestId)
    this.#ahead = undefined
    this.#sentMs[nth] = Date.now()
    Object.assign(known, { indexes, since: writes.now() })
    // Another use must not take operations that are sent for some that were left out.
    if (this.#begun.hasKey && call.leavesOut) {
      await this.#save('sending', calls)
      if (this.#unrecorded) throw this.#unrecorded
    }
    try {
      const data = await call.send()
      await this.#finish(call, call.idsOf(data))
      return data
    } catch (error) {
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
      return this.#find(call, error)
    }
  }

  /** Records that the service confirmed a call. What it has created belongs to this write. */
  async #finish(call: Omit<WriteCall<never>, 'send' | 'idsOf' | 'read'>, ids: Ids): Promise<void> {
    const own = call.sought.flatMap(({ position }) => ids[position] ?? [])
    if (!(await this.#keep(call, ids, own, true))) await this.#keep(call, ids, [], true)
    this.#results[call.nth] = { outcome: 'DONE', indexes: call.indexes, ids }
  }

  /**
   * Looks for the rows of a call that may have happened, a few times within the deadline. If all are found, it is done, and they
   * are read. Throws the error otherwise. Without a key, nothing is looked for.
   */
  async #find<Data>(call: WriteCall<Data>, error: UpstreamError): Promise<Data> {
    const { hasKey, writes } = this.#begun
    const { look } = call
    if (!hasKey || !look) throw this.#unclear(call, error)
    let found: Found | undefined
    for (const waitMs of LOOK_WAITS_MS) {
      const known = this.#ids(call.nth)
      const sought = call.sought.filter(({ position }) => !known[position])
      if (sought.length === 0 || Date.now() + waitMs + LOOK_MARGIN_MS >= writes.deadline) break
      await sleep(waitMs, undefined, { signal: writes.signal }).catch(() => undefined)
      if (writes.signal.aborted) break
      const looked = await this.#look(call.nth, look, sought).catch(failureOf)
      if (looked instanceof UpstreamError) {
        if (isShortOutage(looked)) continue
        break
      }
      const ids = call.indexes.map((_, position) => known[position] ?? looked.ids.get(position) ?? null)
      const isDone = ids.every((id) => id !== null)
      // Another write may have claimed a row meanwhile.
      if (looked.ids.size > 0 && !(await this.#keep(call, ids, [...looked.ids.values()], isDone))) continue
      if (isDone) {
        this.#results[call.nth] = { outcome: 'RECOVERED', indexes: call.indexes, ids }
        return call.read(ids)
      }
      found = looked
    }
    throw this.#unclear(call, error, found)
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
    const taken = new Set<string | null>([...others.flatMap(({ claimed }) => claimed), ...this.#ids(nth)])
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

  /** Records the IDs of a call's rows, and claims those that it has created. False if one of them belongs to another write. */
  async #keep(
    { nth, isLast, indexes = [] }: Pick<WriteCall<never>, 'nth' | 'isLast'> & { indexes?: readonly number[] },
    ids: Ids,
    own: readonly string[],
    isDone: boolean,
  ): Promise<boolean> {
    const { calls } = this.#record
    const since = calls[nth]?.since ?? this.#begun.writes.now()
    const next = [...calls.slice(0, nth), { indexes: [...indexes], ids, isDone, since }]
    const hasNext = isDone && !isLast
    // The next call is recorded before it is sent.
    if (hasNext) next.push(sentAhead(this.#begun.writes.now()))
    if ((await this.#save(isDone && isLast ? 'done' : 'sending', next, own)) === 'claimed') return false
    this.#record.calls = next
    this.#ahead = hasNext ? nth + 1 : undefined
    return true
  }

  /** The error of a call of which it is not known whether it happened. */
  #unclear(
    { nth, indexes }: Pick<WriteCall<never>, 'nth' | 'indexes'>,
    error: UpstreamError,
    found?: Found,
  ): UpstreamError {
    this.#results[nth] = { outcome: 'UNKNOWN', indexes, ids: this.#ids(nth), ...(found && { found }) }
    return error
  }

  /** Ends this use of the key. A write of which nothing exists frees it. */
  async end(): Promise<void> {
    if (this.#isOver) return
    const calls = this.#record.calls.slice(0, this.#ahead)
    await this.#save(calls.every(isEmptyCall) ? 'free' : 'open', calls)
  }

  /** What became of the write; null if nothing did. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt | null {
    const { store, hasKey } = this.#begun
    const known = { requestIds: this.#record.requestIds, keyStore: hasKey ? store.kind : null }
    return receiptOf(Object.values(this.#results), known, count)
  }

  /** Stores how far the write is. What cannot be stored counts as sent at the next use of the key. */
  async #save(
    state: RecordOfWrite['state'] | 'free',
    calls: CallOfRecord[],
    own: readonly string[] = [],
  ): Promise<'saved' | 'changed' | 'claimed' | undefined> {
    const { store, name, creates, hasKey } = this.#begun
    // Nobody asks again for what became of a write without a key.
    const isKept = state === 'sending' || (state !== 'free' && hasKey)
    const data = isKept ? JSON.stringify({ ...this.#record, calls, state }) : null
    const created = state === 'sending' ? [] : creates
    const saved = await recorded(store.save(name, this.#stored, { data, ids: own, created })).catch(failureOf)
    this.#unrecorded = saved instanceof UpstreamError ? saved : undefined
    if (saved instanceof UpstreamError) return undefined
    if (saved === 'saved') this.#stored = data ?? ''
    if (saved === 'changed' || (saved === 'saved' && state !== 'sending')) this.#isOver = true
    return saved
  }
}

/** Whether a call had no operations left: nothing was sent for it. */
function isEmptyCall({ isDone, ids }: CallOfRecord): boolean {
  return isDone && ids.length === 0
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
