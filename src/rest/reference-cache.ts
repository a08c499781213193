import { randomUUID } from 'node:crypto'
import { eachPage, type Client, type Session, type SessionOptions } from './client.ts'
import { REFERENCE_MAX_AGE_MS, type Endpoint, type Keep } from './endpoint.ts'
import { UpstreamError } from './errors.ts'
import { credentialKey } from './sign.ts'
import type { ListParams, Page, Row } from './types.ts'
import { createMemoryStore, type KeptAnswer, type ReferenceStore } from './reference-store.ts'
import { variantKey } from './variant-key.ts'

/**
 * Reads that are few: answers of endpoints with `keep` are kept across operations, because the live service allows
 * only some of them in 15 minutes. One for a server.
 */
export interface Reference {
  /** The client's session for one operation; its reads of such endpoints are answered from what is kept, if they can. */
  session(options: ReferenceSessionOptions): Session
}

export interface ReferenceOptions {
  /** Where answers are kept. Left out: in this process's memory. */
  store?: ReferenceStore
  /** The age at which an answer is refreshed. Left out: a day. The endpoint's own `maxAgeMs`, where less, wins. */
  refreshMs?: number | undefined
  /** How long one read may take, waits included. */
  readTimeoutMs: number
}

export interface ReferenceSessionOptions extends SessionOptions {
  /** Told of every answer that took no call of this operation, and whether it was older than it should be. */
  onKept?: ((kept: { stale: boolean }) => void) | undefined
}

const REFRESH_MS = 86_400_000

/** How long a reader waits for a newer answer when there is an old one. */
const STALE_WAIT_MS = 2_000

/** How long nobody asks again after a failure, as long as there is an old answer. */
const PAUSE_AFTER_FAILURE_MS = 30_000

/** How long beyond its age an answer is kept, for times when no newer one can be had. */
const STALE_KEPT_MS = 86_400_000

/** How long it is known that a list was changed: longer than anything is kept of it. */
const CHANGE_KNOWN_MS = REFERENCE_MAX_AGE_MS + 2 * STALE_KEPT_MS

