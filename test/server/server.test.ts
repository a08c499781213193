import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createSchema } from 'graphql-yoga'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryState } from '../../src/state/memory.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { openGraph, openSandboxGraph, useGraphOver } from '../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../support/upstream.ts'

const CAMPAIGN = '{ campaign(id: "Campaign:a1:c1") { name } }'

/** An upstream that answers when it is told to. */
async function startHeldUpstream(): Promise<{ upstream: Upstream; arrived: Promise<void>; release: () => void }> {
  let arrive: () => void
  let release: (answer: UpstreamAnswer) => void
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const answer = new Promise<UpstreamAnswer>((resolve) => (release = resolve))
  const upstream = await startUpstream(() => {
    arrive()
    return answer
  })
  return { upstream, arrived, release: () => release({ body: { data: { id: 'c1', name: 'n' } } }) }
}

/** The status and text of a GET over an agent that keeps its connections. */
function getOver(agent: Agent, url: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the server', () => {
  it('is alive and ready', async () => {
    const graph = await openGraph('http://127.0.0.1:9')
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(new URL(path, graph.url))))

    expect([alive!.status, await alive!.text()]).toEqual([200, 'alive\n'])
    expect([ready!.status, await ready!.text()]).toEqual([200, 'ready\n'])
    expect(ready!.headers.get('cache-control')).toBe('no-store')
    await graph.close()
  })

  it.each([
    ['an error', () => Promise.reject(new Error('Any'))],
    [
      'an error after a part of the answer',
      async (_: IncomingMessage, response: ServerResponse) => {
        response.write('a part')
        throw new Error('Any')
      },
    ],
  ])('answers a request of an extension whose handler has %s, and logs it', async (_, handle) => {
    const extension = () => ({ name: 'any', routes: [{ path: '/any', handle, isOfOperations: true }] })
    const graph = await openGraph('http://127.0.0.1:9', { extension })
    const answered = await fetch(new URL('/any', graph.url)).then(
      async (response) => [response.status, await response.text().catch(() => 'cut')],
      () => 'cut',
    )
    expect(answered).not.toContain('a part')
    expect(graph.logLines.join()).toContain('a request could not be answered')
    await graph.close()
  })

  it('finishes the requests in progress when it stops, and accepts no others', async () => {
    const { upstream, arrived, release } = await startHeldUpstream()
    const graph = await openGraph(upstream.url)
    const underWay = fetch(`${graph.url}?query=${encodeURIComponent(CAMPAIGN)}`)
    await arrived
    // The grace period is longer than the test: stopping does not wait for its end.
    const stopped = graph.stop(600_000)
    // Whoever has connected by then is still answered.
    await expect.poll(() => fetch(graph.url).catch(({ message }: Error) => message)).toBe('fetch failed')
    release()

    const response = await underWay
    expect(await response.json()).toMatchObject({ data: { campaign: { name: 'n' } } })
    // Its client does not send another request over a connection that is closed.
    expect(response.headers.get('connection')).toBe('close')
    await stopped
    await upstream.close()
  })

  it('reports that it is not ready, and accepts requests for STOP_DELAY_MS before it stops', async () => {
    const graph = await openGraph('http://127.0.0.1:9', { settings: { STOP_DELAY_MS: '300' } })
    const beganMs = Date.now()
    const stopped = graph.stop()

    expect((await fetch(new URL('/readyz', graph.url))).status).toBe(503)
    expect((await fetch(new URL('/healthz', graph.url))).status).toBe(200)
    expect((await graph.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
    await stopped
    expect(Date.now() - beganMs).toBeGreaterThanOrEqual(290)
    await expect(fetch(graph.url)).rejects.toThrow('fetch failed')
  })

  it('closes connections after the grace period', async () => {
    const { upstream, arrived } = await startHeldUpstream()
    const graph = await openGraph(upstream.url)
    const underWay = graph.query(CAMPAIGN).catch((error: unknown) => error)
    await arrived
    await graph.stop(50)

    expect(await underWay).toBeInstanceOf(TypeError)
    await upstream.close()
  })

  it('answers a mutation that begins while it stops, within the time of those in progress', async () => {
    const stored = { id: 'c1', name: 'n', daily_budget_amount_local_micro: 1_000_000 }
    const upstream = await startUpstream(({ method }) =>
      method === 'GET' ? { body: { data: stored } } : new Promise(() => {}),
    )
    const graph = await openGraph(upstream.url, { operationTimeoutMs: 1_500 })
    const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const stopped = graph.stop()
    await setTimeout(1_000)
    const query =
      'mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "m" }) { campaign { name } } }'
    const body = JSON.stringify({ query })
    const headers = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`POST /graphql HTTP/1.1\r\n${headers}\r\n\r\n${body}`)

    const [answer] = (await once(socket, 'data')) as [Buffer]
    const { errors } = JSON.parse(String(answer).split('\r\n\r\n')[1]!) as { errors: object[] }
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' } }])
    await stopped
    await upstream.close()
  })

  it('reports on open connections that it is not ready while it stops', async () => {
    const { upstream, arrived, release } = await startHeldUpstream()
    const graph = await openGraph(upstream.url)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const url = `${graph.url}?query=${encodeURIComponent(CAMPAIGN)}`
    const underWay = getOver(agent, url)
    const next = getOver(agent, new URL('/readyz', graph.url).href)
    await arrived
    const stopped = graph.stop()
    release()

    expect((await underWay).status).toBe(200)
    // The connection closes after the answer, or still says so: it is never taken for ready.
    expect(
      await next.then(
        ({ status }) => status,
        () => 503,
      ),
    ).toBe(503)
    await stopped
    agent.destroy()
    await upstream.close()
  })
})

