import { request as httpRequest, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { sessionSeal } from '../../src/server/auth/user-session.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { openGraph, type Graph } from '../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

const SECRET = 'a-secret-that-is-long-enough-for-it'

let graph: Graph
let upstream: Upstream
let caller: ClientRequest
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

/** Asks, has the caller close the connection during its first write or, in a query, its first read, and waits until the operation has ended. */
async function askAndLeave(query: string, answer: (request: UpstreamRequest) => UpstreamAnswer): Promise<void> {
  let hasLeft = false
  let seenByServer: Promise<unknown> | undefined
  upstream = await startUpstream(async (request) => {
    // A mutation reads before it writes.
    if (!hasLeft && (request.method !== 'GET' || query.startsWith('query'))) {
      hasLeft = true
      caller.destroy()
      // The server has seen the end of that connection when it has answered on two others since.
      seenByServer = graph.query('{ __typename }').then(() => graph.query('{ __typename }'))
      await seenByServer
    }
    return answer(request)
  })
  graph = await openGraph(upstream.url)
  const body = JSON.stringify({ query, operationName: 'Leaving' })
  caller = httpRequest(graph.url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  caller.on('error', () => {})
  caller.end(body)
  while (!graph.logLines.some((line) => line.includes('"operation":"Leaving"'))) await sleep(5)
  await seenByServer
}

const sent = () => upstream.requests.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`)

describe('an operation whose caller has disconnected', () => {
  const campaign = ({ path, body }: UpstreamRequest): UpstreamAnswer =>
    path.endsWith('/line_items')
      ? { body: { data: [], next_cursor: null } }
      : {
          body: {
            data: { id: 'c1', daily_budget_amount_local_micro: 1_000_000, name: new URLSearchParams(body).get('name') },
          },
        }

  it('finishes the write that is under way and begins no other', async () => {
    const update = (name: string) =>
      `${name}: updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "${name}" }) { campaign { id } }`
    await askAndLeave(`mutation Leaving { ${update('one')} ${update('two')} }`, campaign)

    expect(sent()).toEqual(['GET campaigns/c1', 'PUT campaigns/c1'])
    const line = graph.logLines.find((line) => line.includes('"operation":"Leaving"'))!
    // The write has been answered.
    expect(JSON.parse(line)).toMatchObject({ calls: 2, errors: { CLIENT_CLOSED_REQUEST: 1 } })
  })

  it('sends no further call of a mutation with several calls', async () => {
    const operations = Array.from(
      { length: 95 },
      (_, nth) => `{ create: { name: "C${nth}",
      fundingInstrumentId: "f1" } }`,
    )
    await askAndLeave(
      `mutation Leaving { batchCampaigns(split: true, input: { accountId: "a1", operations: [${operations.join()}] }) { campaigns { id } } }`,
      ({ body }) => ({ body: { data: (JSON.parse(body) as unknown[]).map((_, nth) => ({ id: `c${nth}` })) } }),
    )
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /12/batch/accounts/a1/campaigns',
    ])
    const line = graph.logLines.find((line) => line.includes('"operation":"Leaving"'))!
    expect(JSON.parse(line)).toMatchObject({ calls: 1 })
  })

  it('reads nothing below the write that it has finished', async () => {
    await askAndLeave(
      `mutation Leaving { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "x" }) { campaign { id lineItems { nodes { id } } } } }`,
      campaign,
    )
    expect(sent()).toEqual(['GET campaigns/c1', 'PUT campaigns/c1'])
  })

  it('sends nothing more if it is a query', async () => {
    await askAndLeave(
      'query Leaving { account(id: "a1") { campaigns { nodes { id lineItems { nodes { id } } } } } }',
      () => ({ body: { data: [{ id: 'c1' }], next_cursor: null } }),
    )
    expect(sent()).toEqual(['GET campaigns'])
  })

  it('sends nothing if its session was still being read', async () => {
    upstream = await startUpstream(() => ({ body: { data: [], next_cursor: null } }))
    const store = createMemoryStore()
    let isReading = false
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    graph = await openGraph(upstream.url, {
      signIn: { secrets: [SECRET], maxAgeMs: 3_600_000 },
      store: {
        ...store,
        async getAll(keys) {
          isReading = true
          await released
          return store.getAll(keys)
        },
      },
    })
    const user = { accessToken: 'token', accessTokenSecret: 'token-secret', userId: '1', screenName: 'nadia' }
    const session = await sessionSeal([SECRET]).close({ id: 'session', ...user }, 3_600_000)
    const url = new URL(graph.url)
    url.searchParams.set('query', 'query Leaving { account(id: "a1") { campaigns { nodes { id } } } }')
    caller = httpRequest(url, { headers: { authorization: `Bearer ${session}` } })
    caller.on('error', () => {})
    caller.end()
    await expect.poll(() => isReading).toBe(true)
    caller.destroy()
    // The server has seen the end of that connection when it has answered on two others since.
    const others = () => graph.query('{ __typename }').then(() => graph.query('{ __typename }'))
    await others()
    release()
    await others()
    await sleep(50)

    expect(upstream.requests).toEqual([])
    expect(graph.logLines.filter((line) => line.includes('"operation":"Leaving"'))).toEqual([])
  })
})
