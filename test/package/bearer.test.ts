import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAdgraph, type Adgraph } from '../../src/package/index.ts'
import { createClient, listCampaigns } from '../../src/package/rest.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const consumer = { key: 'key', secret: 'secret' }

let upstream: Upstream
let graph: Adgraph
beforeAll(async () => {
  upstream = await startUpstream(({ path }) =>
    path.endsWith('/accounts') ? { body: { data: [{ id: 'a1', name: 'One' }] } } : { body: { data: [] } },
  )
  graph = await createAdgraph({
    adsBaseUrl: upstream.url,
    consumer,
    credentials: ({ headers }) => ({ bearer: headers.get('x-user')! }),
  })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})
beforeEach(() => void upstream.requests.splice(0))

async function ask(user: string): Promise<unknown> {
  const response = await graph.fetch(
    new Request('https://app.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': user },
      body: JSON.stringify({ query: '{ accounts { nodes { name } } }' }),
    }),
  )
  return response.json()
}

const sent = () => upstream.requests.map(({ headers }) => headers['authorization'])

describe('a bearer token of a user', () => {
  it('is sent in place of a signature', async () => {
    expect(await ask('anna')).toMatchObject({ data: { accounts: { nodes: [{ name: 'One' }] } } })
    expect(sent()).toEqual(['Bearer anna'])
  })

  it('separates cached answers of users', async () => {
    await ask('bert')
    await ask('carl')

    expect(sent()).toEqual(['Bearer bert', 'Bearer carl'])
  })

  it('is what a session of the REST client takes too', async () => {
    const client = createClient({ adsBaseUrl: upstream.url, consumer })
    await client.session({ user: { bearer: 'dora' } }).call(listCampaigns, { account_id: 'a1' })
    await client.close()

    expect(sent()).toEqual(['Bearer dora'])
  })

  it('that no header can have is refused with nothing sent, and is no outage for others', async () => {
    const client = createClient({ adsBaseUrl: upstream.url, consumer })
    const list = (bearer: string) => client.session({ user: { bearer } }).call(listCampaigns, { account_id: 'a1' })
    for (let nth = 0; nth < 25; nth += 1)
      await expect(list('emil\n')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', outcomeUnknown: false })
    await list('fritz')
    await client.close()

    expect(sent()).toEqual(['Bearer fritz'])
  })
})
