import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from './support/command.ts'
import { temporaryFile } from './support/file.ts'

const MEDIA = `query Media($first: Int, $account: ID!) { account(id: $account) {
  campaigns(first: $first) { nodes { mediaCreatives(first: 5) { nodes { id } } } }
} }`

describe('adgraph explain', () => {
  it('runs without a network and with no settings, and fails a CI by its exit code', async () => {
    const query = temporaryFile('media.graphql', MEDIA)
    const folder = dirname(query)
    const variables = temporaryFile('variables.json', '{ "first": 20, "account": "a" }')
    const invalid = temporaryFile('invalid.graphql', '{ nothing }')
    const run = async (...args: string[]) => {
      const command = runCommand(['explain', ...args])
      return { code: await command.exited, output: command.output() }
    }
    const [fine, json, over, wrong, unknown, other, ...unreadable] = await Promise.all([
      run(query, '--variables', variables, '--max-calls', '21'),
      run(query, '--json'),
      run(query, '--max-calls', '20', '--assume', 'campaigns=50'),
      run(invalid),
      run(query, '--nonsense', '1'),
      run(query, '--statistics', 'package.json'),
      run(query, folder),
      run(join(folder, 'none.graphql')),
    ])
    expect(fine).toMatchObject({ code: 0, output: expect.stringContaining('1 to 21 calls') as string })
    expect(json.code).toBe(0)
    expect(JSON.parse(json.output)).toMatchObject([
      { file: query, operation: 'Media', plan: { calls: { min: 1, max: 1001 }, steps: [{ rateLimit: null }, {}] } },
    ])
    expect(over).toMatchObject({
      code: 1,
      output: expect.stringContaining('may need 51 calls; 20 are allowed') as string,
    })
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${invalid}:1:3 Cannot query field "nothing"`) as string,
    })
    expect(other).toEqual({
      code: 1,
      output: 'The file of --statistics has no statistics that this version can read\n',
    })
    expect(unreadable).toEqual([
      { code: 1, output: `${folder} is not a file that can be read\n` },
      { code: 1, output: `${join(folder, 'none.graphql')} is not a file that can be read\n` },
    ])
    expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining("unknown option '--nonsense'") as string })
  })
})

describe('a trusted document with a budget', () => {
  it('keeps the server from starting', async () => {
    const documents = temporaryFile(
      'documents.json',
      JSON.stringify({ free: '{ __typename }', costly: { document: MEDIA, maxCalls: 9 } }),
    )
    const command = runCommand(['start'], { PORT: '0', TRUSTED_DOCUMENTS: documents })
    expect(await command.exited).toBe(1)
    expect(command.output()).toContain('the document "costly" may need 1,001 calls; it declares 9')
  })
})
