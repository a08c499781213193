/** A part of the sources that is mutated, and the tests that must notice. Paths are relative to the repository. */
export interface MutationGroup {
  sources: readonly string[]
  /** Test files that do not depend on time and do not start Adgraph. */
  tests: readonly string[]
}

export const GROUPS: Readonly<Record<string, MutationGroup>> = {
  errors: {
    sources: ['src/rest/errors.ts', 'src/rest/call-error.ts', 'src/schema/errors.ts', 'src/schema/personal-data.ts'],
    tests: [
      'test/rest/refusal.test.ts',
      'test/rest/call-error.test.ts',
      'test/rest/errors.test.ts',
      'test/schema/errors.test.ts',
      'test/schema/personal-data.test.ts',
    ],
  },
  cursor: {
    sources: ['src/schema/list/cursor.ts'],
    tests: ['test/schema/list/cursor.test.ts'],
  },
  seal: {
    sources: ['src/server/auth/user-session.ts'],
    tests: [
      'test/server/auth/cookie.test.ts',
      'test/server/auth/seal.test.ts',
      'test/server/auth/user-session.test.ts',
    ],
  },
  wire: {
    sources: [
      'src/rest/wire/sign.ts',
      'src/rest/wire/answer-body.ts',
      'src/rest/wire/request.ts',
      'src/rest/wire/envelope.ts',
    ],
    tests: [
      'test/rest/wire/answer-body.test.ts',
      'test/rest/wire/envelope.test.ts',
      'test/rest/wire/request.test.ts',
      'test/rest/wire/sign.test.ts',
    ],
  },
  policy: {
    sources: [
      'src/rest/policy/breaker.ts',
      'src/rest/policy/clock.ts',
      'src/rest/policy/permit.ts',
      'src/rest/policy/rate-limit.ts',
      'src/rest/policy/retry.ts',
    ],
    tests: [
      'test/rest/policy/breaker.test.ts',
      'test/rest/policy/clock.test.ts',
      'test/rest/policy/permit-queue.test.ts',
      'test/rest/policy/rate-limit-headers.test.ts',
      'test/rest/policy/rate-limit-keys.test.ts',
      'test/rest/policy/rate-limit.test.ts',
      'test/rest/policy/retry-budget.test.ts',
      'test/rest/policy/retry.test.ts',
      'test/state/rate-limit-rules.process.test.ts',
    ],
  },
  loaders: {
    sources: [
      'src/loaders/batch.ts',
      'src/loaders/by-id.ts',
      'src/loaders/by-parent.ts',
      'src/loaders/overflow.ts',
      'src/loaders/pages.ts',
      'src/loaders/index.ts',
    ],
    tests: [
      'test/loaders/askers.test.ts',
      'test/loaders/concurrency.test.ts',
      'test/loaders/variant.test.ts',
      'test/loaders/by-id.test.ts',
      'test/loaders/by-parent.test.ts',
      'test/loaders/overflow.test.ts',
      'test/loaders/matching.test.ts',
      'test/loaders/once.test.ts',
      'test/loaders/pages.test.ts',
    ],
  },
  execute: {
    sources: [
      'src/execute/resolver.ts',
      'src/execute/complete.ts',
      'src/execute/executor.ts',
      'src/execute/response/column.ts',
      'src/execute/response/leaf-column.ts',
      'src/execute/response/json-writer.ts',
      'src/execute/response/result.ts',
      'src/execute/settle.ts',
      'src/execute/variables.ts',
    ],
    tests: [
      'test/execute/contract.test.ts',
      'test/execute/response/json-writer.test.ts',
      'test/execute/response/result.test.ts',
      'test/execute/variables.test.ts',
    ],
  },
}
