import { getEventListeners } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { execute, parse } from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAdgraph } from '../../src/package/adgraph.ts'
import { ConfigError, createAdgraph, maskError, type Adgraph, type AdgraphOptions } from '../../src/package/index.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, startSandbox, type Sandbox } from '../../src/package/sandbox.ts'
import { BOUNDS } from '../../src/server/bounds.ts'
import { createLog } from '../../src/server/observe/log.ts'
import { closedAfterTest } from '../support/open.ts'
import { keepSecret } from '../support/secrecy.ts'
import { startUpstream } from '../support/upstream.ts'

const URL = 'https://app.example/api/graphql'
const NAMES = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 2) { nodes { name } } } }`
const LIST = 'campaigns(first: 1) { nodes { name } }'
/** An answer of more than a slice. */
const LONG = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 200) { nodes { id raw } } lineItems(first: 200) { nodes { id raw } } } }`
/** An answer that is written in several turns of the event loop. */
const MANY_VALUES = `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 500) { nodes { ${Array.from({ length: 200 }, (_, nth) => `n${nth}: name`).join(' ')} } } } }`

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  keepSecret(sandbox.credentials.consumer.secret, sandbox.credentials.user.tokenSecret)
})
afterAll(() => sandbox.close())

afterEach(() => sandbox.faults.clear())

async function open(
  options: Partial<AdgraphOptions> = {},
  bounds: Parameters<typeof openAdgraph>[1] = {},
): Promise<Adgraph> {
  const { consumer, user } = sandbox.credentials
  const given = { adsBaseUrl: sandbox.url, adsEnvironment: 'sandbox', consumer, credentials: () => user } as const
  return closedAfterTest(await openAdgraph({ ...given, ...options }, bounds))
}

function post(
  query: string,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Request {
  return new Request(URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
    ...init,
  })
}

