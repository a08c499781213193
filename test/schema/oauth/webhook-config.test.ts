import { describe, expect, it } from 'vitest'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

const QUERY = graphql(`query WebhookConfigs { webhookConfigs {
  resultCount nodes { restId url valid createdAt raw } problems { title type detail status }
} }`)

const ROW = { id: '1146', url: 'https://example.com/hooks', valid: true, created_at: '2026-05-01T08:00:00Z' }
const PROBLEM = { title: 'Gone', type: 'https://example.com/gone', detail: 'Hook 7 cannot be read', status: 404 }

const graph = useSandboxGraph()

/** A graph with a service that issues the tokens t1, t2, … and responds to webhooks as in the script. */
async function open(script: (request: UpstreamRequest, nth: number) => UpstreamAnswer, tokenDelayMs = 0) {
  let tokens = 0
  let asked = 0
  const upstream = await startUpstream(async (request) => {
    if (request.path !== '/oauth2/token') return script(request, (asked += 1))
    await new Promise((resolve) => setTimeout(resolve, tokenDelayMs))
    return { body: { token_type: 'bearer', access_token: `t${(tokens += 1)}%3D` } }
  })
  const opened = await openGraph(upstream.url)
  return {
    query: () => opened.query(QUERY),
    send: (document: string) => opened.query(document),
    requests: upstream.requests,
    paths: () => upstream.requests.map(({ path }) => path),
    async close() {
      await opened.close()
      await upstream.close()
    },
  }
}

