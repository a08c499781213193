import { createBearerToken, invalidateBearerToken, type BearerTokenRow } from '../../rest/oauth/bearer-token.ts'
import { bareWriteField, type Outcome, Payload, writeField } from '../write-kit.ts'
import { builder } from '../kit.ts'

const BearerToken = builder.objectRef<BearerTokenRow>('BearerToken').implement({
  description: 'The bearer token, with which the client application calls on its own behalf, without a user.',
  fields: (t) => ({
    tokenType: t.exposeString('token_type', { nullable: false, description: 'Always `bearer` (R-AUTH-18).' }),
    accessToken: t.exposeString('access_token', {
      nullable: false,
      description: 'The token. It is already URL-encoded: send it unchanged (R-AUTH-18).',
    }),
  }),
})

const InvalidateBearerTokenInput = builder.inputType('InvalidateBearerTokenInput', {
  description: 'The bearer token to invalidate, and the credentials of the owner of the client application.',
  fields: (t) => ({
    ...t.required({
      accessToken: 'The bearer token as the service returned it.',
    }),
    ...t.optional({
      ownerAccessToken:
        "The access token of the owner of the client application. Defaults to the operator's own token (R-AUTH-19).",
      ownerAccessTokenSecret: "The secret of the owner's access token. Required with `ownerAccessToken`.",
    }),
  }),
})

const InvalidateBearerTokenPayload = builder
  .objectRef<Outcome<{ access_token: string }>>('InvalidateBearerTokenPayload')
  .implement({
    description: 'The result of invalidating a bearer token.',
    interfaces: [Payload],
    fields: (t) => ({
      accessToken: t.string({
        description: 'The token that was invalidated. Null if the input was refused (R-AUTH-20).',
        resolve: ({ data }) => data?.access_token,
      }),
    }),
  })

builder.mutationFields((t) => ({
  createBearerToken: bareWriteField(t, {
    payload: ['CreateBearerTokenPayload', 'bearerToken', BearerToken],
    endpoint: createBearerToken,
    makes: {},
    operatorOnly: true,
    description:
      'Returns the bearer token of the client application: the cached one, or a new one (R-AUTH-16, R-AUTH-17). Adgraph ' +
      'requests and renews the token automatically when it needs it. Only the operator can call this.',
    prepare: () => ({ send: async (rest) => ({ token_type: 'bearer', access_token: await rest.appToken() }) }),
  }),

  invalidateBearerToken: writeField(t, {
    payload: InvalidateBearerTokenPayload,
    endpoint: invalidateBearerToken,
    operatorOnly: true,
    description:
      'Invalidates the bearer token. The next one is different (R-AUTH-19). Only the operator can call this.',
    input: InvalidateBearerTokenInput,
    prepare(check) {
      const { input } = check
      const { accessToken, ownerAccessToken: owner, ownerAccessTokenSecret: secret } = input
      check.required('accessToken', 'R-AUTH-19')
      const [missing, other] = owner
        ? (['ownerAccessTokenSecret', 'ownerAccessToken'] as const)
        : (['ownerAccessToken', 'ownerAccessTokenSecret'] as const)
      check.that(Boolean(owner) === Boolean(secret), missing, 'R-AUTH-19', `is required with \`${other}\``)
      check.leaveUnchecked('R-AUTH-19')
      const token = owner && secret ? { accessToken: owner, accessTokenSecret: secret } : undefined
      return {
        send: async (rest) => {
          await (token ? rest.as(token) : rest).revokeAppToken(accessToken)
          return { access_token: accessToken }
        },
      }
    },
  }),
}))
