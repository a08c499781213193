import { defineConfig } from 'vitest/config'

/** The tests of `npm run deploy:check`, whose packages are installed in this folder. */
export default defineConfig({
  test: {
    include: ['release/test/**/*.test.ts'],
    testTimeout: 120_000,
    // .ci/run counts the tests from the report, and names those that needed a second try.
    retry: process.env['CI'] ? 1 : 0,
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/tests-release.json' },
  },
})
