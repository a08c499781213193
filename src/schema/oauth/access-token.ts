import { createAccessToken, invalidateAccessToken, type AccessTokenRow } from '../../rest/oauth/access-token.ts'
import { builder } from '../builder.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { operatorOnly } from '../write/operator.ts'

const OAuthAccessToken = builder.objectRef<AccessTokenRow>('OAuthAccessToken').implement({
  description: 'An access token, which signs calls on behalf of a user. Its lifetime is not documented.',
  fields: (t) => ({
    token: t.exposeString('oauth_token', { nullable: false, description: 'The token.' }),
    tokenSecret: t.exposeString('oauth_token_secret', {
      nullable: false,
      description: 'The secret of the token, which is used for signing.',
    }),
    userId: t.exposeID('user_id', { nullable: false, description: 'The ID of the user (R-AUTH-12).' }),
    screenName: t.exposeString('screen_name', { nullable: false, description: 'The name of the user.' }),
  }),
})

const OauthAccessTokenInput = builder.inputType('OauthAccessTokenInput', {
  description: 'A request token that the user authorized, and the verifier.',
  fields: (t) => ({
    requestToken: t.string({
      required: true,
      description: 'The request token from `oauthRequestToken` (R-AUTH-11).',
    }),
    requestTokenSecret: t.string({ required: true, description: 'The secret of the request token.' }),
    verifier: t.string({
      required: true,
      description: 'The `oauth_verifier` from the callback, or the PIN (R-AUTH-11).',
    }),
  }),
})

const OauthAccessTokenPayload = builder.objectRef<Outcome<AccessTokenRow>>('OauthAccessTokenPayload').implement({
  description: 'The result of exchanging a request token.',
  interfaces: [Payload],
  fields: (t) => ({
    accessToken: t.field({
      type: OAuthAccessToken,
      description: 'The access token. Null if the input was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

const OauthInvalidateTokenInput = builder.inputType('OauthInvalidateTokenInput', {
  description: 'The access token to invalidate.',
  fields: (t) => ({
    accessToken: t.string({ description: "The access token. Defaults to the operator's own token (R-AUTH-13)." }),
    accessTokenSecret: t.string({ description: 'The secret of the access token. Required with `accessToken`.' }),
  }),
})

const OauthInvalidateTokenPayload = builder
  .objectRef<Outcome<{ access_token: string }>>('OauthInvalidateTokenPayload')
  .implement({
    description: 'The result of invalidating an access token.',
    interfaces: [Payload],
    fields: (t) => ({
      accessToken: t.string({
        description: 'The token that was invalidated. Null if the input was refused (R-AUTH-20).',
        resolve: ({ data }) => data?.access_token,
      }),
    }),
  })

builder.mutationFields((t) => ({
  oauthAccessToken: writeField(t, {
    payload: OauthAccessTokenPayload,
    endpoint: createAccessToken,
    description:
      'Exchanges a request token for an access token of the user who authorized it. Only the operator can call this.',
    input: OauthAccessTokenInput,
    inputDescription: 'The request token and its verifier.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      for (const field of ['requestToken', 'requestTokenSecret', 'verifier'] as const)
        check.required(field, 'R-AUTH-11')
      check.leaveUnchecked('R-AUTH-11')
      const token = { accessToken: input.requestToken, accessTokenSecret: input.requestTokenSecret }
      return { send: () => context.rest.as(token).envelope(createAccessToken, {}, { oauth_verifier: input.verifier }) }
    },
  }),

  oauthInvalidateToken: writeField(t, {
    payload: OauthInvalidateTokenPayload,
    endpoint: invalidateAccessToken,
    description:
      'Invalidates an access token. Later calls with it fail with status 401 and code 89, and its sessions end ' +
      '(R-AUTH-14). Only the operator can call this.',
    input: OauthInvalidateTokenInput,
    inputDescription: 'The access token.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      const { accessToken, accessTokenSecret } = input
      const whole = Boolean(accessToken) === Boolean(accessTokenSecret)
      check.that(
        whole,
        accessToken ? 'accessTokenSecret' : 'accessToken',
        'R-AUTH-13',
        `is required with \`${accessToken ? 'accessToken' : 'accessTokenSecret'}\``,
      )
      check.leaveUnchecked('R-AUTH-13')
      const rest = accessToken && accessTokenSecret ? context.rest.as({ accessToken, accessTokenSecret }) : context.rest
      return { send: () => rest.envelope(invalidateAccessToken, {}) }
    },
  }),
}))