describe('a caller', () => {
  let upstream: Upstream
  beforeAll(async () => {
    upstream = await startUpstream(() => ({ body: { data: { id: 'c1', name: 'n' } } }))
  })
  afterAll(() => upstream.close())

  it('must present one of the client tokens if there are any', async () => {
    const tenant = { credentials: ANY_CREDENTIALS, clientTokens: ['first-token', 'second-token'] }
    const graph = await openGraph(upstream.url, { tenant })
    const asked = async (authorization?: string) => {
      const { status, errors } = await graph.query(CAMPAIGN, {}, authorization === undefined ? {} : { authorization })
      return [status, errors?.map(({ extensions }) => extensions.code)]
    }
    const refused = [401, ['UNAUTHENTICATED']]

    expect(await asked()).toEqual(refused)
    expect(await asked('Bearer third-token')).toEqual(refused)
    expect(await asked('Bearer first-token,second-token')).toEqual(refused)
    expect(await asked('first-token')).toEqual(refused)
    expect(await asked('Basic first-token')).toEqual(refused)
    expect(await asked('Bearer ')).toEqual(refused)
    expect(upstream.requests).toEqual([])
    expect(await asked('Bearer first-token')).toEqual([200, undefined])
    expect(await asked('bearer second-token')).toEqual([200, undefined])
    expect(upstream.requests).toHaveLength(2)
    await graph.close()
  })

  it('gets UNAUTHENTICATED if there are no credentials', async () => {
    const graph = await openGraph(upstream.url, { tenant: { credentials: undefined, clientTokens: [] } })
    const { status, data, errors } = await graph.query(CAMPAIGN)

    expect([status, data, errors?.map(({ extensions }) => extensions.code)]).toEqual([
      200,
      { campaign: null },
      ['UNAUTHENTICATED'],
    ])
    await graph.close()
  })
})

