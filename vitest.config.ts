import { defineConfig } from 'vitest/config'

export default defineConfig({
  // graphql is loaded once, not as an ES module here and as CommonJS there ("from another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Once for all workers, which would otherwise write the same files at the same time.
    globalSetup: ['test/support/build-page.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // The graph takes a second to build: each worker builds it once, not once for each file.
    isolate: false,
    // .ci/run counts the tests from the report.
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/tests.json' },
  },
})
