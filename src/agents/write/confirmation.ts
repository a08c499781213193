import { createHash, randomInt, randomUUID } from 'node:crypto'
import { storedOrMade, type KeyValueStore } from '../../rest/store.ts'
import { createSeal } from '../../server/auth/seal.ts'
import type { JsonObject } from '../graph/json.ts'
import type { Operation } from '../graph/run.ts'

/** A write that was prepared, as it is kept until it is confirmed. */
export interface PreparedWrite {
  operation: Operation
  /** A hash of the values that the person saw. */
  shown: string
}

/** A write that was sent, as its result is kept. */
export interface SentWrite {
  isError: boolean
  /** What to say about it. */
  notes: string
  structured: JsonObject
}

/** What a confirmation leads to: the write, the result of its first use, or the reason why it is refused. */
export type Opened = OpenedWrite | { result: SentWrite } | { refused: string }

/** A write that can be sent. `place` is where it is kept. */
export interface OpenedWrite {
  id: string
  place: string
  write: PreparedWrite
}

/** Keeps prepared writes, and lets each happen once. */
export interface Confirmations {
  /** Keeps a write for ten minutes. Returns its confirmation, which only this caller can use, and the time until which it can. */
  prepare(caller: string, write: PreparedWrite): Promise<{ confirmation: string; expiresAt: string }>
  open(caller: string, confirmation: string): Promise<Opened>
  /**
   * Sends a write unless it was sent before, one use at a time. `check` and `send` return why it is not sent now: then it can be used
   * again.
   */
  once<Refusal>(
    opened: OpenedWrite,
    deadline: number,
    check: () => Promise<Refusal | undefined>,
    send: () => Promise<{ sent: SentWrite } | { refusal: Refusal }>,
  ): Promise<Use<Refusal>>
}

/** What a use of a confirmation did. UNKNOWN: it was used before, and what became of that is not known. */
export type Use<Refusal> =
  | { outcome: 'SENT' | 'REPEATED'; result: SentWrite }
  | { outcome: 'REFUSED'; refusal: Refusal }
  | { outcome: 'UNKNOWN' }

/** How long a write can be confirmed. */
const CONFIRM_MS = 10 * 60_000

/** How long the result of a write is kept. */
const RESULT_MS = 24 * 60 * 60_000

/** The maximum number of writes of a caller that wait to be confirmed. The next one takes the place of another. */
const MAX_PREPARED = 64

/** The maximum length of a sealed write. Documents and variables are shorter. */
const MAX_SEALED_LENGTH = 1_000_000

interface Sealed {
  id: string
  /** The place where the write is kept. */
  slot: number
  caller: string
  expiresAt: number
}

/**
 * Creates the confirmations of a server. They are sealed with the first secret and opened with any of them. `store` keeps what was
 * prepared, and must throw if it cannot: a confirmation may be used once, on all servers together.
 */
export function createConfirmations(store: KeyValueStore, secrets: readonly string[]): Confirmations {
  const seal = createSeal<Sealed>(secrets, 'confirmation')
  const writes = createSeal<PreparedWrite & { id: string }>(secrets, 'prepared write', MAX_SEALED_LENGTH)
  const results = createSeal<SentWrite>(secrets, 'result of a write', MAX_SEALED_LENGTH)
  const placeOf = ({ caller, slot }: Pick<Sealed, 'caller' | 'slot'>) => `agent write ${caller} ${slot}`

  return {
    async prepare(callerKey, write) {
      const caller = hashOf(callerKey)
      const id = randomUUID()
      const expiresAt = Date.now() + CONFIRM_MS
      const slot = await keep(caller, await writes.close({ id, ...write }, CONFIRM_MS))
      const confirmation = await seal.close({ id, slot, caller, expiresAt }, RESULT_MS)
      return { confirmation, expiresAt: new Date(expiresAt).toISOString() }
    },
    async open(callerKey, confirmation) {
      const opened = await seal.open(confirmation)
      if ('fault' in opened)
        return {
          refused:
            opened.fault === 'expired'
              ? 'The confirmation has expired. Prepare the write again'
              : 'This is not a confirmation that prepare_write of this server returned. Prepare the write again',
        }
      const { content } = opened
      if (content.caller !== hashOf(callerKey)) return { refused: 'The confirmation belongs to another caller' }
      const result = await resultOf(content.id)
      if (result) return { result }
      if (content.expiresAt <= Date.now()) return { refused: 'The confirmation has expired. Prepare the write again' }
      const place = placeOf(content)
      const kept = await store.get(place)
      const write = kept === undefined ? undefined : await writes.open(kept)
      if (!write || 'fault' in write || write.content.id !== content.id)
        return {
          refused:
            'The write is not kept here: another process prepared it, this one was restarted, or many others were prepared ' +
            'since. Prepare it again',
        }
      return { id: content.id, place, write: write.content }
    },
    async once<Refusal>(
      { id, place }: OpenedWrite,
      deadline: number,
      check: () => Promise<Refusal | undefined>,
      send: () => Promise<{ sent: SentWrite } | { refusal: Refusal }>,
    ) {
      let sent: Use<Refusal> | undefined
      const used = storedOrMade<Use<Refusal>>(
        store,
        `agent write ${id}`,
        deadline,
        async () => {
          const result = await resultOf(id)
          return result && { outcome: 'REPEATED', result }
        },
        async () => {
          const refusal = await check()
          if (refusal !== undefined) return { outcome: 'REFUSED', refusal }
          // A process that ended while it sent the write has left this mark, and no result.
          if (!(await store.setIfAbsent(`agent sent ${id}`, '1', RESULT_MS))) return { outcome: 'UNKNOWN' }
          const answer = await send()
          if ('refusal' in answer) {
            await store.delete(`agent sent ${id}`)
            return { outcome: 'REFUSED', refusal: answer.refusal }
          }
          sent = { outcome: 'SENT', result: answer.sent }
          await store.set(`agent result ${id}`, await results.close(answer.sent, RESULT_MS), RESULT_MS)
          await store.delete(place)
          return sent
        },
      )
      // The store can fail after the write was sent, which the caller must know.
      return used.catch((error: unknown) => {
        if (sent) return sent
        throw error
      })
    },
  }

  /** Keeps a write in a free slot of its caller, or else in the place of another. */
  async function keep(caller: string, write: string): Promise<number> {
    const first = randomInt(MAX_PREPARED)
    for (let nth = 0; nth < MAX_PREPARED; nth += 1) {
      const slot = (first + nth) % MAX_PREPARED
      if (await store.setIfAbsent(placeOf({ caller, slot }), write, CONFIRM_MS)) return slot
    }
    await store.set(placeOf({ caller, slot: first }), write, CONFIRM_MS)
    return first
  }

  async function resultOf(id: string): Promise<SentWrite | undefined> {
    const kept = await store.get(`agent result ${id}`)
    const opened = kept === undefined ? undefined : await results.open(kept)
    return opened && 'content' in opened ? opened.content : undefined
  }
}

/** A caller's key can contain a token. */
function hashOf(callerKey: string): string {
  return createHash('sha256').update(callerKey).digest('base64url').slice(0, 22)
}
