import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  'examples/agents/README.md',
  'examples/clients/README.md',
  'examples/dashboard/README.md',
  'examples/gateway/README.md',
  'bench/README.md',
  'sandbox/README.md',
  'workbench/README.md',
  ...readdirSync('docs').map((page) => `docs/${page}`),
].filter((page) => page.endsWith('.md'))

/** The files whose functions, types, fields and settings documents can name. */
const sources = ['src', 'sandbox', 'workbench', 'test', 'bench', 'release', 'examples']
  .flatMap(filesIn)
  .filter((file) => /\.(?:ts|tsx|js|json|graphql)$/.test(file))
  .concat('schema.graphql', 'package.json')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []))

/** The files of a folder, at any depth, without installed packages. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return path
  })
}

/** The headings of a page, as links to them are written. */
function headingsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target!)
    expect(targets.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([])
  })

  it('links only to headings that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g)]
    const missing = targets.filter(([, file, heading]) => {
      const target = file === undefined ? text : readFileSync(join(dirname(page), file), 'utf8')
      return !headingsIn(target).includes(heading!)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it('names only files of the sources that exist', () => {
    const named = [...text.matchAll(/`((?:src|sandbox|workbench|test|bench|docs)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    )
    expect(named.filter((path) => !existsSync(path) && !existsSync(join(dirname(page), path)))).toEqual([])
  })

  it('names only what the files have that it names for it', () => {
    const named = [...text.matchAll(/`(\w+)`,? (?:in|of) `([\w./-]+\.ts)`/g)].map(([, name, file]) => [name!, file!])
    const isIn = (name: string, file: string) =>
      sources.some((source) => source.file.endsWith(file) && new RegExp(`\\b${name}\\b`).test(source.text))
    expect(named.filter(([name, file]) => !isIn(name!, file!))).toEqual([])
  })

  // The changelog also names what is gone, and the benchmark what its other servers have.
  const others = /^(?:CHANGELOG|bench)/.test(page)

  it('names only what the code has', () => {
    const named = [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)`/g)].map(([, name]) => name!)
    expect(others ? [] : named.filter((name) => !words.has(name))).toEqual([])
  })
})
