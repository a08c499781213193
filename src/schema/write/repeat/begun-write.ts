import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTurnOver, nextTurn } from '../../../async/turn.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import type { Writes } from '../../../state/write-store.ts'
import type { InputProblem } from '../input.ts'
import type { WireRow } from '../known.ts'
import { isShortOutage, isUnreadable } from '../refusal.ts'
import { Incomplete } from '../result.ts'
import { assign, creationKey, type Found, type Look, type Sought } from './creation.ts'
import { type CallResult, type Receipt, receiptOf, type WriteOutcome } from './receipt.ts'
import {
  beginRecord,
  hmacOf,
  isEmptyCall,
  recorded,
  type RecordedCall,
  upstreamError,
  withRestIds,
  type WriteIdentity,
  type WriteRecord,
} from './record.ts'
import type { MutationUse } from './use.ts'

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
  /** The problems of operations that were left out of it. Undefined if none can be. */
  leftOut?: readonly InputProblem[]
  /** The global IDs of the entities that its operations change or delete. Null for those that create one. */
  targets: Ids
  idsOf: (data: Data) => Ids
  /** The global IDs of the rows in an answer that cannot be used as a whole. */
  confirmedIds?: (error: UpstreamError) => Promise<Ids>
  /** Reads the rows with these IDs. */
  read: (ids: Ids) => Promise<Data>
  /** The parameters that are sent for each row that it creates. */
  sought: readonly Sought[]
  /** How these rows are looked for. Undefined if no list shows them. */
  look: Look | undefined
}

/** A call that is not sent. */
type EmptyCall = Pick<WriteCall<never>, 'nth' | 'isLast' | 'leftOut'>

/**
 * Begins a write, after its input was accepted and before anything is sent: from now on, its record says that it may have been
 * sent. `sent` has the parameters of each row that it creates. Undefined if the key was used with another input.
 */
export async function beginWrite(
  { writes, info, inputType, check, args, creation }: MutationUse,
  sent: readonly object[],
): Promise<BegunWrite | undefined> {
  const { secrets, caller, owner } = writes
  const { idempotencyKey: key, split, skipInvalid } = args
  const hasKey = typeof key === 'string'
  const account = check.ids.batchAccount ?? check.ids.inPath[0] ?? ''
  const name = createHash('sha256')
    .update(JSON.stringify([caller, account, key ?? randomUUID()]))
    .digest('base64url')
  const signed = () => [
    info.fieldName,
    { input: withRestIds({ ...check.input, accountId: account }, inputType), split, skipInvalid },
  ]
  const hmacs = (value: unknown): WriteIdentity['inputs'] => {
    const [newest, ...older] = secrets
    return [hmacOf(newest, value), ...older.map((secret) => hmacOf(secret, value))]
  }
  const rowOf = (row: object) =>
    creation ? hmacs([creation.type ?? '', account, creationKey(creation, { ...row })]) : []
  const creates: string[] = []
  for (const row of sent) {
    // A long batch is signed in several turns.
    if (isTurnOver()) await nextTurn()
    creates.push(...rowOf(row))
  }
  const identity: WriteIdentity = {
    store: hasKey ? writes.store : writes.local,
    name,
    owner,
    hasKey,
    inputs: hasKey ? hmacs(signed()) : [''],
    creates,
  }
  const record = await beginRecord(identity, writes)
  return record && new BegunWrite(record, identity, writes, rowOf)
}

/** A write that has started, with its record. What may have happened is never sent again. */
export class BegunWrite {
  readonly #record: WriteRecord
  readonly #identity: WriteIdentity
  readonly #writes: Writes
  /** The HMACs of a row: equal rows have one in common. */
  readonly #rowOf: (sent: object) => readonly string[]
  readonly #results: CallResult[] = []
  /** When each call was sent by this use, by our clock. */
  readonly #sentMs: number[] = []

  constructor(
    record: WriteRecord,
    identity: WriteIdentity,
    writes: Writes,
    rowOf: (sent: object) => readonly string[],
  ) {
    this.#record = record
    this.#identity = identity
    this.#writes = writes
    this.#rowOf = rowOf
  }

