import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most of the time a file waits for its page.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a page shows may take a while on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // .ci/run counts the tests from the report, and names those that needed a second try.
    retry: process.env['CI'] ? 1 : 0,
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: '../../coverage/tests-dashboard.json' },
  },
})
