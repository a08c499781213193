import {
  authenticate,
  authorize,
  newRequestToken,
  type AuthorizeParams,
  type RequestTokenRow,
} from '../../rest/oauth/request-token.ts'
import { builder } from '../builder.ts'
import { badUserInput } from '../errors.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { operatorOnly } from '../write/operator.ts'

/** A request token, and whether it is one for a PIN. */
interface RequestToken extends RequestTokenRow {
  forPin: boolean
}

const browserArgs = builder.args((t) => ({
  forceLogin: t.boolean({ description: 'Whether the user must enter credentials. Left out: false (R-AUTH-10).' }),
  screenName: t.string({ description: 'The name with which the login form is filled in.' }),
}))

const OAuthRequestToken = builder.objectRef<RequestToken>('OAuthRequestToken').implement({
  description: 'A request token: with it a user agrees, and it is then exchanged for an access token.',
  fields: (t) => ({
    token: t.exposeString('oauth_token', { nullable: false, description: 'The token.' }),
    tokenSecret: t.exposeString('oauth_token_secret', {
      nullable: false,
      description: 'The secret that signs for it.',
    }),
    authorizeUrl: t.string({
      nullable: false,
      description: 'Where to send the browser so that the user agrees; the only one for a PIN (R-AUTH-9).',
      args: browserArgs,
      resolve: (token, args, { rest }) => rest.address(authorize, browserParams(token, args)),
    }),
    authenticateUrl: t.string({
      description:
        'Where to send the browser for signing in: it comes back at once when the user has agreed before. The client ' +
        'application must be set up for it. Null for a PIN (R-AUTH-9).',
      args: browserArgs,
      resolve: (token, args, { rest }) =>
        token.forPin ? null : rest.address(authenticate, browserParams(token, args)),
    }),
  }),
})

function browserParams(
  { oauth_token }: RequestToken,
  { forceLogin, screenName }: { forceLogin?: boolean | null; screenName?: string | null },
): AuthorizeParams {
  if (screenName?.isWellFormed() === false)
    throw badUserInput('screenName', '`screenName` holds half a character, which cannot be sent')
  return { oauth_token, force_login: forceLogin ?? undefined, screen_name: screenName ?? undefined }
}

const OAuthAccessType = builder.enumType('OAuthAccessType', {
  description: 'What access an access token is to give.',
  values: {
    READ: { value: 'read', description: 'Reading alone, also where the client application may write.' },
    WRITE: { value: 'write', description: 'Reading and writing.' },
  } as const,
})

const OauthRequestTokenInput = builder.inputType('OauthRequestTokenInput', {
  description: 'How a user is to be sent back.',
  fields: (t) => ({
    callback: t.string({
      required: true,
      description:
        'The URL to which the user is sent back, of any scheme, as in the settings of the client application; or `oob` ' +
        'for a PIN (R-AUTH-4).',
    }),
    accessType: t.field({
      type: OAuthAccessType,
      description: 'The access that is asked for. Left out: that of the client application (R-AUTH-5).',
    }),
  }),
})

const OauthRequestTokenPayload = builder.objectRef<Outcome<RequestToken>>('OauthRequestTokenPayload').implement({
  description: 'The result of asking for a request token.',
  interfaces: [Payload],
  fields: (t) => ({
    requestToken: t.field({
      type: OAuthRequestToken,
      description: 'The request token; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('oauthRequestToken', (t) =>
  writeField(t, {
    payload: OauthRequestTokenPayload,
    description: 'Asks for a request token, the first step of signing a user in. For the operator alone.',
    input: OauthRequestTokenInput,
    inputDescription: 'How the user is to be sent back.',
    prepare(check, context) {
      const { input } = check
      operatorOnly(context)
      const { callback, accessType } = input
      check.that(callback === 'oob' || URL.canParse(callback), 'callback', 'R-AUTH-4', 'is neither a URL nor `oob`')
      return {
        send: async () => ({
          ...(await newRequestToken(context.rest, {
            oauth_callback: callback,
            svc_auth_access_type: accessType ?? undefined,
          })),
          forPin: callback === 'oob',
        }),
      }
    },
  }),
)