describe('the trace', () => {
  const { upstream, graph } = useGraphOver(
    ({ path }) => (path.endsWith('/c1') ? { body: { data: { id: 'c1', name: 'n' } } } : { status: 403, body: '' }),
    { traceAlways: false },
  )

  const answer = async (headers: Record<string, string>, query = CAMPAIGN) => {
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    return (await response.json()) as { extensions?: { upstream?: { requests: number; calls: object[] } } }
  }

  it('is present exactly if it is requested', async () => {
    expect((await answer({})).extensions).toBeUndefined()
    expect((await answer({ 'x-upstream-trace': '0' })).extensions).toBeUndefined()
    expect((await answer({ 'x-upstream-trace': '1' })).extensions?.upstream).toMatchObject({
      requests: 1,
      calls: [
        {
          method: 'GET',
          path: 'accounts/:account_id/campaigns/:campaign_id',
          status: 200,
          startMs: expect.any(Number) as number,
          durationMs: expect.any(Number) as number,
          waitedMs: expect.any(Number) as number,
          attempt: 1,
          keys: 0,
          rows: 1,
          fields: ['campaign'],
        },
      ],
    })
  })

  it('is not requested by another value, which is refused before anything is sent', async () => {
    const sent = upstream.requests.length
    for (const value of ['true', 'yes', '', '1, 1'])
      expect(await answer({ 'x-upstream-trace': value })).toEqual({
        errors: [
          {
            message: 'The header x-upstream-trace must be 0 or 1. Nothing was executed',
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      })
    expect(upstream.requests).toHaveLength(sent)
  })

  it('is present on failures too, and contains no tokens', async () => {
    const { extensions, ...rest } = await answer(
      { 'x-upstream-trace': '1' },
      '{ campaign(id: "Campaign:a1:c2") { name } }',
    )
    const trace = JSON.stringify(extensions)

    expect(extensions?.upstream).toMatchObject({ requests: 1, calls: [{ status: 403 }] })
    expect(trace).not.toMatch(/token|oauth|secret/i)
    expect(rest).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })
})

describe('the log', () => {
  it('has a line for each operation, refused ones too, and no secret, header, variable or id in any', async () => {
    const graph = await openSandboxGraph()
    const { consumerSecret, accessToken, accessTokenSecret } = graph.sandbox.credentials
    await graph.query(
      'query Search($name: String) { accounts(namePrefix: $name) { nodes { name } } }',
      { name: 'variable-of-mine' },
      { authorization: 'Bearer header-of-mine', cookie: 'session=cookie-of-mine' },
    )
    await graph.query('{ campaign(id: "Campaign:account0of0mine:c1") { name } }')
    await graph.query('query { nonsense }')
    graph.sandbox.faults.add({ fault: { kind: 'malformedJson' } })
    await graph.query('{ accounts(first: 1) { nodes { name } } }')
    await graph.close()

    const lines = graph.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ operation, calls, errors }) => ({ operation, calls, errors }))).toEqual([
      { operation: 'Search', calls: 1, errors: {} },
      { operation: null, calls: 1, errors: { FORBIDDEN: 1 } },
      { operation: undefined, calls: undefined, errors: { GRAPHQL_VALIDATION_FAILED: 1 } },
      { operation: null, calls: 1, errors: { UPSTREAM_UNAVAILABLE: 1 } },
    ])
    for (const secret of [consumerSecret, accessToken, accessTokenSecret, 'of-mine', 'of0mine', 'OAuth '])
      expect(graph.logLines.join('')).not.toContain(secret)
  })

  it('has the details of an internal error, which the caller does not get', async () => {
    const referenceStore = {
      ...createMemoryState().referenceStore,
      get: () => Promise.reject(new TypeError('a fault of our own')),
      set: () => Promise.resolve(),
    }
    const upstream = await startUpstream(() => ({ body: { data: { id: 'a1' } } }))
    const graph = await openGraph(upstream.url, { referenceStore })
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { name } one: advertiserBusinessCategories { nodes { name } } }',
    )
    await graph.close()
    await upstream.close()

    expect(data).toEqual({ account: { name: null }, one: null })
    const reported = { message: 'Something went wrong inside Adgraph', extensions: { code: 'INTERNAL' } }
    expect(errors).toMatchObject([reported])
    expect(Object.keys(errors![0]!.extensions)).toEqual(['code'])
    expect(graph.logLines.join('')).toMatch(/"msg":"internal error"/)
  })

  it('masks errors of resolvers whose messages look like messages of GraphQL, and only those', async () => {
    const schema = createSchema({
      typeDefs: 'type Query { fails(message: String!): Int, missing: Missing, number: Int } type Missing { id: ID! }',
      resolvers: {
        Query: {
          fails: (_: unknown, { message }: { message: string }) => {
            throw new Error(message)
          },
          missing: () => ({ id: null }),
          number: () => 'one',
        },
      },
    })
    const graph = await openGraph('http://127.0.0.1:9', { schema })
    const { data, errors } = await graph.query(`{
      a: fails(message: "Cannot return null for non-nullable field Secret.id.") b: fails(message: "Int cannot represent secret")
      missing { id } number
    }`)
    await graph.close()

    expect(data).toEqual({ a: null, b: null, missing: null, number: null })
    const masked = { message: 'Something went wrong inside Adgraph', extensions: { code: 'INTERNAL' } }
    const extensions = { code: 'UPSTREAM_UNAVAILABLE' }
    expect(errors).toMatchObject([
      { ...masked, path: ['a'] },
      { ...masked, path: ['b'] },
      { message: 'Cannot return null for non-nullable field Missing.id.', path: ['missing', 'id'], extensions },
      { message: 'Int cannot represent non-integer value: "one"', path: ['number'], extensions },
    ])
  })
})
