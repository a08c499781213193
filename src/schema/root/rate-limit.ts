import type { KnownRateLimit } from '../../rest/policy/rate-limit.ts'
import { builder } from '../builder.ts'
import { closedEnum } from '../scalar/enum.ts'

const RateLimitScope = closedEnum('RateLimitScope', 'The calls that count against a rate limit.', {
  ACCOUNT: 'The calls of one endpoint in one account.',
  USER: 'The calls of one endpoint in all accounts.',
  WRITES: 'All writes, except writes to endpoints that have their own rate limit.',
  COUNTS: 'All calls that count a list.',
})

/** The largest value of Int. */
const MAX_INT = 2 ** 31 - 1

const RateLimit = builder.objectRef<KnownRateLimit>('RateLimit').implement({
  description: 'A rate limit of the API, as its last response announced it.',
  fields: (t) => ({
    ...t.properties({
      endpoint: 'The path template of the endpoint. Null if the calls of several endpoints count against the limit.',
    }),
    account: t.foreignKey('account', 'the account', 'Null unless `scope` is ACCOUNT.'),
    ...t.given({
      scope: [RateLimitScope, 'The calls that count against the limit.'],
      limit: ['Int', 'The number of calls in one window.', toInt],
      remaining: ['Int', 'The number of calls that remain in the current window.', toInt],
      resetAt: ['DateTime', 'The end of the current window.', (resetAt: number) => new Date(resetAt).toISOString()],
    }),
  }),
})

function toInt(count: number): number {
  return Math.min(count, MAX_INT)
}

builder.queryField('rateLimits', (t) =>
  t.field({
    type: [RateLimit],
    description:
      'The rate limits that are known for this caller. A rate limit is known from the first call that counts against it ' +
      'until its window ends. No call is made.',
    resolve: (_root, _args, { rest }) => rest.rateLimits(),
  }),
)
