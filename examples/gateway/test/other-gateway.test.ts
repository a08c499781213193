import { unifiedGraphHandler as hiveRouter } from '@graphql-hive/router-runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAdgraph } from '../src/adgraph.ts'
import { composeSupergraph, startGateway, type Subgraphs } from '../src/gateway.ts'
import { startNotes } from '../src/notes.ts'
import type { Service } from '../src/service.ts'
import { hasGrafbase, startGrafbase } from './grafbase.ts'
import { signIn } from './sign-in.ts'
import { recordRequests, type SubgraphRequest } from './subgraph-request.ts'

const CAMPAIGN = 'Campaign:18ce5h7k2qa:6dtbr'
const CAMPAIGN_CALL = 'GET accounts/:account_id/campaigns'

function startHiveRouter(subgraphs: Subgraphs): Promise<Service> {
  return startGateway(composeSupergraph(subgraphs), { unifiedGraphHandler: hiveRouter })
}

// Hive Gateway itself is tested in gateway.test.ts. These plan queries without its code.
describe('the query planner of Hive Router, in Hive Gateway', () => {
  // It joins the notes of both levels in one request.
  testGateway(startHiveRouter, 1)
})

describe.skipIf(!hasGrafbase)('Grafbase Gateway (npm installs it on Linux on x64)', () => {
  testGateway(startGrafbase, 2)
})

function testGateway(start: (subgraphs: Subgraphs) => Promise<Service>, requestsForNotes: number): void {
  const requests: SubgraphRequest[] = []
  let adgraphUrl: string
  let running: Service[]
  let url: string
  beforeAll(async () => {
    const services = await Promise.all([startAdgraph({ PORT: '0', SANDBOX_NOW: '2026-06-01T12:00:00Z' }), startNotes()])
    adgraphUrl = services[0].url
    const ads = await recordRequests('ads', services[0], requests)
    const notes = await recordRequests('notes', services[1], requests)
    const gateway = await start({ ads: ads.url, notes: notes.url })
    running = [gateway, notes, ads]
    url = gateway.url
    await addNote(CAMPAIGN, 'Ask for a new video.')
    await addNote('Campaign:18ce5h7k2qa:zzzzz', 'About nothing')
  })
  afterAll(() => Promise.all(running.map((service) => service.close())))
  beforeEach(() => void requests.splice(0))

  async function ask(query: string, variables: object = {}, headers: Record<string, string> = {}) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as { data: unknown; errors?: object[] }
  }

  const addNote = (subjectId: string, text: string) =>
    ask('mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id } } }', { input: { subjectId, text } })

  it('serves one query across both, with @requires, in as few requests as levels', async () => {
    const { data, errors } = await ask(
      `query ($id: ID!) {
        campaign(id: $id) {
          noteTemplate
          notes { nodes { text } pageInfo { hasNextPage } }
          lineItems(first: 2) { nodes { name notes { nodes { text } } } pageInfo { hasNextPage } }
        }
      }`,
      { id: CAMPAIGN },
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      campaign: {
        noteTemplate: 'Wave 5 · Sourdough Club · Germany · Video views 🔥 Flash sale (cannot serve): ',
        notes: { nodes: [{ text: 'Ask for a new video.' }], pageInfo: { hasNextPage: false } },
        lineItems: { nodes: [{ notes: { nodes: [] } }, { notes: { nodes: [] } }], pageInfo: { hasNextPage: true } },
      },
    })
    expect(requests[0]).toEqual({
      subgraph: 'ads',
      calls: ['GET accounts/:account_id/campaigns/:campaign_id', 'GET accounts/:account_id/line_items'],
    })
    expect(requests.slice(1).map(({ subgraph }) => subgraph)).toEqual(Array<string>(requestsForNotes).fill('notes'))
  })

  it('gives everything but the fields of a dangling reference, and its error there', async () => {
    const { data, errors } = await ask('{ notes { nodes { text campaign { name } } } }')

    expect(data).toEqual({
      notes: {
        nodes: [
          {
            text: 'Ask for a new video.',
            campaign: { name: expect.stringMatching(/^Wave 5/) as string },
          },
          { text: 'About nothing', campaign: { name: null } },
        ],
      },
    })
    // Grafbase reports the error at the reference, the others at the field that is null.
    expect(errors).toEqual([
      expect.objectContaining({
        path: expect.arrayContaining(['notes', 'nodes', 1, 'campaign']) as unknown,
        extensions: expect.objectContaining({ code: 'NOT_FOUND' }) as unknown,
      }),
    ])
    expect(requests).toEqual([{ subgraph: 'notes' }, { subgraph: 'ads', calls: [CAMPAIGN_CALL] }])
  })

  it('keeps `@oneOf`: an operation with one change is passed on, and one with two is refused before Adgraph', async () => {
    const document = `mutation ($operation: CampaignOperation!) {
      batchCampaigns(input: { accountId: "18ce5h7k2qa", operations: [$operation] }, validateOnly: true) {
        userErrors { message }
      }
    }`
    const change = { campaignId: CAMPAIGN }
    const one = await ask(document, { operation: { delete: change } })
    const sent = requests.splice(0)
    const two = await ask(document, { operation: { delete: change, update: change } })

    expect(one).toMatchObject({ data: { batchCampaigns: { userErrors: [] } } })
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['ads'])
    expect(two.errors).toHaveLength(1)
    expect(requests).toEqual([])
  })

  it('forwards the credentials of the caller', async () => {
    const cookie = await signIn(adgraphUrl, '1000000002')
    const accounts = '{ accounts { totalCount } }'
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const wrong = await ask(accounts, {}, bearer('nonsense'))

    expect((await ask(accounts)).data).toEqual({ accounts: { totalCount: 6 } })
    expect((await ask(accounts, {}, { cookie })).data).toEqual({ accounts: { totalCount: 1 } })
    expect((await ask(accounts, {}, bearer(cookie.slice(cookie.indexOf('=') + 1)))).data).toEqual({
      accounts: { totalCount: 1 },
    })
    expect(wrong.data).toEqual({ accounts: { totalCount: null } })
    expect(wrong.errors).toMatchObject([{ path: ['accounts', 'totalCount'], extensions: { code: 'UNAUTHENTICATED' } }])
  })
}
