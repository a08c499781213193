import { execute, parse } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAdgraph, type Adgraph } from '../../src/package/index.ts'
import { seededRandom } from '../support/random-document.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const DOCUMENTS = 100

const random = seededRandom(20_261_122)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each) => [random(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

/** Texts of values, some in a form that is not passed on as it is. */
const TEXTS = ['""', '"a"', '"ab"', '"“ü🎒”"', String.raw`"a\"\\\u0041\n"`, `"${'long '.repeat(40)}"`, 'null']
const NUMBERS = ['0', '7', '1500000', '12345678901', '9007199254740993', '-3', 'null']
const INTEGERS = ['0', '7', '30', 'null']
const FLAGS = ['true', 'false', 'null']
const STATUSES = ['"ACTIVE"', '"PAUSED"', '"NEVER_HEARD_OF"', String.raw`"\u0041CTIVE"`, 'null']
const DATES = ['"2031-03-05T00:00:00Z"', 'null']

/** The columns of a table with their fields and the values that they have. */
const TABLES: Record<string, Record<string, readonly [field: string, values: readonly string[]]>> = {
  campaigns: {
    name: ['name', TEXTS],
    currency: ['currency', TEXTS],
    daily_budget_amount_local_micro: ['dailyBudgetAmountLocalMicro', NUMBERS],
    duration_in_days: ['durationInDays', INTEGERS],
    entity_status: ['entityStatus', STATUSES],
    servable: ['servable', FLAGS],
  },
  line_items: {
    name: ['name', TEXTS],
    bid_amount_local_micro: ['bidAmountLocalMicro', NUMBERS],
    frequency_cap: ['frequencyCap', INTEGERS],
    entity_status: ['entityStatus', STATUSES],
    start_time: ['startTime', DATES],
    deleted: ['deleted', FLAGS],
    categories: ['categories', ['[]', '["a", "b"]', 'null']],
    unknown_column: ['raw', ['{"a":[1,{"b":"}"}]}', '[[]]', '1e3']],
  },
  targeting_criteria: {
    name: ['name', TEXTS],
    targeting_type: ['targetingType', ['"LOCATION"', '"AGE"', '"NEVER_HEARD_OF"']],
    location_type: ['locationType', TEXTS],
    created_at: ['createdAt', DATES],
  },
}

/** A row with its ids, and its text in an answer. */
interface TextRow {
  ids: Record<string, string>
  text: string
}

/** Creates a row: some of the columns, in the usual order or in another, with or without space around them. */
function newRow(table: string, ids: Record<string, string>): TextRow {
  const space = pick(['', '', '', ' ', '\n\t'])
  const columns = Object.entries(TABLES[table]!).filter(() => random() < 0.8)
  const members = [
    ...Object.entries(ids).map(([name, id]) => [name, JSON.stringify(id)] as const),
    ...columns.map(([name, [, values]]) => [name, pick(values)] as const),
  ]
  const ordered = random() < 0.7 ? members : shuffled(members)
  const texts = ordered.map(([name, value]) => `${JSON.stringify(name)}${space}:${space}${value}`)
  return { ids, text: `{${space}${texts.join(`${space},${space}`)}${space}}` }
}

/** The rows of every table. Rows of one parent do not always follow each other. */
function newTables(): Record<string, TextRow[]> {
  const parents = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const campaigns = parents(4, 'c')
  const lineItems = parents(12, 'l')
  const mixed = <T>(list: T[]) => (random() < 0.5 ? list : shuffled(list))
  return {
    campaigns: campaigns.map((id) => newRow('campaigns', { id })),
    line_items: mixed(lineItems.map((id, index) => newRow('line_items', { campaign_id: campaigns[index % 3]!, id }))),
    targeting_criteria: mixed(
      parents(30, 't').map((id) => newRow('targeting_criteria', { id, line_item_id: pick(lineItems) })),
    ),
  }
}

/** A selection of some fields of a table's rows. */
function fieldsOf(table: string): string {
  const fields = Object.values(TABLES[table]!).map(([field]) => field)
  return ['restId', ...fields.filter(() => random() < 0.6), 'id'].join(' ')
}

function newDocument(): string {
  const first = () => pick([1, 2, 3, 50])
  const criteria = `targetingCriteria(first: ${first()}) { ${pick(['nodes', 'edges { cursor node'])} { ${fieldsOf('targeting_criteria')} }`
  const closed = (text: string) => text + ' }'.repeat(text.split('{').length - text.split('}').length)
  const lineItems = `lineItems(first: ${first()}) { nodes { ${fieldsOf('line_items')} ${closed(criteria)} } }`
  return `{ account(id: "a1") { campaigns(first: ${first()}) { nodes { ${fieldsOf('campaigns')} ${lineItems} } } } }`
}

let tables: Record<string, TextRow[]> = {}
/** The number of bytes of each chunk of an answer. */
let chunkBytes = 1
let upstream: Upstream
let graph: Adgraph
beforeAll(async () => {
  upstream = await startUpstream(({ path, query }) => ({
    raw(response) {
      const matching = tables[path.split('/').at(-1)!]!.filter(({ ids }) =>
        Object.entries(query).every(
          ([name, value]) => !name.endsWith('_ids') || value.split(',').includes(ids[name.replace(/s$/, '')]!),
        ),
      )
      const start = Number(query['cursor'] ?? 0)
      const end = start + Math.min(Number(query['count'] ?? 200), 9)
      const cursor = end < matching.length ? `"${end}"` : 'null'
      const rows = matching.slice(start, end).map(({ text }) => text)
      const body = Buffer.from(`{"data":[${rows.join()}],"next_cursor":${cursor}}`)
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let at = 0; at < body.length; at += chunkBytes) response.write(body.subarray(at, at + chunkBytes))
      response.end()
    },
  }))
  graph = await createAdgraph({
    adsBaseUrl: upstream.url,
    adsEnvironment: 'sandbox',
    consumer: { key: 'key', secret: 'secret' },
    credentials: () => ({ token: 'token', tokenSecret: 'token-secret' }),
  })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})
beforeEach(() => {
  tables = newTables()
})

const post = (query: string) =>
  new Request('https://app.example/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })

describe('pages whose rows differ in columns, order and form', () => {
  it('give the same response as graphql-js gives, however their bytes arrive', async () => {
    let rows = 0
    for (let nth = 0; nth < DOCUMENTS; nth += 1) {
      tables = newTables()
      const query = newDocument()
      chunkBytes = nth % 5 === 0 ? 1 : 1 + Math.floor(random() * 600)
      const request = post(query)
      const expected = await execute({
        schema: graph.schema,
        document: parse(query),
        contextValue: await graph.context(post(query)),
      })
      const answer = (await (await graph.fetch(request)).json()) as { data: unknown; errors?: unknown }

      expect({ query, ...answer }).toEqual({ query, data: JSON.parse(JSON.stringify(expected.data)) as unknown })
      rows += JSON.stringify(answer.data).split('"restId"').length - 1
    }
    expect(rows).toBeGreaterThan(10 * DOCUMENTS)
  })

  it('give the same response wherever an answer is cut first', async () => {
    const query = `{ account(id: "a1") { campaigns { nodes { ${fieldsOf('campaigns')} } } } }`
    chunkBytes = Infinity
    const whole = await (await graph.fetch(post(query))).text()
    for (chunkBytes = 1; chunkBytes <= 500; chunkBytes += 1)
      expect(await (await graph.fetch(post(query))).text()).toBe(whole)
  })
})
