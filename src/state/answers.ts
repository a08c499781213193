import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isObject, valueIn } from '../json/object.ts'
import type { ReferenceStore, Store, StoredValue } from '../rest/store.ts'

/** Makes an LRUCache check expiry by the system clock at every look-up. */
export const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }

/** The bytes of the answers that callers share in the memory of a process, and of those that each has for itself. */
const MAX_BYTES = 16 * 2 ** 20

/** What a row takes beside its bytes: rows of a few bytes would take several times as much as is counted. */
const ROW_BYTES = 128

/** An answer of the service with more bytes is not kept: it would be written, and read from a shared store, in one turn. */
const MAX_ANSWER_BYTES = 2 * 2 ** 20

const STORED = z.object({ answer: z.unknown(), ttlMs: z.number().positive() })

/** An answer that this process keeps. `storedAt` is by its clock. */
interface KeptAnswer extends z.output<typeof STORED> {
  version: string
  storedAt: number
  /** Its bytes or characters, if they are known. */
  bytes: number | undefined
  /** Whether the shared store has never had it. */
  isUnwritten: boolean
}

/** A text in the shared store begins with the version of the answer, a UUID. */
const VERSION_LENGTH = 36

/**
 * Creates the store of answers: in the memory of this process, and in a store that instances share, from which an answer is not
 * read again as long as it has the version that is kept here. One that the shared store has lost, or of which it has an older version,
 * is written again; while it is unavailable, each instance has its own answers. Beyond `maxBytes`, the least recently used ones are
 * dropped here.
 */
export function createAnswers(shared?: Store, maxBytes = MAX_BYTES): ReferenceStore {
  const kept = new LRUCache<string, KeptAnswer>({
    ...EXACT_EXPIRY,
    maxSize: maxBytes,
    sizeCalculation: ({ answer, bytes }, key) => key.length + sizeOf(answer, bytes),
  })
  // In a place of their own: one caller can fill it.
  const local = new LRUCache<string, Pick<KeptAnswer, 'answer'>>({
    ...EXACT_EXPIRY,
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => key.length + sizeOf(answer),
  })

  return {
    local: {
      get: (key) => local.get(key)?.answer,
      set: (key, answer, ttlMs) => void local.set(key, { answer }, { ttl: ttlMs }),
    },
    async get(key) {
      const own = kept.get(key)
      const read = await shared?.get(nameOf(key), own?.version).then(
        (found) => ({ found }),
        () => undefined,
      )
      const current = read?.found && currentIn(read.found, own)
      if (current) {
        const { version, answer, ttlMs, bytes, ageMs } = current
        if (version !== own?.version)
          kept.set(
            key,
            { version, answer, ttlMs, bytes, storedAt: Date.now() - ageMs, isUnwritten: false },
            { ttl: ttlMs - ageMs },
          )
        return { answer, ageMs, bytes }
      }
      if (!own) return undefined
      // A store that cannot be read may have a newer one.
      if (shared && read) void write(shared, key, own)
      return { answer: own.answer, ageMs: Date.now() - own.storedAt, bytes: own.bytes }
    },
    async set(key, answer, ttlMs, bytes) {
      if (bytes !== undefined && bytes > MAX_ANSWER_BYTES) return
      const own = { answer, ttlMs, version: randomUUID(), storedAt: Date.now(), bytes, isUnwritten: true }
      kept.set(key, own, { ttl: ttlMs })
      if (shared) await write(shared, key, own)
    },
  }
}

/** The bytes that an answer takes in memory. */
function sizeOf(
  answer: unknown,
  bytes = typeof answer === 'string' ? answer.length : JSON.stringify(answer).length,
): number {
  const rows = isObject(answer) ? answer['data'] : undefined
  return bytes + (Array.isArray(rows) ? rows.length * ROW_BYTES : 0)
}

/** The answer in a shared store; undefined if none of these stores has written it, or if it is older than the one that is kept here. */
function currentIn({ value, leftMs }: StoredValue, own: KeptAnswer | undefined) {
  const version = value.slice(0, VERSION_LENGTH)
  const isOwn = version === own?.version
  const current = isOwn ? own : storedIn(value.slice(VERSION_LENGTH))
  // Nobody can have stored it for longer than it may be used.
  if (!current || leftMs <= 0 || leftMs > current.ttlMs + 1) return undefined
  const { answer, ttlMs, bytes } = current
  const ageMs = ttlMs - leftMs
  // What the shared store has had is replaced only by what came after it. Clocks, which can be set back, decide of no other.
  const isOlder = !isOwn && own?.isUnwritten && own.storedAt > Date.now() - ageMs
  return isOlder ? undefined : { version, answer, ttlMs, bytes, ageMs }
}

/** The answer in a text of a shared store, which others write to. */
function storedIn(text: string) {
  const stored = text.length <= 2 * MAX_ANSWER_BYTES ? STORED.safeParse(valueIn(text)).data : undefined
  return stored && { ...stored, bytes: text.length }
}

async function write(shared: Store, key: string, own: KeptAnswer): Promise<void> {
  const { version, answer, ttlMs, storedAt } = own
  const leftMs = Math.max(1, storedAt + ttlMs - Date.now())
  await shared.setSpare(nameOf(key), version + JSON.stringify({ answer, ttlMs }), leftMs).then(
    () => (own.isUnwritten = false),
    () => undefined,
  )
}

function nameOf(key: string): string {
  return `3:reference:${hash('sha256', key, 'base64url')}`
}
