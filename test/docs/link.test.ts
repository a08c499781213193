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
})
