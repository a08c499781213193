import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '../src/config.ts'
import { runCommand, runInTerminal } from './support/command.ts'
import { useSandboxGraph } from './support/graph.ts'

const README = readFileSync('README.md', 'utf8')
const RUNNING = readFileSync('docs/running.md', 'utf8')
const EXPORTS = readFileSync('docs/bulk.md', 'utf8')

/** The text of the nth code block of a page in this language. */
function block(page: string, language: string, nth = 0): string {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
  return blocks[nth]?.[1] ?? ''
}

/** The settings in the table of a page. */
function settingsIn(page: string): string[] {
  const [table = ''] = page.slice(page.search(/^\| name +\| default/m)).split('\n\n', 1)
  return [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  )
}

describe('the README', () => {
  const graph = useSandboxGraph()

  it('shows a query that takes two calls, with its actual response', async () => {
    const { data, calls } = await graph.query(block(README, 'graphql'))

    expect({ data }).toEqual(JSON.parse(block(README, 'json')))
    expect(calls).toHaveLength(2)
  })

  it('names the two commands', () => {
    expect([block(README, 'sh', 0), block(README, 'sh', 1)]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  })
})

describe('docs/bulk.md', () => {
  it('shows what an export of its query prints', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'exports-'))
    writeFileSync(join(dir, 'campaigns.graphql'), block(EXPORTS, 'graphql'))
    writeFileSync(join(dir, 'variables.json'), block(EXPORTS, 'json'))
    const [query, variables, out] = ['campaigns.graphql', 'variables.json', 'campaigns'].map((name) => join(dir, name))
    const command = runInTerminal(['export', query!, '--out', out!, '--variables', variables!])
    await command.exited
    const shown = block(EXPORTS, 'text').trimEnd().split('\n')
    const printed = command.output()

    expect(shown).toHaveLength(5)
    for (const line of [...shown.slice(0, 2), shown[4]!.replace('campaigns,', `${out},`)])
      expect(printed).toContain(line)
    expect(printed).toContain('15 rows, 3 calls, ')
    expect(printed).toContain('999,999 of 1,000,000 calls left until ')
    expect(EXPORTS).toContain('npx adgraph export campaigns.graphql --out campaigns --variables variables.json')
  })
})

describe('the settings and commands', () => {
  it('have every setting, and no other', () => {
    expect(settingsIn(RUNNING).toSorted()).toEqual(SETTING_NAMES.toSorted())
  })

  it('have the commands that the command itself lists', async () => {
    const help = runCommand(['--help'])
    await help.exited
    const offered = [...help.output().matchAll(/^ {2}([a-z]+) /gm)].map(([, command]) => command)
    expect(offered.pop()).toBe('help')

    const listed = [...RUNNING.matchAll(/^\| `adgraph ([a-z]+)`/gm)].map(([, command]) => command)
    expect(new Set(listed)).toEqual(new Set(offered))
  })
})

describe('docs/testing.md', () => {
  it('says what each package of the development is for', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object }
    const page = readFileSync('docs/testing.md', 'utf8')
    const [, section = ''] = page.split('## What development installs')
    const [table = ''] = section.split('\n## ')
    const named = [...table.matchAll(/^\| (`.+?) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    )

    expect(named.toSorted()).toEqual(Object.keys(devDependencies).toSorted())
  })
})

describe('the index of the documentation', () => {
  it('lists every page', () => {
    const index = readFileSync('docs/README.md', 'utf8')
    const pages = readdirSync('docs').filter((page) => page.endsWith('.md') && page !== 'README.md')

    expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
  })
})
