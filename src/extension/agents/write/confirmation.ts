import { hash, randomInt, randomUUID } from 'node:crypto'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { UpstreamError } from '../../../rest/errors.ts'
import { storedOrMade, StoreUnavailable, type Store } from '../../../rest/store.ts'
import { createSeal, type Seal } from '../../../server/auth/user-session.ts'
import type { AgentOperation } from '../run.ts'
import { Refusal, type JsonObject } from '../value.ts'

export interface ConfirmableWrite {
  operation: AgentOperation
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

/** What the use of a confirmation did: it sent the write, or another use had sent it, or there is a question first. */
type Use = { result: SentWrite; isFirst: boolean } | { question: InputRequiredResult }

/** What happens to a write that is confirmed. Each throws a Refusal if it is not sent now: then it can be confirmed again. */
interface Steps {
  ask: (write: ConfirmableWrite) => Promise<InputRequiredResult | undefined>
  send: (write: ConfirmableWrite, id: string) => Promise<SentWrite>
}

/** Keeps prepared writes, and lets each happen once. */
export type Confirmations = ReturnType<typeof createConfirmations>

/** How long a write can be confirmed. */
const CONFIRM_MS = 10 * 60_000

/** How long the result of a write is kept. */
const RESULT_MS = 24 * 60 * 60_000

/** How long another use of the same confirmation waits for the first. */
const WAIT_MS = 60_000

/** The maximum number of writes of a caller that wait to be confirmed. The next one takes the place of another. */
const MAX_PREPARED = 64

/** The maximum number of marks after which nothing was sent, and that the store may still have. */
const MAX_UNSENT = 1_000

/**
 * The maximum length of a sealed write. The requests of agents over HTTP are shorter. All that is kept for a caller until it is
 * confirmed has less than five times that.
 */
const MAX_SEALED_LENGTH = 1_000_000

const TOO_LONG =
  'Nothing was sent. The write is too long to be kept until it is confirmed: as JSON, the document and its variables may have ' +
  'about 740,000 bytes. Prepare it in parts.'
const EXPIRED =
  'Nothing was sent now. The confirmation has expired. Unless an earlier use has sent the write, prepare it again.'
const FORGED = 'Nothing was sent now. This is not a confirmation of this server. Prepare the write again.'
const OF_ANOTHER = 'Nothing was sent. The confirmation belongs to another caller.'
const NOT_KEPT =
  'Nothing was sent now. The write is not kept here: another process prepared it, this one was restarted, or others were ' +
  `prepared since, of which ${MAX_PREPARED} are kept for each caller, and fewer if they are long. Unless an earlier use has sent ` +
  'it, prepare it again.'
const UNDER_WAY =
  'Another use of this confirmation has not ended yet, and may be sending the write. Nothing was sent now. Use the same ' +
  'confirmation again for the result, and do not prepare it again.'
const UNKNOWN =
  'Another use may have sent the write, and its outcome is not known. Nothing was sent now. Read the values before ' +
  'you prepare it again.'

/**
 * Creates the confirmations of a server. They are sealed with the first secret and opened with any of them. `store` keeps what was
 * prepared, and must throw if it cannot: a confirmation may be used once, on all servers together.
 */
export function createConfirmations(store: Store, secrets: readonly string[]) {
  const seal = createSeal<{ id: string; place: string; caller: string; expiresAt: number }>(secrets, 'confirmation')
  const writes = createSeal<ConfirmableWrite & { id: string }>(secrets, 'prepared write', MAX_SEALED_LENGTH)
  const results = createSeal<SentWrite>(secrets, 'result of a write', MAX_SEALED_LENGTH)
  /** The marks of uses here that have sent nothing, and that the store may have all the same. */
  const unsent = new LRUCache<string, true>({ max: MAX_UNSENT })

  return {
    /**
     * Keeps a write for ten minutes. Returns its confirmation, which only this caller can use, and the time until which it can.
     * Throws a Refusal for a write that is too long.
     */
    async prepare(callerKey: string, write: ConfirmableWrite) {
      const caller = hashOf(callerKey)
      const id = randomUUID()
      const expiresAt = Date.now() + CONFIRM_MS
      const sealed = await writes.close({ id, ...write }, CONFIRM_MS)
      if (sealed.length > MAX_SEALED_LENGTH) throw new Refusal(TOO_LONG)
      const place = await keep(caller, sealed)
      const confirmation = await seal.close({ id, place, caller, expiresAt }, RESULT_MS)
      return { confirmation, expiresAt: new Date(expiresAt).toISOString() }
    },
    /** Sends a write unless it was sent before, one use at a time. Throws a Refusal for a confirmation that cannot be used. */
    async use(callerKey: string, confirmation: string, { ask, send }: Steps): Promise<Use> {
      const used = await seal.open(confirmation)
      if ('fault' in used) throw new Refusal(used.fault === 'expired' ? EXPIRED : FORGED)
      const { id, place, caller, expiresAt } = used.content
      if (caller !== hashOf(callerKey)) throw new Refusal(OF_ANOTHER)
      const mark = `agent sent ${id}`
      let sent: Use | undefined
      const make = async (): Promise<Use> => {
        // A process that ended while it sent the write has left this mark, and no result.
        const left = (await store.get(mark))?.value
        if (left !== undefined && !unsent.has(left)) throw new Refusal(UNKNOWN)
        if (expiresAt <= Date.now()) throw new Refusal(EXPIRED)
        const write = await opened(writes, place)
        if (write?.id !== id) throw new Refusal(NOT_KEPT)
        const question = await ask(write)
        if (question !== undefined) return { question }
        const own = await setMark(mark)
        if (own === undefined) throw new Refusal(UNKNOWN)
        const result = await send(write, id).catch(async (error: unknown) => {
          if (error instanceof Refusal) {
            unsent.set(own, true)
            await store.delete(mark).catch(unlessUnavailable)
          }
          throw error
        })
        sent = { result, isFirst: true }
        await store.set(`agent result ${id}`, await results.close(result, RESULT_MS), RESULT_MS)
        await store.delete(place)
        return sent
      }
      const deadline = Date.now() + WAIT_MS
      // The store can fail after the write was sent, which the caller must know.
      return storedOrMade(store, `agent write ${id}`, deadline, () => resultOf(id), make).catch((error: unknown) => {
        if (sent) return sent
        if (error instanceof UpstreamError && error.code === 'UPSTREAM_TIMEOUT') throw new Refusal(UNDER_WAY)
        throw error
      })
    },
  }

  /** Marks a write as sent. Returns the mark if it may be sent now, which is so once on all servers together. */
  async function setMark(key: string): Promise<string | undefined> {
    const own = randomUUID()
    try {
      if (await add(key, own, RESULT_MS)) return own
    } catch (error) {
      unsent.set(own, true)
      throw error
    }
    // Nothing was sent after such a mark, so the next use here takes it over. Each can be taken once.
    const left = (await store.get(key))?.value ?? ''
    return unsent.delete(left) ? left : undefined
  }

  /** Sets a value unless there is one. */
  async function add(key: string, after: string, ttlMs: number): Promise<boolean> {
    return (await store.compareAndSet({ key, before: undefined, after, ttlMs })).isSet
  }

  /**
   * Keeps a write in a free place of its caller, or else in place of another write. The longer it is, the fewer places take it, so that
   * their number does not multiply its length.
   */
  async function keep(caller: string, write: string): Promise<string> {
    const places = Math.min(MAX_PREPARED, Math.floor(MAX_SEALED_LENGTH / write.length))
    const first = randomInt(places)
    const placeAt = (nth: number) => `agent write ${caller} ${(first + nth) % places}`
    for (let nth = 0; nth < places; nth += 1) if (await add(placeAt(nth), write, CONFIRM_MS)) return placeAt(nth)
    await store.set(placeAt(0), write, CONFIRM_MS)
    return placeAt(0)
  }

  async function resultOf(id: string): Promise<{ result: SentWrite; isFirst: boolean } | undefined> {
    const result = await opened(results, `agent result ${id}`)
    return result && { result, isFirst: false }
  }

  /** The write under a key. Undefined if there is none that can be opened. */
  async function opened<Content>(kept: Seal<Content>, key: string): Promise<Content | undefined> {
    const content = await kept.open((await store.get(key))?.value ?? '')
    return 'fault' in content ? undefined : content.content
  }
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

/** A caller's key can contain a token. */
function hashOf(callerKey: string): string {
  return hash('sha256', callerKey, 'base64url').slice(0, 22)
}
