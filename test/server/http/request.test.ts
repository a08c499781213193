import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openGraph } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'

const TYPENAME = '{"query":"{ __typename }"}'

// __typename alone is asked for: no upstream is called.
const graph = openForTests(() =>
  openGraph('http://127.0.0.1:9', { timeouts: { requestMs: 300 }, settings: { CLIENT_TOKENS: '' } }),
)

interface RawAnswer {
  status: number
  headers: string
  body: { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> }[] }
}

/** Sends these bytes over a connection of their own, and reads until it closes. */
async function sendRaw(bytes: string): Promise<RawAnswer> {
  const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString()
  const [headers = '', content = '']: string[] = text.split(/\r\n\r\n([^]*)/)
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]),
    headers,
    body: JSON.parse(content) as RawAnswer['body'],
  }
}

const post = (target: string, { host = 'adgraph' } = {}) =>
  sendRaw(
    `POST ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${TYPENAME.length}\r\n\r\n${TYPENAME}`,
  )

describe('the target of a request', () => {
  it.each(['/graphql', '/graphql/', '/graphql?a=b', 'http://adgraph/graphql', 'HTTP://adgraph:4000/graphql?a=/health'])(
    'can be %s',
    async (target) => {
      const { status, body } = await post(target)
      expect([status, body]).toEqual([200, expect.objectContaining({ data: { __typename: 'Query' } })])
    },
  )

  it.each(['http://adgraph:port/graphql', 'ftp://adgraph/graphql', '*', 'graphql'])(
    'is refused with 400 if it is %s',
    async (target) => {
      const { status, body } = await post(target)
      expect([status, body.errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_REQUEST' }])
    },
  )

  it.each(['a b', 'a/b', '[::1', 'a:b', '999.1.1.1', '1.2.3.4.5', 'a:99999', '%zz', '[1:::2]', ':80'])(
    'is refused with 400, without detail, if the host is %j',
    async (host) => {
      for (const target of ['/graphql', '/auth/login']) {
        const { status, body } = await post(target, { host })
        const message = 'The request target or the Host header is malformed'
        expect([status, body]).toEqual([400, { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] }])
      }
    },
  )

  it.each(['host: adgraph\r\nhost: adgraph', 'host: adgraph\r\nHOST: evil.example'])(
    'is refused with 400 if it has two hosts (%j)',
    async (hosts) => {
      for (const target of ['/graphql', '/healthz', 'http://adgraph/graphql']) {
        const head = `POST ${target} HTTP/1.1\r\n${hosts}\r\nconnection: close\r\ncontent-type: application/json\r\n`
        const { status } = await sendRaw(`${head}content-length: ${TYPENAME.length}\r\n\r\n${TYPENAME}`)
        expect([target, status]).toEqual([target, 400])
      }
    },
  )

  it('is refused with 400 without a host, which HTTP/1.0 does not need', async () => {
    const head = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${TYPENAME.length}\r\n\r\n`
    const answers = await Promise.all(
      ['1.1', '1.0'].map((version) => sendRaw(`POST /graphql HTTP/${version}\r\n${head}${TYPENAME}`)),
    )

    expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.extensions ?? body.data])).toEqual([
      [400, { code: 'BAD_REQUEST' }],
      [200, { __typename: 'Query' }],
    ])
  })

  it.each(['', '127.1', 'adgraph:65535', 'my_host', 'a%41'])('is answered if the host is %j', async (host) => {
    const { status, body } = await post('/graphql', { host })
    expect([status, body.data]).toEqual([200, { __typename: 'Query' }])
  })
})

describe('HEAD', () => {
  const mutation = encodeURIComponent('mutation { __typename }')

  it.each([
    [200, '/graphql?query={__typename}', 'application/json'],
    [200, '/graphql', 'text/html'],
    [400, '/graphql', '*/*'],
    [400, '/graphql?query={__typename}&query={a:__typename}', 'application/json'],
    [405, `/graphql?query=${mutation}`, 'application/json'],
  ])('is answered like GET, without the body: %d of %s', async (status, target, accept) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map(async (method) => {
        const response = await fetch(new URL(target, graph.url), {
          method,
          headers: { accept, 'accept-encoding': 'identity' },
        })
        const headers = Object.fromEntries(response.headers)
        // undici closes the connection of a HEAD.
        for (const name of ['date', 'x-request-id', 'connection', 'keep-alive']) delete headers[name]
        return { status: response.status, headers, bytes: (await response.bytes()).length }
      }),
    )

    expect(get!.status).toBe(status)
    expect(head).toEqual({ ...get, bytes: 0 })
    expect(head!.headers['content-length']).toBe(String(get!.bytes))
  })
})

describe('an expectation', () => {
  it.each(['100-continue', 'nothing'])('does not change the answer if it is %s', async (expectation) => {
    const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: adgraph\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `expect: ${expectation}\r\ncontent-length: ${TYPENAME.length}\r\n\r\n${TYPENAME}`,
    )
    const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString()

    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual([
      ...(expectation === '100-continue' ? ['HTTP/1.1 100'] : []),
      'HTTP/1.1 200',
    ])
    expect(text).toContain('"__typename":"Query"')
  })
})

describe('a connection that its client closes', () => {
  it('is closed after the response', async () => {
    const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: adgraph\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `content-length: ${TYPENAME.length}\r\n\r\n${TYPENAME}`,
    )
    const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString()

    expect(text).toContain('"__typename":"Query"')
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
  })
})

describe('a request that is refused', () => {
  const send = async (init: RequestInit, path = '/graphql') => {
    const response = await fetch(new URL(path, graph.url), init)
    const body = (await response.json()) as RawAnswer['body']
    return {
      status: response.status,
      headers: response.headers,
      codes: body.errors?.map(({ extensions }) => extensions['code']),
      body,
    }
  }
  const json = { 'content-type': 'application/json' }

  it.each<[number, string, RequestInit, string?]>([
    [400, 'BAD_REQUEST', { method: 'POST', headers: json, body: '{"query"' }],
    [400, 'BAD_REQUEST', { method: 'POST', headers: json, body: '{}' }],
    [400, 'BAD_REQUEST', { method: 'POST', headers: json, body: '{"query":1}' }],
    [400, 'BAD_REQUEST', { method: 'POST', headers: json, body: '{"query":"{__typename}","variables":[]}' }],
    [400, 'BAD_REQUEST', { method: 'POST', headers: json, body: '{"query":"{__typename}","extensions":1}' }],
    [400, 'BAD_REQUEST', {}, '/graphql?query={__typename}&variables=[]'],
    [400, 'BAD_REQUEST', {}, '/graphql?query={__typename}&extensions={'],
    [404, 'NOT_FOUND', { method: 'POST', headers: json, body: TYPENAME }, '/graphqls'],
    [404, 'NOT_FOUND', {}, '/health'],
    [400, 'BAD_REQUEST', {}, '/graphql?query={__typename}&query={node(id:1){id}}'],
    [400, 'BAD_REQUEST', {}, '/graphql?query={__typename}&variables={}&variables={}'],
    [400, 'BAD_REQUEST', {}, '/graphql?documentId=a&documentId=b'],
    [400, 'BAD_REQUEST', {}, '/graphql?query={account(id:%22K%E4se%22){name}}'],
    [405, 'METHOD_NOT_ALLOWED', { method: 'PUT', headers: json, body: TYPENAME }],
    [405, 'METHOD_NOT_ALLOWED', { method: 'DELETE' }],
    [405, 'METHOD_NOT_ALLOWED', {}, `/graphql?query=${encodeURIComponent('mutation { __typename }')}`],
    [406, 'NOT_ACCEPTABLE', { method: 'POST', headers: { ...json, accept: 'text/plain' }, body: TYPENAME }],
    [406, 'NOT_ACCEPTABLE', { method: 'POST', headers: { ...json, accept: 'text/html' }, body: TYPENAME }],
    [413, 'REQUEST_ENTITY_TOO_LARGE', { method: 'POST', headers: json, body: ' '.repeat(8_000_001) }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: TYPENAME }],
    [
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-16' }, body: TYPENAME },
    ],
    [
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(TYPENAME) },
    ],
    [415, 'UNSUPPORTED_MEDIA_TYPE', { method: 'POST', headers: { ...json, 'content-encoding': 'br' }, body: TYPENAME }],
  ])('with %d has a GraphQL error with the code %s as its body', async (status, code, init, path) => {
    const answer = await send(init, path)

    expect([answer.status, answer.codes]).toEqual([status, [code]])
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('allow')?.includes('POST') ?? false).toBe(status === 405)
  })

  it('because its body is compressed for the transfer says so', async () => {
    const head = 'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\n'
    const refused = await sendRaw(`${head}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
    expect([refused.status, refused.body.errors?.[0]]).toEqual([
      415,
      { message: 'The body must not be compressed', extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    ])
  })

  it('because of its method has the methods that take operations, as the answer to OPTIONS has', async () => {
    const answers = await Promise.all([
      fetch(graph.url, { method: 'PUT' }),
      fetch(graph.url, { method: 'OPTIONS', headers: { accept: 'text/html' } }),
    ])
    expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
      [405, 'GET, HEAD, POST'],
      [204, 'GET, HEAD, POST'],
    ])
    // RFC 9110, section 8.6.
    expect(answers[1].headers.has('content-length')).toBe(false)
  })

  it.each(['/healthz', '/readyz', '/metrics', '/statistics', '/rules', '/workbench/x.js'])(
    'because %s is only read has the methods that read it',
    async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, codes } = await send({ method }, path)
        expect([method, status, headers.get('allow'), codes]).toEqual([
          method,
          405,
          'GET, HEAD',
          ['METHOD_NOT_ALLOWED'],
        ])
      }
    },
  )

  it('because its body is compressed gets the encoding to use', async () => {
    const compressed = await send({
      method: 'POST',
      headers: { ...json, 'content-encoding': 'x-gzip' },
      body: TYPENAME,
    })
    const plain = await send({ method: 'POST', headers: { ...json, 'content-encoding': 'Identity' }, body: TYPENAME })

    expect([compressed.status, compressed.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    expect(compressed.body.errors?.[0]?.message).toBe('The body must not be compressed')
    expect(plain.body).toMatchObject({ data: { __typename: 'Query' } })
  })

  it('by Node itself has a GraphQL error as its body too', async () => {
    const malformed = await sendRaw('NONSENSE\r\n\r\n')
    const overflow = await sendRaw(`GET /graphql HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)

    expect([malformed.status, malformed.body.errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_REQUEST' }])
    expect([overflow.status, overflow.body.errors?.[0]?.extensions]).toEqual([431, { code: 'HEADERS_TOO_LARGE' }])
  })

  it('for invalid JSON does not get its body back', async () => {
    const { body } = await send({ method: 'POST', headers: json, body: 'sesame-open-up' })

    expect(body).toEqual({ errors: [{ message: 'The body is not valid JSON', extensions: { code: 'BAD_REQUEST' } }] })
  })

  it('with 408 has a body that does not arrive in time, and loses its connection', async () => {
    const begun = Date.now()
    const { status, headers, body } = await sendRaw(
      `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n${TYPENAME}`,
    )

    expect([status, body.errors?.[0]?.extensions]).toEqual([408, { code: 'REQUEST_TIMEOUT' }])
    expect(headers).toMatch(/\r\nconnection: close/i)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290)
  })

  it('is logged with its codes, whatever refused it', async () => {
    graph.logLines.length = 0
    const post = (query: string, variables?: object) =>
      send({ method: 'POST', headers: json, body: JSON.stringify({ query, variables }) })
    await post('{ nothing }')
    await post('{')
    await post(`{ ${'a: __typename '.repeat(201)} }`)
    await post('query ($id: ID!) { account(id: $id) { name } }')

    const lines = graph.logLines.map((line) => JSON.parse(line) as { msg: string; errors: object })
    expect(lines.map(({ msg, errors }) => [msg, ...Object.keys(errors)])).toEqual([
      ['operation refused', 'GRAPHQL_VALIDATION_FAILED'],
      ['operation refused', 'GRAPHQL_PARSE_FAILED'],
      ['operation refused', 'QUERY_TOO_COMPLEX'],
      ['operation refused', 'BAD_USER_INPUT'],
    ])
  })
})

describe('variables that do not fit', () => {
  it.each([
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ])('are refused under %s with %d, without data, for queries as for mutations', async (accept, status) => {
    for (const query of [
      'query ($id: ID!) { account(id: $id) { name } }',
      'mutation ($i: UpdateCampaignInput!) { updateCampaign(input: $i) { campaign { id } } }',
    ]) {
      const response = await fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query, variables: {} }),
      })
      const body = (await response.json()) as RawAnswer['body']
      expect([response.status, body.errors?.[0]?.extensions]).toEqual([status, { code: 'BAD_USER_INPUT' }])
      expect(body).not.toHaveProperty('data')
    }
  })
})

describe('a Long that is a fraction', () => {
  it.each([12.5, 0.1, -1.5])('is refused because it is no integer, not because of its size: %d', async (amount) => {
    const { errors } = await graph.query(
      'mutation ($amount: Long) { updateCampaign(input: { campaignId: "Campaign:a1:c1", dailyBudgetAmountLocalMicro: $amount }) { campaign { id } } }',
      { amount },
    )
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining(`A Long must be an integer or a string of digits, not ${amount}`),
    ])
  })
})

describe('every answer', () => {
  it.each(['/graphql?query={__typename}', '/graphql', '/nowhere', '/healthz', '/readyz', '/metrics'])(
    'of %s is not to be stored, nor taken for another type',
    async (path) => {
      for (const accept of ['application/json', 'text/event-stream', 'text/plain', 'text/html']) {
        const response = await fetch(new URL(path, graph.url), { headers: { accept } })
        await response.text()
        expect([response.headers.get('cache-control'), response.headers.get('x-content-type-options')]).toEqual([
          'no-store',
          'nosniff',
        ])
      }
    },
  )

  it('ignores unknown parameters, as the specification requires', async () => {
    const answer = await graph.query('{ __typename }')
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', hints: { future: true }, __proto__: null }),
    })

    expect([response.status, ((await response.json()) as RawAnswer['body']).data]).toEqual([200, answer.data])
  })
})
