import type { Entity } from '../entity.ts'

export const bearerToken = {
  endpoints: {
    'POST /oauth2/token': { source: '1 §4.6', body: 'form', documents: ['grant_type!'] },
    'POST /oauth2/invalidate_token': { source: '1 §4.7', body: 'params (signed)', documents: ['access_token!'] },
  },
  rows: {
    BearerToken: { documents: ['token_type', 'access_token'] },
    InvalidateBearerTokenPayload: { documents: ['access_token'] },
  },
  enumerations: { grant_type: { documents: ['client_credentials'] }, token_type: { documents: ['bearer'] } },
  rules: {
    'R-AUTH-15': {
      text: 'A bearer token is requested with HTTP Basic authentication and `grant_type=client_credentials`, the only allowed value.',
      source: '1 §4.6',
      kinds: 'W V',
    },
    'R-AUTH-16': {
      text: 'An app has one bearer token at a time. Repeated requests return the same token until it is revoked.',
      source: '1 §3, §4.6, §8',
      kinds: 'M',
    },
    'R-AUTH-17': {
      text: 'Bearer tokens are cached and shared by all instances. Requesting them too often gives HTTP 403 with code 99.',
      source: '1 §4.6, §7, §8',
      kinds: 'Q E',
    },
    'R-AUTH-18': {
      text: 'The type of a bearer token is always `bearer`, and its value is URL-encoded.',
      source: '1 §2',
      kinds: 'W',
    },
    'R-AUTH-19': {
      text: "A bearer token is revoked with the app's keys and the access token of the app's owner.",
      source: '1 §3, §4.7',
      kinds: 'W M',
    },
  },
} as const satisfies Entity
