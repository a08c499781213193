import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getNamedType, GraphQLID, isInputObjectType, type GraphQLInputType } from 'graphql'
import { z } from 'zod'
import { variantKey } from '../../../json/json.ts'
import { isObject, mapValues } from '../../../json/object.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import { comparableId } from '../../../rest/value.ts'
import type { Writes, WriteStore } from '../../../state/write-store.ts'
import { parseGlobalId } from '../../node/global-id.ts'

/** A user error of an operation that was left out because of what was stored then. */
const PROBLEM = z.object({
  code: z.string(),
  message: z.string(),
  field: z.array(z.string()),
  rule: z.string().nullable(),
  spend: z.object({ kind: z.string(), limit: z.string().nullable(), asked: z.string().nullable() }).optional(),
})

/** The record of one call. */
const CALL = z.object({
  /** The positions of its operations in a batch, and 0 for any other write. Empty until it is sent. */
  indexes: z.array(z.int()),
  /** The global ID of each of its rows, as far as it is known. */
  ids: z.array(z.string().nullable()),
  /** Whether the service confirmed it, or all its rows were found. */
  isDone: z.boolean(),
  /** When it was sent, by the clock of the service. */
  since: z.number(),
  /** The problems of the operations that were left out of it. */
  problems: z.array(PROBLEM).default([]),
})

const RECORD = z.object({
  input: z.string(),
  /** `sending` while a use of the key is under way, `open` if that ended before the write was done. */
  state: z.enum(['sending', 'open', 'done']),
  /** The use of the key that wrote it last. */
  use: z.string(),
  /** The maximum duration of that use: instances can have different ones. */
  timeoutMs: z.number(),
  /** The calls that were made or are being made, in their order. */
  calls: z.array(CALL),
  /** The requests to Adgraph that have sent the write. */
  requestIds: z.array(z.string()),
})

export type RecordedCall = z.output<typeof CALL>

type RecordedWrite = z.output<typeof RECORD>

/** The first time after which the record of a write that is under way is read again, and the longest. */
const FIRST_WAIT_MS = 25
const MAX_WAIT_MS = 500

/** How a write is known to its record, and to other writes. */
export interface WriteIdentity {
  store: WriteStore
  name: string
  /** The caller as one of those who share the memory for records. */
  owner: string
  hasKey: boolean
  /** The HMACs of its input, with each secret. */
  inputs: readonly [string, ...string[]]
  /** The HMACs of the rows that it creates. */
  creates: readonly string[]
}

/**
 * Begins to use the record of a write, before anything is sent. If another use of the key is under way, this one waits for it until
 * its deadline. Undefined if the key was used with another input. Throws if nothing can be recorded.
 */
export async function beginRecord(
  identity: WriteIdentity,
  writes: Pick<Writes, 'timeoutMs' | 'deadline' | 'signal' | 'requestId' | 'now'>,
): Promise<WriteRecord | undefined> {
  const { store, name, inputs, creates } = identity
  const { timeoutMs, deadline, signal, requestId, now } = writes
  const use = randomUUID()
  const calls = [sentAhead(now())]
  const first: RecordedWrite = { input: inputs[0], state: 'sending', use, timeoutMs, calls, requestIds: [requestId] }
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const text = JSON.stringify(first)
    const found = await recorded(store.begin(identity, text, creates, timeoutMs))
    if (!found) return new WriteRecord(identity, first, text, now, { isFirst: true, ahead: 0 })
    const record = recordIn(found.data)
    if (!inputs.includes(record.input)) return undefined
    // A use that began longer ago than its operation can take has ended without an answer.
    const isLeft = record.state === 'open' || (record.state === 'sending' && found.ageMs > record.timeoutMs)
    const taken = isLeft ? await takeOver(record, found.data) : undefined
    if (taken) return taken
    if (record.state === 'done' || signal.aborted || Date.now() + waitMs >= deadline)
      return new WriteRecord(identity, record, found.data, now, { isOver: true })
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }

  /** Continues what an earlier use of the key has left. Undefined if another use does so. */
  async function takeOver(record: RecordedWrite, found: string): Promise<WriteRecord | undefined> {
    // A call that may have happened is looked for before another one is sent.
    const ahead = record.calls.every(({ isDone }) => isDone) ? record.calls.length : undefined
    const taken: RecordedWrite = { ...record, state: 'sending', use, timeoutMs, calls: [...record.calls] }
    if (ahead !== undefined) taken.calls.push(sentAhead(now()))
    const text = JSON.stringify(taken)
    try {
      const saved = await recorded(store.save(name, [found], { data: text, creates, creatingMs: timeoutMs }))
      return saved === 'saved' ? new WriteRecord(identity, taken, text, now, { ahead }) : undefined
    } catch (error) {
      // Nothing was sent.
      await store.saveLater(name, [text], { data: JSON.stringify({ ...record, state: 'open' }), creates })
      throw error
    }
  }
}

