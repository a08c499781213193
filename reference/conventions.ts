import type { Entity } from './entity.ts'

export const conventions = {
  rows: {
    Envelope: { documents: ['request_params', 'data', 'next_cursor', 'total_count', 'errors', 'operation_errors'] },
  },
  rules: {
    'R-AUTH-1': {
      text: 'Every OAuth authorization step uses HTTPS. Base URLs with `http:` are refused unless they point to a loopback address.',
      source: '1 §1',
      kinds: 'V S',
    },
    'R-AUTH-2': {
      text: "Identifiers that carried the service's brand use the neutral words `svc` and `post`.",
      source: '1, 2, 3 intro',
      kinds: 'W',
    },
    'R-AUTH-23': {
      text: 'Error codes are integers in the authorization interface and strings in the ads interface.',
      source: '1 §2, 2 §7',
      kinds: 'E',
    },
    'R-AUTH-24': {
      text: 'Every OAuth endpoint is rate limited. The limits are not documented; they are learned from responses.',
      source: '1 §4, §8',
      kinds: 'Q',
    },
    'R-AUTH-25': {
      text: 'The lifetime of tokens, webhook events and other error codes are not documented, so the schema has no fields for them.',
      source: '1 §5, §6, §7',
      kinds: 'D',
    },
    'R-CONV-1': {
      text: "The version is the first path segment. The service's sandbox uses the same versions.",
      source: '2 intro, §9',
      kinds: 'W',
    },
    'R-CONV-2': {
      text: 'Recommendations and the permissions of tailored audiences use version 5; all other ads endpoints use version 12.',
      source: '2 §9',
      kinds: 'W',
    },
    'R-CONV-3': {
      text: 'Responses contain `data` (an object or an array), `next_cursor` (null at the end), an echo of the parameters, and `total_count` on request.',
      source: '2 §2',
      kinds: 'W',
    },
    'R-CONV-4': {
      text: 'Every entity has an id, the times of its creation and last change, and a `deleted` flag.',
      source: '2 §2',
      kinds: 'W D',
    },
    'R-CONV-5': {
      text: 'Deleted entities are returned only with `withDeleted: true`.',
      source: '2 §2',
      kinds: 'V M D',
    },
    'R-CONV-6': {
      text: 'Most response fields are not documented. Every column is nullable, and `raw` holds the row as the service sent it.',
      source: '2 §2, 3 §2',
      kinds: 'D',
    },
    'R-CONV-7': {
      text: '`accountId` is required where the path names an account. The account must be one that the caller has access to.',
      source: '2 §4.1, §5',
      kinds: 'V E',
    },
    'R-CONV-8': {
      text: 'The parameters of a single write are sent as query or form parameters, which are part of the signature.',
      source: '2 §4.1',
      kinds: 'W',
    },
    'R-CONV-9': {
      text: 'Batches, audience estimates, audience users and composable cards are sent as JSON.',
      source: '2 §4.1, 3 §4.2',
      kinds: 'W',
    },
    'R-CONV-10': {
      text: "`first` is 1 to 1000. The service's pages are smaller for some lists (cards and draft posts 200, media library 50); such pages are joined.",
      source: '2 §4.1, §8, 3 §8',
      kinds: 'V D',
    },
    'R-CONV-11': { text: 'Lists are read forward only, by an opaque cursor.', source: '2 §4.1', kinds: 'W D' },
    'R-CONV-12': {
      text: 'The service does not count together with a cursor: `totalCount` of a later page comes from the first one, or from a request of its own.',
      source: '2 §4.1',
      kinds: 'V',
    },
    'R-CONV-13': {
      text: 'Requests that count are limited to 200 in 15 minutes, so rows are counted only when `totalCount` is selected.',
      source: '2 §8',
      kinds: 'Q D',
    },
    'R-CONV-14': {
      text: 'A list is sorted by attributes, each ascending or descending.',
      source: '2 §4.1',
      kinds: 'W D',
    },
    'R-CONV-15': {
      text: 'A search by name is a prefix of 1 to 255 characters. Case does not matter.',
      source: '2 §4.1',
      kinds: 'V',
    },
    'R-CONV-16': { text: 'A filter by ids takes at most 200 ids.', source: '2 §4.1, §8', kinds: 'V W' },
    'R-CONV-17': {
      text: "Some single reads take no `withDeleted`: curated categories, recommendations, user settings, library media, draft posts, and the caller's own access.",
      source: '2 §4.1, §4.2, 3 §4.5, §4.6',
      kinds: 'W',
    },
    'R-CONV-18': {
      text: '`withDraft` exists for the lists of campaigns and line items only.',
      source: '2 §4.4, §4.5',
      kinds: 'W',
    },
    'R-CONV-19': {
      text: 'A batch succeeds or fails as a whole, and its response keeps the order of the request.',
      source: '2 §4.1',
      kinds: 'W M',
    },
    'R-CONV-20': {
      text: 'A batch can be refused as a whole, or because of some of its items; the errors of items carry the index of the item.',
      source: '2 §4.1, §7',
      kinds: 'E',
    },
    'R-CONV-21': {
      text: "Money is in micros of the funding instrument's currency: 5.50 is 5500000.",
      source: '2 §2',
      kinds: 'W D',
    },
    'R-CONV-22': {
      text: 'User ids, post ids and amounts are 64-bit integers. They are never rounded.',
      source: '2 §2, §4.5, 3 §4.8',
      kinds: 'W',
    },
    'R-CONV-23': {
      text: 'Rate limits, the error body and the credential scheme of the ads interface are not documented; they are learned from headers and from real responses.',
      source: '2 §4.1, §5, §7, §8',
      kinds: 'Q E',
    },
  },
} as const satisfies Entity
