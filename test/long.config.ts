import { defineConfig, mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** The settings of `npm run test:long`, which draws more in the random tests that read their number from here. */
export default mergeConfig(
  config,
  defineConfig({ test: { provide: { sequences: 1_000, inputs: 1_000, documents: 10_000 } } }),
)