describe('webhook configurations', () => {
  it('have the columns of their rows, and their number', async () => {
    const service = await open(() => ({ body: { data: [ROW], meta: { result_count: 1 } } }))

    const { data, errors } = await service.query()
    expect(errors).toBeUndefined()
    expect(data!.webhookConfigs).toEqual({
      resultCount: 1,
      nodes: [{ restId: '1146', url: ROW.url, valid: true, createdAt: ROW.created_at, raw: ROW }],
      problems: [],
    })
    await service.close()
  })

  it('are read in one call by all fields of an operation', async () => {
    const service = await open(() => ({ body: { data: [ROW] } }))
    const document = `{ webhookConfigs { totalCount } again: webhookConfigs { nodes { url } } node(id: "WebhookConfig:1146") { id } }`

    expect(await service.send(document)).toMatchObject({
      data: {
        webhookConfigs: { totalCount: 1 },
        again: { nodes: [{ url: ROW.url }] },
        node: { id: 'WebhookConfig:1146' },
      },
    })
    expect(service.paths()).toEqual(['/oauth2/token', '/2/webhooks'])
    await service.close()
  })

  it('are divided into pages, and counted', async () => {
    const data = ['1', '2', '3'].map((id) => ({ ...ROW, id }))
    const service = await open(() => ({ body: { data } }))
    const page = async (args: string) => {
      const { data, errors } = await service.send(
        `{ webhookConfigs${args} { totalCount nodes { restId } pageInfo { hasNextPage endCursor } } }`,
      )
      return { ...(data as { webhookConfigs: { pageInfo: { endCursor: string } } | null }), errors }
    }

    const first = await page('(first: 2)')
    expect(first.webhookConfigs).toMatchObject({
      totalCount: 3,
      nodes: [{ restId: '1' }, { restId: '2' }],
      pageInfo: { hasNextPage: true },
    })
    const { webhookConfigs } = await page(`(first: 2, after: "${first.webhookConfigs!.pageInfo.endCursor}")`)
    expect(webhookConfigs).toMatchObject({ totalCount: 3, nodes: [{ restId: '3' }], pageInfo: { hasNextPage: false } })
    const { errors } = await page('(after: "x")')
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'after' } }])
    expect(service.paths().filter((path) => path.includes('webhooks'))).toHaveLength(2)
    await service.close()
  })

  it('are read with a bearer token, requested with key and secret, and without a list of fields (R-AUTH-15, R-AUTH-21)', async () => {
    const service = await open(() => ({ body: { data: [] } }))
    await service.query()

    const [token, webhooks] = service.requests
    expect(token).toMatchObject({
      method: 'POST',
      path: '/oauth2/token',
      query: {},
      body: 'grant_type=client_credentials',
    })
    expect(token!.headers['authorization']).toBe(
      `Basic ${Buffer.from('consumer-key:consumer-secret').toString('base64')}`,
    )
    expect(token!.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(webhooks).toMatchObject({ method: 'GET', path: '/2/webhooks', query: {} })
    expect(webhooks!.headers['authorization']).toBe('Bearer t1%3D')
    await service.close()
  })

  it('take no list of fields, because its parameter is not documented (R-AUTH-21)', async () => {
    const service = await open(() => ({ body: { data: [] } }))
    const { errors } = await service.send('{ webhookConfigs(fields: ["id"]) { resultCount } }')

    expect(errors).toMatchObject([{ message: expect.stringContaining('"fields"') as string }])
    expect(service.requests).toEqual([])
    await service.close()
  })

  it('keep the rows if there are problems, and report each problem as data and as an error (R-AUTH-22)', async () => {
    const other = { title: 'Slow', detail: null, status: null }
    const service = await open(() => ({
      body: { data: [ROW], errors: [PROBLEM, other], meta: { result_count: 1 } },
    }))

    const { data, errors } = await service.query()
    expect(data!.webhookConfigs).toMatchObject({
      resultCount: 1,
      nodes: [{ restId: '1146' }],
      problems: [PROBLEM, { title: 'Slow', type: null, detail: null, status: null }],
    })
    expect(errors).toEqual([
      {
        message: 'Hook 7 cannot be read',
        extensions: {
          code: 'UPSTREAM_ERROR',
          upstream: { status: 404, errors: [{ code: PROBLEM.type, message: PROBLEM.detail }] },
        },
      },
      { message: 'Slow', extensions: { code: 'UPSTREAM_ERROR' } },
    ])
    await service.close()
  })

  it.each([[{}], [[null]], [[[]]], ['oops'], [5]])(
    'fail if the problems are no list of objects: %j',
    async (problems) => {
      const service = await open(() => ({ body: { data: [ROW], errors: problems } }))

      const { data, errors } = await service.query()
      expect(data!.webhookConfigs).toBeNull()
      expect(errors).toMatchObject([
        {
          message: 'The answer of the service does not have the documented form',
          path: ['webhookConfigs'],
          extensions: { code: 'UPSTREAM_UNAVAILABLE' },
        },
      ])
      await service.close()
    },
  )

  it('have problems whose values are not of the documented types: these are not in the error', async () => {
    const problem = { title: 7, detail: { at: 1 }, status: '404' }
    const service = await open(() => ({ body: { data: [ROW], errors: [problem] } }))

    const { data, errors } = await service.send('{ webhookConfigs { nodes { restId } } }')
    expect(data).toEqual({ webhookConfigs: { nodes: [{ restId: '1146' }] } })
    expect(errors).toEqual([
      { message: 'The service reported a problem without details', extensions: { code: 'UPSTREAM_ERROR' } },
    ])
    await service.close()
  })

  it('are empty if the service sends only problems', async () => {
    const service = await open(() => ({ body: { errors: [PROBLEM] } }))

    const { data, errors } = await service.query()
    expect(data!.webhookConfigs).toEqual({ resultCount: null, nodes: [], problems: [PROBLEM] })
    expect(errors?.map(({ message }) => message)).toEqual([PROBLEM.detail])
    await service.close()
  })

  it('report a refusal in the format of RFC 7807', async () => {
    const service = await open(() => ({ status: 403, body: { errors: [PROBLEM] } }))

    const { data, errors } = await service.query()
    expect(data!.webhookConfigs).toBeNull()
    expect(errors).toMatchObject([
      {
        message: PROBLEM.detail,
        extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [{ code: PROBLEM.type }] } },
      },
    ])
    await service.close()
  })

  it('are read in the sandbox after one call for the token, which is cached (R-AUTH-16, R-AUTH-17)', async () => {
    for (const tokenCalls of [1, 0]) {
      const { data, errors, calls } = await graph.query(QUERY)
      expect(errors).toBeUndefined()
      expect(data!.webhookConfigs!.nodes.map(({ valid }) => valid)).toEqual([true, false])
      expect(callCounts(calls)).toEqual({ 'GET webhooks': 1, ...(tokenCalls && { 'POST oauth2/token': 1 }) })
    }
  })
})

