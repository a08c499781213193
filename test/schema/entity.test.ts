import { isObjectType, parse, TypeInfo, visit, visitWithTypeInfo, type FieldNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../reference/index.ts'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { Client } from '../../sandbox/test/client.ts'
import { schema } from '../../src/graph.ts'
import { mapValues } from '../../src/json/object.ts'
import { askedRows } from '../support/asked-row.ts'
import { exampleOf } from '../support/example.ts'
import { useGraphOver, useSandboxGraph } from '../support/graph.ts'
import { READS, type ReadCase } from '../wire/read-case.ts'

type Row = Record<string, unknown>

/** A read of rows: their type, where they are in the answer, and its document with a selection in them. */
interface RowRead {
  endpoint: string
  type: string
  path: readonly string[]
  document: (selection: string) => string
}

const ROW_READS = READS.flatMap((read: ReadCase): RowRead[] => {
  const text = read.query ?? `{ account(id: "a1") { ${read.inAccount} } }`
  const types = new TypeInfo(schema)
  const path: string[] = []
  const found: RowRead[] = []
  const field = {
    enter({ name }: FieldNode) {
      const type = types.getParentType()
      if (name.value === 'raw' && isObjectType(type))
        found.push({
          endpoint: read.endpoint,
          type: type.name,
          path: [...path],
          document: (selection) => text.replace(/\braw\b/, `${selection} raw`),
        })
      path.push(name.value)
    },
    leave: () => void path.pop(),
  }
  visit(parse(text), visitWithTypeInfo(types, { Field: field }))
  return found
})

/** The values at a path in an answer, in which lists can be. */
function valuesAt(data: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(data)) return data.flatMap((item) => valuesAt(item, path))
  const [name, ...rest] = path
  return name === undefined ? [data] : valuesAt((data as Row)[name], rest)
}

/** The columns that a row is asked by, and their fields. The service shows them always. */
const ASKED = { restId: 'id', mediaKey: 'media_key', postId: 'post_id' }

describe.each([
  ['shows the columns of', exampleOf],
  [
    'shows null for each column that the service omits of',
    (type: string) => {
      const { row, shown, selection } = exampleOf(type)
      const kept = type === 'Media' ? { media_key: row['media_key'] } : {}
      return { row: kept, shown: mapValues(shown, () => null), selection }
    },
  ],
])('a read %s its rows', (_title, example) => {
  let columns: object = {}
  let answered: Row[] = []
  const { graph } = useGraphOver((request) => {
    answered = askedRows(request, columns) as Row[]
    return { body: { data: answered, next_cursor: null, total_count: 1 } }
  })

  it.each(ROW_READS.map((read) => [read.endpoint, read] as const))('%s', async (_name, { type, path, document }) => {
    const { row, shown, selection } = example(type)
    columns = row
    const { data, errors } = await graph.query(document(selection))

    expect(errors).toBeUndefined()
    expect(answered.length).toBeGreaterThan(0)
    expect(valuesAt(data, path)).toEqual(
      answered.map((row) => {
        const asked = Object.entries(ASKED).filter(([field, column]) => field in shown && column in row)
        return { ...shown, ...Object.fromEntries(asked.map(([field, column]) => [field, row[column]])), raw: row }
      }),
    )
  })
})

/** The lists of an account that need no argument and have pages: the field, and the path below the account. */
const LISTS = READS.flatMap(({ endpoint, inAccount = '' }) => {
  const [, path] = /^GET 12 accounts\/:account_id\/([a-z_/]+)$/.exec(endpoint) ?? []
  const [field = ''] = /^\w+/.exec(inAccount) ?? []
  const { documents } = ENDPOINTS[endpoint] ?? { documents: [] }
  const isPaged =
    documents.includes('count') && documents.includes('cursor') && !documents.some((name) => name.endsWith('!'))
  return path && isPaged ? [[field, path] as const] : []
})

interface Page {
  nodes: { restId: string }[]
  pageInfo: { endCursor: string }
}

describe('a list of an account', () => {
  const graph = useSandboxGraph()

  it.each(LISTS)('comes in pages, in the order of the service: %s', async (field, path) => {
    const { body } = await new Client(graph.sandbox).get(`accounts/${DEMO_ACCOUNT_ID}/${path}`, { count: 3 })
    graph.sandbox.clearRequests()
    const read = async (first: number, after: string | null) => {
      const { data } = await graph.query(
        `query ($after: String) { account(id: "${DEMO_ACCOUNT_ID}") {
          list: ${field}(first: ${first}, after: $after) { nodes { restId } pageInfo { endCursor } }
        } }`,
        { after },
      )
      return (data as { account: { list: Page } }).account.list
    }
    const page = await read(1, null)
    const next = await read(2, page.pageInfo.endCursor)

    const listed = body.data.map((row) => row[path === 'media_library' ? 'media_key' : 'id'])
    expect(listed.length).toBeGreaterThan(1)
    expect(page.nodes.map(({ restId }) => restId)).toEqual(listed.slice(0, 1))
    expect(next.nodes.map(({ restId }) => restId)).toEqual(listed.slice(1))
    expect(graph.sandbox.requests.map(({ query }) => Object.fromEntries(query))).toEqual([
      { count: '1' },
      { count: '2', cursor: expect.any(String) as unknown },
    ])
  })
})

/** The types that are looked up by an ID and an account, and the fields of `Query` that do so. */
const LOOK_UPS = Object.values(schema.getQueryType()!.getFields()).flatMap(({ name, args, type }) => {
  const names = args.map((arg) => arg.name)
  return names.includes('id') && names.includes('accountId') && isObjectType(type) ? [[type.name, name] as const] : []
})

describe('a look-up by ID', () => {
  const { upstream, graph } = useGraphOver((request) => ({ body: { data: askedRows(request, {}) } }))

  it.each(LOOK_UPS)('is made once for `node` and the field of the type: %s', async (type, field) => {
    const id = `${type}:a1:7`
    const { data, errors } = await graph.query(
      `{ node(id: "${id}") { __typename id ... on ${type} { restId raw } } ${field}(id: "7", accountId: "a1") { id } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ node: { __typename: type, id, restId: '7' }, [field]: { id } })
    expect(upstream.requests).toHaveLength(1)
  })

  it.each(LOOK_UPS)(
    'refuses an ID of another type or another account, and a missing account, and sends nothing: %s',
    async (type, field) => {
      const { errors } = await graph.query(`{
        type: ${field}(id: "Nobody:a1:x1") { raw }
        account: ${field}(id: "${type}:a2:x1", accountId: "a1") { raw }
        raw: ${field}(id: "x1") { raw }
      }`)

      expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
        [
          `\`id\` takes the ID of ${/^[AI]/.test(type) ? 'an' : 'a'} ${type}; "Nobody:a1:x1" is the ID of a Nobody`,
          { code: 'BAD_USER_INPUT', field: 'id' },
        ],
        [`\`accountId\`: "${type}:a2:x1" belongs to another account`, { code: 'BAD_USER_INPUT', field: 'accountId' }],
        [
          '`accountId` is required with "x1", which is not a global ID',
          { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
        ],
      ])
      expect(upstream.requests).toEqual([])
    },
  )
})
