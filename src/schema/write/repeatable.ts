import { createHash, createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { UpstreamError } from '../../rest/errors.ts'
import type { Ownership, WriteRecord, WriteStore, Writes } from '../../rest/write-store.ts'
import type { Receipt, WriteOutcome } from './receipt.ts'

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
}

/** What is recorded of one call. */
const CALL = z.object({
  indexes: z.array(z.int()),
  /** The IDs of its rows. Null until it is done. */
  ids: z.array(z.string().nullable()).nullable(),
  /** How often it was sent. 0 if it surely did not happen. */
  sent: z.int(),
  /** By the clock of the service, when it was sent first. */
  since: z.number(),
})

const RECORD = z.object({ calls: z.array(CALL), requestIds: z.array(z.string()) })

type CallOfRecord = z.output<typeof CALL>

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

/**
 * Begins a write, after its input was accepted and before anything is sent. With a key, it is recorded first; if another
 * request has the key, this one waits until its deadline. `reused` if the key was used with another input.
 */
export async function beginWrite(writes: Writes, use: WriteUse): Promise<RepeatableWrite | 'reused'> {
  const { key, mutation, account, args, makes } = use
  const [newest] = writes.secrets
  const groups = makes.map((made) => hmacOf(newest, [mutation, account, made]))
  const data = RECORD.encode({
    calls: [{ indexes: [], ids: null, sent: 1, since: writes.now() }],
    requestIds: [writes.requestId],
  })
  const start = { owner: randomUUID(), groups, data: JSON.stringify(data) }
  if (key === undefined) {
    const name = start.owner
    const record = await writes.local.begin({ ...start, name, inputs: [''] })
    return new RepeatableWrite(writes, writes.local, { ...start, name, fence: record.fence }, groups, record)
  }
  const { store, deadline, signal } = writes
  const name = createHash('sha256')
    .update(JSON.stringify([writes.caller, account, key]))
    .digest('base64url')
  const inputs = writes.secrets.map((secret) => hmacOf(secret, [mutation, args]))
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const record = await recorded(store.begin({ ...start, name, inputs }))
    if (record.state === 'other') return 'reused'
    if (record.state !== 'held' || Date.now() + waitMs >= deadline)
      return new RepeatableWrite(writes, store, { name, owner: start.owner, fence: record.fence }, groups, record)
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** What a store returns. If it fails, nothing must be sent. */
async function recorded<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: `${reason}; nothing was sent` })
  }
}

/** A write that can be repeated: what is known of its calls, and what became of each. */
export class RepeatableWrite {
  readonly #writes: Writes
  readonly #store: WriteStore
  readonly #ownership: Ownership
  readonly #groups: readonly string[]
  readonly #state: WriteRecord['state']
  readonly #calls: CallOfRecord[]
  readonly #requestIds: string[]
  readonly #renewal: NodeJS.Timeout
  readonly #outcomes: WriteOutcome[] = []
  #isOver: boolean
  #isLost = false
  /** The call that is recorded as sent although it is not sent yet. */
  #ahead: number | undefined
  #endedMs = Date.now()

