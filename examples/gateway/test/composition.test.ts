import { unifiedGraphHandler as hiveRouter } from '@graphql-hive/router-runtime'
import { composeServices } from '@theguild/federation-composition'
import { federateSubgraphs } from '@wundergraph/composition'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adgraphSdl, startAdgraph } from '../src/adgraph.ts'
import { composeSupergraph, startGateway } from '../src/gateway.ts'
import { notesSdl, startNotes } from '../src/notes.ts'
import type { Service } from '../src/service.ts'
import { recordRequests, type SubgraphRequest } from './subgraph-request.ts'

describe('both subgraphs, each with Relay connections', () => {
  const services = [
    { name: 'ads', url: 'http://ads/graphql', typeDefs: parse(adgraphSdl()) },
    { name: 'notes', url: 'http://notes/graphql', typeDefs: parse(notesSdl) },
  ]

  it('compose by the composer of The Guild', () => {
    const { supergraphSdl, errors } = composeServices(services)

    expect(errors).toBeUndefined()
    expect(supergraphSdl).toMatch(/type PageInfo[^{]*@join__type\(graph: ADS\)[^{]*@join__type\(graph: NOTES\)/)
  })

  it('compose by the composer of WunderGraph Cosmo, without a warning', () => {
    const subgraphs = services.map(({ typeDefs, ...subgraph }) => ({ ...subgraph, definitions: typeDefs }))
    const result = federateSubgraphs({ subgraphs, version: '1' })

    expect([result.success, result.warnings]).toEqual([true, []])
    const names = result.success && Object.keys(result.federatedGraphClientSchema.getTypeMap())
    expect(names).toEqual(expect.arrayContaining(['CampaignConnection', 'NoteConnection', 'PageInfo']))
  })
})

// Hive Gateway itself is tested in gateway.test.ts. The query planner of Hive Router, in Rust, shares no code with its own.
describe('the query planner of Hive Router', () => {
  const CAMPAIGN = 'Campaign:18ce5h7k2qa:6dtbr'
  const requests: SubgraphRequest[] = []
  let running: Service[]
  let url: string
  beforeAll(async () => {
    const [ads, notes] = await Promise.all([startAdgraph({ PORT: '0' }), startNotes()])
    const gateway = await startGateway(composeSupergraph({ ads: ads.url, notes: notes.url }), {
      plugins: () => [recordRequests(requests)],
      unifiedGraphHandler: hiveRouter,
    })
    running = [gateway, notes, ads]
    url = gateway.url
  })
  afterAll(() => Promise.all(running.map((service) => service.close())))

  async function ask(query: string, variables: object) {
    requests.splice(0)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as { data: unknown; errors?: object[] }
  }

  it('serves one query across both, with @requires and a dangling reference', async () => {
    const add = 'mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id } } }'
    await ask(add, { input: { subjectId: CAMPAIGN, text: 'Ask for a new video.' } })
    await ask(add, { input: { subjectId: 'Campaign:18ce5h7k2qa:zzzzz', text: 'About nothing' } })

    const across = await ask(
      `query ($id: ID!) {
        campaign(id: $id) {
          noteTemplate
          notes { nodes { text } pageInfo { hasNextPage } }
          lineItems(first: 2) { nodes { name notes { nodes { text } } } pageInfo { hasNextPage } }
        }
      }`,
      { id: CAMPAIGN },
    )
    const made = [...requests]
    const dangling = await ask('{ notes { nodes { text campaign { name } } } }', {})

    expect(across.errors).toBeUndefined()
    expect(across.data).toMatchObject({
      campaign: {
        noteTemplate: 'Spring 2026 · Sourdough Club · Germany · Video views 🔥 Flash sale (cannot serve): ',
        notes: { nodes: [{ text: 'Ask for a new video.' }], pageInfo: { hasNextPage: false } },
        lineItems: { nodes: [{ notes: { nodes: [] } }, { notes: { nodes: [] } }] },
      },
    })
    expect(made[0]).toEqual({
      subgraph: 'ads',
      calls: ['GET accounts/:account_id/campaigns/:campaign_id', 'GET accounts/:account_id/line_items'],
    })
    expect(made.slice(1).every(({ subgraph }) => subgraph === 'notes')).toBe(true)
    expect(dangling.data).toMatchObject({
      notes: { nodes: [{ text: 'Ask for a new video.' }, { text: 'About nothing' }] },
    })
    expect(dangling.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})
