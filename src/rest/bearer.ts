import { DAY_MS } from '../async/duration.ts'
import { isTooOften } from './call-error.ts'
import { UpstreamError } from './errors.ts'
import { beforeDeadline, mayTakeLonger, storedOrMade, type Store } from './store.ts'
import { decodedToken } from './value.ts'
import { isSendable } from './wire/sign.ts'

/** How long a token is stored. Its lifetime is not documented; the service refuses it afterwards. */
const STORED_MS = 30 * DAY_MS

/** How long `create` returns the token that was requested last: the service refuses requests that are too frequent (R-AUTH-17). */
const RECENT_MS = 60_000

/** How long no token is requested after a refusal because of too many requests, if the refusal does not say until when. */
const PAUSE_MS = 60_000

/**
 * Creates the app-only bearer tokens of client applications that are kept in this store (Authorization Interface, section 4.6).
 * `now` is the time of the authorization interface, by which refusals say until when.
 */
export function createBearerTokens(store: Store, now: () => number) {
  /** The last token of each application that the service refused, in case the store still has it. */
  const refused = new Map<string, string>()

  return {
    /**
     * Returns the token of a client application. `request` is called only if no token is stored, and by one caller at a
     * time among all instances that share the store. If the service refuses it because of too many requests, no token is
     * requested for a while (R-AUTH-17). Throws what `request` throws, and UPSTREAM_TIMEOUT if there is no token by the
     * deadline.
     */
    get: foundOrNew(stored),
    /** As `get`, but a stored token is returned only if it was requested within the last minute. */
    create: foundOrNew(recent),
    /** Forgets a token that the service no longer accepts; a newer one stays stored. */
    async forget(application: string, token: string) {
      refused.set(application, token)
      const key = tokenKey(application)
      const before = (await store.get(key))?.value
      if (isSame(before, token)) await store.compareAndSet({ key, before, after: undefined, ttlMs: 0 })
    },
  }

  /** The function that returns the token that `find` finds, or a new one. Concurrent callers share it, each until its deadline. */
  function foundOrNew(find: (application: string) => Promise<string | undefined>) {
    const inFlight = new Map<string, { ownerDeadline: number; token: Promise<string> }>()
    return async (application: string, deadline: number, request: () => Promise<string>): Promise<string> => {
      for (;;) {
        const { ownerDeadline, token } = inFlight.get(application) ?? start(application, deadline, request)
        try {
          return await beforeDeadline(deadline, token)
        } catch (error) {
          if (Date.now() >= deadline || !mayTakeLonger(error, ownerDeadline, deadline)) throw error
        }
      }
    }

    function start(application: string, deadline: number, request: () => Promise<string>) {
      const found = () => find(application)
      const made = () => ask(application, request)
      const token = found()
        .then((stored) => stored ?? storedOrMade(store, tokenKey(application), deadline, found, made))
        .finally(() => inFlight.delete(application))
      const started = { ownerDeadline: deadline, token }
      inFlight.set(application, started)
      return started
    }
  }

  /** The stored token, unless the service has refused it or it cannot be sent in a header. */
  async function stored(application: string): Promise<string | undefined> {
    const token = (await store.get(tokenKey(application)))?.value
    const isToken = token !== undefined && isSendable(token) && !isSame(token, refused.get(application))
    return isToken ? token : undefined
  }

  /** The stored token if it was requested within the last minute. */
  async function recent(application: string): Promise<string | undefined> {
    const isRecent = (await store.get(recentKey(application))) !== undefined
    return isRecent ? stored(application) : undefined
  }

  async function ask(application: string, request: () => Promise<string>): Promise<string> {
    const pauseKey = `${tokenKey(application)} pause`
    // The store drops it at the end of the pause, so that the clocks of instances are not compared.
    const pausedUntil = Number((await store.get(pauseKey))?.value)
    if (pausedUntil > 0)
      throw new UpstreamError({
        code: 'RATE_LIMITED',
        message: 'Bearer tokens were requested too often; nothing was sent',
        retryAt: new Date(Math.min(pausedUntil, now() + DAY_MS)),
      })
    try {
      const token = await request()
      // The service issues one token at a time, and may have refused it for another reason than the token.
      if (isSame(token, refused.get(application))) refused.delete(application)
      await store.set(tokenKey(application), token, STORED_MS)
      await store.set(recentKey(application), 'requested', RECENT_MS)
      return token
    } catch (error) {
      if (error instanceof UpstreamError && isTooOften(error.errors)) {
        const until = error.retryAt?.getTime() ?? now() + PAUSE_MS
        await store.set(pauseKey, String(until), Math.max(1, until - now()))
      }
      throw error
    }
  }
}

function tokenKey(application: string): string {
  return `bearer ${application}`
}

function recentKey(application: string): string {
  return `${tokenKey(application)} recent`
}

/** Whether two texts are the same token: callers may present it decoded. */
function isSame(token: string | undefined, other: string | undefined): boolean {
  return token !== undefined && other !== undefined && decodedToken(token) === decodedToken(other)
}
