import type { RequestToken } from '../access/grant.ts'
import type { User } from '../access/user.ts'
import { accounts } from '../account/account.ts'
import { NO_ACCOUNT, type Store } from '../data/store.ts'
import { endpoint, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { boolean, oneOf, text } from '../endpoint/parameter.ts'
import { GatewayRefusal } from '../http/error.ts'
import { html, type Reply } from '../http/reply.ts'
import { page, pairs } from './answer.ts'

const word = text({ min: 0, max: 255 })

const browserParameters = { oauth_token: word, force_login: boolean(), screen_name: word }

type BrowserCall = Call<string, typeof browserParameters>

/** What the steps of a sign-in have in common: no user has signed them. */
const STEP = { version: '', quota: 'write', signed: false } as const

/**
 * The first two steps of signing in: the request token and the authorization pages (Authorization Interface, sections
 * 4.1 to 4.3).
 */
export const requestTokenEndpoints: Endpoint[] = [
  endpoint({
    ...STEP,
    method: 'POST',
    path: 'oauth/request_token',
    parameters: { svc_auth_access_type: oneOf('read', 'write') },
    handle(call) {
      const { users, grants } = call
      const { parameters } = call.verify({
        consumerSecret: (key) => users.consumerSecret(key),
        tokenSecret: () => undefined,
      })
      const callback = parameters.oauth_callback
      if (callback === undefined) throw new GatewayRefusal(400, 215)
      if (!isApproved(callback, grants.callbacks)) throw new GatewayRefusal(403, 415)
      const { token, secret } = grants.request(callback, call.params.svc_auth_access_type ?? 'write')
      return pairs({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' })
    },
  }),
  endpoint({
    ...STEP,
    method: 'GET',
    path: 'oauth/authorize',
    parameters: browserParameters,
    handle: (call) => withRequestToken(call, (requestToken) => authorizationPage(call, requestToken)),
  }),
  endpoint({
    ...STEP,
    method: 'GET',
    path: 'oauth/authenticate',
    parameters: browserParameters,
    handle: (call) =>
      withRequestToken(call, (requestToken) => {
        if (requestToken.callback === 'oob')
          return page(403, 'Not available with a PIN', '<p>Applications that use a PIN must use oauth/authorize.</p>')
        const user = loggedIn(call)
        if (user === undefined || call.params.force_login || !call.grants.hasAuthorized(user))
          return authorizationPage(call, requestToken)
        return authorizeAs(call, requestToken, user)
      }),
  }),
  endpoint({
    ...STEP,
    method: 'POST',
    path: 'oauth/authorize',
    parameters: { oauth_token: word, user_id: word },
    handle: (call) =>
      withRequestToken(call, (requestToken) => {
        const user = call.users.all.find(({ id }) => id === call.params.user_id)
        if (user !== undefined) return authorizeAs(call, requestToken, user)
        if (requestToken.callback === 'oob') return page(200, 'Cancelled', '<p>Nothing was authorized.</p>')
        return redirect(requestToken.callback, { denied: requestToken.token })
      }),
  }),
]

/** Schemes that a browser executes or opens locally. The settings of an application cannot have them. */
const UNSAFE_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/** Whether a callback is approved: `oob`, and the registered ones, or all web URLs and custom schemes if none is registered. */
function isApproved(callback: string, registered: readonly string[] | undefined): boolean {
  if (callback === 'oob') return true
  if (!URL.canParse(callback) || UNSAFE_SCHEMES.includes(new URL(callback).protocol)) return false
  return registered?.includes(callback.split(/[?#]/)[0]!) ?? true
}

function withRequestToken(
  { grants, params }: Pick<Call, 'grants'> & { params: { oauth_token: string | undefined } },
  reply: (requestToken: RequestToken) => Reply,
): Reply {
  const requestToken = grants.find(params.oauth_token)
  if (requestToken) return reply(requestToken)
  return page(401, 'Invalid request token', '<p>The request token is not valid or has already been used.</p>')
}

/** The authorization page, with one button per user, which says what the user sees. The user of `screen_name` is first. */
function authorizationPage({ params, users, store }: BrowserCall, { token }: RequestToken): Reply {
  const named = (user: User) => Number(user.screenName === params.screen_name)
  const buttons = [...users.all]
    .sort((a, b) => named(b) - named(a))
    .map(
      (user) =>
        `<button name="user_id" value="${user.id}">Authorize as <strong>${escaped(user.screenName)}</strong> ` +
        `<small>${escaped(accessOf(user, store))}</small></button>`,
    )
  return page(
    200,
    'Authorize Adgraph?',
    `<p>Adgraph then calls the sandbox on behalf of this user. Nothing here is real, and no password is needed.</p>
    <form method="post" action="/oauth/authorize">
      <input type="hidden" name="oauth_token" value="${escaped(token)}">
      ${buttons.join('\n      ')}
      <button class="cancel" name="user_id" value="">Cancel</button>
    </form>`,
  )
}

/** The most accounts that are named. */
const MAX_NAMED = 3

/** What a user sees, such as `Sees Juniper & Co. with the permission CREATIVE_MANAGER`. */
function accessOf(user: User, store: Store): string {
  const seen = [...user.accountIds].flatMap((id) => {
    const account = store.table(accounts).find(NO_ACCOUNT, id)
    return account && !account.deleted ? [account.name] : []
  })
  const more = seen.length - MAX_NAMED
  const names = [...seen.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]
  const permissions = user.permissions ? ` with the permission ${user.permissions.join(', ')}` : ''
  return names.length === 0 ? 'Sees no account' : `Sees ${names.join(', ')}${permissions}`
}

/** Authorizes as a user and redirects to the callback with the verifier, or shows the PIN if there is no callback. */
function authorizeAs({ grants }: Pick<Call, 'grants'>, requestToken: RequestToken, user: User): Reply {
  const verifier = grants.authorize(requestToken, user)
  const reply =
    requestToken.callback === 'oob'
      ? page(200, 'Your PIN', `<p>Enter this PIN in the application: <code id="pin">${verifier}</code></p>`)
      : redirect(requestToken.callback, { oauth_token: requestToken.token, oauth_verifier: verifier })
  const cookie = `${LOGGED_IN}=${user.id}; Path=/oauth; HttpOnly; SameSite=Lax`
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}

const LOGGED_IN = 'sandbox_user'

function loggedIn({ request, users }: BrowserCall): User | undefined {
  const id = new RegExp(`(?:^|; )${LOGGED_IN}=(\\d+)`).exec(request.headers.cookie ?? '')?.[1]
  return users.all.find((user) => user.id === id)
}

function redirect(callback: string, parameters: Record<string, string>): Reply {
  const url = new URL(callback)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return html(302, '', { location: url.href })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
