import {
  authenticate,
  authorize,
  newRequestToken,
  type AuthorizeParams,
  type RequestTokenRow,
  createRequestToken,
} from '../../rest/oauth/request-token.ts'
import { builder, decide, inputType, rulesFor, UNKNOWN, writeField } from '../kit.ts'

/** A request token, and whether it is for sign-in with a PIN. */
interface RequestToken extends RequestTokenRow {
  forPin: boolean
}

const browserArgs = builder.args((t) =>
  t.optional({
    forceLogin: ['Boolean', 'Whether the user must enter credentials. Defaults to false (R-AUTH-10).'],
    screenName: 'The user name to fill into the login form.',
  }),
)

const OAuthRequestToken = builder.objectRef<RequestToken>('OAuthRequestToken').implement({
  description: 'A request token. After the user authorizes it, it is exchanged for an access token.',
  fields: (t) => ({
    token: t.exposeString('oauth_token', { nullable: false, description: 'The token.' }),
    tokenSecret: t.exposeString('oauth_token_secret', {
      nullable: false,
      description: 'The secret of the token, which is used for signing.',
    }),
    callbackConfirmed: t.boolean({
      nullable: false,
      description: 'Whether the service accepted the callback. Always true: a token without it is refused (R-AUTH-7).',
      resolve: ({ oauth_callback_confirmed: confirmed }) => confirmed === 'true',
    }),
    authorizeUrl: t.string({
      nullable: false,
      description:
        'The URL at which the user authorizes the client application. Sign-in with a PIN can only use this URL ' +
        '(R-AUTH-9).',
      args: browserArgs,
      resolve: (token, args, { rest }) => rest.address(authorize, browserParams(token, args)),
    }),
    authenticateUrl: t.string({
      description:
        'The URL for signing in. It redirects at once if the user authorized the client application before. The ' +
        'client application must be set up for it. Null for sign-in with a PIN (R-AUTH-9).',
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
  return { oauth_token, force_login: forceLogin ?? undefined, screen_name: screenName ?? undefined }
}

const OAuthAccessType = builder.enumType('OAuthAccessType', {
  description: 'The access that an access token gives.',
  values: {
    READ: { value: 'read', description: 'Read only, even if the client application can write.' },
    WRITE: { value: 'write', description: 'Read and write.' },
  } as const,
})

const rule = rulesFor<{ callback: string }>()

const RULES = [
  rule(
    'R-AUTH-4',
    ['callback'],
    ({ callback }) => callback === 'oob' || URL.canParse(callback ?? ''),
    'must be a URL or `oob`',
  ),
  rule(
    null,
    ['callback'],
    ({ callback }) => !isLocalScheme(callback ?? ''),
    'must not be a URL that a browser executes or opens locally',
  ),
  // Only the service knows the callback URLs in the settings of the client application.
  rule('R-AUTH-4', ['callback'], ({ callback }) => callback === 'oob' || UNKNOWN),
]

builder.mutationField('createRequestToken', (t) =>
  writeField(t, {
    row: OAuthRequestToken,
    field: 'requestToken',
    endpoint: createRequestToken,
    does: { action: 'CREATE' },
    operatorOnly: true,
    description: 'Requests a request token, the first step of signing a user in. Only the operator can call this.',
    input: inputType(
      'CreateRequestTokenInput',
      'How the user returns to the client application, and the requested access.',
      (t) => ({
        ...t.required({
          callback:
            'The callback URL, of any scheme, which must be in the settings of the client application; or `oob` for ' +
            'sign-in with a PIN (R-AUTH-4).',
        }),
        ...t.optional({
          accessType: [
            OAuthAccessType,
            'The requested access. Defaults to the access of the client application (R-AUTH-5).',
          ],
        }),
      }),
    ),
    prepare(check) {
      const { input } = check
      const { callback, accessType } = input
      decide(check, RULES)
      return {
        send: async (rest) => ({
          ...(await newRequestToken(rest, {
            oauth_callback: callback,
            svc_auth_access_type: accessType ?? undefined,
          })),
          forPin: callback === 'oob',
        }),
      }
    },
  }),
)

/** Schemes whose URLs a browser executes or opens locally. No application can be called back at one. */
const LOCAL_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

function isLocalScheme(callback: string): boolean {
  return URL.canParse(callback) && LOCAL_SCHEMES.includes(new URL(callback).protocol)
}
