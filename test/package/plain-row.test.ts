import { execute, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdgraph, type Adgraph } from '../../src/package/index.ts'
import { createClient, listCampaigns, type RestClient, type RestSession } from '../../src/package/rest.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const SENT = { id: 'c1', name: 'n', new: { deep: [1, null] } }
const PATH = { account_id: 'a1' }
const QUERY = '{ account(id: "a1") { campaigns { nodes { raw } } } }'

let upstream: Upstream
let graph: Adgraph
let client: RestClient
let rest: RestSession
beforeAll(async () => {
  upstream = await startUpstream(() => ({ body: { data: [SENT] } }))
  const options = { adsBaseUrl: upstream.url, consumer: { key: 'key', secret: 'secret' } }
  const user = { token: 'token', tokenSecret: 'token secret' }
  graph = await createAdgraph({ ...options, credentials: () => user })
  client = createClient(options)
  rest = client.session({ user })
})
afterAll(async () => {
  await graph.close()
  await client.close()
  await upstream.close()
})

async function first<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value
  return undefined
}

/** The ways in which a program gets a row. */
const DOORS: Record<string, () => Promise<unknown>> = {
  call: async () => (await rest.call(listCampaigns, PATH))[0],
  page: async () => (await rest.page(listCampaigns, PATH, {})).rows[0],
  pages: async () => (await first(rest.pages(listCampaigns, PATH, {})))?.rows[0],
  rows: async () => first(rest.rows(listCampaigns, PATH)),
  export: async () => (await first(graph.export({ query: QUERY })))?.['raw'],
  async 'graphql-js'() {
    const contextValue = await graph.context(new Request('https://app.example/'))
    const { data } = await execute({ schema: graph.schema, document: parse(QUERY), contextValue })
    const { account } = data as unknown as { account: { campaigns: { nodes: { raw: unknown }[] } } }
    return account.campaigns.nodes[0]?.raw
  },
}

describe('a row that a program gets', () => {
  it.each(Object.entries(DOORS))('can be copied: from %s', async (_, read) => {
    const row = (await read()) as object

    expect(Object.entries({ ...row })).toEqual(Object.entries(SENT))
    expect(structuredClone(row)).toEqual(SENT)
  })
})
