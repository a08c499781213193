import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGraph, type Graph, type GraphQLProblem } from '../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../support/upstream.ts'

const CAMPAIGN = '{ campaign(id: "Campaign:a1:c1") { name } }'
const JSON_BODY = { 'content-type': 'application/json' }

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startUpstream(() => ({ body: { data: { id: 'c1', name: 'n' } } }))
  graph = await openGraph(upstream.url, { settings: { CORS_ORIGINS: 'https://tools.example, https://other.example' } })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
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

  it.each([
    ['text', document, { 'content-type': 'text/plain' }],
    ['text that claims to be JSON too', document, { 'content-type': 'text/plain; application/json' }],
    [
      'a form',
      new URLSearchParams({ query: CAMPAIGN }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['GraphQL as such', CAMPAIGN, { 'content-type': 'application/graphql' }],
    ['nothing known', new Blob([document]), {}],
  ])('cannot send an operation as %s', async (_what, body, headers) => {
    const sent = upstream.requests.length
    const answer = await post(body, headers)

    expect([answer.status, answer.body]).toMatchObject([
      415,
      { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] },
    ])
    expect(upstream.requests).toHaveLength(sent)
  })

  it('cannot send one as a form with files', async () => {
    const form = new FormData()
    form.set('operations', document)
    const sent = upstream.requests.length

    expect((await post(form, {})).status).toBe(415)
    expect(upstream.requests).toHaveLength(sent)
  })

  it('cannot send one by GET where the browser tells that it comes from elsewhere', async () => {
    const sent = upstream.requests.length
    for (const site of ['cross-site', 'same-site']) {
      const { status, body } = await get(CAMPAIGN, { 'sec-fetch-site': site, origin: 'https://evil.example' })
      expect([status, body]).toMatchObject([403, { errors: [{ extensions: { code: 'CSRF_PREVENTED' } }] }])
    }
    expect((await get(CAMPAIGN, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(upstream.requests).toHaveLength(sent)
  })

  it('cannot change anything by GET', async () => {
    const sent = upstream.requests.length
    const { status, body } = await get('mutation { __typename }')

    expect([status, body.errors?.[0]?.extensions.code]).toEqual([405, 'BAD_REQUEST'])
    expect(upstream.requests).toHaveLength(sent)
  })

  it('does not keep other clients from GET and JSON', async () => {
    expect((await get(CAMPAIGN)).body).toMatchObject({ data: { campaign: { name: 'n' } } })
    expect((await get(CAMPAIGN, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/graphql+json'])
      expect((await post(document, { 'content-type': type })).status).toBe(200)
  })

  it('is answered where its origin is listed, and told nothing where it is not', async () => {
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
      'access-control-allow-methods': 'GET, POST',
      vary: 'Origin, Access-Control-Request-Headers',
    })
    for (const origin of ['https://evil.example', 'null', 'https://tools.example.evil.example', 'http://tools.example'])
      expect([...(await asked(origin)).headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])

    const crossSite = { ...JSON_BODY, 'sec-fetch-site': 'cross-site' }
    expect((await post(document, { ...crossSite, origin: 'https://other.example' })).status).toBe(200)
    expect((await post(document, { ...crossSite, origin: 'https://evil.example' })).status).toBe(403)
  })

  it('is answered without cookies where all origins are', async () => {
    await withSettings({ CORS_ORIGINS: '*' }, async ({ url }) => {
      const { headers, status } = await post(document, { ...JSON_BODY, origin: 'https://any.example' }, url)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://any.example'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    })
  })
})

describe('several operations in one request', () => {
  it('are refused, however many', async () => {
    const sent = upstream.requests.length
    for (const many of [1, 2, 1000]) {
      const { status, body } = await post(
        JSON.stringify(Array.from({ length: many }, () => ({ query: CAMPAIGN }))),
        JSON_BODY,
      )
      expect([status, body.data, body.errors?.length]).toEqual([400, undefined, 1])
    }
    expect(upstream.requests).toHaveLength(sent)
  })
})

describe('what the graph tells of itself', () => {
  const misspelt = '{ campain(id: "a") { name } }'
  const misspeltValue = 'query ($by: [SortBy!]) { accounts(sortBy: $by) { totalCount } }'

  it('is everything by default', async () => {
    const { errors } = await graph.query(misspelt)
    expect(errors?.[0]?.message).toContain('Did you mean "campaign"')
    expect((await graph.query('{ __schema { queryType { name } } }')).errors).toBeUndefined()
  })

  it('is no schema where INTROSPECTION is false, and no name that comes near one', async () => {
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
      const answers = [
        await closed.query(misspelt),
        await closed.query(misspeltValue, { by: [{ field: 'name', direction: 'ASK' }] }),
        await closed.query('{ accounts(frist: 1) { totalCount } }'),
      ]
      for (const { errors } of answers) {
        expect(errors?.length).toBeGreaterThan(0)
        expect(JSON.stringify(errors)).not.toContain('Did you mean')
      }
      expect((await closed.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
    })
  })

  it('can be the schema without suggestions', async () => {
    await withSettings({ SUGGESTIONS: 'false' }, async (quiet) => {
      expect((await quiet.query(misspelt)).errors?.[0]?.message).toBe('Cannot query field "campain" on type "Query".')
      expect((await quiet.query('{ __schema { queryType { name } } }')).errors).toBeUndefined()
    })
  })
})

describe('trusted documents', () => {
  const id = createHash('sha256').update(CAMPAIGN).digest('hex')
  const file = join(mkdtempSync(join(tmpdir(), 'adgraph-')), 'documents.json')
  writeFileSync(file, JSON.stringify({ [id]: CAMPAIGN, broken: '{ nothing }' }))
  const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
  const codes = ({ body }: { body: Body }) => body.errors?.map(({ extensions }) => extensions.code)

  it('are taken by id, by hash, and by GET', async () => {
    await withSettings({ TRUSTED_DOCUMENTS: file }, async ({ url }) => {
      const data = { campaign: { name: 'n' } }
      for (const body of [{ documentId: id }, byHash(id), { query: CAMPAIGN }])
        expect((await post(JSON.stringify(body), JSON_BODY, url)).body).toMatchObject({ data })
      const extensions = encodeURIComponent(JSON.stringify(byHash(id).extensions))
      expect((await send(`${url}?extensions=${extensions}`, {})).body).toMatchObject({ data })
      expect(codes(await post(JSON.stringify({ documentId: 'broken' }), JSON_BODY, url))).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ])
    })
  })

  it('are not found under another id, which automatic persisted queries take for a hint', async () => {
    for (const body of [{ documentId: 'x' }, byHash('x'), { documentId: '__proto__' }]) {
      const answer = await post(JSON.stringify(body), JSON_BODY)
      expect([answer.status, codes(answer)]).toEqual([200, ['PERSISTED_QUERY_NOT_FOUND']])
    }
    expect((await post(JSON.stringify({ query: CAMPAIGN, ...byHash('x') }), JSON_BODY)).body).toMatchObject({
      data: {},
    })
  })

  it('are the only ones taken where TRUSTED_DOCUMENTS_ONLY is true', async () => {
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
  it('are as many as MAX_OPERATIONS, and the next is told to come again', async () => {
    const waiting: ((answer: UpstreamAnswer) => void)[] = []
    let arrived = () => {}
    const slow = await startUpstream(() => {
      arrived()
      return new Promise((resolve) => waiting.push(resolve))
    })
    const busy = await openGraph(slow.url, { settings: { MAX_OPERATIONS: '2', CORS_ORIGINS: 'https://tools.example' } })
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

  it('no longer count those whose caller has gone', async () => {
    let arrived = () => {}
    const silent = await startUpstream(() => {
      arrived()
      return new Promise(() => {})
    })
    const busy = await openGraph(silent.url, { settings: { MAX_OPERATIONS: '1' } })
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

describe('a request that does not come to an end', () => {
  /** What the server answers to such a beginning of a request, all of it, when it has closed the connection. */
  async function answerTo(url: string, beginning: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    socket.write(beginning)
    await once(socket, 'close')
    return text
  }

  it('is cut off in its headers and in its body, and others are served', async () => {
    const settings = { HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '200' }
    await withSettings(settings, async (hasty) => {
      const head = 'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
      const answers = await Promise.all([
        answerTo(hasty.url, head),
        answerTo(hasty.url, `${head}content-length: 100\r\n\r\n{"query":`),
        answerTo(hasty.url, `${head}transfer-encoding: chunked\r\n\r\n2\r\n{"\r\n`),
      ])
      expect(answers[0]).toMatch(/^HTTP\/1\.1 408 /)
      for (const answer of answers) expect(answer).not.toContain('200 OK')
      expect((await hasty.query('{ __typename }')).status).toBe(200)
    })
  })

  it('is refused by its headers where they are too long or no HTTP', async () => {
    const head = 'GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nhost: a\r\n'
    expect(await answerTo(graph.url, `${head}x-long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
    expect(await answerTo(graph.url, `${head}x-injected: a\rb: c\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await answerTo(graph.url, `${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    expect((await graph.query('{ __typename }')).status).toBe(200)
  })

  it('is refused unread where its body is 50 MB', async () => {
    const head = 'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\n'
    expect(await answerTo(graph.url, `${head}content-length: 52428800\r\n\r\n{"query": "`)).toMatch(/^HTTP\/1\.1 413 /)
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(50 * 2 ** 20) } }),
    }).catch((error: unknown) => error)
    expect(response instanceof TypeError || (response as Response).status === 413).toBe(true)
    expect((await graph.query('{ __typename }')).status).toBe(200)
  })
})

describe('a bomb of brackets', () => {
  it.each([
    [
      'in variables',
      (deep: string) => `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${deep}}}`,
    ],
    ['in extensions', (deep: string) => `{"query":"{ __typename }","extensions":${deep}}`],
    ['in a document', (deep: string) => JSON.stringify({ query: `{ nodes(ids: ${deep}) { id } }` })],
    [
      'in a representation',
      (deep: string) =>
        `{"query":"query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }","variables":{"r":[${deep}]}}`,
    ],
  ])('%s is refused, and others are served', async (_where, bodyOf) => {
    const sent = upstream.requests.length
    const { status, body } = await post(bodyOf('['.repeat(200_000) + ']'.repeat(200_000)), JSON_BODY)

    expect(status).toBeLessThan(500)
    expect(body.errors?.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL')
    expect(body.errors?.length).toBe(1)
    expect(upstream.requests).toHaveLength(sent)
    expect((await graph.query('{ __typename }')).status).toBe(200)
  })
})

describe('the id of a request', () => {
  it('is taken from the caller where it is well formed, and goes to the answer, the log and the service', async () => {
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

describe('an answer to what is broken', () => {
  it('tells no stack, path or secret', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"a"',
      '{"query":1}',
      '{"query":{}}',
      '{"query":"{"}',
      '{"variables":1}',
      '{"query":"{ a }","x":1}',
    ]
    const answers = await Promise.all(bodies.map((body) => post(body, JSON_BODY)))
    const gets = await Promise.all(
      ['variables=%7B', 'extensions=x', 'query=%FF', 'query=%7B', 'operationName=x'].map((query) =>
        send(`${graph.url}?${query}`, {}),
      ),
    )
    for (const { status, body } of [...answers, ...gets]) {
      expect(status).toBeLessThan(500)
      const text = JSON.stringify(body)
      expect(text).not.toMatch(/node_modules|\.[jt]s:\d| {2}at |consumer-|access-token|stack/)
      for (const { extensions } of body.errors ?? []) expect(extensions.code).toBeTypeOf('string')
    }
    expect((await graph.query('{ __typename }')).status).toBe(200)
  })
})
