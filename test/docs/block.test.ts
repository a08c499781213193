import { readdirSync, readFileSync } from 'node:fs'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/schema/index.ts'

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'sandbox/README.md',
  ...readdirSync('docs').map((page) => `docs/${page}`),
].filter((page) => page.endsWith('.md'))

/** The fenced blocks of all pages, with the page and the line of each. */
const blocks = PAGES.flatMap((page) => {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    place: `${page}:${text.slice(0, index).split('\n').length}`,
  }))
})

const inLanguage = (language: string) =>
  blocks.filter((block) => block.language === language).map(({ place, code }): [string, string] => [place, code])

/** What reads the blocks of a page in TypeScript: tests that compile and run them. */
const COMPILED = ['docs/library.md', 'docs/frontend.md']

/** Directives that the schema does not have: Relay removes its own, and the server adds `@defer`. */
const ADDED = /Unknown directive "@(deleteEdge|deleteRecord|connection|defer)"/

describe('the blocks of the documentation', () => {
  it.each(inLanguage('graphql'))('are valid documents: %s', (_, code) => {
    const errors = validate(schema, parse(code)).map(({ message }) => message)

    expect(errors.filter((message) => !ADDED.test(message))).toEqual([])
  })

  it.each(inLanguage('json'))('are JSON: %s', (_, code) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow()
  })

  it('are TypeScript only on pages whose code is compiled and run', () => {
    const others = inLanguage('ts').filter(([place]) => !COMPILED.some((page) => place.startsWith(`${page}:`)))

    expect(others.map(([place]) => place)).toEqual([])
  })

  it('run scripts of npm that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
    const named = inLanguage('sh').flatMap(([place, code]) =>
      [...code.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script]) => ({ place, script: script! })),
    )

    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([])
  })
})
