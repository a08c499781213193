import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { GatewayRefusal } from '../http/error.ts'
import { json } from '../http/reply.ts'
import { pairs } from './answer.ts'

/**
 * The endpoints that exchange a request token for an access token and invalidate it (Authorization Interface, sections
 * 4.4 and 4.5).
 */
export const accessTokenEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    version: '',
    path: 'oauth/access_token',
    quota: 'write',
    signed: false,
    parameters: {},
    handle(call) {
      const { users, grants } = call
      const { token, parameters } = call.verify({
        consumerSecret: (key) => users.consumerSecret(key),
        tokenSecret: (token) => grants.find(token)?.secret,
      })
      const requestToken = grants.find(token)
      const verifier = parameters.oauth_verifier
      if (requestToken === undefined || !verifier) throw new GatewayRefusal(400, 215)
      const granted = grants.exchange(requestToken, verifier, users)
      if (granted === undefined) throw new GatewayRefusal(401, 32)
      return pairs({
        oauth_token: granted.token,
        oauth_token_secret: granted.secret,
        user_id: granted.user.id,
        screen_name: granted.user.screenName,
      })
    },
  }),
  // In the documents the path has no suffix, but the example has one.
  ...['oauth/invalidate_token', 'oauth/invalidate_token.json'].map((path) =>
    endpoint({
      method: 'POST',
      version: '1.1',
      path,
      quota: 'write',
      parameters: {},
      handle({ users, grants, user, token = '' }) {
        users.revoke(token)
        grants.revokeAuthorization(user)
        return json(200, { access_token: token })
      },
    }),
  ),
]