const NOTHING_SENT = 'nothing was sent'

const LOST = 'The record of the idempotency key was lost, or another use of the key has changed it'

/** The record of a call before it is sent, by the clock of the service. */
function sentAhead(since: number): RecordedCall {
  return { indexes: [], ids: [], isDone: false, since, problems: [] }
}

interface RecordOptions {
  /** Whether this is the first use of the key. */
  isFirst?: boolean
  /** The number of the call that is recorded although it is not sent yet. */
  ahead?: number | undefined
  /** Whether this use may not change the record. */
  isOver?: boolean
}

/** The record of a write that has started. The calls that it has may have happened. */
export class WriteRecord {
  readonly isFirst: boolean
  isOver: boolean
  /** Why the last change was not stored: then no further call is sent. */
  unrecorded: UpstreamError | undefined
  readonly #identity: WriteIdentity
  readonly #record: RecordedWrite
  /** The texts that the store can have: several while it has not confirmed a change. */
  #texts: string[]
  readonly #now: () => number
  #ahead: number | undefined
  #hasSent = false
  #state: 'sending' | 'done' = 'sending'

  constructor(
    identity: WriteIdentity,
    record: RecordedWrite,
    text: string,
    now: () => number,
    { isFirst = false, ahead, isOver = false }: RecordOptions,
  ) {
    this.isFirst = isFirst
    this.isOver = isOver
    this.#identity = identity
    this.#record = record
    this.#texts = [text]
    this.#now = now
    this.#ahead = ahead
  }

  /** The calls that were made or are being made, in their order. */
  get calls(): readonly RecordedCall[] {
    return this.#record.calls
  }

  /** The requests to Adgraph that have sent the write. */
  get requestIds(): readonly string[] {
    return this.#record.requestIds
  }

  /** Whether a call is the next one to be sent. */
  isAhead(nth: number): boolean {
    return nth === this.#ahead
  }

  /** Says that a call was not sent: nothing was by this use, or no more after earlier calls of a batch that is split. */
  get notSent(): string {
    return this.#hasSent ? 'no more was sent' : NOTHING_SENT
  }

  /**
   * Records that a call is being sent, with its operations, and the problems of those that were left out of it. Another use must
   * not take operations that are sent for some that were left out, so this is stored before. Throws if it cannot be stored, or if the
   * record was lost since this use began.
   */
  async sends(
    nth: number,
    { indexes, problems }: Pick<RecordedCall, 'indexes'> & { problems: RecordedCall['problems'] | undefined },
    requestId: string,
  ): Promise<void> {
    const { calls, requestIds } = this.#record
    if (!requestIds.includes(requestId)) requestIds.push(requestId)
    calls[nth] = { ...sentAhead(this.#now()), indexes, problems: problems ?? [] }
    if (this.#identity.hasKey) {
      const saved = await this.#save('sending', calls)
      if (this.unrecorded) throw this.unrecorded
      if (saved === 'changed')
        throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: `${LOST}; ${this.notSent}` })
    }
    this.#ahead = undefined
    this.#hasSent = true
  }

  /** Records that a call certainly did not happen. */
  failed(nth: number): void {
    this.#record.calls.length = nth
  }

