import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRevocation } from '../../rest/call-error.ts'
import type { Client } from '../../rest/client.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { invalidateAccessToken, createAccessToken } from '../../rest/oauth/access-token.ts'
import { authenticate, authorize, newRequestToken } from '../../rest/oauth/request-token.ts'
import type { Session } from '../../rest/session.ts'
import type { Store } from '../../rest/store.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { answerRefusal, answerText, GRAPHQL_PATH, JSON_TYPE, methodNotAllowed, NOT_FOUND } from '../http/refusal.ts'
import type { Logger } from '../observe/log.ts'
import { callerOf, type Access } from './callers.ts'
import { cookie, readCookie, createSeal, type Sessions, type UserSession, type User } from './user-session.ts'

/** How users sign in with a browser. */
interface SignInOptions {
  client: Client
  access: Access
  sessions: Sessions
  /** The secrets of the seal, newest first. */
  secrets: readonly string[]
  /** The URL of this server for browsers. Defaults to its loopback address. */
  publicUrl?: string
  /** Stores which request tokens were used. */
  store: Store
  /** Called when a user has signed out; `isRevoked` if the token of the session is also revoked. */
  onSignedOut?: (session: UserSession, isRevoked: boolean) => Promise<void>
  log: Logger
}

/** A sign-in that has started, sealed in a cookie of its browser, so that no other browser can use the verifier. */
interface PendingSignIn {
  token: string
  secret: string
  returnTo: string
}

