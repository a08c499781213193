import { createAccessToken, invalidateAccessToken, type AccessTokenRow } from '../../rest/oauth/access-token.ts'
import { builder } from '../builder.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { operatorOnly } from '../write/operator.ts'

const OAuthAccessToken = builder.objectRef<AccessTokenRow>('OAuthAccessToken').implement({
  description: 'The token with which calls are signed on behalf of a user. How long it lasts is not documented.',
  fields: (t) => ({
    token: t.exposeString('oauth_token', { nullable: false, description: 'The token.' }),
    tokenSecret: t.exposeString('oauth_token_secret', {
      nullable: false,
      description: 'The secret that signs for it.',
    }),
    userId: t.exposeID('user_id', { nullable: false, description: 'The user (R-AUTH-12).' }),
    screenName: t.exposeString('screen_name', { nullable: false, description: "The user's name." }),
  }),
})

const OauthAccessTokenInput = builder.inputType('OauthAccessTokenInput', {
  description: 'A request token whose user has agreed, and the proof of that.',
  fields: (t) => ({
    requestToken: t.string({
      required: true,
      description: 'The request token as `oauthRequestToken` gave it (R-AUTH-11).',
    }),
    requestTokenSecret: t.string({ required: true, description: 'Its secret.' }),
    verifier: t.string({ required: true, description: 'What the callback brought, or the PIN (R-AUTH-11).' }),
  }),
})

const OauthAccessTokenPayload = builder.objectRef<Outcome<AccessTokenRow>>('OauthAccessTokenPayload').implement({
  description: 'The result of exchanging a request token.',
  interfaces: [Payload],
  fields: (t) => ({
    accessToken: t.field({
      type: OAuthAccessToken,
      description: 'The access token; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

const OauthInvalidateTokenInput = builder.inputType('OauthInvalidateTokenInput', {
  description: 'The access token that is to be ended.',
  fields: (t) => ({
    accessToken: t.string({ description: 'The token. Left out: the one with which the operator calls (R-AUTH-13).' }),
    accessTokenSecret: t.string({ description: 'Its secret. Required beside `accessToken`.' }),
  }),
})

const OauthInvalidateTokenPayload = builder
  .objectRef<Outcome<{ access_token: string }>>('OauthInvalidateTokenPayload')
  .implement({
    description: 'The result of ending an access token.',
    interfaces: [Payload],
    fields: (t) => ({
      accessToken: t.string({
        description: 'The token that has ended; null if it was refused (R-AUTH-20).',
        resolve: ({ data }) => data?.access_token,
      }),
    }),
  })

builder.mutationFields((t) => ({
  oauthAccessToken: writeField(t, {
    payload: OauthAccessTokenPayload,
    description: 'Exchanges a request token for an access token of the user who agreed. For the operator alone.',
    input: OauthAccessTokenInput,
    inputDescription: 'The request token and its proof.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      for (const field of ['requestToken', 'requestTokenSecret', 'verifier'] as const)
        check.required(field, 'R-AUTH-11')
      const token = { accessToken: input.requestToken, accessTokenSecret: input.requestTokenSecret }
      return { send: () => context.rest.as(token).envelope(createAccessToken, {}, { oauth_verifier: input.verifier }) }
    },
  }),

  oauthInvalidateToken: writeField(t, {
    payload: OauthInvalidateTokenPayload,
    description:
      'Ends an access token. Later calls with it are refused with 401 and code 89, and its sessions end (R-AUTH-14). For ' +
      'the operator alone.',
    input: OauthInvalidateTokenInput,
    inputDescription: 'The access token.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      const { accessToken, accessTokenSecret } = input
      const whole = Boolean(accessToken) === Boolean(accessTokenSecret)
      check.that(whole, accessToken ? 'accessTokenSecret' : 'accessToken', 'R-AUTH-13', 'is required beside the other')
      const rest = accessToken && accessTokenSecret ? context.rest.as({ accessToken, accessTokenSecret }) : context.rest
      return { send: () => rest.envelope(invalidateAccessToken, {}) }
    },
  }),
}))