  constructor(
    writes: Writes,
    store: WriteStore,
    ownership: Ownership,
    groups: readonly string[],
    { state, data }: Pick<WriteRecord, 'state' | 'data'>,
  ) {
    const { calls, requestIds } = recordIn(data)
    this.#writes = writes
    this.#store = store
    this.#ownership = ownership
    this.#groups = groups
    this.#state = state
    this.#calls = calls
    this.#requestIds = requestIds
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
    const known = this.#calls[nth]
    if (known?.ids) {
      this.#outcomes[nth] = 'REPLAYED'
      return call.read(known.ids).catch((error: unknown) => {
        throw error instanceof UpstreamError ? new UnclearWrite(error) : error
      })
    }
    if (this.#state === 'held' || (this.#state === 'taken' && known && known.sent > 0)) {
      this.#outcomes[nth] = 'STILL_UNCLEAR'
      throw new UnclearWrite(new UpstreamError(UNKNOWN_FATE))
    }
    if (this.#isLost) throw new UnclearWrite(new UpstreamError(UNKNOWN_FATE))
    return this.#send(nth, call, isLast)
  }

  async #send<Data>(nth: number, call: RepeatableCall<Data>, isLast: boolean): Promise<Data> {
    const { requestId } = this.#writes
    if (!this.#requestIds.includes(requestId)) this.#requestIds.push(requestId)
    const since = this.#calls[nth]?.since ?? this.#writes.now()
    const state = { since, indexes: [...call.indexes], ids: null, sent: 1 }
    this.#calls[nth] = state
    this.#ahead = undefined
    try {
      const data = await call.send()
      const ids = call.idsOf(data)
      this.#calls[nth] = { ...state, ids }
      this.#outcomes[nth] = 'DONE'
      if (!isLast && this.#calls[nth + 1] === undefined) {
        this.#ahead = nth + 1
        this.#calls[nth + 1] = { indexes: [], ids: null, sent: 1, since: this.#writes.now() }
      }
      await this.#save(isLast ? 'done' : 'running', ids)
      return data
    } catch (error) {
      this.#endedMs = Date.now()
      if (!(error instanceof UpstreamError) || error.outcomeUnknown) {
        this.#outcomes[nth] = 'STILL_UNCLEAR'
        if (error instanceof UpstreamError) throw new UnclearWrite(error)
        throw error
      }
      this.#calls[nth] = { ...state, sent: 0 }
      throw error
    }
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

  /** What became of the write. */
  receipt(count?: number): Receipt {
    const ids = this.#calls.flatMap((call) => call.ids ?? []).filter((id) => id !== null)
    return {
      outcome: ORDER.find((outcome) => this.#outcomes.includes(outcome)) ?? 'STILL_UNCLEAR',
      ids,
      attempts: Math.max(1, ...this.#calls.map(({ sent }) => sent)),
      lookedBy: null,
      requestIds: this.#requestIds,
      keyStore: this.#store === this.#writes.local ? null : this.#store.kind,
      retryAt: null,
      items: count === undefined ? null : this.#items(count),
    }
  }

  #items(count: number): Receipt['items'] {
    const items: NonNullable<Receipt['items']>[number][] = Array.from({ length: count }, () => null)
    this.#calls.forEach(({ indexes, ids }, nth) => {
      const outcome = this.#outcomes[nth]
      if (outcome) indexes.forEach((index, position) => (items[index] = { outcome, id: ids?.[position] ?? null }))
    })
    return items
  }

  async #renew(): Promise<void> {
    // Without an answer of the store, the lease lapses.
    this.#isLost ||= !(await this.#store.renew(this.#ownership).catch(() => true))
  }

  /** Stores how far the write is. What cannot be stored is looked for at the next use of the key. */
  async #save(state: 'running' | 'unclear' | 'done' | 'free', ids: readonly (string | null)[]): Promise<void> {
    this.#isOver ||= state !== 'running'
    const progress = {
      state,
      data: JSON.stringify({ calls: this.#calls, requestIds: this.#requestIds }),
      endedAgoMs: Date.now() - this.#endedMs,
      ids: ids.filter((id) => id !== null),
      groups: this.#groups,
    }
    const saved = await this.#store.save(this.#ownership, progress).catch(() => 'lost')
    if (saved === 'claimed') await this.#store.save(this.#ownership, { ...progress, ids: [] }).catch(() => 'lost')
  }
}

const UNKNOWN_FATE = {
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'It is not known yet whether the write with this idempotency key happened; nothing was sent now',
  outcomeUnknown: true,
} as const

/** The outcome of a write is the first of these that one of its calls has. */
const ORDER = ['STILL_UNCLEAR', 'AMBIGUOUS', 'NOT_FOUND', 'RECOVERED', 'DONE', 'REPLAYED'] as const

/** What is recorded in a text. Throws if it is not of this format. */
function recordIn(text: string): z.output<typeof RECORD> {
  try {
    return RECORD.parse(JSON.parse(text))
  } catch {
    const message = 'The record of the idempotency key cannot be read; nothing was sent'
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
  }
}

/** The HMAC of a value. It does not depend on the order of its properties. */
function hmacOf(secret: string, value: unknown): string {
  return createHmac('sha256', secret).update(JSON.stringify(value, inOrder)).digest('base64url')
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
