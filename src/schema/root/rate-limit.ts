import type { KnownRateLimit } from '../../rest/policy/rate-limit.ts'
import { builder } from '../builder.ts'
import { closedEnum } from '../scalar/closed-enum.ts'

const RateLimitScope = closedEnum('RateLimitScope', 'The calls that count against a rate limit.', {
  ACCOUNT: 'The calls of one endpoint in one account.',
  USER: 'The calls of one endpoint in all accounts.',
  WRITES: 'All writes, except those to endpoints that have a rate limit of their own.',
  COUNTS: 'All calls that count a list.',
})

/** The largest value of Int. */
const MAX_INT = 2 ** 31 - 1

const RateLimit = builder.objectRef<KnownRateLimit>('RateLimit').implement({
  description: 'A rate limit of the API, as the API announced it with the last call.',
  fields: (t) => ({
    endpoint: t.exposeString('endpoint', {
      description: 'The path template of the endpoint. Null if the calls of several endpoints count against the limit.',
    }),
    scope: t.expose('scope', {
      type: RateLimitScope,
      nullable: false,
      description: 'The calls that count against the limit.',
    }),
    account: t.foreignKey('account', 'the account', 'Null unless `scope` is ACCOUNT.'),
    limit: t.int({
      nullable: false,
      description: 'The number of calls in one window.',
      resolve: ({ limit }) => Math.min(limit, MAX_INT),
    }),
    remaining: t.int({
      nullable: false,
      description: 'The number of calls that remain in the current window.',
      resolve: ({ remaining }) => Math.min(remaining, MAX_INT),
    }),
    resetAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'The end of the current window.',
      resolve: ({ resetAt }) => new Date(resetAt).toISOString(),
    }),
  }),
})

builder.queryField('rateLimits', (t) =>
  t.field({
    type: [RateLimit],
    description:
      'The rate limits that are known for this caller. A rate limit is known from the first call that counts against it ' +
      'until its window ends. No call is made.',
    resolve: (_root, _args, { rest }) => rest.rateLimits(),
  }),
)
