import { builder } from '../builder.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { bareWriteField, writeField } from '../write/mutation-field.ts'
import { operatorOnly } from '../write/operator.ts'

const BearerToken = builder.objectRef<{ accessToken: string }>('BearerToken').implement({
  description: 'The token with which the client application calls on its own behalf, without a user.',
  fields: (t) => ({
    tokenType: t.string({ nullable: false, description: 'Always `bearer` (R-AUTH-18).', resolve: () => 'bearer' }),
    accessToken: t.exposeString('accessToken', {
      nullable: false,
      description: 'The token, URL-encoded: it is sent as it stands here (R-AUTH-18).',
    }),
  }),
})

const Oauth2TokenPayload = builder.objectRef<Outcome<{ accessToken: string }>>('Oauth2TokenPayload').implement({
  description: 'The result of asking for the bearer token.',
  interfaces: [Payload],
  fields: (t) => ({
    bearerToken: t.field({
      type: BearerToken,
      description: 'The token; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

const Oauth2InvalidateTokenInput = builder.inputType('Oauth2InvalidateTokenInput', {
  description: 'The bearer token that is to be ended, and who owns the client application.',
  fields: (t) => ({
    accessToken: t.string({ required: true, description: 'The bearer token as it was handed out.' }),
    ownerAccessToken: t.string({
      description:
        "The access token of the application's owner. Left out: the one with which the operator calls (R-AUTH-19).",
    }),
    ownerAccessTokenSecret: t.string({ description: 'Its secret. Required beside `ownerAccessToken`.' }),
  }),
})

const Oauth2InvalidateTokenPayload = builder.objectRef<Outcome<string>>('Oauth2InvalidateTokenPayload').implement({
  description: 'The result of ending a bearer token.',
  interfaces: [Payload],
  fields: (t) => ({
    accessToken: t.string({
      description: 'The token that has ended; null if it was refused (R-AUTH-20).',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationFields((t) => ({
  oauth2Token: bareWriteField(t, {
    payload: Oauth2TokenPayload,
    description:
      "The client application's one bearer token: the one that is kept, or a new one (R-AUTH-16, R-AUTH-17). Adgraph gets " +
      'and renews it by itself where it needs it. For the operator alone.',
    prepare(_check, context) {
      operatorOnly(context)
      return { send: async () => ({ accessToken: await context.rest.appToken() }) }
    },
  }),

  oauth2InvalidateToken: writeField(t, {
    payload: Oauth2InvalidateTokenPayload,
    description: 'Ends the bearer token; the next one differs (R-AUTH-19). For the operator alone.',
    input: Oauth2InvalidateTokenInput,
    inputDescription: 'The token and its owner.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      const { accessToken, ownerAccessToken: owner, ownerAccessTokenSecret: secret } = input
      check.required('accessToken', 'R-AUTH-19')
      const missing = owner ? 'ownerAccessTokenSecret' : 'ownerAccessToken'
      check.that(Boolean(owner) === Boolean(secret), missing, 'R-AUTH-19', 'is required beside the other')
      const rest = owner && secret ? context.rest.as({ accessToken: owner, accessTokenSecret: secret }) : context.rest
      return {
        send: async () => {
          await rest.revokeAppToken(accessToken)
          return accessToken
        },
      }
    },
  }),
}))
