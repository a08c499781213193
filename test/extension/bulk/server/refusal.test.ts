import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config.ts'
import { bulkSettings as settingsOf } from '../../../../src/extension/bulk/server/index.ts'
import { createMemoryStore } from '../../../../src/state/memory.ts'
import { openBulkGraph, type BulkGraph } from '../../../support/bulk.ts'
import { openGraph, type GraphOptions } from '../../../support/graph.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

const campaigns = Array.from({ length: 50 }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const QUERY = '{ account(id: "a") { campaigns { nodes { name } } } }'

let upstream: Upstream
let opened: BulkGraph | undefined
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns })
})
afterEach(async () => {
  upstream.requests.length = 0
  await opened?.close()
  opened = undefined
})
afterAll(() => upstream.close())

async function open(options: GraphOptions & Parameters<typeof openBulkGraph>[1] = {}): Promise<BulkGraph> {
  opened = await openBulkGraph(upstream.url, options)
  return opened
}

/** A query with connections so far below each other. */
function nested(levels: number): string {
  const below = (level: number): string =>
    level === 0 ? 'id' : `campaigns { nodes { account { ${level === 1 ? 'id' : below(level - 1)} } } }`
  return `{ account(id: "a") { ${below(levels)} } }`
}

/** A small document whose fragments select billions of fields. */
const BOMB = `{ account(id: "a") { ...f0 } } ${Array.from(
  { length: 9 },
  (_, nth) =>
    `fragment f${nth} on Account { ${Array.from({ length: 9 }, (_, alias) => `a${alias}: campaigns { nodes { account { ${nth === 8 ? 'id' : `...f${nth + 1}`} } } }`).join(' ')} }`,
).join(' ')}`

const REFUSED: [what: string, input: object | string, code: string, message: RegExp][] = [
  ['a query without a connection', '{ account(id: "a") { name } }', 'BAD_USER_INPUT', /selects no connection/],
  ['too many levels', nested(9), 'QUERY_TOO_COMPLEX', /nests fields 29 deep; 20 are allowed/],
  ['a mutation', 'mutation { createBearerToken { token } }', 'BAD_USER_INPUT', /./],
  [
    'an unknown field',
    '{ account(id: "a") { campaign { nodes { name } } } }',
    'BAD_USER_INPUT',
    /line 1, column 22 of the query/,
  ],
  ['a syntax error', '{ account(', 'BAD_USER_INPUT', /Syntax Error.*line 1/],
  ['two operations without a name', `query A ${QUERY} query B ${QUERY}`, 'BAD_USER_INPUT', /name one/],
  ['an operation that is not there', { query: QUERY, operationName: 'C' }, 'BAD_USER_INPUT', /no operation C/],
  [
    'a missing variable',
    'query ($id: ID!) { account(id: $id) { campaigns { nodes { name } } } }',
    'BAD_USER_INPUT',
    /\$id/,
  ],
  ['variables that are no object', { query: QUERY, variables: [1] }, 'BAD_USER_INPUT', /must be an object/],
  [
    'a document that is too long',
    `{ ${'account(id: "a") { campaigns { nodes { name } } } '.repeat(500)} }`,
    'QUERY_TOO_COMPLEX',
    /5000 tokens/,
  ],
  [
    'a document with variables that are too long',
    { query: QUERY, variables: { unused: 'x'.repeat(100_000) } },
    'BAD_USER_INPUT',
    /100066 characters together; they can have at most 100000/,
  ],
  ['a small document that selects very much', BOMB, 'QUERY_TOO_COMPLEX', /allowed/],
]

