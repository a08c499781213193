import { createBearerToken, invalidateBearerToken } from '../../rest/oauth/bearer-token.ts'
import { builder } from '../builder.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { bareWriteField, writeField } from '../write/mutation-field.ts'

const BearerToken = builder.objectRef<{ accessToken: string }>('BearerToken').implement({
  description: 'The bearer token, with which the client application calls on its own behalf, without a user.',
  fields: (t) => ({
    tokenType: t.string({ nullable: false, description: 'Always `bearer` (R-AUTH-18).', resolve: () => 'bearer' }),
    accessToken: t.exposeString('accessToken', {
      nullable: false,
      description: 'The token. It is already URL-encoded: send it unchanged (R-AUTH-18).',
    }),
  }),
})

const CreateBearerTokenPayload = builder
  .objectRef<Outcome<{ accessToken: string }>>('CreateBearerTokenPayload')
  .implement({
    description: 'The result of requesting the bearer token.',
    interfaces: [Payload],
    fields: (t) => ({
      bearerToken: t.field({
        type: BearerToken,
        description: 'The bearer token. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })

const InvalidateBearerTokenInput = builder.inputType('InvalidateBearerTokenInput', {
  description: 'The bearer token to invalidate, and the credentials of the owner of the client application.',
  fields: (t) => ({
    accessToken: t.string({ required: true, description: 'The bearer token as the service returned it.' }),
    ownerAccessToken: t.string({
      description:
        "The access token of the owner of the client application. Defaults to the operator's own token (R-AUTH-19).",
    }),
    ownerAccessTokenSecret: t.string({
      description: "The secret of the owner's access token. Required with `ownerAccessToken`.",
    }),
  }),
})

const InvalidateBearerTokenPayload = builder.objectRef<Outcome<string>>('InvalidateBearerTokenPayload').implement({
  description: 'The result of invalidating a bearer token.',
  interfaces: [Payload],
  fields: (t) => ({
    accessToken: t.string({
      description: 'The token that was invalidated. Null if the input was refused (R-AUTH-20).',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationFields((t) => ({
  createBearerToken: bareWriteField(t, {
    payload: CreateBearerTokenPayload,
    endpoint: createBearerToken,
    operatorOnly: true,
    description:
      'Returns the bearer token of the client application: the cached one, or a new one (R-AUTH-16, R-AUTH-17). Adgraph ' +
      'requests and renews the token automatically when it needs it. Only the operator can call this.',
    prepare() {
      return { send: async (rest) => ({ accessToken: await rest.appToken() }) }
    },
  }),

  invalidateBearerToken: writeField(t, {
    payload: InvalidateBearerTokenPayload,
    endpoint: invalidateBearerToken,
    operatorOnly: true,
    description:
      'Invalidates the bearer token. The next one is different (R-AUTH-19). Only the operator can call this.',
    input: InvalidateBearerTokenInput,
    inputDescription: 'The token and the credentials of the owner.',
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
          return accessToken
        },
      }
    },
  }),
}))
