import { defineConfig, mergeConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'
import { GROUPS } from './groups.ts'

const { tests } = GROUPS[process.env['MUTATION_GROUP'] ?? '']!

// The tests of one group. Each file is isolated, so that every change also affects what modules compute when they are loaded.
// None of them needs the page, whose sources Stryker does not copy.
export default mergeConfig(
  { ...shared, test: { ...shared.test, projects: undefined, include: [], setupFiles: [], globalSetup: [] } },
  defineConfig({
    test: {
      include: [...tests],
      provide: { histories: 100 },
      setupFiles: ['test/mutation/setup.ts'],
      isolate: true,
      maxWorkers: 1,
      // A change can make a promise wait forever, which costs this time. Without a change, tests take a second at most, or
      // ten on a very busy machine.
      testTimeout: 15_000,
      hookTimeout: 15_000,
    },
  }),
)
