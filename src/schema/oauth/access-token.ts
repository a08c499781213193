import { createAccessToken, invalidateAccessToken, type AccessTokenRow } from '../../rest/oauth/access-token.ts'
import { builder, decide, inputType, required, writeField } from '../kit.ts'
import { leftToService } from '../write/rule.ts'
import { invalidationPayload, tokenIn } from './invalidation.ts'

const OAuthAccessToken = builder.objectRef<AccessTokenRow>('OAuthAccessToken').implement({
  description: 'An access token, which signs calls on behalf of a user. Its lifetime is not documented.',
  fields: (t) => ({
    token: t.exposeString('oauth_token', { nullable: false, description: 'The token.' }),
    tokenSecret: t.exposeString('oauth_token_secret', {
      nullable: false,
      description: 'The secret of the token, which is used for signing.',
    }),
    userId: t.exposeID('user_id', { nullable: false, description: "The service's ID of the user (R-AUTH-12)." }),
    screenName: t.exposeString('screen_name', { nullable: false, description: 'The name of the user.' }),
  }),
})

builder.mutationFields((t) => ({
  createAccessToken: writeField(t, {
    row: OAuthAccessToken,
    field: 'accessToken',
    endpoint: createAccessToken,
    does: { action: 'CREATE' },
    operatorOnly: true,
    description:
      'Exchanges a request token for an access token of the user who authorized it. Only the operator can call this.',
    input: inputType('CreateAccessTokenInput', 'A request token that the user authorized, and the verifier.', (t) =>
      t.required({
        requestToken: 'The request token from `createRequestToken` (R-AUTH-11).',
        requestTokenSecret: 'The secret of the request token.',
        verifier: 'The `oauth_verifier` from the callback, or the PIN (R-AUTH-11).',
      }),
    ),
    prepare(check) {
      const { input } = check
      decide(check, [
        ...required('R-AUTH-11', 'requestToken', 'requestTokenSecret', 'verifier'),
        // Only the service knows its tokens.
        leftToService('R-AUTH-11', 'requestToken'),
      ])
      const token = { accessToken: input.requestToken, accessTokenSecret: input.requestTokenSecret }
      return { send: (rest) => rest.as(token).call(createAccessToken, {}, { oauth_verifier: input.verifier }) }
    },
  }),

  invalidateAccessToken: writeField(t, {
    payload: invalidationPayload('InvalidateAccessTokenPayload', 'The result of invalidating an access token.'),
    endpoint: invalidateAccessToken,
    does: { action: 'DELETE', type: 'OAuthAccessToken' },
    operatorOnly: true,
    description:
      'Invalidates an access token. Later calls with it fail with status 401 and code 89, and its sessions end ' +
      '(R-AUTH-14). Only the operator can call this.',
    input: inputType('InvalidateAccessTokenInput', 'The access token to invalidate.', (t) =>
      t.optional({
        accessToken: "The access token. Defaults to the operator's own token (R-AUTH-13).",
        accessTokenSecret: 'The secret of the access token. Required with `accessToken`.',
      }),
    ),
    prepare(check) {
      const token = tokenIn(check, 'accessToken', 'R-AUTH-13')
      decide(check, [leftToService('R-AUTH-13', 'accessToken')])
      return { send: (rest) => (token ? rest.as(token) : rest).call(invalidateAccessToken, {}) }
    },
  }),
}))
