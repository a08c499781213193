import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // .ci/run counts the tests from the report.
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: '../../coverage/tests-clients.json' },
  },
})