/** A path of sign-in, with its only method: even a HEAD would begin or complete a sign-in. */
interface Route {
  methods: readonly string[]
  answer: (params: URLSearchParams, request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** The time that the user has to authorize the application. */
const LOGIN_MS = 10 * 60_000

const CALL_MS = 15_000

/** The maximum number of sign-ins that begin within LOGINS_MS: anybody can begin one, and each takes a signed call. */
const MAX_LOGINS = 100
const LOGINS_MS = 60_000

/** The maximum length of a path to return to, so that its cookie is not too long for browsers. */
const MAX_RETURN_LENGTH = 2_000

/** A refusal of a request to sign in or out, with a message for the user. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Handles `GET /auth/login`, which redirects the browser to the service, `GET /auth/callback`, to which the service redirects
 * it back and which begins a session, `POST /auth/logout`, which ends the session here and at the service, and
 * `GET /auth/session`, which returns the signed-in user.
 */
export function createSignIn({ client, access, sessions, secrets, publicUrl, store, onSignedOut, log }: SignInOptions) {
  const seal = createSeal<PendingSignIn>(secrets, 'login')
  const { secure } = sessions
  // As for the session: a sibling host could otherwise let a browser complete the sign-in of somebody else.
  const cookieName = secure ? '__Host-adgraph_login' : 'adgraph_login'
  const loginCookie = (pending: string) =>
    cookie(cookieName, pending, { path: secure ? '/' : '/auth', maxAgeMs: LOGIN_MS, secure })

  const mayBegin = atMost(MAX_LOGINS, LOGINS_MS)

  const routes = new Map<string, Route>([
    ['/auth/login', { methods: ['GET'], answer: login }],
    ['/auth/callback', { methods: ['GET'], answer: callback }],
    ['/auth/logout', { methods: ['POST'], answer: logout }],
    [
      '/auth/session',
      { methods: ['GET', 'HEAD'], answer: (_params, request, response) => answerSession(access, request, response) },
    ],
  ])

  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('referrer-policy', 'no-referrer')
    try {
      const url = new URL(request.url ?? '/', 'http://any')
      const route = routes.get(url.pathname)
      if (!route) return answerRefusal(response, NOT_FOUND)
      const { methods } = route
      if (!methods.includes(request.method ?? ''))
        return answerRefusal(
          response,
          methodNotAllowed(methods.join(', '), `Send a ${methods[0]} request to this path`),
        )
      await route.answer(url.searchParams, request, response)
    } catch (error) {
      refuse(error, response, log)
    }
  }

  async function login(params: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = oneOf(params, 'mode', { authorize, authenticate }) ?? authorize
    const accessType = oneOf(params, 'accessType', { read: 'read', write: 'write' } as const)
    const forceLogin = oneOf(params, 'forceLogin', { true: true, false: false })
    const returnTo = localPath(params.get('returnTo') ?? GRAPHQL_PATH)
    if (!mayBegin(Date.now())) throw new Refusal(429, 'Too many sign-ins were started. Try again in a minute.')
    const rest = restOf(client, access.application)
    const { oauth_token, oauth_token_secret } = await newRequestToken(rest, {
      oauth_callback: `${originOf(request, publicUrl)}/auth/callback`,
      svc_auth_access_type: accessType,
    })
    const pending = await seal.close({ token: oauth_token, secret: oauth_token_secret, returnTo }, LOGIN_MS)
    response.setHeader('set-cookie', loginCookie(pending))
    const screenName = params.get('screenName') ?? undefined
    redirect(response, rest.address(page, { oauth_token, force_login: forceLogin, screen_name: screenName }))
  }

  async function callback(params: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const opened = await seal.open(readCookie(request.headers.cookie, cookieName) ?? '')
    // The request token binds the callback to the browser: only the service and this cookie have it.
    const token = params.get('oauth_token') ?? params.get('denied')
    if ('fault' in opened || opened.content.token !== token)
      throw new Refusal(400, 'This browser has no pending sign-in, or it has expired. Start again at /auth/login.')
    // The cookie of another sign-in of this browser is left to its own callback.
    response.appendHeader('set-cookie', loginCookie(''))
    const { secret, returnTo } = opened.content
    const verifier = params.get('oauth_verifier')
    if (!verifier) return redirect(response, returnTo)
    const key = `used ${hash('sha256', token, 'base64url')}`
    const { isSet } = await store.compareAndSet({ key, before: undefined, after: 'used', ttlMs: LOGIN_MS })
    if (!isSet) throw new Refusal(400, 'This sign-in has already been completed. Start again at /auth/login.')

    const requestToken = { accessToken: token, accessTokenSecret: secret }
    const sealed = await sessions.begin(await verifiedUser(restOf(client, access.application), requestToken, verifier))
    response.appendHeader('set-cookie', sessions.cookie(sealed))
    log.info('signed in')
    redirect(response, returnTo)
  }

  async function logout(params: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const returnTo = localPath(params.get('returnTo') ?? GRAPHQL_PATH)
    const { session, byCookie, credentials } = await callerOf(access, request.headers)
    if (byCookie) response.setHeader('set-cookie', sessions.noCookie)
    let revoked = false
    if (session) {
      await sessions.end(session)
      revoked = await revoke(restOf(client, credentials), log)
      if (revoked) await sessions.endAll(credentials)
      await onSignedOut?.(session, revoked)
      log.info({ revoked }, 'signed out')
    }
    if (request.headers.accept?.includes('text/html')) return redirect(response, returnTo)
    answerJson(response, { signedOut: session !== undefined, revoked })
  }
}

async function answerSession(access: Access, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { session, refused } = await callerOf(access, request.headers)
  const user = session && { id: session.userId, screenName: session.screenName }
  answerJson(response, { user: user ?? null, mayCall: refused === undefined, loginUrl: '/auth/login' })
}

function restOf(client: Client, credentials: Credentials): Session {
  return client.session({ credentials, deadline: Date.now() + CALL_MS })
}

/** Revokes a session's token at the service; false if it may still be valid. The session ends in any case. */
async function revoke(rest: Session, log: Logger): Promise<boolean> {
  try {
    await rest.call(invalidateAccessToken, {})
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.warn({ code: error.code, status: error.status }, 'the service did not revoke a token')
    return isRevocation(error)
  }
}

/** Stricter than the guard of hosts: the whole text, which becomes a part of URLs, has one of these forms. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/** The origin of this server for the browser. The Host header is trusted only if it is a loopback address. */
function originOf({ headers: { host = '' } }: IncomingMessage, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  if (LOOPBACK_HOST.test(host)) return `http://${host}`
  throw new Refusal(503, 'Signing in at this address requires the setting PUBLIC_URL.')
}

function refuse(error: unknown, response: ServerResponse, log: Logger): void {
  if (error instanceof Refusal) {
    if (error.status === 429) response.setHeader('retry-after', LOGINS_MS / 1000)
    return answerText(response, error.status, error.message)
  }
  if (!(error instanceof UpstreamError)) {
    log.error({ err: error }, 'internal error')
    return answerText(response, 500, 'Something went wrong inside Adgraph')
  }
  // The service's message is about our request, and is not shown to callers who are not known.
  log.warn({ code: error.code, status: error.status }, 'sign-in failed')
  const refused = error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN'
  answerText(
    response,
    502,
    refused ? 'The service refused the sign-in.' : 'The service is not available for signing in.',
  )
}

/** Creates a function that returns whether fewer than `max` moments within the last `withinMs` were counted, and counts this one. */
function atMost(max: number, withinMs: number): (now: number) => boolean {
  let counted: number[] = []
  return (now) => {
    counted = counted.filter((moment) => moment > now - withinMs)
    return counted.length < max && counted.push(now) > 0
  }
}

/** The value that stands for the word of a parameter; undefined if it is absent. */
function oneOf<const Words extends Record<string, unknown>>(
  params: URLSearchParams,
  name: string,
  words: Words,
): Words[keyof Words] | undefined {
  const word = params.get(name)
  if (word === null) return undefined
  if (Object.hasOwn(words, word)) return words[word] as Words[keyof Words]
  throw new Refusal(400, `${name} must be ${Object.keys(words).join(' or ')}.`)
}

/** A path on this server to redirect to. Anything that a browser could resolve to another origin is refused. */
function localPath(path: string): string {
  const base = 'http://here.invalid'
  const isPath = /^\/(?![/\\])[!-~]*$/.test(path) && URL.canParse(path, base)
  const url = isPath ? new URL(path, base) : undefined
  // Resolving dot segments can leave two slashes at the front.
  if (url?.origin !== base || url.pathname.startsWith('//'))
    throw new Refusal(400, 'returnTo must be a path on this server.')
  if (path.length > MAX_RETURN_LENGTH)
    throw new Refusal(400, `returnTo must have at most ${MAX_RETURN_LENGTH} characters.`)
  return url.pathname + url.search + url.hash
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end()
}

function answerJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': JSON_TYPE }).end(JSON.stringify(body))
}

/**
 * Signs a user in with a PIN (Authorization Interface, section 4.1): `askPin` shows the user the URL of the service's page
 * and returns the PIN from that page. Undefined if the PIN is empty. Throws an UpstreamError if the service refuses.
 */
export async function signInByPin(
  rest: Session,
  askPin: (authorizeUrl: string) => Promise<string>,
): Promise<User | undefined> {
  const { oauth_token, oauth_token_secret } = await newRequestToken(rest, { oauth_callback: 'oob' })
  const pin = await askPin(rest.address(authorize, { oauth_token }))
  if (pin === '') return undefined
  return verifiedUser(rest, { accessToken: oauth_token, accessTokenSecret: oauth_token_secret }, pin)
}

/** Exchanges a request token that the user has authorized, and its verifier or PIN, for the user's access token. */
async function verifiedUser(
  rest: Session,
  requestToken: Parameters<Session['as']>[0],
  verifier: string,
): Promise<User> {
  const user = await rest.as(requestToken).call(createAccessToken, {}, { oauth_verifier: verifier })
  return {
    accessToken: user.oauth_token,
    accessTokenSecret: user.oauth_token_secret,
    userId: user.user_id,
    screenName: user.screen_name,
  }
}