  /**
   * Records the outcome of a call as far as it is known, and claims the IDs of the rows that it has created. False if one
   * of them belongs to another write. After a call that is done, the next one is recorded before it is sent.
   */
  async keep(
    nth: number,
    call: Omit<RecordedCall, 'since'>,
    { claims, isLast }: { claims: readonly string[]; isLast: boolean },
  ): Promise<boolean> {
    const { calls } = this.#record
    const next = [...calls.slice(0, nth), { ...call, since: calls[nth]?.since ?? this.#now() }]
    const hasNext = call.isDone && !isLast
    if (hasNext) next.push(sentAhead(this.#now()))
    if ((await this.#save(call.isDone && isLast ? 'done' : 'sending', next, claims)) === 'claimed') return false
    this.#record.calls = next
    this.#ahead = hasNext ? nth + 1 : undefined
    return true
  }

  /** Ends this use of the key. A write that has created nothing frees it. */
  async end(): Promise<void> {
    if (this.isOver) return
    const { store, name, creates } = this.#identity
    const calls = this.calls.slice(0, this.#ahead)
    const data = calls.every(isEmptyCall) ? null : this.#text(this.#state === 'done' ? 'done' : 'open', calls)
    // A row that may still appear can be one of this write.
    const isClear = calls.every(({ isDone }) => isDone)
    await store.saveLater(name, this.#texts, { data, ...(isClear && { creates }) })
  }

  /** Stores how far the write is. What cannot be stored counts as sent at the next use of the key. */
  async #save(
    state: 'sending' | 'done',
    calls: readonly RecordedCall[],
    claims: readonly string[] = [],
  ): Promise<'saved' | 'changed' | 'claimed' | undefined> {
    const { store, name, creates } = this.#identity
    const text = this.#text(state, calls)
    const next = { data: text, ids: claims, ...(state === 'done' && { creates }) }
    const saved = await recorded(store.save(name, this.#texts, next), this.notSent).catch(upstreamError)
    this.unrecorded = saved instanceof UpstreamError ? saved : undefined
    if (saved !== 'claimed') this.#state = state
    if (saved instanceof UpstreamError) {
      if (text !== null) this.#texts.push(text)
      return undefined
    }
    if (saved === 'saved' && text !== null) this.#texts = [text]
    if (saved === 'changed' || (saved === 'saved' && state === 'done')) this.isOver = true
    return saved
  }

  /** The text of the next record. Null deletes it: nobody asks again for the outcome of a write without a key. */
  #text(state: RecordedWrite['state'], calls: readonly RecordedCall[]): string | null {
    const isKept = state === 'sending' || this.#identity.hasKey
    return isKept ? JSON.stringify({ ...this.#record, calls, state }) : null
  }
}

/** Whether a call had no operations left: nothing was sent for it. */
export function isEmptyCall({ isDone, ids }: RecordedCall): boolean {
  return isDone && ids.length === 0
}

/** A failure of the service or of the store. Other errors are thrown. */
export function upstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}

/** What a store returns. If it fails, nothing more must be sent, which `notSent` says. */
export async function recorded<T>(stored: Promise<T>, notSent = NOTHING_SENT): Promise<T> {
  try {
    return await stored
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: `${reason}; ${notSent}` })
  }
}

/** Parses the text of a record. Throws if it is not of this format. */
function recordIn(text: string): RecordedWrite {
  try {
    return RECORD.parse(JSON.parse(text))
  } catch {
    const message = `The record of the idempotency key cannot be read; ${NOTHING_SENT}`
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
  }
}

/** The HMAC of a value. It does not depend on the order of its properties. */
export function hmacOf(secret: string, value: unknown): string {
  return createHmac('sha256', secret).update(variantKey(value)).digest('base64url')
}

/** An input value with the service's ID in place of each global ID, in one case, so that all forms of an ID are the same input. */
export function withRestIds(value: unknown, type: GraphQLInputType | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withRestIds(item, type))
  const named = getNamedType(type)
  if (named?.name === GraphQLID.name && typeof value === 'string')
    return comparableId(parseGlobalId(value)?.id ?? value)
  if (!isObject(value) || !isInputObjectType(named)) return value
  const fields = named.getFields()
  return mapValues(value, (item, name) => withRestIds(item, fields[name]?.type))
}