const codesOf = ({ errors = [] }: { errors?: { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code)

describe('fetch', () => {
  it('answers a standard Request at any path with a standard Response', async () => {
    const { fetch } = await open()

    const response = await fetch(post(NAMES))

    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      data: { account: { campaigns: { nodes: [{ name: expect.any(String) }, { name: expect.any(String) }] } } },
    })
  })

  it('leaves compression to the server of the program', async () => {
    const { fetch } = await open()
    const query = '{ __schema { types { name description } } }'
    const { headers } = await fetch(post(query, { headers: { 'accept-encoding': 'gzip, br' } }))

    expect(Number(headers.get('content-length'))).toBeGreaterThan(1_024)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
  })

  it('answers GET, and refuses a mutation by GET with 405', async () => {
    const { fetch } = await open()
    const get = (query: string) => fetch(new Request(`${URL}?${new URLSearchParams({ query })}`))

    expect(await (await get('{ __typename }')).json()).toEqual({ data: { __typename: 'Query' } })
    expect((await get('mutation { __typename }')).status).toBe(405)
  })

  it('refuses a request that accepts a page alone, because it has none', async () => {
    const { fetch } = await open()
    const response = await fetch(new Request(`${URL}?query={__typename}`, { headers: { accept: 'text/html' } }))

    expect([response.status, await response.json()]).toMatchObject([
      406,
      { errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] },
    ])
  })

  it('gives no body to a HEAD, also if it refuses it', async () => {
    const { fetch, close } = await open()
    const head = async (accept: string) => {
      const response = await fetch(new Request(`${URL}?query={__typename}`, { method: 'HEAD', headers: { accept } }))
      return [response.status, await response.text()]
    }
    expect([await head('application/json'), await head('text/html')]).toEqual([
      [200, ''],
      [406, ''],
    ])
    await close()
    expect(await head('application/json')).toEqual([503, ''])
  })

  it('calls the service on behalf of the user of each request', async () => {
    const { user } = sandbox.credentials
    const colleague = sandbox.addUser({ screenName: 'colleague', accountIds: [SMALL_ACCOUNT_ID] })
    keepSecret(colleague.tokenSecret)
    const { fetch } = await open({
      credentials: async ({ headers }) => ({ own: user, colleague })[headers.get('x-user') ?? ''] ?? null,
    })
    const accountsOf = async (name: string) => {
      const response = await fetch(
        post('{ accounts(first: 50) { nodes { restId } } }', { headers: { 'x-user': name } }),
      )
      const { data } = (await response.json()) as { data: { accounts: { nodes: { restId: string }[] } } }
      return data.accounts.nodes.map(({ restId }) => restId)
    }

    expect(await accountsOf('colleague')).toEqual([SMALL_ACCOUNT_ID])
    expect(await accountsOf('own')).toContain(DEMO_ACCOUNT_ID)
    sandbox.clearRequests()
    const nobody = await fetch(post(NAMES))
    expect(codesOf((await nobody.json()) as object)).toEqual(['UNAUTHENTICATED'])
    expect(sandbox.requests).toEqual([])
  })

  it.each([
    ['credentials', new Error('the session store is down')],
    // A query of a database that took too long, for example. Yoga leaves out such errors.
    ['operator', new DOMException('the session store is down', 'TimeoutError')],
  ])('answers 500 INTERNAL if the option `%s` throws an error, and logs it once', async (option, thrown) => {
    const logLines: string[] = []
    const { fetch } = await open({
      [option]: () => {
        throw thrown
      },
      log: createLog('warn', { write: (line) => void logLines.push(line) }),
    })
    const response = await fetch(post(NAMES))

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      errors: [{ message: expect.not.stringContaining('session store'), extensions: { code: 'INTERNAL' } }],
    })
    const lines = logLines.map((each) => JSON.parse(each) as { err: { message: string; stack: string } })
    expect(lines.map(({ err }) => err.message)).toEqual([`The option \`${option}\` failed: the session store is down`])
    expect(lines[0]?.err.stack).toContain(`caused by: ${thrown.name}: the session store is down`)
  })

  it.each([
    ['x'],
    [{}],
    [{ token: 'token' }],
    [{ token: 'token', token_secret: 'token secret' }],
    [{ token: ' ', tokenSecret: ' ' }],
    [{ bearer: '' }],
    [{ bearer: undefined }],
  ])('answers 500 INTERNAL, logs it, and sends nothing if the option `credentials` returns %j', async (returned) => {
    const logLines: string[] = []
    const { fetch } = await open({
      credentials: () => returned as never,
      log: createLog('warn', { write: (line) => void logLines.push(line) }),
    })
    sandbox.clearRequests()
    const response = await fetch(post(NAMES))

    expect(response.status).toBe(500)
    expect(codesOf((await response.json()) as object)).toEqual(['INTERNAL'])
    expect(sandbox.requests).toEqual([])
    expect(logLines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)).toEqual([
      'The option `credentials` failed: a user must be { token, tokenSecret } or { bearer }, with texts that are not blank',
    ])
  })

  it('answers HEAD without a body, and does not wait for anybody to read it', async () => {
    const { fetch } = await open({ maxOperations: 1 }, { queueTimeoutMs: 50 })
    const head = await fetch(new Request(`${URL}?${new URLSearchParams({ query: LONG })}`, { method: 'HEAD' }))

    expect([head.status, head.body]).toEqual([200, null])
    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it('serves only callers with one of the client tokens, if there are any', async () => {
    const credentials = vi.fn(() => sandbox.credentials.user)
    const { fetch } = await open({ clientTokens: ['client-token-1'], credentials })

    const unknown = await fetch(post('{ __typename }'))
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    // The program is asked for the users of known callers only.
    expect(credentials).not.toHaveBeenCalled()
    const known = await fetch(post(NAMES, { headers: { authorization: 'Bearer client-token-1' } }))
    expect(codesOf((await known.json()) as object)).toEqual([])
  })

  it('lets only the operator use the mutations that return secrets', async () => {
    const { fetch } = await open({ operator: ({ headers }) => headers.get('x-operator') === '1' })
    const mutation = 'mutation { createBearerToken { userErrors { message } } }'
    const codes = async (headers = {}) => codesOf((await (await fetch(post(mutation, { headers }))).json()) as object)

    expect(await codes()).toEqual(['FORBIDDEN'])
    expect(await codes({ 'x-operator': '1' })).toEqual([])
  })

  it('lets an operator without a user sign one in, and call nothing for a user', async () => {
    const { fetch } = await open({ credentials: () => null, operator: () => true })
    const answerTo = async (document: string) =>
      (await (await fetch(post(document))).json()) as { data: unknown; errors?: { extensions: { code: string } }[] }
    sandbox.clearRequests()

    expect(
      await answerTo(
        'mutation { createRequestToken(input: { callback: "oob" }) { requestToken { callbackConfirmed } } }',
      ),
    ).toEqual({ data: { createRequestToken: { requestToken: { callbackConfirmed: true } } } })
    expect(codesOf(await answerTo(NAMES))).toEqual(['UNAUTHENTICATED'])
    expect(codesOf(await answerTo('mutation { invalidateAccessToken(input: {}) { accessToken } }'))).toEqual([
      'UNAUTHENTICATED',
    ])
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/oauth/request_token'])
  })

  it('negotiates the media type', async () => {
    const { fetch } = await open()
    const typeFor = async (accept: string) => {
      const response = await fetch(post('{ __typename }', { headers: { accept } }))
      return [response.status, response.headers.get('content-type')]
    }

    expect(await typeFor('application/json;q=0.5, application/graphql-response+json')).toEqual([
      200,
      'application/graphql-response+json; charset=utf-8',
    ])
    expect(await typeFor('image/png')).toEqual([406, 'application/json; charset=utf-8'])
  })

  it('refuses bodies that are too long, are compressed or are not JSON', async () => {
    const { fetch } = await open({}, { maxBodyBytes: 1_000 })
    const statusOf = async (init: RequestInit) => {
      const response = await fetch(new Request(URL, { method: 'POST', ...init }))
      return [response.status, ...codesOf((await response.json()) as object)]
    }
    const json = { 'content-type': 'application/json' }

    expect(await statusOf({ headers: json, body: JSON.stringify({ query: ' '.repeat(1_000) }) })).toEqual([
      413,
      'REQUEST_ENTITY_TOO_LARGE',
    ])
    expect(await statusOf({ headers: { 'content-type': 'text/plain' }, body: '{}' })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
    expect(await statusOf({ headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
    expect(await statusOf({ headers: json, body: '{' })).toEqual([400, 'BAD_REQUEST'])
  })

  it('breaks off a body that does not arrive', async () => {
    const { fetch } = await open({}, { timeouts: { ...BOUNDS.timeouts, requestMs: 50 } })
    let isCanceled = false
    const endless = new ReadableStream({
      cancel() {
        isCanceled = true
      },
    })

    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: endless, duplex: 'half' }
    const response = await fetch(new Request(URL, init))

    expect(response.status).toBe(408)
    expect(codesOf((await response.json()) as object)).toEqual(['REQUEST_TIMEOUT'])
    await expect.poll(() => isCanceled).toBe(true)
  })

  it.each([
    ['text', '{"query":"{ __typename }"}'],
    ['null', null],
  ])('breaks off a body with %s instead of bytes', async (_, chunk) => {
    const { fetch } = await open()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(chunk)
      },
    })

    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    const response = await fetch(new Request(URL, init))

    expect(response.status).toBe(400)
    expect(codesOf((await response.json()) as object)).toEqual(['BAD_REQUEST'])
  })

  it('refuses a document that is too large, and an operation that needs too many calls', async () => {
    const { fetch } = await open({ maxCalls: 1 })
    const deep = await fetch(
      post(`{ account(id: "a") ${'{ campaigns { nodes { account '.repeat(7)} { id } ${'} } }'.repeat(7)} }`),
    )
    expect(await deep.json()).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'depth' } }] })

    const wide = await fetch(
      post(`{ account(id: "${DEMO_ACCOUNT_ID}") { ${LIST} lineItems(first: 1) { nodes { name } } } }`),
    )
    expect(codesOf((await wide.json()) as object)).toContain('QUERY_TOO_COMPLEX')
  })

  it('refuses pages of origins that are not listed, and answers their preflight requests otherwise', async () => {
    const { fetch } = await open({ corsOrigins: ['https://tools.example'] })
    const from = (origin: string) => ({ headers: { origin, 'sec-fetch-site': 'cross-site' } })

    expect((await fetch(post('{ __typename }', from('https://other.example')))).status).toBe(403)
    const allowed = await fetch(post('{ __typename }', from('https://tools.example')))
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://tools.example'])
    const preflight = await fetch(
      new Request(URL, {
        method: 'OPTIONS',
        headers: { origin: 'https://tools.example', 'access-control-request-method': 'POST' },
      }),
    )
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST'])
  })

  it('refuses introspection and unknown documents if it is told to', async () => {
    const { fetch } = await open({
      introspection: false,
      trustedDocuments: { type: '{ __typename }' },
      trustedDocumentsOnly: true,
    })
    const body = (given: object) => ({ body: JSON.stringify(given) })

    const trusted = await fetch(post('', body({ documentId: 'type' })))
    expect(await trusted.json()).toEqual({ data: { __typename: 'Query' } })
    expect(codesOf((await (await fetch(post('{ __typename }'))).json()) as object)).toEqual(['PERSISTED_QUERY_ONLY'])
  })

  it('counts an operation until its long answer has been read, and lets others wait for its slot', async () => {
    const { fetch } = await open({ maxOperations: 1 }, { queueTimeoutMs: 50 })
    const first = await fetch(post(LONG))

    const second = await fetch(post('{ __typename }'))
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1'])
    const text = await first.text()
    expect(text.length).toBeGreaterThan(65_536)
    expect(JSON.parse(text)).not.toHaveProperty('errors')
    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it('breaks off an answer that nobody reads', async () => {
    const { fetch } = await open(
      { maxOperations: 1 },
      { queueTimeoutMs: 50, timeouts: { ...BOUNDS.timeouts, writeMs: 100 } },
    )
    const unread = await fetch(post(LONG))
    await sleep(150)

    expect((await fetch(post('{ __typename }'))).status).toBe(200)
    await expect(unread.text()).rejects.toThrow('not read in time')
  })

  it('ends an operation whose reader cancels the answer', async () => {
    const { fetch } = await open({ maxOperations: 1 }, { queueTimeoutMs: 50 })
    const response = await fetch(post(LONG))
    await response.body!.cancel()

    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it('stops calling the service when the signal of the request aborts', async () => {
    const { fetch } = await open({ maxOperations: 1 }, { queueTimeoutMs: 50 })
    sandbox.faults.add({ fault: { kind: 'latency', ms: 300 } })
    const caller = new AbortController()
    sandbox.clearRequests()
    const answer = fetch(
      post(NAMES.replace('{ name }', '{ name lineItems { nodes { name } } }'), { signal: caller.signal }),
    )
    await sleep(50)
    caller.abort()
    await answer.then(
      (response) => response.text(),
      () => {},
    )

    await sleep(400)
    expect(sandbox.requests.length).toBeLessThan(2)
    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it.each<[string, string, (abort: () => void) => void]>([
    ['before its response is written', LONG, (abort) => abort()],
    ['while its response is written', MANY_VALUES, setImmediate],
  ])('does not reject if the signal aborts %s: the response breaks off', async (_, document, wait) => {
    const caller = new AbortController()
    const lines: string[] = []
    const write = (line: string) => {
      lines.push(line)
      if (line.includes('"msg":"operation"')) wait(() => caller.abort())
    }
    const { fetch } = await open({ log: createLog('info', { write }) })
    const response = await fetch(post(document, { signal: caller.signal }))

    await expect(response.text()).rejects.toThrow('its request was aborted')
    expect(lines.filter((line) => line.includes('internal error'))).toEqual([])
  })

  it('keeps no slot for a request that aborts with the one before it', async () => {
    const { fetch } = await open({ maxOperations: 1 }, { queueTimeoutMs: 50 })
    sandbox.faults.add({ fault: { kind: 'latency', ms: 300 } })
    const caller = new AbortController()
    const answers = [1, 2].map(() => fetch(post(NAMES, { signal: caller.signal })))
    await sleep(20)
    caller.abort()
    await Promise.allSettled(answers)

    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it('adds one listener to a signal that requests share', async () => {
    const { fetch } = await open()
    const { signal } = new AbortController()
    for (let nth = 0; nth < 3; nth += 1) {
      const request = post('{ __typename }')
      // As in servers that give the signal of a connection to all of its requests.
      Object.defineProperty(request, 'signal', { value: signal })
      await (await fetch(request)).text()
    }

    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  })

  it('calls nothing if the signal aborts while the credentials are read', async () => {
    const caller = new AbortController()
    const { fetch } = await open({
      maxOperations: 1,
      credentials: async () => {
        caller.abort()
        return sandbox.credentials.user
      },
    })
    sandbox.clearRequests()
    await fetch(post(NAMES, { signal: caller.signal })).then(
      (response) => response.text(),
      () => {},
    )

    expect(sandbox.requests).toEqual([])
    expect((await fetch(post('{ __typename }'))).status).toBe(200)
  })

  it('rejects a request whose body was read before', async () => {
    const { fetch } = await open()
    const request = post(NAMES)
    await request.text()

    await expect(fetch(request)).rejects.toThrow('The body of the request has already been read')
  })

  it('refuses requests with 503 once it is closed', async () => {
    const graph = await open()
    await graph.close()

    expect((await graph.fetch(post('{ __typename }'))).status).toBe(503)
  })
})

describe('context', () => {
  it('lets others execute the schema on behalf of the user of a request', async () => {
    const { schema, context } = await open({ maxCalls: 1 })

    const { data, errors } = await execute({
      schema,
      document: parse(`{ account(id: "${DEMO_ACCOUNT_ID}") { name campaigns(first: 1) { nodes { name } } } }`),
      contextValue: await context(post('')),
    })

    expect(data).toEqual({ account: { name: expect.any(String), campaigns: null } })
    expect(errors?.map((error) => maskError(error).extensions['code'])).toEqual(['BUDGET_SPENT'])
  })

  it('has the error of a later call of a split batch', async () => {
    const upstream = await startUpstream(({ method, body }) => {
      if (method === 'GET') return { body: { data: [], next_cursor: null } }
      const sent = JSON.parse(body) as { params: object }[]
      return sent.length === 1
        ? { status: 503 }
        : { body: { data: sent.map(({ params }, nth) => ({ ...params, id: `c${nth}` })) } }
    })
    const { schema, context, close } = await open({ adsBaseUrl: upstream.url })
    const contextValue = await context(post(''))
    const { data, errors } = await execute({
      schema,
      document: parse(
        'mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input, split: true) { userErrors { code } } }',
      ),
      contextValue,
      variableValues: {
        input: {
          accountId: 'a1',
          operations: Array.from({ length: 41 }, () => ({
            create: { fundingInstrumentId: 'f1', name: 'New', dailyBudgetAmountLocalMicro: '1000000' },
          })),
        },
      },
    })
    await close()
    await upstream.close()

    expect([data, errors]).toEqual([{ batchCampaigns: { userErrors: [] } }, undefined])
    expect(contextValue.reported).toMatchObject([
      { path: ['batchCampaigns'], extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ])
  })

  it('lets a write that was sent end when the graph is closed', async () => {
    let answer: (() => void) | undefined
    const upstream = await startUpstream(
      () => new Promise((resolve) => (answer = () => resolve({ body: { data: { id: 'c1' } } }))),
    )
    const { schema, context, close } = await open({ adsBaseUrl: upstream.url })
    const input = '{ accountId: "a1", fundingInstrumentId: "f1", name: "New", dailyBudgetAmountLocalMicro: 1 }'
    const executed = execute({
      schema,
      document: parse(`mutation { createCampaign(input: ${input}) { campaign { id } } }`),
      contextValue: await context(post('')),
    })
    await expect.poll(() => answer).toBeDefined()
    const closed = close()
    // Connections would be closed by then.
    await sleep(100)
    answer!()

    expect(await executed).toEqual({ data: { createCampaign: { campaign: { id: 'Campaign:a1:c1' } } } })
    await closed
    await upstream.close()
  })
})

describe('the schema', () => {
  it('refuses an ID that may have been rounded if graphql-js executes it', async () => {
    const { schema, context } = await open()

    const { data, errors } = await execute({
      schema,
      document: parse(`query ($id: ID!) { publishedPost(id: $id, accountId: "${DEMO_ACCOUNT_ID}") { restId } }`),
      variableValues: { id: 2 ** 62 },
      contextValue: await context(post('')),
    })

    expect(data).toBeUndefined()
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('send an ID of this size as a string'),
    ])
  })
})

describe('the metrics', () => {
  it('report the operations and calls of this graph alone, in the format of Prometheus', async () => {
    const [first, second] = [await open(), await open()]
    await (await first.fetch(post(NAMES))).json()
    await (await first.fetch(post('{ nothing }'))).json()

    const response = await first.metrics()
    const text = await response.text()
    const others = await (await second.metrics()).text()

    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(text).toContain('adgraph_operation_duration_seconds_count{code="OK"} 1')
    expect(text).toContain('adgraph_refusals_total{code="GRAPHQL_VALIDATION_FAILED"} 1')
    expect(text).toMatch(
      /adgraph_upstream_call_duration_seconds_count\{method="GET",endpoint="accounts\/:account_id\/campaigns",status="200"\} 1/,
    )
    expect(text).toContain('adgraph_operations{state="running"} 0')
    expect(text).not.toMatch(/^(process|nodejs)_/m)
    expect(others).not.toContain('code="OK"')
  })
})

describe('the options', () => {
  it('are checked together, by their own names', async () => {
    const fault = await createAdgraph({
      adsBaseUrl: 'http://ads.example',
      consumer: { key: 'key', secret: '' },
      credentials: () => null,
      maxCalls: 0,
      trustedDocuments: { a: 1 as never },
      unknown: 1,
      maxCall: 5,
      maxDepth: 7,
      adsVocabulary: 'words.json',
      workers: 2,
      maxRow: 5,
      operationTimeoutMs: 3_000_000_000,
      spendLimits: { limits: [{ accounts: ['a1'], currency: 'EUR', activatedPerHour: '1,50' }] },
    } as AdgraphOptions).catch((error: unknown) => error)

    expect(fault).toBeInstanceOf(ConfigError)
    expect((fault as ConfigError).message.split('\n')).toEqual([
      'unknown is not an option',
      'maxCall is not an option: did you mean maxCalls?',
      'maxDepth is not an option',
      'adsVocabulary is not an option',
      'workers is not an option',
      'maxRow is not an option',
      'adsBaseUrl must be https, so that signatures and tokens are encrypted; http is for loopback only',
      'operationTimeoutMs must be a number of milliseconds, 1 to 86400000',
      'maxCalls must be a whole number, 1 or more',
      'consumer.secret is required with consumer.key',
      'trustedDocuments must map IDs to documents, or to objects with `document` and `maxCalls`',
      'spendLimits: limits[0].activatedPerHour must be an amount in quotes with at most 2 decimals, such as "500.00"',
    ])
  })

  it.each([{}, undefined, null])('that are missing are listed together: %j', async (options) => {
    const fault = await createAdgraph(options as AdgraphOptions).catch((error: unknown) => error)

    expect((fault as ConfigError).message.split('\n')).toEqual([
      'adsBaseUrl is required',
      'credentials must be a function',
      'consumer.key is required with adsBaseUrl: every request is signed',
      'consumer.secret is required with adsBaseUrl: every request is signed',
    ])
  })

  const faultsOf = (options: object) =>
    open(options).then(
      () => [],
      (error: unknown) => (error instanceof ConfigError ? error.message.split('\n') : error),
    )

  it.each([[['']], [[' ']], [[]], [['abc,def']], [['abc', '']], [[undefined]], ['abc']])(
    'do not serve anybody if the tokens of callers are %j',
    async (clientTokens) => {
      expect(await faultsOf({ clientTokens })).toEqual([
        'clientTokens must be a list of one or more tokens, none of them blank or with a comma',
      ])
    },
  )

  it('are named as options, also if they have one word', async () => {
    expect(await faultsOf({ introspection: 'yes' })).toEqual(['introspection must be true or false'])
  })

  it('do not refuse every operation', async () => {
    expect(await faultsOf({ trustedDocumentsOnly: true })).toEqual([
      'trustedDocuments is required with trustedDocumentsOnly: without it, every operation would be refused',
    ])
  })

  it('that no setting has are of their types', async () => {
    const trustedDocuments = { type: '{ __typename }' }
    expect(await faultsOf({ trustedDocuments, trustedDocumentsOnly: 'false', trace: 'false', operator: true })).toEqual(
      ['operator must be a function', 'trustedDocumentsOnly must be true or false', 'trace must be true or false'],
    )
  })

  it.each([{}, { level: 'warn' }, null, 'warn'])('have no log that is %j', async (log) => {
    expect(await faultsOf({ log })).toEqual(['log must be a logger with the methods debug, info, warn, error'])
  })

  it('throw the error of a program that cannot give its trusted documents, not that they are invalid', async () => {
    const trustedDocuments = {
      get tree(): string {
        throw new TypeError('tree.graphql has not been read yet')
      },
    }

    await expect(open({ trustedDocuments })).rejects.toThrow(new TypeError('tree.graphql has not been read yet'))
  })

  it('refuse a trusted document that may need more calls than it declares', async () => {
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }`
    await expect(open({ trustedDocuments: { tree: { document, maxCalls: 0 } } })).rejects.toThrow(
      'trustedDocuments: the document "tree" may need 1 call; it declares 0',
    )
  })
})

describe('export', () => {
  const ROWS = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { name lineItems { nodes { name } } } } } }`

  it('gives the rows of all lists, beyond the limits of an operation', async () => {
    const graph = await open({ maxCalls: 1, maxRows: 10 })
    const lists: Record<string, number> = {}
    for await (const row of graph.export({ query: ROWS })) lists[row.__list] = (lists[row.__list] ?? 0) + 1

    expect(lists).toEqual({ 'account.campaigns': 50, 'account.campaigns.lineItems': 500 })
  })

  it('goes on from the position that was kept last before it was left', async () => {
    const graph = await open()
    const checkpoint = join(await mkdtemp(join(tmpdir(), 'adgraph-package-')), 'export')
    let left = 0
    for await (const row of graph.export({ query: ROWS, checkpoint })) {
      left += 1
      if (row.__typename === 'LineItem') break
    }
    const ids = new Set<string>()
    let rest = 0
    for await (const row of graph.export({ query: ROWS, checkpoint })) {
      rest += 1
      ids.add(row.id!)
      expect(JSON.parse(JSON.stringify(row))).not.toHaveProperty('__list')
    }
    await rm(checkpoint, { recursive: true })

    expect(left).toBe(51)
    expect(ids.size).toBe(rest)
    expect(rest).toBeGreaterThanOrEqual(500)
  })

  it('gives every row again after one that has ended', async () => {
    const graph = await open()
    const checkpoint = await mkdtemp(join(tmpdir(), 'adgraph-package-'))
    const counts = [0, 0]
    for (const nth of counts.keys()) for await (const _ of graph.export({ query: ROWS, checkpoint })) counts[nth]! += 1

    expect(counts).toEqual([550, 550])
    await rm(checkpoint, { recursive: true })
  })

  it('leaves no signal behind in its graph', async () => {
    const graph = await open()
    const exported = async () => {
      for await (const _ of graph.export({ query: NAMES }));
    }
    const signals = () => queryObjects(AbortSignal, { format: 'count' })
    await exported()
    const before = signals()
    for (let nth = 0; nth < 20; nth += 1) await exported()
    expect(signals() - before).toBeLessThan(20)
  })

  it('leaves the other files of the folder of its position alone', async () => {
    const graph = await open()
    const checkpoint = await mkdtemp(join(tmpdir(), 'adgraph-package-'))
    await mkdir(join(checkpoint, 'index'))
    await writeFile(join(checkpoint, 'index', 'mine.txt'), 'mine')
    for await (const _ of graph.export({ query: ROWS, checkpoint }));

    expect(await readFile(join(checkpoint, 'index', 'mine.txt'), 'utf8')).toBe('mine')
    await rm(checkpoint, { recursive: true })
  })

  it('calls the service on behalf of the user of the request, and of nobody else', async () => {
    const { user } = sandbox.credentials
    const graph = await open({ credentials: (request) => (request.headers.get('x-user') === 'alice' ? user : null) })
    const request = new Request(URL, { headers: { 'x-user': 'alice' } })

    await expect(graph.export({ query: ROWS }).next()).rejects.toThrow(/signed-in user/)
    expect((await graph.export({ query: ROWS, request }).next()).value).toMatchObject({ __typename: 'Campaign' })
  })

  it('ends when the graph is closed', async () => {
    const graph = await open()
    const rows = graph.export({ query: ROWS })
    await rows.next()
    await graph.close()
    const rest = async () => {
      for await (const _ of rows);
    }

    await expect(rest()).rejects.toThrow(/abort/)
  })
})
