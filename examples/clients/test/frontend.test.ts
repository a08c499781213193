import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startAdgraph } from '../../gateway/src/adgraph.ts'
import { ACCOUNT } from './graph.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PAGE = readFileSync(join(ROOT, 'docs/frontend.md'), 'utf8')

const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!)

/** Code without its indentation, which depends on where it stands. */
const flat = (code: string) => code.replace(/^ +/gm, '').trim()

async function send(url: string, body: object, accept = 'application/json') {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

describe('docs/frontend.md', () => {
  it('shows whole files, which compile and which tests run', () => {
    const sources = readdirSync(join(import.meta.dirname, '../src'))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(import.meta.dirname, '../src', file))
    const modules = sources.map((file) => flat(readFileSync(file, 'utf8')))

    // A block that is a whole file compiles as it is shown, because the file does. test/docs/codegen.test.ts runs the configuration.
    const [configuration, ...others] = blocks('ts')
    expect(configuration).toContain('CodegenConfig')
    expect(others).toHaveLength(1)
    expect(others.filter((block) => !modules.includes(flat(block)))).toEqual([])
    const ofRelay = blocks('graphql').filter((block) => block.includes('relayDocuments'))
    expect(ofRelay).toHaveLength(1)
    expect(ofRelay.filter((block) => !modules.some((text) => text.includes(flat(block))))).toEqual([])
  })

  it('shows trusted documents that a server takes, and only these', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trusted-'))
    const file = join(folder, 'documents.json')
    writeFileSync(file, blocks('json')[0]!)
    const strict = await startAdgraph({ PORT: '0', TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'true' })
    const named = await send(strict.url, { documentId: 'account-name', variables: { id: ACCOUNT } })
    const other = await send(strict.url, { query: '{ __typename }' })
    await strict.close()
    rmSync(folder, { recursive: true })

    expect([named.status, JSON.parse(named.text)]).toMatchObject([
      200,
      { data: { account: { name: expect.any(String) as string } } },
    ])
    expect(JSON.parse(other.text)).toMatchObject({ errors: [{ extensions: { code: expect.any(String) as string } }] })
    expect(other.text).not.toContain('"data"')
  })
})
