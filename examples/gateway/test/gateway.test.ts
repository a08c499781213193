import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAdgraph } from '../src/adgraph.ts'
import { composeSupergraph, startGateway } from '../src/gateway.ts'
import { startNotes } from '../src/notes.ts'
import type { Service } from '../src/service.ts'
import { signIn } from './sign-in.ts'
import { recordRequests, type SubgraphRequest } from './subgraph-request.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const ACCOUNT = '18ce5h7k2qa'
const CAMPAIGNS = [`Campaign:${ACCOUNT}:6dtbr`, `Campaign:${ACCOUNT}:1zvj8`] as const
const CAMPAIGN_CALL = 'GET accounts/:account_id/campaigns'
const LINE_ITEM_CALL = 'GET accounts/:account_id/line_items'

interface Answer {
  status: number
  data: unknown
  errors?: { message: string; path: (string | number)[]; extensions: { code: string } }[]
}

const requests: SubgraphRequest[] = []
let adgraphUrl: string
let ads: Service
let notes: Service
let gateway: Service
let supergraph: string

beforeAll(async () => {
  // The shell of somebody who also runs Adgraph over a service.
  process.env['ADS_BASE_URL'] = 'https://ads.example'
  const services = await Promise.all([startAdgraph({ PORT: '0', SANDBOX_NOW: '2026-06-01T12:00:00Z' }), startNotes()])
  adgraphUrl = services[0].url
  ads = await recordRequests('ads', services[0], requests)
  notes = await recordRequests('notes', services[1], requests)
  supergraph = composeSupergraph({ ads: ads.url, notes: notes.url })
  gateway = await startGateway(supergraph)
})
afterAll(() => Promise.all([gateway, notes, ads].map((service) => service.close())))
beforeEach(() => void requests.splice(0))

async function ask(
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
  { url } = gateway,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

/** Writes a note, and forgets the requests that this took. */
async function addNote(subjectId: string, text: string): Promise<string> {
  const { data, errors } = await ask('mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id } } }', {
    input: { subjectId, text },
  })
  expect(errors).toBeUndefined()
  requests.splice(0)
  return (data as { addNote: { note: { id: string } } }).addNote.note.id
}

/** The blocks of the README in a language. */
const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!)

it('keeps `@oneOf`: an operation with one change is passed on, and one with two is refused before Adgraph', async () => {
  const document = `mutation ($operation: CampaignOperation!) {
    batchCampaigns(input: { accountId: "18ce5h7k2qa", operations: [$operation] }, validateOnly: true) {
      userErrors { message }
    }
  }`
  const change = { campaignId: CAMPAIGNS[0] }
  const one = await ask(document, { operation: { delete: change } })
  const sent = requests.splice(0)
  const two = await ask(document, { operation: { delete: change, update: change } })

  expect(one).toMatchObject({ data: { batchCampaigns: { userErrors: [] } } })
  expect(sent.map(({ subgraph }) => subgraph)).toEqual(['ads'])
  expect(two.errors).toHaveLength(1)
  expect(requests).toEqual([])
  const type = await ask('{ __type(name: "CampaignOperation") { isOneOf } }')
  expect(type.data).toEqual({ __type: { isOneOf: true } })
})

describe('one query across both subgraphs', () => {
  it('gives the answer in the README, with one request for each level of each subgraph', async () => {
    const [write = '', read = ''] = blocks('graphql')
    const written = await ask(write)
    requests.splice(0)

    const { status, data, errors } = await ask(read)

    expect(written).toMatchObject({ data: { addNote: { note: { text: 'Ask for a new video.' } } } })
    expect([status, errors]).toEqual([200, undefined])
    expect(data).toEqual(JSON.parse(blocks('json')[0]!))
    expect(requests).toEqual([
      { subgraph: 'ads', calls: [CAMPAIGN_CALL, LINE_ITEM_CALL] },
      { subgraph: 'notes' },
      { subgraph: 'notes' },
    ])
  })

  it('reads a page of campaigns and its line items in as many requests as one campaign', async () => {
    const document = `query ($first: Int) {
      account(id: "${ACCOUNT}") {
        campaigns(first: $first) {
          nodes { id notes { nodes { text } } lineItems(first: 5) { nodes { id notes { nodes { text } } } } }
        }
      }
    }`
    await ask(document, { first: 1 })
    const one = requests.splice(0)
    await ask(document, { first: 50 })

    expect(requests).toEqual(one)
    expect(one).toHaveLength(3)
  })

  it('reads the campaigns of notes, one call for all of them, and pages through notes by their cursors', async () => {
    const ids = await Promise.all(CAMPAIGNS.map((campaign) => addNote(campaign, `About ${campaign}`)))
    const document = `query ($after: String) {
      notes(first: 2, after: $after) {
        nodes { id campaign { id name } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`
    const first = await ask(document)
    const counted = requests.splice(0)
    const { endCursor } = (first.data as { notes: { pageInfo: { endCursor: string } } }).notes.pageInfo
    const second = await ask(document, { after: endCursor })

    expect(first.data).toMatchObject({
      notes: {
        nodes: [
          { campaign: { id: CAMPAIGNS[0] } },
          { campaign: { name: expect.stringContaining('Sourdough Club') as string } },
        ],
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
      },
    })
    expect(second.data).toMatchObject({
      notes: { nodes: [{ id: ids[1] }], pageInfo: { hasNextPage: false, hasPreviousPage: true } },
    })
    expect(counted).toEqual([{ subgraph: 'notes' }, { subgraph: 'ads', calls: [CAMPAIGN_CALL] }])
  })
})

