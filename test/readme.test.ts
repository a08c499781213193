import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '../src/config.ts'
import { openSandboxGraph } from './support/graph.ts'
import { runCommand } from './support/command.ts'

const README = readFileSync('README.md', 'utf8')

/** The text of the nth code block in this language. */
function block(language: string, nth = 0): string {
  const blocks = [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
  return blocks[nth]?.[1] ?? ''
}

describe('the README', () => {
  let graph: Awaited<ReturnType<typeof openSandboxGraph>>
  beforeAll(async () => {
    graph = await openSandboxGraph()
  })
  afterAll(() => graph.close())

  it('shows a first query with its actual response, in three calls', async () => {
    const { data, calls } = await graph.query(block('graphql'))

    expect(data).toEqual(JSON.parse(block('json')))
    expect(calls).toHaveLength(3)
  })

  it('names the two commands', () => {
    expect([block('sh', 0), block('sh', 1)]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  })

  it('lists every setting, and no other', () => {
    const table = README.slice(README.search(/^\| name +\| default/m), README.indexOf('`GET /healthz`'))
    const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, names]) => [...names!.matchAll(/`([A-Z_]+)`/g)])

    expect(new Set(listed.map(([, name]) => name))).toEqual(new Set(SETTING_NAMES))
  })

  it('lists the commands that the command itself lists', async () => {
    const help = runCommand(['--help'])
    await help.exited
    const offered = [...help.output().matchAll(/^ {2}([a-z]+) /gm)].map(([, command]) => command)

    expect([...README.matchAll(/`adgraph ([a-z]+)`/g)].map(([, command]) => command)).toEqual(offered)
  })
})