describe('startBulkQuery', () => {
  it.each(REFUSED)('refuses %s, and calls nothing', async (_, input, code, message) => {
    const graph = await open()
    const { data, errors } = await graph.tryStart(input)

    expect(data.startBulkQuery).toBeNull()
    expect(errors?.map(({ message, path, extensions }) => [message, path, extensions.code])).toEqual([
      [expect.stringMatching(message), ['startBulkQuery'], code],
    ])
    expect(await graph.list()).toEqual([])
    expect(upstream.requests).toEqual([])
  })

  it('refuses variables that are nested too deep', async () => {
    const graph = await open()
    const query = 'mutation ($v: JSON) { startBulkQuery(input: { query: "{ a }", variables: $v }) { id } }'
    const body = `{"query":${JSON.stringify(query)},"variables":{"v":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}}`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(graph.url, { method: 'POST', headers, body })

    expect(await answer.json()).toMatchObject({
      errors: [{ message: '`variables` are nested more than 200 deep', extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('refuses the sixth of one operation, whatever the others are', async () => {
    const graph = await open()
    const aliases = Array.from({ length: 7 }, (_, nth) => `a${nth}: startBulkQuery(input: { query: "{" }) { id }`)
    const { errors } = await graph.query(`mutation { ${aliases.join(' ')} }`)

    expect(errors?.map(({ path, message }) => [path?.[0], message])).toEqual([
      ...Array.from({ length: 5 }, (_, nth) => [`a${nth}`, expect.stringMatching(/^Syntax Error/)]),
      ...['a5', 'a6'].map((alias) => [alias, 'One operation can start at most 5 bulk queries']),
    ])
  })

  it('keeps the last hundred operations of a caller that have ended', async () => {
    const graph = await open({ work: { slots: 0 } })
    const ids: string[] = []
    for (let nth = 0; nth < 102; nth += 1) {
      const { id } = await graph.start(QUERY)
      ids.unshift(id)
      await graph.tryCancel(id)
    }
    const { id } = await graph.start(QUERY)

    const { data } = await graph.query<{ bulkOperations: { nodes: { id: string }[] } }>(
      '{ bulkOperations(first: 1000) { nodes { id } } }',
    )
    const kept = data.bulkOperations.nodes.map((node) => node.id)
    expect(kept.toSorted()).toEqual([id, ...ids.slice(0, 100)].toSorted())
    expect(await readdir(graph.dir)).not.toContain(ids[101])
  })

  it('cannot make a response too long that shows operations by many aliases', async () => {
    const graph = await open({ work: { slots: 0 }, settings: { MAX_MEMORY_BYTES: '20000000' } })
    const variables = { unused: 'x'.repeat(90_000) }
    for (let nth = 0; nth < 5; nth += 1) await graph.start({ query: QUERY, variables })
    const aliases = Array.from({ length: 199 }, (_, nth) => `a${nth}: bulkOperations { nodes { variables } }`)
    const { data, errors } = await graph.query(`{ ${aliases.join(' ')} }`)

    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { limit: 'bytes', allowed: 20_000_000 } }])
  })

  it('refuses the sixth operation of a caller that has not ended', async () => {
    const graph = await open({ work: { slots: 0 } })
    const started = []
    for (let nth = 0; nth < 5; nth += 1) started.push(await graph.start(QUERY))
    const { errors } = await graph.tryStart(QUERY)
    await graph.tryCancel(started[0]?.id ?? '')

    expect(errors?.map(({ message }) => message)).toEqual([
      'You have 5 operations that have not ended, the maximum for a caller: wait for one, or cancel one',
    ])
    expect((await graph.start(QUERY)).status).toBe('CREATED')
  })

  it('ends an operation with too many rows, and keeps those that were read', async () => {
    const graph = await open({ work: { timing: { maxRows: 40 } } })
    const { id } = await graph.start(QUERY)
    const { errors, files } = await graph.until(id, 'FAILED')

    expect(errors).toMatchObject([
      {
        message: 'The export has more than 40 rows, the maximum',
        extensions: { code: 'TOO_MANY_ROWS' },
      },
    ])
    expect(files[0]?.rows).toBe(50)
  })

  // Nothing listens there: the folder is looked at first.
  const REDIS_URL = 'redis://127.0.0.1:9'
  it.each<[what: string, settings: (dir: string) => Record<string, string>, reason: string]>([
    ['BULK_DIR cannot be written', (dir) => ({ BULK_DIR: dir }), 'BULK_DIR cannot be written (ENOTDIR)'],
    [
      'instances share a BULK_DIR that cannot be written',
      (dir) => ({ REDIS_URL, BULK_DIR: dir }),
      'BULK_DIR cannot be written (ENOTDIR)',
    ],
    [
      'REDIS_URL is set without BULK_DIR',
      () => ({ REDIS_URL }),
      'with REDIS_URL, BULK_DIR must be a folder on a volume that all instances share',
    ],
  ])('is refused with the reason where %s, and everything else works', async (_, settings, reason) => {
    const dir = await mkdtemp(join(tmpdir(), 'adgraph-bulk-test-'))
    await writeFile(join(dir, 'file'), '')
    const config = readConfig(settings(join(dir, 'file', 'below')))
    const bulk = settingsOf(config, {
      ...createMemoryStore(),
      kind: config.REDIS_URL === undefined ? 'PROCESS' : 'SHARED',
    })
    const own = await openGraph(upstream.url, { bulk })
    const start = `mutation { startBulkQuery(input: { query: ${JSON.stringify(QUERY)} }) { id } }`
    const { errors } = await own.query(start)

    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
      [`Long work is not available: ${reason}`, 'BULK_UNAVAILABLE'],
    ])
    expect((await own.query('{ bulkOperations { nodes { id } } bulkOperation(id: "x") { id } }')).data).toEqual({
      bulkOperations: { nodes: [] },
      bulkOperation: null,
    })
    expect(upstream.requests).toEqual([])
    expect((await own.query(QUERY)).errors).toBeUndefined()
    expect((await fetch(new URL('/bulk/x/y', own.url))).status).toBe(404)
    await own.close()
    await rm(dir, { recursive: true })
  })

  it('takes only the text of trusted documents where only these are accepted', async () => {
    const text = 'mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { id status } }'
    const documents = new Map([
      ['start', { document: text }],
      ['campaigns', { document: QUERY }],
    ])
    const graph = await open({ trustedDocuments: { documents, only: true } })
    const start = async (query: string) => {
      const body = JSON.stringify({ documentId: 'start', variables: { input: { query } } })
      const response = await fetch(graph.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return response.json()
    }

    expect(await start('{ account(id: "b") { campaigns { nodes { id } } } }')).toMatchObject({
      errors: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }],
    })
    expect(await start(QUERY)).toMatchObject({ data: { startBulkQuery: { status: 'CREATED' } } })
  })

  it('does not reveal the schema where introspection is not allowed', async () => {
    const graph = await open({ introspection: false })
    const misspelled = await graph.tryStart('{ account(id: "a") { campaign { nodes { name } } } }')
    const introspection = await graph.tryStart(
      `{ __schema { types { name } } account(id: "a") { campaigns { nodes { id } } } }`,
    )

    expect(misspelled.errors?.[0]?.message).toMatch(/^Cannot query field "campaign" on type "Account"\. \(line/)
    expect(introspection.errors?.[0]?.extensions.code).toBe('INTROSPECTION_DISABLED')
  })
})

describe('the graph of a program', () => {
  it('has no long work of its own, and says so', async () => {
    const own = await openGraph(upstream.url)
    const { errors } = await own.query(`mutation { startBulkQuery(input: { query: "{ a }" }) { id } }`)
    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
      ['There is no long work here', 'BULK_UNAVAILABLE'],
    ])
    await own.close()
  })
})
