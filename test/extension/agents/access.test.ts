import { request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as search from '../../../src/extension/agents/schema/search.ts'
import * as agents from '../../../src/extension/agents/server.ts'
import { connectAgent } from '../../support/agent.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startListUpstream, type Upstream } from '../../support/upstream.ts'

afterEach(() => vi.restoreAllMocks())

async function open(options: GraphOptions = { agents: 'read' }, delayMs = 0): Promise<Graph & { upstream: Upstream }> {
  const upstream = closedAfterTest(await startListUpstream({ campaigns: [{ id: 'c0', name: 'One' }] }, { delayMs }))
  const graph = closedAfterTest(await openGraph(upstream.url, options))
  return { ...graph, upstream }
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const RUN = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'run_query', arguments: { document: '{ account(id: "a1") { campaigns { nodes { name } } } }' } },
}

/** Posts to `/mcp` with any header, also those that fetch does not send. */
function post(
  { url }: Graph,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: '/mcp',
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
      },
    )
    sent.on('error', reject)
    sent.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
}

describe('/mcp', () => {
  it('is not served if it is off', async () => {
    const graph = await open({})
    expect(await post(graph, LIST)).toMatchObject({ status: 404 })
  })

  it('lists tools and runs them for clients without a session', async () => {
    const graph = await open()
    const { status, text } = await post(graph, LIST)
    expect([status, text.includes('run_query')]).toEqual([200, true])
    expect((await post(graph, RUN)).text).toContain('"name":"One"')
    expect(graph.upstream.requests).toHaveLength(1)
  })

  it('is ready before the first request of anybody, except over the embedded sandbox', async () => {
    const created = vi.spyOn(agents, 'createAgents')
    await open({ agents: 'read', service: 'production' })
    expect(created).toHaveBeenCalledTimes(1)
    const graph = await open({ agents: 'read', service: 'embedded sandbox' })
    expect(created).toHaveBeenCalledTimes(1)
    await post(graph, LIST)
    expect(created).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another host name, from its page (DNS rebinding)', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a page of another site without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['another type of body', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s, and sends nothing', async (_name, headers, status) => {
    const graph = await open()
    expect((await post(graph, RUN, headers)).status).toBe(status)
    expect(graph.upstream.requests).toEqual([])
  })

  it('answers pages of allowed origins, and their preflight requests', async () => {
    const graph = await open({ agents: 'read', settings: { CORS_ORIGINS: 'https://tools.example' } })
    const origin = 'https://tools.example'
    const preflight = await post(
      graph,
      '',
      { origin, 'access-control-request-headers': 'mcp-protocol-version' },
      'OPTIONS',
    )
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        allow: 'POST',
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'mcp-protocol-version',
      },
    })
    expect((await post(graph, LIST, { origin })).headers['access-control-allow-origin']).toBe(origin)
  })

  it('refuses callers without a token, and limits the others like callers of /graphql', async () => {
    const token = 'a-token-of-the-clients-of-this-graph'
    const graph = await open({ agents: 'read', tenant: { credentials: ANY_CREDENTIALS, clientTokens: [token] } })
    const refused = await post(graph, RUN)
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    expect((await post(graph, RUN, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect(graph.upstream.requests).toEqual([])
    const agent = closedAfterTest(await connectAgent(graph.url, { headers: { authorization: `Bearer ${token}` } }))
    expect(await agent.call('run_query', RUN.params.arguments)).toMatchObject({ isError: false })
  })

  it('refuses bodies that are too long or have too many values', async () => {
    const graph = await open()
    const long = { ...RUN, params: { name: 'run_query', arguments: { document: 'x'.repeat(300_000) } } }
    expect((await post(graph, long)).status).toBe(413)
    expect((await post(graph, `[${'0,'.repeat(30_000)}0]`)).status).toBe(413)
    expect((await post(graph, `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)).status).toBe(400)
    expect((await post(graph, '{"jsonrpc": ')).status).toBe(400)
  })

  it('takes few messages in one body', async () => {
    const graph = await open()
    const messages = (count: number) => Array.from({ length: count }, (_, id) => ({ ...LIST, id }))
    expect((await post(graph, messages(11))).status).toBe(400)
    const { status, text } = await post(graph, messages(10))
    expect([status, text.match(/"run_query"/g)?.length]).toEqual([200, 10])
  })

  it('runs no more tools at the same time than operations, although the streams of their answers have begun', async () => {
    const graph = await open({ agents: 'read', settings: { MAX_OPERATIONS: '1' }, queueTimeoutMs: 50 }, 500)
    const running = post(graph, RUN)
    await expect.poll(() => graph.upstream.requests.length).toBe(1)
    const { status, headers } = await post(graph, LIST)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect((await running).text).toContain('"name":"One"')
    expect((await post(graph, LIST)).status).toBe(200)
  })

  it('refuses a body that is not UTF-8, instead of a text that nobody has written', async () => {
    const graph = await open()
    const body = Buffer.from(JSON.stringify({ ...RUN, note: 'K\u00e4se' }), 'latin1')
    const { status, text } = await post(graph, body)

    expect([status, text]).toEqual([400, expect.stringContaining('The body is not valid UTF-8')])
    expect(graph.upstream.requests).toEqual([])
  })

  it.each(['GET', 'HEAD', 'DELETE', 'TRACE', 'PUT', 'PATCH'])('refuses the method %s', async (method) => {
    const graph = await open()
    const { status, headers } = await post(graph, '', {}, method)

    expect([status, headers['allow']]).toEqual([405, 'POST'])
    expect(graph.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('closes the connection of a client that asks for it, after a stream too', async () => {
    const graph = await open()
    const { status, headers } = await post(graph, LIST, { connection: 'close' })

    expect([status, headers['content-type'], headers['connection']]).toEqual([200, 'text/event-stream', 'close'])
  })

  it('counts bodies in the memory budget of the process while they arrive, and refuses those that have no room', async () => {
    const graph = await open({ agents: 'read', settings: { MAX_MEMORY_BYTES: '2000000' }, queueTimeoutMs: 20 })
    const { port } = new URL(graph.url)
    const unfinished = Array.from({ length: 2 }, () => {
      const headers = { 'content-type': 'application/json', 'content-length': 260_000 }
      const sent = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers })
      sent.on('error', () => {})
      sent.write(' '.repeat(200_000))
      return sent
    })
    const used = async () => {
      const metrics = await (await fetch(new URL('/metrics', graph.url))).text()
      return Number(/adgraph_memory_budget_bytes\{state="used"\} (\d+)/.exec(metrics)?.[1])
    }
    await expect.poll(used).toBeGreaterThan(500_000)
    const { status, headers } = await post(graph, { ...RUN, padding: ' '.repeat(150_000) })
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    for (const sent of unfinished) sent.destroy()
    await expect.poll(used).toBe(0)
    expect((await post(graph, RUN)).status).toBe(200)
    expect(graph.upstream.requests).toHaveLength(1)
  })

  it('counts operations of agents in the metrics and the log of /graphql, with the ID of their request', async () => {
    const graph = await open()
    await post(graph, RUN, { 'x-request-id': 'agent-1' })
    const metrics = await (await fetch(new URL('/metrics', graph.url))).text()
    expect(metrics).toMatch(/adgraph_operation_duration_seconds_count\{code="OK"\} [12]/)
    expect(graph.upstream.requests.map(({ headers }) => headers['x-request-id'])).toEqual(['agent-1'])
  })

  it('accepts only trusted documents where only those are accepted', async () => {
    const graph = await open({ agents: 'read', trustedDocuments: { documents: new Map(), only: true } })
    const agent = closedAfterTest(await connectAgent(graph.url))
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual(['search_schema'])
  })

  it('describes no schema where introspection is disabled', async () => {
    const graph = await open({ agents: 'read', introspection: false })
    const agent = closedAfterTest(await connectAgent(graph.url))
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).not.toContain('search_schema')
    const { resourceTemplates } = await agent.client.listResourceTemplates()
    expect(resourceTemplates.filter(({ uriTemplate }) => uriTemplate.includes('schema/'))).toEqual([])
  })

  it.each(
    (['read', 'write'] as const).flatMap((mode) =>
      [true, false].flatMap((introspection) => [true, false].map((only) => ({ agents: mode, introspection, only }))),
    ),
  )('names only tools that there are in what agents read: %j', async ({ agents: mode, introspection, only }) => {
    const graph = await open({
      agents: mode,
      introspection,
      trustedDocuments: {
        documents: new Map([['a', { document: 'query A($id: ID!) { account(id: $id) { nope: name } }' }]]),
        only,
      },
    })
    const agent = closedAfterTest(await connectAgent(graph.url))
    const { tools } = await agent.client.listTools()
    const { prompts } = await agent.client.listPrompts()
    const tasks = prompts.map(({ name }) =>
      agent.client.getPrompt({ name, arguments: { account: 'a1' } }).then(({ messages }) => messages),
    )
    const calls = [
      agent.call('A', { id: 'Campaign:a1:c1' }),
      ...(only ? [] : ['{ nope }', '{ account(id: "Campaign:a1:c1") { name } }', 'mutation { __typename }']).map(
        (document) => agent.call('run_query', { document }),
      ),
      ...(mode === 'read' ? [] : [agent.call('confirm_write', { confirmation: 'x' })]),
    ]
    const texts = [agent.client.getInstructions(), tools, ...(await Promise.all([...tasks, ...calls]))]
    const named = JSON.stringify(texts).match(/\b(?:search_schema|(?:explain|run)_query|(?:prepare|confirm)_write)\b/g)

    const names = tools.map(({ name }) => name)
    expect(named?.filter((name) => !names.includes(name)) ?? []).toEqual([])
  })

  it('tells no detail of an unexpected error of any tool', async () => {
    vi.spyOn(search, 'searchSchema').mockRejectedValue(new Error("ENOENT: open '/secret/path'"))
    const graph = await open()
    const agent = closedAfterTest(await connectAgent(graph.url))

    expect(await agent.call('search_schema', { query: 'campaign' })).toMatchObject({
      isError: true,
      text: 'The tool failed because of an error of this server. Its log has the reason.',
    })
  })
})
