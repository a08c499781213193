import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentEncode } from './encode.ts'
import { DAY_MS } from './endpoint.ts'
import { isTooOften, UpstreamError } from './errors.ts'
import type { SharedStore } from './store.ts'
import type { Credentials } from './sign.ts'

/** The app-only bearer tokens of client applications (Authorization Interface, section 4.6). */
export interface BearerTokens {
  /**
   * The token of a client application. It is asked for with `request` only while none is known, and by one caller of
   * all who share the store: the service refuses those who ask too often, and is then left alone for a while
   * (R-AUTH-17). Throws what `request` throws, and where nobody has got a token by the deadline.
   */
  get(application: string, deadline: number, request: () => Promise<string>): Promise<string>
  /** Forgets a token that the service no longer takes; one that has come since is kept. */
  forget(application: string, token: string): Promise<void>
}

/** How long a token is kept; how long it lasts is not documented, and the service tells when it is over. */
const KEPT_MS = 30 * DAY_MS

/** How long the service is left alone when it says that it was asked too often, and not until when. */
const PAUSE_MS = 60_000

/** After this time, whoever began to ask for a token is taken to be gone. */
const TURN_MS = 20_000

const LOOK_AGAIN_MS = 50

/** Tokens that are kept in this store. */
export function createBearerTokens(store: SharedStore): BearerTokens {
  const underway = new Map<string, Promise<string>>()

  return {
    get(application, deadline, request) {
      const other = underway.get(application)
      if (other) return other
      const token = keptOrNew(application, deadline, request).finally(() => underway.delete(application))
      underway.set(application, token)
      return token
    },
    async forget(application, token) {
      if ((await store.get(nameOf(application))) === token) await store.delete(nameOf(application))
    },
  }

  async function keptOrNew(application: string, deadline: number, request: () => Promise<string>): Promise<string> {
    const turn = `${nameOf(application)} turn`
    const myself = randomUUID()
    for (;;) {
      const kept = await store.get(nameOf(application))
      if (kept !== undefined) return kept
      if (await store.take(turn, myself, TURN_MS)) break
      if (Date.now() + LOOK_AGAIN_MS >= deadline)
        throw new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'Nobody has got a bearer token in time' })
      await sleep(LOOK_AGAIN_MS)
    }
    try {
      // Whoever had the turn before may have got one since.
      return (await store.get(nameOf(application))) ?? (await ask(application, request))
    } finally {
      if ((await store.get(turn)) === myself) await store.delete(turn)
    }
  }

  async function ask(application: string, request: () => Promise<string>): Promise<string> {
    const pause = `${nameOf(application)} pause`
    const pausedUntil = Number((await store.get(pause)) ?? 0)
    if (pausedUntil > Date.now())
      throw new UpstreamError({
        code: 'RATE_LIMITED',
        message: 'Bearer tokens were asked for too often; nothing was sent',
        retryAt: new Date(pausedUntil),
      })
    try {
      const token = await request()
      await store.set(nameOf(application), token, KEPT_MS)
      return token
    } catch (error) {
      if (error instanceof UpstreamError && isTooOften(error.errors)) {
        const until = error.retryAt?.getTime() ?? Date.now() + PAUSE_MS
        await store.set(pause, String(until), Math.max(1, until - Date.now()))
      }
      throw error
    }
  }
}

function nameOf(application: string): string {
  return `bearer ${application}`
}

/** The Authorization header by which a client application asks for its token: key and secret, HTTP Basic. */
export function basicAuthorization({ consumerKey, consumerSecret }: Credentials): string {
  const pair = `${percentEncode(consumerKey)}:${percentEncode(consumerSecret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** A bearer token as the value of a parameter, which is encoded like any other: it is handed out encoded already. */
export function decodedToken(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
