import { defineConfig, type ViteUserConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** Tests that compare `raw`, which has the words of the service, or that ask the sandbox themselves, in its own words. */
const IN_OUR_WORDS = [
  'in the order of the service',
  'all fields that the service sends',
  'the fields of (its|their) rows?',
  'sends the criteria as JSON and returns the size',
  'a token that was ended',
]

/** Runs the tests of the graph over a sandbox whose every word differs from ours. */
const withOtherWords: ViteUserConfig = defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: undefined,
    include: ['test/schema/**/*.test.ts'],
    testNamePattern: new RegExp(`^(?!.*(${IN_OUR_WORDS.join('|')}))`),
    provide: { ...config.test?.provide, hasOtherWords: true },
  },
})

export default withOtherWords