  /** Whether this is the first use of the key. */
  get isFirst(): boolean {
    return this.#record.isFirst
  }

  /** Whether this use sends nothing more. */
  get isOver(): boolean {
    return this.#record.isOver
  }

  /** The call as an earlier use has sent it: its operations, and what was wrong with others. Undefined if none has. */
  sentCall(nth: number): Pick<RecordedCall, 'indexes' | 'problems'> | undefined {
    const call = this.#record.calls[nth]
    return call && (call.isDone || call.indexes.length > 0) ? call : undefined
  }

  /** Whether this use sends a call, unless it is refused. Otherwise an earlier use can have sent it, which is found out. */
  sends(nth: number): boolean {
    return !this.isOver && this.#record.isAhead(nth)
  }

  /** The global IDs of the known rows of a call, if not all of its rows are known. */
  knownIds(nth: number): Ids {
    const call = this.#record.calls[nth]
    return call && !call.isDone ? call.ids : []
  }

  /**
   * Makes a call of the write. If an earlier use of the key has made it, its rows are read again; if that may have happened, they
   * are looked for. Throws the error of the call otherwise: the receipt has an outcome unless the call certainly did not happen.
   */
  async run<Data>(call: WriteCall<Data>): Promise<Data> {
    const { nth } = call
    const known = this.#record.calls[nth]
    if (known?.isDone) {
      this.#results[nth] = resultOf(call, known.ids, () => 'REPLAYED')
      return call.read(known.ids)
    }
    if (this.#record.unrecorded) throw this.#record.unrecorded
    if (this.#record.isOver || !known) throw this.#unclear(call, this.#unclearError())
    return this.#record.isAhead(nth) ? this.#send(call) : this.#find(call, this.#unclearError())
  }

  /** Records that a call has no operations left. Nothing is sent for it. A write without any calls left frees its key. */
  async skip(call: EmptyCall): Promise<void> {
    const { nth, isLast } = call
    const { calls, isOver } = this.#record
    if (isOver || calls[nth]?.isDone) return
    const isNothing = isLast && this.#record.isAhead(nth) && calls.slice(0, nth).every(isEmptyCall)
    if (!isNothing) await this.#keep({ ...call, indexes: [] }, [], [], true)
  }

  /** Sends a call, which is recorded already. */
  async #send<Data>(call: WriteCall<Data>): Promise<Data> {
    const { nth, indexes, leftOut, targets } = call
    this.#sentMs[nth] = Date.now()
    const problems = leftOut && [...leftOut]
    await this.#record.sends(nth, { indexes: [...indexes], problems }, this.#writes.requestId)
    try {
      const data = await call.send()
      await this.#finish(call, call.idsOf(data))
      return data
    } catch (error) {
      if (error instanceof Incomplete) this.#unclear(call, error)
      if (!(error instanceof UpstreamError)) throw error
      if (!error.outcomeUnknown) {
        this.#record.failed(nth)
        throw error
      }
      // The service accepted changes of entities that are known.
      if (isUnreadable(error) && targets.every((id) => id !== null)) {
        await this.#finish(call, targets)
        throw error
      }
      const confirmed = (await call.confirmedIds?.(error)) ?? []
      if (confirmed.some((id) => id !== null)) await this.#keepOwn(call, confirmed, false)
      return this.#find(call, error, confirmed)
    }
  }

  /** Records that the service confirmed a call. */
  async #finish<Data>(call: WriteCall<Data>, ids: Ids): Promise<void> {
    await this.#keepOwn(call, ids, true)
    this.#results[call.nth] = resultOf(call, ids, () => 'DONE')
  }

