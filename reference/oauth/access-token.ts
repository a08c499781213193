import type { Entity } from '../entity.ts'

export const accessToken = {
  endpoints: {
    'POST /oauth/access_token': {
      source: '1 §4.4',
      body: 'params (signed)',
      documents: ['oauth_token!', 'oauth_verifier!'],
    },
    'POST /1.1/oauth/invalidate_token': { source: '1 §4.5', body: 'none', documents: [] },
  },
  rows: {
    OAuthAccessToken: { documents: ['oauth_token', 'oauth_token_secret', 'user_id', 'screen_name'] },
    InvalidateAccessTokenPayload: { documents: ['access_token'] },
  },
  rules: {
    'R-AUTH-6': {
      text: 'The responses with request and access tokens are name=value pairs joined by `&`, although the documented format is JSON. Both formats are accepted.',
      source: '1 §2, §4',
      kinds: 'W',
    },
    'R-AUTH-11': {
      text: 'A request token is exchanged for an access token only together with the verifier (or PIN) that was issued for it.',
      source: '1 §3, §4.4',
      kinds: 'V E',
    },
    'R-AUTH-12': {
      text: "An access token comes with its secret, the user's id (a numeric string) and the screen name.",
      source: '1 §2',
      kinds: 'W',
    },
    'R-AUTH-13': {
      text: "A user's access token is revoked by a request that is signed with that token.",
      source: '1 §4.5',
      kinds: 'W',
    },
    'R-AUTH-14': {
      text: 'A revoked token gives HTTP 401 with code 89 from then on, and a new sign-in yields a different token.',
      source: '1 §3, §7',
      kinds: 'E M',
    },
    'R-AUTH-20': { text: 'Both revocations return the token that was revoked.', source: '1 §2', kinds: 'W' },
  },
} as const satisfies Entity
