import type { Entity } from '../entity.ts'

export const requestToken = {
  endpoints: {
    'POST /oauth/request_token': {
      source: '1 §4.1',
      body: 'none (header only)',
      documents: ['oauth_callback!', 'svc_auth_access_type'],
    },
    'GET /oauth/authorize': { source: '1 §4.2', documents: ['oauth_token', 'force_login', 'screen_name'] },
    'GET /oauth/authenticate': { source: '1 §4.3', documents: ['oauth_token', 'force_login', 'screen_name'] },
  },
  rows: { OAuthRequestToken: { documents: ['oauth_token', 'oauth_token_secret', 'oauth_callback_confirmed'] } },
  enumerations: {
    OAuthAccessType: { documents: ['READ', 'WRITE'] },
    oauth_signature_method: { documents: ['HMAC-SHA1'] },
  },
  rules: {
    'R-AUTH-3': {
      text: 'A request token is requested with a signed OAuth 1.0a header (HMAC-SHA1, version 1.0, ASCII nonce) that carries `oauth_callback`, and without a body.',
      source: '1 §4.1',
      kinds: 'W',
    },
    'R-AUTH-4': {
      text: "`oauth_callback` is always sent with the request for a request token: a URL that the app's settings list, or `oob` for PIN mode. Custom schemes are allowed.",
      source: '1 §4.1',
      kinds: 'V W',
    },
    'R-AUTH-5': {
      text: 'The access type is READ or WRITE. An app with write access can ask for read access only.',
      source: '1 §4.1',
      kinds: 'V',
    },
    'R-AUTH-7': {
      text: '`oauth_callback_confirmed` must be `true`. Otherwise the sign-in stops.',
      source: '1 §2',
      kinds: 'E',
    },
    'R-AUTH-8': {
      text: '`oauth_callback` is never sent to the authorize and authenticate pages.',
      source: '1 §4.2',
      kinds: 'W',
    },
    'R-AUTH-9': {
      text: "PIN mode uses the authorize page, never the authenticate page, which is for the callback flow and must be enabled in the app's settings.",
      source: '1 §4.2, §4.3',
      kinds: 'V D',
    },
    'R-AUTH-10': {
      text: "`forceLogin` asks for the user's credentials again; `screenName` prefills the user name. The authenticate page does not ask again for access that was granted.",
      source: '1 §4.2, §4.3',
      kinds: 'W M',
    },
  },
} as const satisfies Entity