  /**
   * Looks for the rows of a call that may have happened, besides those that its answer had, a few times within the deadline. If
   * all are found, it is done, and they are read. Throws the error otherwise. Without a key, nothing is looked for.
   */
  async #find<Data>(call: WriteCall<Data>, error: UpstreamError, confirmed: Ids = []): Promise<Data> {
    const writes = this.#writes
    const { nth, look, indexes } = call
    if (!this.#identity.hasKey || !look) throw this.#unclear(call, error, confirmed)
    let found: Found | undefined
    for (const waitMs of LOOK_WAITS_MS) {
      const known = this.knownIds(nth)
      const sought = call.sought.filter(({ position }) => !known[position])
      if (sought.length === 0 || Date.now() + waitMs + LOOK_MARGIN_MS >= writes.deadline) break
      await sleep(waitMs, undefined, { signal: writes.signal }).catch(() => undefined)
      if (writes.signal.aborted) break
      const looked = await this.#look(nth, look, sought).catch(upstreamError)
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
    const { store, local } = this.#writes
    const { name } = this.#identity
    const rows = await look.rows(sought, () => this.#since(nth))
    const ids = rows.map((row) => look.idOf(row))
    const creates = sought.flatMap(({ sent }) => this.#rowOf(sent))
    const others = await Promise.all([store, local].map((each) => recorded(each.others(name, ids, creates))))
    const taken = new Set<string | null>([...others.flatMap(({ claimed }) => claimed), ...this.knownIds(nth)])
    const creating = new Set(others.flatMap((each) => each.creating))
    const isOfOthers = (sent: WireRow) => this.#rowOf(sent).some((row) => creating.has(row))
    const free = rows.filter((_, position) => !taken.has(ids[position] ?? null))
    return assign(look, sought, free, isOfOthers)
  }

  /** When a call was sent, by the best current estimate of the service's clock. */
  #since(nth: number): number {
    const [sentMs, call] = [this.#sentMs[nth], this.#record.calls[nth]]
    if (call && sentMs !== undefined) call.since = sentMs + this.#writes.now() - Date.now()
    return call?.since ?? 0
  }

  /** Sets the result of a call that may or may not have happened, and returns its error. */
  #unclear<E extends Error, Data>(call: WriteCall<Data>, error: E, confirmed: Ids = [], found?: Found): E {
    this.#results[call.nth] = resultOf(call, this.knownIds(call.nth), foundOutcome(call, confirmed), found)
    return error
  }

  /** Why a call of a write with a key was not sent again. */
  #unclearError(): UpstreamError {
    const message = `${UNCLEAR}; ${this.#record.notSent} now`
    return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message, outcomeUnknown: true })
  }

  /** Records the rows of a call that its answer has. What it has created belongs to this write. */
  async #keepOwn<Data>(call: WriteCall<Data>, ids: Ids, isDone: boolean): Promise<void> {
    const own = call.sought.flatMap(({ position }) => ids[position] ?? [])
    if (!(await this.#keep(call, ids, own, isDone))) await this.#keep(call, ids, [], isDone)
  }

  /** Records the IDs of a call's rows, and claims those that it has created. False if one of them belongs to another write. */
  #keep(
    { nth, isLast, indexes, leftOut = [] }: EmptyCall & { indexes: readonly number[] },
    ids: Ids,
    claims: readonly string[],
    isDone: boolean,
  ): Promise<boolean> {
    const call = { indexes: [...indexes], ids, isDone, problems: [...leftOut] }
    return this.#record.keep(nth, call, { claims, isLast })
  }

  /** Ends this use of the key. */
  end(): Promise<void> {
    return this.#record.end()
  }

  /** The outcome of the write; null if nothing did. `count` is the number of operations of a batch. */
  receipt(count?: number): Receipt | null {
    const { store, hasKey } = this.#identity
    const known = { requestIds: this.#record.requestIds, keyStore: hasKey ? store.kind : null }
    return receiptOf(Object.values(this.#results), known, count)
  }
}

/** The outcome of the operations of a call whose answer was lost, or had only the rows with these IDs. */
function foundOutcome({ targets }: Pick<WriteCall<never>, 'targets'>, confirmed: Ids) {
  return (id: string | null, position: number): WriteOutcome => {
    if (id === null) return 'UNKNOWN'
    if (confirmed[position]) return 'DONE'
    // An earlier answer had it: updates and deletions are not looked for.
    return targets[position] ? 'REPLAYED' : 'RECOVERED'
  }
}

/** The outcome of a call, by the IDs of its rows that are known. */
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

const UNCLEAR = 'It is not known whether the write with this idempotency key happened'
