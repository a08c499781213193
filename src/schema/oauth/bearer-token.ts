import { createBearerToken, invalidateBearerToken, type BearerTokenRow } from '../../rest/oauth/bearer-token.ts'
import { builder, decide, inputType, required, writeField } from '../kit.ts'
import { leftToService } from '../write/rule.ts'
import { invalidationPayload, tokenIn } from './invalidation.ts'

const BearerToken = builder.objectRef<BearerTokenRow>('BearerToken').implement({
  description: 'The bearer token, with which the client application makes calls on its own behalf, without a user.',
  fields: (t) => ({
    tokenType: t.exposeString('token_type', { nullable: false, description: 'Always `bearer` (R-AUTH-18).' }),
    accessToken: t.exposeString('access_token', {
      nullable: false,
      description: 'The token. It is already URL-encoded: send it unchanged (R-AUTH-18).',
    }),
  }),
})

builder.mutationFields((t) => ({
  createBearerToken: writeField(t, {
    row: BearerToken,
    endpoint: createBearerToken,
    does: { action: 'CREATE' },
    operatorOnly: true,
    description:
      'Requests the bearer token of the client application (R-AUTH-16), and returns it. One that was requested within the ' +
      'last minute is returned again, because the service refuses frequent requests (R-AUTH-17). Adgraph ' +
      'requests and renews the token automatically when it needs it. Only the operator can call this.',
    prepare: () => ({ send: async (rest) => ({ token_type: 'bearer', access_token: await rest.newAppToken() }) }),
  }),

  invalidateBearerToken: writeField(t, {
    payload: invalidationPayload('InvalidateBearerTokenPayload', 'The result of invalidating a bearer token.'),
    endpoint: invalidateBearerToken,
    does: { action: 'DELETE', type: 'BearerToken' },
    operatorOnly: true,
    description:
      'Invalidates the bearer token. The next one is different (R-AUTH-19). Only the operator can call this.',
    input: inputType(
      'InvalidateBearerTokenInput',
      'The bearer token to invalidate, and the credentials of the owner of the client application.',
      (t) => ({
        ...t.required({
          accessToken: 'The bearer token as the service returned it.',
        }),
        ...t.optional({
          ownerAccessToken:
            "The access token of the owner of the client application. Defaults to the operator's own token (R-AUTH-19).",
          ownerAccessTokenSecret: "The secret of the owner's access token. Required with `ownerAccessToken`.",
        }),
      }),
    ),
    prepare(check) {
      const { accessToken } = check.input
      decide(check, [...required('R-AUTH-19', 'accessToken'), leftToService('R-AUTH-19', 'accessToken')])
      const token = tokenIn(check, 'ownerAccessToken', 'R-AUTH-19')
      return {
        send: async (rest) => {
          await (token ? rest.as(token) : rest).revokeAppToken(accessToken)
          return { access_token: accessToken }
        },
      }
    },
  }),
}))
