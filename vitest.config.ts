import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that start processes, Redis or a browser, or fill the memory of their process. */
const OF_PROCESSES = '{,sandbox/,workbench/}test/**/*.process.test.ts'

export default defineConfig({
  resolve: {
    alias: [
      // graphql is loaded once, not as an ES module here and as CommonJS there ("from another module or realm").
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      // The sources of the sandbox, not what was built from them.
      { find: /^#sandbox\/(.+)$/, replacement: join(import.meta.dirname, 'sandbox/$1.ts') },
    ],
  },
  test: {
    // `npm test` runs the first, and .ci/run both.
    projects: [
      {
        extends: true,
        test: {
          name: 'graph',
          include: ['{,sandbox/,workbench/}test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, OF_PROCESSES],
        },
      },
      { extends: true, test: { name: 'process', include: [OF_PROCESSES] } },
    ],
    setupFiles: ['test/setup.ts'],
    // Once for all workers, which would otherwise write the same files at the same time.
    globalSetup: ['test/support/build.ts'],
    // Random sequences of each batch, random inputs of each mutation, random documents, random histories of each rate limiter, the
    // rows of each list in a walk, and how often an export of how many rows is killed; test/long.config.ts has more.
    provide: {
      sequences: 20,
      inputs: 25,
      documents: 250,
      histories: 300,
      spendings: 200,
      faultyRuns: 250,
      rows: 5,
      repeats: 15,
      kills: 3,
      killedRows: 20_000,
      hasOtherWords: false,
    },
    // These end what hangs. No test should fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // In a CI, whose processes share two cores, a test gets a second try, and .ci/run names the tests that needed it.
    retry: process.env['CI'] ? 1 : 0,
    maxWorkers: 3,
    // The graph takes a second to build: each worker builds it once, not once for each file.
    isolate: false,
    // CommonJS packages are imported as Node.js imports them. Otherwise each use of one, such as graphql, goes through a proxy.
    deps: { interopDefault: false },
    // .ci/run counts the tests from the report.
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/tests.json' },
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    sequences: number
    inputs: number
    documents: number
    histories: number
    spendings: number
    faultyRuns: number
    rows: number
    repeats: number
    kills: number
    killedRows: number
    /** Whether the sandbox of tests plays a vocabulary in which every word differs. */
    hasOtherWords: boolean
  }
}