describe('the bearer token', () => {
  it('is requested once for 100 concurrent callers', async () => {
    const service = await open(() => ({ body: { data: [] } }), 50)
    const answers = await Promise.all(Array.from({ length: 100 }, () => service.query()))

    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(service.paths().filter((path) => path === '/oauth2/token')).toHaveLength(1)
    expect(service.paths().filter((path) => path === '/2/webhooks')).toHaveLength(100)
    await service.close()
  })

  it('is requested again if the service no longer accepts it', async () => {
    const service = await open(({ headers }) =>
      headers['authorization'] === 'Bearer t2%3D'
        ? { body: { data: [ROW] } }
        : { status: 401, body: { errors: [{ code: 89, message: 'Invalid or expired token' }] } },
    )

    const { data, errors } = await service.query()
    expect(errors).toBeUndefined()
    expect(data!.webhookConfigs).toMatchObject({ nodes: [{ restId: '1146' }] })
    expect(service.paths()).toEqual(['/oauth2/token', '/2/webhooks', '/oauth2/token', '/2/webhooks'])
    await service.close()
  })

  it('is requested again only once: the next refusal is reported', async () => {
    const service = await open(() => ({ status: 401, body: { errors: [{ code: 89, message: 'Invalid token' }] } }))

    const { errors } = await service.query()
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED'])
    expect(service.paths().filter((path) => path === '/2/webhooks')).toHaveLength(2)
    await service.close()
  })

  it('is not requested for a while after it was requested too often (R-AUTH-17)', async () => {
    const refusal = { status: 403, body: { errors: [{ code: 99, message: 'Too often' }] } }
    const upstream = await startUpstream(() => refusal)
    const opened = await openGraph(upstream.url)

    expect((await opened.query(QUERY)).errors).toMatchObject([
      { message: 'Too often', extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [{ code: 99 }] } } },
    ])
    expect((await opened.query(QUERY)).errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAt: expect.stringMatching(/^\d{4}-/) as unknown } },
    ])
    expect(upstream.requests).toHaveLength(1)
    await opened.close()
    await upstream.close()
  })

  it.each([
    ['as ours', 0],
    ['an hour behind', -3_600_000],
    ['an hour ahead', 3_600_000],
  ])('is requested again at the time that the service sent, whose clock is %s', async (_, offsetMs) => {
    const askedAt: number[] = []
    const upstream = await startUpstream(({ path }) => {
      if (path !== '/oauth2/token') return { body: { data: [] } }
      if (askedAt.push(Date.now()) > 1) return { body: { token_type: 'bearer', access_token: 'late' } }
      return {
        status: 403,
        headers: { date: new Date(Date.now() + offsetMs).toUTCString(), 'retry-after': '1' },
        body: { errors: [{ code: 99, message: 'Too often' }] },
      }
    })
    const opened = await openGraph(upstream.url)

    await opened.query(QUERY)
    await expect.poll(async () => (await opened.query(QUERY)).errors).toBeUndefined()
    expect(askedAt).toHaveLength(2)
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(1000)
    await opened.close()
    await upstream.close()
  })

  it('that is missing in the response is an error of the service', async () => {
    const upstream = await startUpstream(() => ({ body: { token_type: 'bearer' } }))
    const opened = await openGraph(upstream.url)

    const { errors } = await opened.query(QUERY)
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_UNAVAILABLE'])
    expect(upstream.requests).toHaveLength(1)
    await opened.close()
    await upstream.close()
  })
})