describe('@requires', () => {
  it('reads the fields of Adgraph that a field of the other subgraph needs, though they are not selected', async () => {
    const { data, errors } = await ask(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { noteTemplate } } }`,
      { ids: CAMPAIGNS },
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      nodes: [
        {
          noteTemplate: 'Wave 5 · Sourdough Club · Germany · Video views 🔥 Flash sale (cannot serve): ',
        },
        {
          noteTemplate: 'Wave 4 · Sourdough Club · Germany · Engagements 🔥 Flash sale (cannot serve): ',
        },
      ],
    })
    expect(requests).toEqual([{ subgraph: 'ads', calls: [CAMPAIGN_CALL] }, { subgraph: 'notes' }])
  })
})

describe('a dangling reference', () => {
  it.each([
    ['that does not exist', `Campaign:${ACCOUNT}:zzzzz`, 'NOT_FOUND'],
    ['in an account that the caller cannot see', 'Campaign:somebodyelse:zzzzz', 'FORBIDDEN'],
  ])('to a campaign %s gives everything else, and its error at the field', async (_what, campaign, code) => {
    await addNote(campaign, 'About nothing')
    const { status, data, errors } = await ask('{ notes(first: 100) { nodes { text campaign { name } } } }')

    const { nodes } = (data as { notes: { nodes: { text: string; campaign: { name: string | null } }[] } }).notes
    const index = nodes.length - 1
    expect(status).toBe(200)
    expect(nodes[0]!.campaign.name).toMatch(/^Wave 5/)
    expect(nodes[index]).toEqual({ text: 'About nothing', campaign: { name: null } })
    expect(errors?.filter(({ path }) => path[2] === index)).toMatchObject([
      { path: ['notes', 'nodes', index, 'campaign', 'name'], extensions: { code } },
    ])
  })
})

describe('a subgraph that is down', () => {
  it('leaves the fields of the other one', async () => {
    const other = await startNotes()
    const partial = await startGateway(supergraph.replace(notes.url, other.url))
    await other.close()
    const query = `{ campaign(id: "${CAMPAIGNS[0]}") { id name noteTemplate } }`
    const { data, errors } = await ask(query, {}, {}, partial)
    await partial.close()

    expect(data).toMatchObject({ campaign: { id: CAMPAIGNS[0], noteTemplate: null } })
    expect(errors).toMatchObject([{ path: ['campaign', 'noteTemplate'] }])
  })
})

describe('the caller', () => {
  const ACCOUNTS = '{ accounts { totalCount } }'
  let cookie: string
  beforeAll(async () => {
    cookie = await signIn(adgraphUrl, '1000000002')
  })

  it('is known to Adgraph by the cookie of a session', async () => {
    expect((await ask(ACCOUNTS)).data).toEqual({ accounts: { totalCount: 6 } })
    expect((await ask(ACCOUNTS, {}, { cookie })).data).toEqual({ accounts: { totalCount: 1 } })
  })

  it('is known to Adgraph by a bearer token, and refused with a wrong one', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const wrong = await ask(ACCOUNTS, {}, bearer('nonsense'))

    expect((await ask(ACCOUNTS, {}, bearer(cookie.slice(cookie.indexOf('=') + 1)))).data).toEqual({
      accounts: { totalCount: 1 },
    })
    expect(wrong.data).toEqual({ accounts: { totalCount: null } })
    expect(wrong.errors).toMatchObject([{ path: ['accounts', 'totalCount'], extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('is refused if a page of another site made the browser send the cookie', async () => {
    const { data, errors } = await ask(
      ACCOUNTS,
      {},
      {
        cookie,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
    )

    expect(data).toEqual({ accounts: null })
    expect(errors).toMatchObject([{ extensions: { code: 'CSRF_PREVENTED' } }])
  })
})
