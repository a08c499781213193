import { defineConfig, mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** The settings of `npm run test:long`, which draws and reads more in the tests that read their numbers from here. */
export default mergeConfig(
  config,
  defineConfig({
    test: {
      provide: {
        sequences: 1_000,
        inputs: 1_000,
        documents: 10_000,
        histories: 10_000,
        spendings: 5_000,
        faultyRuns: 20_000,
        rows: 1_000,
        repeats: 1_000,
        kills: 30,
        killedRows: 200_000,
      },
    },
  }),
)