/** A client's sessions with such a memory before them. */
export function createReference(
  client: Client,
  { store = createMemoryStore(), refreshMs = REFRESH_MS, readTimeoutMs }: ReferenceOptions,
): Reference {
  const underway = new Map<string, Underway>()

  return { session }

  function session({ onKept, ...options }: ReferenceSessionOptions): Session {
    const own = client.session(options)
    const caller = credentialKey(options.credentials)

    return {
      ...own,
      async call(endpoint, path, params) {
        if (!endpoint.safe) {
          try {
            return await own.call(endpoint, path, params)
          } finally {
            await noteChange(endpoint)
          }
        }
        if (!endpoint.keep) return own.call(endpoint, path, params)
        const name = await nameOf(endpoint, endpoint.keep, 'call', path, params)
        return answerOf({ keep: endpoint.keep, name, read: (rest) => rest.call(endpoint, path, params) })
      },
      page,
      pages: (endpoint, path, params) => eachPage(page, endpoint, path, params),
    }

    async function page<Path extends string, Params extends ListParams, R extends Row>(
      ...[endpoint, path, params]: Parameters<typeof own.page<Path, Params, R>>
    ): Promise<Page<R>> {
      if (!endpoint.keep) return own.page(endpoint, path, params)
      const { with_total_count: count, ...filters } = params
      return answerOf({
        keep: endpoint.keep,
        name: await nameOf(endpoint, endpoint.keep, 'page', path, filters),
        suffices: ({ totalCount }) => !count || totalCount !== undefined,
        read: async (rest) => counted(await rest.page(endpoint, path, params), params),
      })
    }

    /** What an answer is kept under. What was kept before the caller has changed the list is not asked for again. */
    async function nameOf({ version, path }: Endpoint, { sameForAll }: Keep, ...wish: unknown[]): Promise<string> {
      const shelf = sameForAll ? 'all' : caller
      const change = sameForAll ? undefined : await store.get(changeName(path))
      return variantKey([shelf, change?.answer, version, path, ...wish])
    }

    /** A write to `accounts/:account_id` changes the caller's list `accounts`. Writes below an account change no kept list. */
    async function noteChange({ host, path }: Endpoint): Promise<void> {
      const list = path.replace(/\/:[a-z_]+$/, '')
      if (host !== 'ads' || list.includes(':')) return
      await store.set(changeName(list), { answer: randomUUID(), readAt: Date.now() }, CHANGE_KNOWN_MS)
    }

    function changeName(list: string): string {
      return variantKey([caller, 'changed', list])
    }

    async function answerOf<T>(wish: Wish<T>): Promise<T> {
      const { keep, name, suffices = () => true } = wish
      const found = (await store.get(name)) as KeptAnswer<T> | undefined
      const kept = found && suffices(found.answer) ? found : undefined
      if (!kept) {
        const { answer, joined } = await within(options.deadline - Date.now(), fetched(wish, undefined))
        if (joined) onKept?.({ stale: false })
        return answer
      }
      const now = Date.now()
      const age = now - kept.readAt
      const stale = age > Math.min(refreshMs, keep.maxAgeMs)
      if (stale && now >= (kept.pauseUntil ?? 0)) {
        if (age <= keep.maxAgeMs) refresh(wish, kept)
        else {
          const newer = await newerThan(kept, wish)
          if (newer !== undefined) return newer.answer
        }
      }
      onKept?.({ stale })
      return kept.answer
    }

    /** Asks for a newer answer for those who come next. Where it fails, the old one stays, and one of them tries again. */
    function refresh<T>(wish: Wish<T>, kept: KeptAnswer<T>): void {
      if (underway.has(wish.name)) return
      begin(wish, kept, { credentials: options.credentials, deadline: Date.now() + readTimeoutMs }).catch(() => {})
    }

    /** A newer answer where one is to be had soon; undefined where the service is slow, down, or spent. */
    async function newerThan<T>(kept: KeptAnswer<T>, wish: Wish<T>): Promise<{ answer: T } | undefined> {
      try {
        const waitMs = Math.min(STALE_WAIT_MS, options.deadline - Date.now())
        const { answer, joined } = await within(waitMs, fetched(wish, kept))
        if (joined) onKept?.({ stale: false })
        return { answer }
      } catch (error) {
        if (error instanceof UpstreamError && PASSING.has(error.code)) return undefined
        throw error
      }
    }

    /** The service's own answer: that of the same read where one is under way, else of a new one. */
    async function fetched<T>(wish: Wish<T>, old: KeptAnswer<T> | undefined): Promise<{ answer: T; joined: boolean }> {
      const { name, suffices = () => true } = wish
      // Others wait for the answer too: it must not end when this operation's caller goes away.
      const { signal: _, ...lasting } = options
      for (;;) {
        const other = underway.get(name)
        if (!other) return { answer: await begin(wish, old, lasting), joined: false }
        try {
          const answer = (await other.answer) as T
          if (suffices(answer)) return { answer, joined: true }
        } catch (error) {
          if (Date.now() >= options.deadline || !mayBeGranted(error, other)) throw error
        }
      }
    }

    /** Whether this operation may be granted what another was refused: budget, permission and time are each its own. */
    function mayBeGranted(error: unknown, other: Underway): boolean {
      if (!(error instanceof UpstreamError)) return false
      if (other.caller !== caller && OF_CALLER.has(error.code)) return true
      return other.deadline < options.deadline && OF_TIME.has(error.code)
    }

    function begin<T>(wish: Wish<T>, old: KeptAnswer<T> | undefined, as: SessionOptions): Promise<T> {
      const answer = readAndKeep(wish, old, client.session(as)).finally(() => underway.delete(wish.name))
      underway.set(wish.name, { caller, deadline: as.deadline, answer })
      return answer
    }

    async function readAndKeep<T>(
      { keep, name, read }: Wish<T>,
      old: KeptAnswer<T> | undefined,
      rest: Session,
    ): Promise<T> {
      const forMs = keep.maxAgeMs + STALE_KEPT_MS
      try {
        const answer = await read(rest)
        await store.set(name, { answer, readAt: Date.now() }, forMs)
        return answer
      } catch (error) {
        if (old && error instanceof UpstreamError && PASSING.has(error.code))
          await store.set(name, { ...old, pauseUntil: Date.now() + PAUSE_AFTER_FAILURE_MS }, forMs)
        throw error
      }
    }
  }
}

/** A read whose answer may be kept. */
interface Wish<T> {
  keep: Keep
  /** What the answer is kept under. */
  name: string
  /** Whether an answer that others asked for holds all that is asked for here. */
  suffices?: (answer: T) => boolean
  read: (session: Session) => Promise<T>
}

/** A read that others may wait for. */
interface Underway {
  caller: string
  deadline: number
  answer: Promise<unknown>
}

/** Failures of the service, or of its limits, that an old answer helps over. */
const PASSING: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])

/** Failures that are one caller's alone. */
const OF_CALLER: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN'])

/** Failures that more time may help over. */
const OF_TIME: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT'])

/** A list that ends with its first page has as many rows as that, and need not be counted by the service. */
function counted<R>(page: Page<R>, { cursor }: ListParams): Page<R> {
  const whole = cursor === undefined && page.nextCursor === null
  return whole ? { ...page, totalCount: page.rows.length } : page
}

/** The promise's value where it comes in time. It goes on where not. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'The service did not answer in time' })),
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
