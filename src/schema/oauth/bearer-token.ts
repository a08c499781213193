import { builder } from '../builder.ts'
import { Check } from '../write/input.ts'
import { Payload, validateOnlyArg, write, type Outcome } from '../write/mutation.ts'
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
  description: 'What asking for the bearer token came to.',
  interfaces: [Payload],
  fields: (t) => ({
    bearerToken: t.field({
      type: BearerToken,
      description: 'The token; null where it was refused.',
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
  description: 'What ending a bearer token came to.',
  interfaces: [Payload],
  fields: (t) => ({
    accessToken: t.string({
      description: 'The token that has ended; null where it was refused (R-AUTH-20).',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationFields((t) => ({
  oauth2Token: t.field({
    type: Oauth2TokenPayload,
    nullable: false,
    description:
      "The client application's one bearer token: the one that is kept, or a new one (R-AUTH-16, R-AUTH-17). Adgraph gets " +
      'and renews it by itself where it needs it. For the operator alone.',
    args: validateOnlyArg,
    resolve(_root, { validateOnly }, context) {
      operatorOnly(context)
      return write(context, new Check({}), validateOnly, async () => ({ accessToken: await context.rest.appToken() }))
    },
  }),

  oauth2InvalidateToken: t.field({
    type: Oauth2InvalidateTokenPayload,
    nullable: false,
    description: 'Ends the bearer token; the next one differs (R-AUTH-19). For the operator alone.',
    args: {
      input: t.arg({ type: Oauth2InvalidateTokenInput, required: true, description: 'The token and its owner.' }),
      ...validateOnlyArg,
    },
    resolve(_root, { input, validateOnly }, context) {
      operatorOnly(context)
      const { accessToken, ownerAccessToken: owner, ownerAccessTokenSecret: secret } = input
      const check = new Check(input)
      check.required('accessToken', 'R-AUTH-19')
      const missing = owner ? 'ownerAccessTokenSecret' : 'ownerAccessToken'
      check.that(Boolean(owner) === Boolean(secret), missing, 'R-AUTH-19', 'is required beside the other')
      const rest = owner && secret ? context.rest.as({ accessToken: owner, accessTokenSecret: secret }) : context.rest
      return write(context, check, validateOnly, async () => {
        await rest.revokeAppToken(accessToken)
        return accessToken
      })
    },
  }),
}))
