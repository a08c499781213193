import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { temporaryFile } from '../../support/file.ts'
import { type Graph, type GraphQLProblem, openGraph, useGraphOver } from '../../support/graph.ts'
import { startUpstream, type UpstreamAnswer } from '../../support/upstream.ts'

const CAMPAIGN = '{ campaign(id: "Campaign:a1:c1") { name } }'
const JSON_BODY = { 'content-type': 'application/json' }

const { upstream, graph } = useGraphOver(() => ({ body: { data: { id: 'c1', name: 'n' } } }), {
  settings: { CORS_ORIGINS: 'https://tools.example, https://other.example' },
})

interface Body {
  data?: unknown
  errors?: GraphQLProblem[]
}

async function send(url: string, init: RequestInit): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Body) }
}

const post = (body: BodyInit, headers: Record<string, string>, url = graph.url) =>
  send(url, { method: 'POST', headers, body })
const get = (query: string, headers: Record<string, string> = {}, url = graph.url) =>
  send(`${url}?query=${encodeURIComponent(query)}`, { headers })

/** A graph of its own with these settings, closed when the work is done. */
async function withSettings<T>(settings: Record<string, string>, work: (graph: Graph) => Promise<T>): Promise<T> {
  const own = await openGraph(upstream.url, { settings })
  try {
    return await work(own)
  } finally {
    await own.close()
  }
}

