import type { Session } from '../../rest/session.ts'
import { createAccessToken } from '../../rest/oauth/access-token.ts'
import { authorize, newRequestToken } from '../../rest/oauth/request-token.ts'
import type { User } from './session.ts'

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
export async function verifiedUser(
  rest: Session,
  requestToken: Parameters<Session['as']>[0],
  verifier: string,
): Promise<User> {
  const user = await rest.as(requestToken).envelope(createAccessToken, {}, { oauth_verifier: verifier })
  return {
    accessToken: user.oauth_token,
    accessTokenSecret: user.oauth_token_secret,
    userId: user.user_id,
    screenName: user.screen_name,
  }
}
