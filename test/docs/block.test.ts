import { readdirSync, readFileSync } from 'node:fs'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { type Sandbox } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { openBulkGraph, type BulkGraph } from '../support/bulk.ts'
import { startSandbox } from '../support/sandbox.ts'

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
const COMPILED = ['docs/library.md', 'docs/embedding.md', 'docs/frontend.md']

/** Directives that the schema does not have: Relay removes its own. */
const ADDED = /Unknown directive "@(deleteEdge|deleteRecord|connection|catch)"/

/** The tests that run the documents of a page. Those of other pages are run here, in their order. */
const RUN_ELSEWHERE: Record<string, string> = {
  'README.md': 'test/readme.process.test.ts',
  'docs/frontend.md': 'examples/clients/test/frontend.test.ts',
}

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

it('show a configuration of Apollo Router beside Adgraph, with its errors and the headers that Hive Gateway forwards', () => {
  const page = readFileSync('examples/gateway/README.md', 'utf8')
  const [composition, router] = [...page.matchAll(/^ +```yaml\n([^]*?)^ +```$/gm)].map(
    ([, code = '']) => parseYaml(code) as Record<string, Record<string, unknown>>,
  )
  const [, forwarded = ''] = /ads: \[([^\]]*)\]/.exec(readFileSync('examples/gateway/src/gateway.ts', 'utf8'))!
  const headers = forwarded.split(', ').map((name) => ({ propagate: { named: name.slice(1, -1) } }))

  expect(composition).toMatchObject({ subgraphs: { adgraph: { routing_url: 'http://127.0.0.1:4000/graphql' } } })
  expect(router).toEqual({
    supergraph: { listen: '127.0.0.1:4100', path: '/graphql' },
    include_subgraph_errors: { subgraphs: { adgraph: true } },
    headers: { subgraphs: { adgraph: { request: headers } } },
  })
})

describe('the documents of pages that no other test runs', () => {
  let sandbox: Sandbox
  let graph: BulkGraph
  beforeAll(async () => {
    sandbox = await startSandbox()
    graph = await openBulkGraph(sandbox.url, { credentials: sandbox.credentials })
  })
  afterAll(async () => {
    await graph.close()
    await sandbox.close()
  })

  const documentsOf = (page: string) =>
    inLanguage('graphql').flatMap(([place, code]) => (place.startsWith(`${page}:`) ? [code] : []))

  /** Runs a document, and returns its data and the calls that it made. */
  async function run(document: string, variables: object = {}) {
    const { data, errors, calls } = await graph.query<Record<string, Record<string, unknown>>>(document, variables)
    expect(errors).toBeUndefined()
    return { data, methods: calls.map(({ method, path }) => `${method} ${path}`) }
  }

  it('are these', () => {
    const pages = new Set(inLanguage('graphql').map(([place]) => place.split(':')[0]!))
    expect([...pages].filter((page) => !(page in RUN_ELSEWHERE))).toEqual([
      'docs/architecture.md',
      'docs/bulk.md',
      'docs/errors.md',
      'docs/repeating-writes.md',
    ])
    for (const [page, test] of Object.entries(RUN_ELSEWHERE)) expect(readFileSync(test, 'utf8')).toContain(page)
  })

  it('docs/architecture.md: a query of two calls, and a mutation that reads what it needs before it writes', async () => {
    const [query, mutation] = documentsOf('docs/architecture.md')
    const [campaigns, lineItems] = ['campaigns', 'line_items'].map((list) => `GET accounts/:account_id/${list}`)
    expect((await run(query!)).methods).toEqual([campaigns, lineItems])
    const { data, methods } = await run(mutation!)

    expect(data).toEqual({ updateCampaign: { campaign: { name: 'Spring' }, userErrors: [] } })
    expect(methods).toEqual(['GET', 'PUT'].map((method) => `${method} accounts/:account_id/campaigns/:campaign_id`))
  })

  it('docs/errors.md and repeating-writes.md: lists that fail, and a create that can be repeated', async () => {
    const [query, mutation] = [...documentsOf('docs/errors.md'), ...documentsOf('docs/repeating-writes.md')]
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/targeting_criteria' },
      fault: { kind: 'status', status: 500 },
    })
    const { data, errors } = await graph.query<{
      account: { campaigns: { nodes: { targeting: { nodes: { targetingCriteria: unknown }[] } }[] } }
    }>(query!)
    sandbox.faults.clear()
    const lists = data.account.campaigns.nodes.flatMap(({ targeting }) => targeting.nodes)
    expect(new Set(lists.map(({ targetingCriteria }) => targetingCriteria))).toEqual(new Set([null]))
    expect(errors).toHaveLength(lists.length)

    const { data: existing } = await run(
      '{ account(id: "18ce5h7k2qa") { campaigns(first: 1) { nodes { fundingInstrumentId } } } }',
    )
    const [row] = (existing['account'] as { campaigns: { nodes: object[] } }).campaigns.nodes
    const input = { accountId: '18ce5h7k2qa', name: 'Once', dailyBudgetAmountLocalMicro: '5000000', ...row }
    const [first, second] = [await run(mutation!, { input }), await run(mutation!, { input })]
    expect([first, second].map(({ data }) => data['createCampaign'])).toMatchObject([
      { campaign: { name: 'Once' }, userErrors: [], receipt: { outcome: 'DONE' } },
      { campaign: { name: 'Once' }, userErrors: [], receipt: { outcome: 'REPLAYED' } },
    ])
  })

  it('docs/bulk.md: a query to export, its start as long work, and its progress', async () => {
    const [query, start, progress] = documentsOf('docs/bulk.md')
    const account = '18ce5h7k2qa'
    const { data: whole } = await run(query!, { account })
    const rows = (whole['account'] as { campaigns: { nodes: object[] } }).campaigns.nodes.length
    const inLine = query!.replace('query Campaigns($account: ID!)', '').replace('$account', `"${account}"`)
    const { data } = await run(start!, { query: inLine })
    const { id } = data['startBulkQuery'] as { id: string }
    await graph.until(id, 'COMPLETED')
    const { bulkOperation } = (await run(progress!, { id })).data

    expect(bulkOperation).toMatchObject({
      status: 'COMPLETED',
      progress: {
        waitingUntil: null,
        lists: [
          { path: 'account.campaigns', rows, done: true },
          { path: 'account.campaigns.lineItems', done: true },
        ],
      },
      errors: [],
    })
  })
})