describe('a page of another site', () => {
  const document = JSON.stringify({ query: CAMPAIGN })

  it('does not keep other clients from GET and JSON', async () => {
    expect((await get(CAMPAIGN)).body).toMatchObject({ data: { campaign: { name: 'n' } } })
    expect((await get(CAMPAIGN, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/graphql+json'])
      expect((await post(document, { 'content-type': type })).status).toBe(200)
  })

  it('gets CORS headers only if its origin is listed', async () => {
    const asked = (origin: string) =>
      fetch(graph.url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
    const listed = await asked('https://tools.example')
    expect(Object.fromEntries(listed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://tools.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'GET, HEAD, POST',
      vary: 'Origin, Access-Control-Request-Headers',
    })
    for (const origin of ['https://evil.example', 'null', 'https://tools.example.evil.example', 'http://tools.example'])
      expect([...(await asked(origin)).headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])

    const streaming = { ...JSON_BODY, origin: 'https://tools.example', accept: 'text/event-stream' }
    const refused = await post(document, streaming)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([406, 'https://tools.example'])

    const crossSite = { ...JSON_BODY, 'sec-fetch-site': 'cross-site' }
    expect((await post(document, { ...crossSite, origin: 'https://other.example' })).status).toBe(200)
    expect((await post(document, { ...crossSite, origin: 'https://evil.example' })).status).toBe(403)
  })

  it('is answered without cookies if all origins are listed', async () => {
    await withSettings({ CORS_ORIGINS: '*' }, async ({ url }) => {
      const { headers, status } = await post(document, { ...JSON_BODY, origin: 'https://any.example' }, url)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://any.example'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    })
  })
})

describe('a page on this machine', () => {
  const LOOPBACK = ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:8080', 'http://app.localhost']

  it('may use the graph over the embedded sandbox, with cookies, and needs CORS_ORIGINS over any other service', async () => {
    const own = await openGraph(upstream.url, { allowsLoopbackOrigins: true })
    const document = JSON.stringify({ query: CAMPAIGN })
    const outcomes = async (origin: string, url: string) => {
      const { status, headers } = await post(document, { ...JSON_BODY, origin, 'sec-fetch-site': 'cross-site' }, url)
      return [status, ...['origin', 'credentials'].map((name) => headers.get(`access-control-allow-${name}`))]
    }

    for (const origin of LOOPBACK) {
      expect(await outcomes(origin, own.url)).toEqual([200, origin, 'true'])
      expect(await outcomes(origin, graph.url)).toEqual([403, null, null])
    }
    for (const origin of ['https://localhost.example', 'http://127.example', 'http://128.0.0.1', 'null'])
      expect(await outcomes(origin, own.url)).toEqual([403, null, null])
    await own.close()
  })
})

describe('the host name of a request', () => {
  const document = JSON.stringify({ query: CAMPAIGN })
  const asPage = (host: string) => ({ ...JSON_BODY, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })

  /** The status and the code of a request; fetch does not send a Host header of its caller. */
  async function outcome(
    url: string,
    method: 'GET' | 'HEAD' | 'POST',
    headers: Record<string, string>,
  ): Promise<unknown[]> {
    const target = method === 'POST' ? url : `${url}?query=${encodeURIComponent(CAMPAIGN)}`
    const sent = request(target, { method, headers }).end(method === 'POST' ? document : undefined)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { errors } = method === 'HEAD' ? {} : ((await json(response)) as Body)
    return [response.statusCode, errors?.map(({ extensions }) => extensions.code)]
  }

  const ANSWERED = [200, undefined]
  const REFUSED = [403, ['HOST_NOT_ALLOWED']]

  it('can be any of this machine', async () => {
    for (const host of [
      'localhost',
      'LOCALHOST:80',
      'app.localhost:4000',
      '127.0.0.1',
      '127.9.9.9:4000',
      '[::1]:4000',
    ]) {
      expect([host, await outcome(graph.url, 'GET', { host })]).toEqual([host, ANSWERED])
      expect([host, await outcome(graph.url, 'POST', asPage(host))]).toEqual([host, ANSWERED])
    }
  })

  it('cannot be another one if a page could have sent the request, which then calls nothing', async () => {
    const sent = upstream.requests.length
    for (const host of [
      'evil.example',
      'evil.example:4000',
      'localhost.evil.example',
      '127.evil.example',
      '10.0.0.5',
    ]) {
      // Over http, browsers send neither `Origin` nor `Sec-Fetch-Site` with the GET of a page to its own origin.
      expect([host, await outcome(graph.url, 'GET', { host })]).toEqual([host, REFUSED])
      expect([host, await outcome(graph.url, 'HEAD', { host })]).toEqual([host, [403, undefined]])
      expect([host, await outcome(graph.url, 'POST', asPage(host))]).toEqual([host, REFUSED])
    }
    expect(upstream.requests).toHaveLength(sent)
  })

  it('is checked for /metrics too', async () => {
    const metrics = async (host: string, method = 'GET') => {
      const sent = request(new URL('/metrics', graph.url), { method, headers: { host } }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    expect(await metrics('localhost:4000')).toBe(200)
    expect(await metrics('evil.example')).toBe(403)
    expect(await metrics('evil.example', 'HEAD')).toBe(403)
  })

  it('can be any for clients that are no browser: they send no Origin with a POST', async () => {
    expect(await outcome(graph.url, 'POST', { ...JSON_BODY, host: 'gateway.internal' })).toEqual(ANSWERED)
  })

  it('can be the host of PUBLIC_URL, at any port', async () => {
    await withSettings({ PUBLIC_URL: 'https://graph.example' }, async ({ url }) => {
      expect(await outcome(url, 'POST', asPage('graph.example'))).toEqual(ANSWERED)
      expect(await outcome(url, 'GET', { host: 'Graph.example:4000' })).toEqual(ANSWERED)
      expect(await outcome(url, 'POST', asPage('evil.example'))).toEqual(REFUSED)
    })
  })

  it('can be any if callers must present a token, or sign in, or reach the server from elsewhere', async () => {
    const tenant = { credentials: ANY_CREDENTIALS, clientTokens: ['client-token'] }
    const authorization = 'Bearer client-token'
    for (const options of [{ tenant }, { tenant: { credentials: undefined, clientTokens: [] } }, { host: '0.0.0.0' }]) {
      const own = await openGraph(upstream.url, options)
      const [status] = await outcome(own.url, 'POST', { ...asPage('graph.example'), authorization })
      expect(status).toBe(200)
      await own.close()
    }
  })
})

describe('a refused origin', () => {
  it('is logged once, with the setting that allows it; a page of the server itself is not', async () => {
    await withSettings({}, async ({ url, logLines }) => {
      const ask = (headers: Record<string, string>) =>
        post(JSON.stringify({ query: CAMPAIGN }), { ...JSON_BODY, ...headers }, url)
      const apps = ['https://app.example', 'capacitor://localhost']
      for (const origin of [...apps, ...apps, 'null', 'not an origin', new URL(url).origin]) await ask({ origin })
      await ask({ origin: 'https://proxy.example', 'sec-fetch-site': 'same-origin' })

      const refusals = logLines.map((line) => JSON.parse(line) as object).filter((line) => 'origin' in line)
      expect(refusals).toMatchObject(
        apps.map((origin) => ({
          origin,
          msg: `Pages of ${origin} cannot use the graph. To allow them, add ${origin} to CORS_ORIGINS`,
        })),
      )
    })
  })
})

describe('the disclosure of the schema', () => {
  const misspelt = '{ campain(id: "a") { name } }'
  const misspeltNames: [query: string, variables?: object][] = [
    [misspelt],
    ['{ accounts(frist: 1) { totalCount } }'],
    ['{ accounts(sortBy: [{ field: "name", direction: ASK }]) { totalCount } }'],
    ['fragment F on Campain { name } { ...F }'],
    [
      'query ($by: [AccountSortBy!]) { accounts(sortBy: $by) { totalCount } }',
      { by: [{ field: 'name', direction: 'ASK' }] },
    ],
    [
      'query ($by: [AccountSortBy!]) { accounts(sortBy: $by) { totalCount } }',
      { by: [{ field: 'name', directon: 'ASC' }] },
    ],
    [
      'mutation ($i: CreateLineItemInput!) { createLineItem(input: $i) { userErrors { code } } }',
      { i: { objective: 'REACHH' } },
    ],
    ['mutation { createLineItem(input: { objective: REACHH }) { userErrors { code } } }'],
  ]

  it('is complete by default', async () => {
    expect((await graph.query(misspelt)).errors?.[0]?.message).toContain('Did you mean "campaign"')
    for (const [query, variables] of misspeltNames)
      expect(JSON.stringify((await graph.query(query, variables)).errors)).toContain('Did you mean')
    expect((await graph.query('{ __schema { queryType { name } } }')).errors).toBeUndefined()
  })

  it('has neither introspection nor suggestions if INTROSPECTION is false', async () => {
    await withSettings({ INTROSPECTION: 'false' }, async (closed) => {
      for (const query of [
        '{ __schema { types { name } } }',
        '{ __type(name: "Query") { name } }',
        '{ _service { sdl } }',
      ]) {
        const { data, errors } = await closed.query(query)
        expect([data, errors?.map(({ extensions }) => extensions.code)]).toEqual([
          undefined,
          ['INTROSPECTION_DISABLED'],
        ])
      }
      for (const [query, variables] of misspeltNames) {
        const { errors } = await closed.query(query, variables)
        expect(errors?.length).toBeGreaterThan(0)
        expect(JSON.stringify(errors)).not.toContain('Did you mean')
      }
      expect((await closed.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
    })
  })
})

describe('trusted documents', () => {
  const id = createHash('sha256').update(CAMPAIGN).digest('hex')
  const file = temporaryFile('documents.json', JSON.stringify({ [id]: CAMPAIGN }))
  const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
  const codes = ({ body }: { body: Body }) => body.errors?.map(({ extensions }) => extensions.code)

  it('are accepted by ID, by hash, and by GET', async () => {
    await withSettings({ TRUSTED_DOCUMENTS: file }, async ({ url }) => {
      const data = { campaign: { name: 'n' } }
      for (const body of [{ documentId: id }, byHash(id), { query: CAMPAIGN }])
        expect((await post(JSON.stringify(body), JSON_BODY, url)).body).toMatchObject({ data })
      const extensions = encodeURIComponent(JSON.stringify(byHash(id).extensions))
      expect((await send(`${url}?extensions=${extensions}`, {})).body).toMatchObject({ data })
      expect((await send(`${url}?documentId=${id}`, {})).body).toMatchObject({ data })
      expect(codes(await send(`${url}?documentId=x`, {}))).toEqual(['PERSISTED_QUERY_NOT_FOUND'])
    })
  })

  it('stop at the number of calls that they enforce', async () => {
    const document = `{ one: ${CAMPAIGN.slice(1, -1)} two: account(id: "b") { campaigns { nodes { id } } } }`
    const enforced = temporaryFile('enforced.json', JSON.stringify({ two: { document, maxCalls: 1, enforce: true } }))
    await withSettings({ TRUSTED_DOCUMENTS: enforced }, async ({ url }) => {
      const sent = upstream.requests.length
      const headers = { ...JSON_BODY, 'x-upstream-plan': '1' }
      const { body } = await post(JSON.stringify({ documentId: 'two' }), headers, url)
      expect(body.errors).toMatchObject([{ extensions: { code: 'BUDGET_SPENT', limit: 'calls', allowed: 1, used: 1 } }])
      expect(body).toMatchObject({ extensions: { plan: { calls: { max: 2 }, allowed: { calls: 1 } } } })
      expect(upstream.requests).toHaveLength(sent + 1)
      expect((await post(JSON.stringify({ query: document }), JSON_BODY, url)).body.errors).toBeUndefined()
    })
  })

  it('are not found by another ID, with the error that automatic persisted queries expect', async () => {
    for (const body of [{ documentId: 'x' }, byHash('x'), { documentId: '__proto__' }]) {
      const answer = await post(JSON.stringify(body), JSON_BODY)
      expect([answer.status, codes(answer)]).toEqual([200, ['PERSISTED_QUERY_NOT_FOUND']])
    }
    expect((await post(JSON.stringify({ query: CAMPAIGN, ...byHash('x') }), JSON_BODY)).body).toMatchObject({
      data: {},
    })
  })

  it('are the only accepted documents if TRUSTED_DOCUMENTS_ONLY is true', async () => {
    await withSettings({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'true' }, async ({ url }) => {
      const sent = upstream.requests.length
      expect(codes(await post(JSON.stringify({ query: CAMPAIGN }), JSON_BODY, url))).toEqual(['PERSISTED_QUERY_ONLY'])
      expect(codes(await post(JSON.stringify({ query: CAMPAIGN, ...byHash(id) }), JSON_BODY, url))).toEqual([
        'PERSISTED_QUERY_ONLY',
      ])
      expect(codes(await post('{}', JSON_BODY, url))).toEqual(['PERSISTED_QUERY_ID_REQUIRED'])
      expect(codes(await post(JSON.stringify({ documentId: 'x' }), JSON_BODY, url))).toEqual([
        'PERSISTED_QUERY_NOT_FOUND',
      ])
      expect(upstream.requests).toHaveLength(sent)
      expect((await post(JSON.stringify({ documentId: id }), JSON_BODY, url)).body).toMatchObject({
        data: { campaign: {} },
      })
    })
  })
})

describe('operations at once', () => {
  it('are as many as MAX_OPERATIONS, and the next is refused at the end of its wait', async () => {
    const waiting: ((answer: UpstreamAnswer) => void)[] = []
    let arrived = () => {}
    const slow = await startUpstream(() => {
      arrived()
      return new Promise((resolve) => waiting.push(resolve))
    })
    const busy = await openGraph(slow.url, {
      settings: { MAX_OPERATIONS: '2', CORS_ORIGINS: 'https://tools.example' },
      queueTimeoutMs: 20,
    })
    const underWay = []
    for (const account of ['a1', 'a2']) {
      const here = new Promise<void>((resolve) => (arrived = resolve))
      underWay.push(busy.query(`{ campaign(id: "Campaign:${account}:c1") { name } }`))
      await here
    }
    const turnedAway = await post(
      JSON.stringify({ query: CAMPAIGN }),
      { ...JSON_BODY, origin: 'https://tools.example' },
      busy.url,
    )
    const { status, headers, body } = turnedAway
    expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([
      503,
      '1',
      'https://tools.example',
    ])
    expect(body.errors).toMatchObject([{ extensions: { code: 'OVERLOADED' } }])
    expect(slow.requests).toHaveLength(2)
    expect((await fetch(new URL('/healthz', busy.url))).status).toBe(200)

    for (const answer of waiting) answer({ body: { data: { id: 'c1', name: 'n' } } })
    for (const { data } of await Promise.all(underWay)) expect(data).toEqual({ campaign: { name: 'n' } })
    expect((await busy.query('{ __typename }')).status).toBe(200)
    await busy.close()
    await slow.close()
  })

  it('no longer count operations whose caller has disconnected', async () => {
    let arrived = () => {}
    const silent = await startUpstream(() => {
      arrived()
      return new Promise(() => {})
    })
    const busy = await openGraph(silent.url, { settings: { MAX_OPERATIONS: '1' }, queueTimeoutMs: 1 })
    for (let caller = 0; caller < 3; caller += 1) {
      const here = new Promise<void>((resolve) => (arrived = resolve))
      const leaving = new AbortController()
      const gone = fetch(busy.url, {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify({ query: CAMPAIGN }),
        signal: leaving.signal,
      }).catch((error: unknown) => error)
      await here
      leaving.abort()
      await gone
      // The server learns of it when the connection's end has come through.
      while ((await busy.query('{ __typename }').catch(() => ({ status: 503 }))).status === 503);
    }
    expect(silent.requests).toHaveLength(3)
    await busy.close()
    await silent.close()
  })
})

describe('the id of a request', () => {
  it("is the caller's if it is well formed, and is sent to the caller, the log and the service", async () => {
    const { headers } = await post(JSON.stringify({ query: CAMPAIGN }), {
      ...JSON_BODY,
      'x-request-id': 'screen-7.a_B',
    })

    expect(headers.get('x-request-id')).toBe('screen-7.a_B')
    expect(upstream.requests.at(-1)?.headers['x-request-id']).toBe('screen-7.a_B')
    expect(JSON.parse(graph.logLines.at(-1) ?? '')).toMatchObject({ msg: 'operation', requestId: 'screen-7.a_B' })
  })

  it.each([undefined, '', 'a b', 'a,b', 'ü', 'x'.repeat(129), '../x', '"'])(
    'is a new one instead of %j',
    async (given) => {
      const { headers } = await post(JSON.stringify({ query: CAMPAIGN }), {
        ...JSON_BODY,
        ...(given !== undefined && { 'x-request-id': Buffer.from(given).toString('latin1') }),
      })
      const id = headers.get('x-request-id')

      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(upstream.requests.at(-1)?.headers['x-request-id']).toBe(id)
    },
  )

  it('is on refusals too', async () => {
    const { status, headers } = await post('x', { 'content-type': 'text/plain', 'x-request-id': 'r1' })
    expect([status, headers.get('x-request-id')]).toEqual([415, 'r1'])
  })
})
