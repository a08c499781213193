import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLInputType,
} from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig, SETTING_NAMES } from '../../src/config.ts'
import { schema } from '../../src/graph.ts'
import { createSeal, sessionSeal, type UserSession } from '../../src/server/auth/user-session.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { agree, BrowserClient, plain, signIn } from '../support/browser-client.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { openGraph, openSandboxGraph, type Graph, type GraphQLProblem, type SandboxGraph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const SECRET = 'a-secret-that-is-long-enough-for-it'
const OPERATOR = 'the-token-of-the-operator'
const CLIENT = 'the-token-of-a-client'
const OWN_ACCOUNTS = graphql(`query OwnAccounts { accounts { totalCount } }`)
const ACCOUNTS = '{ accounts { totalCount } }'
const JSON_BODY = { 'content-type': 'application/json' }

/** Adgraph over its sandbox, where users sign in, and over a service that takes anything and shows what it got. */
let graph: SandboxGraph
let wired: Graph
/** Adgraph that waits only shortly for a request. */
let hasty: Graph
let upstream: Upstream
/** A user who is signed in all along. */
const user = new BrowserClient()

beforeAll(async () => {
  const signIn = { secrets: [SECRET], maxAgeMs: 3_600_000 }
  graph = await openSandboxGraph({
    graph: {
      signIn,
      operatorTokens: [OPERATOR],
      tenant: { credentials: undefined, clientTokens: [CLIENT] },
    },
  })
  // The outcome of the write is clear: otherwise its row would be looked for.
  const made = (path: string, body: string): object =>
    path.includes('/batch/') ? (JSON.parse(body) as object[]).map((_, nth) => ({ id: `r${nth}` })) : { id: 'r1' }
  upstream = await startUpstream(({ method, path, body }) => ({
    body: path.startsWith('/oauth')
      ? {
          oauth_token: 't',
          oauth_token_secret: 's',
          oauth_callback_confirmed: 'true',
          user_id: '1',
          screen_name: 'n',
          access_token: 'b',
        }
      : { data: method === 'GET' ? [] : made(path, body) },
  }))
  wired = await openGraph(upstream.url, { environment: 'sandbox', operatorTokens: [OPERATOR], signIn })
  hasty = await openGraph(upstream.url, { timeouts: { headersMs: 100, requestMs: 400 } })
  await signInAs(user)
})
afterAll(async () => {
  await graph.close()
  await wired.close()
  await hasty.close()
  await upstream.close()
})

// Whatever was tried: others are served, with their own rows.
afterEach(async () => {
  const { data, errors } = await user.query(graph.url, OWN_ACCOUNTS)
  if (data?.accounts?.totalCount !== 1) throw new Error(`Others are no longer served: ${JSON.stringify(errors)}`)
  graph.sandbox.clearRequests()
  upstream.requests.length = 0
})

const at = (path: string) => new URL(path, graph.url).href

async function signInAs(browser: BrowserClient): Promise<string> {
  await signIn(browser, graph.url, '1000000002')
  return browser.cookie('adgraph_session')!
}

interface Body {
  data?: unknown
  errors?: GraphQLProblem[]
}

/** The answer to a request. Nothing in it may reveal how Adgraph is built, or a secret. */
async function answerTo(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string; codes: unknown }> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  expectDiscreet(`${text}\n${JSON.stringify([...response.headers])}`)
  const { errors } = text.startsWith('{') ? (JSON.parse(text) as Body) : {}
  return { status: response.status, text, codes: errors?.map(({ extensions }) => extensions.code) }
}

const post = (body: BodyInit, headers: Record<string, string> = { ...JSON_BODY, authorization: `Bearer ${CLIENT}` }) =>
  answerTo(graph.url, { method: 'POST', headers, body })
const ask = (query: string, headers: Record<string, string> = {}, variables: object = {}) =>
  post(JSON.stringify({ query, variables }), { authorization: `Bearer ${CLIENT}`, ...JSON_BODY, ...headers })

function expectDiscreet(text: string): void {
  const { consumerSecret, accessToken, accessTokenSecret } = graph.sandbox.credentials
  expect(text).not.toMatch(/node_modules|\/src\/|\.[jt]s:\d|\n\s+at |INTERNAL/)
  for (const secret of [consumerSecret, accessToken, accessTokenSecret, SECRET, OPERATOR, CLIENT])
    expect(text).not.toContain(secret)
}

describe('a token', () => {
  const session: UserSession = {
    id: 'any',
    accessToken: '1000000002-sandbox-access-token',
    accessTokenSecret: '1000000002-sandbox-token-secret',
    userId: '1000000002',
    screenName: 'colleague',
  }
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const replaced = (token: string, nth: number, by: (part: string) => string) =>
    token
      .split('.')
      .map((part, index) => (index === nth ? by(part) : part))
      .join('.')
  const flipped = (text: string) => {
    const middle = Math.floor(text.length / 2)
    return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1)
  }

  it.each<[string, (good: string) => string | Promise<string>]>([
    ['is made up', () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['says that it needs no key', () => `${part({ alg: 'none' })}.${part({ content: session, exp: 9e9 })}.`],
    [
      'is signed rather than sealed',
      () => {
        const signed = `${part({ alg: 'HS256' })}.${part({ content: session, exp: 9e9 })}`
        return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
      },
    ],
    ['is sealed under another key', () => sessionSeal([`${SECRET}!`]).close(session, 60_000)],
    [
      'is sealed under another key that takes the name of the right one',
      async (good) => replaced(await sessionSeal([`${SECRET}!`]).close(session, 60_000), 0, () => good.split('.')[0]!),
    ],
    ['is sealed for another purpose', () => createSeal<UserSession>([SECRET], 'login').close(session, 60_000)],
    ['has expired', () => sessionSeal([SECRET]).close(session, -1_000)],
    ['is cut off in the middle', (good) => good.slice(0, good.length / 2)],
    ['lacks its last character', (good) => good.slice(0, -1)],
    ['lacks its tag', (good) => replaced(good, 4, () => '')],
    ['is longer than any', (good) => good + 'A'.repeat(10_000 - good.length)],
    ...['head', 'key', 'nonce', 'content', 'tag'].map((name, nth): [string, (good: string) => string] => [
      `was changed in its ${name}`,
      (good) => replaced(good, nth, flipped),
    ]),
    [
      'was used until its user signed out',
      async () => {
        const browser = new BrowserClient()
        const token = await signInAs(browser)
        await browser.post(at('/auth/logout'))
        graph.sandbox.clearRequests()
        return token
      },
    ],
    ['belongs to a client, but for a character', () => CLIENT.slice(0, -1)],
    ['belongs to the operator, but for a character', () => `${OPERATOR}x`],
  ])('that %s opens nothing, as header or as cookie, and nothing is sent', async (_what, make) => {
    const token = await make(user.cookie('adgraph_session')!)
    graph.sandbox.clearRequests()
    const byHeader = await post(JSON.stringify({ query: ACCOUNTS }), { ...JSON_BODY, authorization: `Bearer ${token}` })
    const byCookie = await post(JSON.stringify({ query: ACCOUNTS }), {
      ...JSON_BODY,
      cookie: `adgraph_session=${token}`,
    })

    expect([byHeader.status, byHeader.codes]).toEqual([401, ['UNAUTHENTICATED']])
    expect([byCookie.status, byCookie.codes]).toEqual([401, ['UNAUTHENTICATED']])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('of a session does not make the user an operator; only operators can see secrets', async () => {
    const document = 'mutation { createBearerToken { bearerToken { accessToken } } }'
    for (const authorization of [`Bearer ${CLIENT}`, `Bearer ${user.cookie('adgraph_session')}`]) {
      const { codes } = await ask(document, { authorization })
      expect(codes).toEqual(['FORBIDDEN'])
    }
    expect(graph.sandbox.requests).toEqual([])
  })
})

describe('a sign-in', () => {
  it('is used once, by the browser that began it', async () => {
    const [browser, thief] = [new BrowserClient(), new BrowserClient()]
    const callback = await agree(browser, at('/auth/login'), '1000000002')
    const stolen = browser.cookie('adgraph_login')!
    expect((await thief.get(callback)).status).toBe(400)
    // Another sign-in of its own binds it to another request token.
    await thief.get(at('/auth/login'))
    expect((await thief.get(callback)).status).toBe(400)
    expect((await browser.get(callback)).status).toBe(303)
    graph.sandbox.clearRequests()

    for (const cookie of [`adgraph_login=${stolen}`, ''])
      expect((await answerTo(callback, { headers: { cookie } })).status).toBe(400)
    thief.plant(graph.url, 'adgraph_session', stolen)
    expect((await thief.query(graph.url, ACCOUNTS)).codes).toEqual(['UNAUTHENTICATED'])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each([
    'https://evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r\nlocation: https://evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    '.evil.example',
    '',
  ])('leads nowhere else: returnTo=%j', async (returnTo) => {
    const query = `returnTo=${encodeURIComponent(returnTo)}`
    for (const [method, path] of [
      ['GET', '/auth/login'],
      ['POST', '/auth/logout'],
    ] as const) {
      const { status, headers, text } = await plain(method, at(`${path}?${query}`), { accept: 'text/html' })
      expect([status, headers.get('location'), text]).toEqual([400, null, 'returnTo must be a path on this server.\n'])
    }
    expect(graph.sandbox.requests).toEqual([])
  })

  it('sends the service no other callback than its own, whatever the request contains', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:4000'])
      expect((await plain('GET', at('/auth/login'), { host })).status).toBe(503)
    // A Host header holds no user information.
    expect((await plain('GET', at('/auth/login'), { host: 'localhost:80@evil.example' })).status).toBe(400)
    expect(graph.sandbox.requests).toEqual([])
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    }
    const callback = await agree(new BrowserClient(), at('/auth/login?callback=https://evil.example'), '1000000002')
    const begun = await plain('GET', at('/auth/login'), forwarded)

    expect(new URL(callback).origin).toBe(new URL(graph.url).origin)
    expect(begun.headers.get('location')).not.toContain('evil')
  })

  it('that returns with another address redirects to the page where it was started', async () => {
    const browser = new BrowserClient()
    const callback = await agree(browser, at('/auth/login?returnTo=/graphql'), '1000000002')
    const back = await browser.get(`${callback}&returnTo=https://evil.example&redirect_uri=//evil.example`)
    expect([back.status, back.headers.get('location')]).toEqual([303, '/graphql'])
  })
})

describe('a page of another site', () => {
  const document = JSON.stringify({ query: ACCOUNTS })
  const asUser = () => ({ cookie: `adgraph_session=${user.cookie('adgraph_session')}` })

  it.each<[string, BodyInit, Record<string, string>]>([
    ['text', document, { 'content-type': 'text/plain' }],
    ['text that claims to be JSON too', document, { 'content-type': 'text/plain; application/json' }],
    [
      'a form',
      new URLSearchParams({ query: ACCOUNTS }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a form with files', Object.assign(new FormData(), {}), {}],
    ['GraphQL as such', ACCOUNTS, { 'content-type': 'application/graphql' }],
    ['nothing known', new Blob([document]), {}],
  ])('cannot send an operation as %s', async (_what, body, headers) => {
    if (body instanceof FormData) body.set('operations', document)
    const { status, codes } = await post(body, { ...asUser(), ...headers })

    expect([status, codes]).toEqual([415, ['UNSUPPORTED_MEDIA_TYPE']])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('cannot send one by GET or JSON if the browser marks the request as cross-site', async () => {
    const address = `${graph.url}?query=${encodeURIComponent(ACCOUNTS)}`
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...asUser(), 'sec-fetch-site': site, origin: 'https://evil.example' }
      for (const refused of [await answerTo(address, { headers }), await post(document, { ...headers, ...JSON_BODY })])
        expect([refused.status, refused.codes]).toEqual([403, ['CSRF_PREVENTED']])
    }
    expect((await answerTo(address, { headers: { ...asUser(), 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect(graph.sandbox.requests).toEqual([])
  })

  it('cannot change anything by GET', async () => {
    const address = `${graph.url}?query=${encodeURIComponent('mutation { __typename }')}`
    const { status, codes } = await answerTo(address, { headers: asUser() })

    expect([status, codes]).toEqual([405, ['METHOD_NOT_ALLOWED']])
  })

  it('cannot sign anybody out, by GET or by a form', async () => {
    const headers = { ...asUser(), 'sec-fetch-site': 'cross-site' }
    expect((await answerTo(at('/auth/logout'), { headers })).status).toBe(405)
    expect((await answerTo(at('/auth/logout'), { headers, method: 'POST', body: new URLSearchParams() })).status).toBe(
      403,
    )
    const old = { ...asUser(), origin: 'https://evil.example' }
    expect((await answerTo(at('/auth/logout'), { headers: old, method: 'POST' })).status).toBe(403)
    expect(graph.sandbox.requests).toEqual([])
  })
})

describe('a batch of requests', () => {
  const fields = (count: number, field: (nth: number) => string) =>
    Array.from({ length: count }, (_, nth) => field(nth)).join(' ')
  const nested = (levels: number) =>
    `{ account(id: "a1") ${'{ campaigns { nodes { account '.repeat(levels)}{ id }${' } } }'.repeat(levels)} }`

  it.each<[string, string, object]>([
    [
      'of aliases',
      `{ ${fields(201, (nth) => `a${nth}: accounts { totalCount }`)} }`,
      { limit: 'aliases', planned: 201 },
    ],
    ['of depth', nested(20), { limit: 'depth', planned: 62 }],
    ['of fields', `{ ${fields(2_001, () => '__typename')} }`, { limit: 'fields', planned: 2_001 }],
    ['of directives', `{ ${fields(51, () => '__typename @skip(if: true)')} }`, { limit: 'directives', planned: 51 }],
    ['of directives at one place', `{ __typename ${'@a '.repeat(2_000)} }`, { limit: 'directives', planned: 2_000 }],
    ['of tokens', `{ ${'a '.repeat(200_000)} }`, { limit: 'tokens' }],
    ['of brackets', `{ nodes(ids: ${'['.repeat(200_000)}`, { limit: 'depth' }],
    [
      'of fragments within fragments',
      `{ ...F0 } ${fields(40, (nth) => `fragment F${nth} on Query { ...F${nth + 1} ...F${nth + 1} }`)}
        fragment F40 on Query { accounts { totalCount } }`,
      { limit: 'fields' },
    ],
  ])('%s is refused with the numbers, and nothing is sent', async (_what, query, reported) => {
    const { status, text } = await ask(query)

    expect([status, (JSON.parse(text) as Body).errors]).toMatchObject([
      200,
      [{ extensions: { code: 'QUERY_TOO_COMPLEX', ...reported } }],
    ])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each([
    ['{ ...A } fragment A on Query { ...A }'],
    ['{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A }'],
  ])('of fragments in a circle is refused: %s', async (query) => {
    expect((await ask(query)).codes).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  })

  it.each([1, 2, 1_000])('of %d operations in one request is refused', async (many) => {
    const { status, codes } = await post(JSON.stringify(Array.from({ length: many }, () => ({ query: ACCOUNTS }))))
    expect([status, codes]).toEqual([400, ['BAD_REQUEST']])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each([
    [
      'variables',
      (deep: string) => `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${deep}}}`,
    ],
    ['extensions', (deep: string) => `{"query":"{ __typename }","extensions":${deep}}`],
    [
      'a representation',
      (deep: string) =>
        `{"query":"query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }","variables":{"r":[${deep}]}}`,
    ],
  ])('of brackets in %s is refused', async (_where, bodyOf) => {
    const { status, codes } = await post(bodyOf('['.repeat(200_000) + ']'.repeat(200_000)))

    expect(status).toBeLessThan(500)
    expect(codes).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })
})

describe('a request', () => {
  /** What the server answers to the beginning of a request, when it has closed the connection; `drip` goes on coming. */
  async function answerToBeginning(beginning: string, drip = '', of = graph.url): Promise<string> {
    const socket = connect(Number(new URL(of).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    socket.on('error', () => {})
    socket.write(beginning)
    const dripping = setInterval(() => drip && socket.write(drip), 20)
    await once(socket, 'close')
    clearInterval(dripping)
    expectDiscreet(text)
    return text
  }
  const head = (path = '/graphql') =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${CLIENT}\r\ncontent-type: application/json\r\n`

  it.each([
    ['headers that do not end', head(), '', /^HTTP\/1\.1 408 /],
    ['headers that come letter by letter', `${head()}x-slow: `, 'a', /^HTTP\/1\.1 408 /],
    ['a body that does not come', `${head()}content-length: 100\r\n\r\n{"query":`, '', /^(HTTP\/1\.1 408 |$)/],
    ['a body that comes letter by letter', `${head()}content-length: 100000\r\n\r\n`, ' ', /^(HTTP\/1\.1 408 |$)/],
    [
      'a body in pieces that do not end',
      `${head()}transfer-encoding: chunked\r\n\r\n`,
      '1\r\n \r\n',
      /^(HTTP\/1\.1 408 |$)/,
    ],
  ])('with %s is cut off', async (_what, beginning, drip, answer) => {
    expect(await answerToBeginning(beginning, drip, hasty.url)).toMatch(answer)
  })

  it.each([
    ['headers that are too long', `${head()}x-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a line within a header', `${head()}x-injected: a\rb: c\r\n\r\n`, 400],
    ['two lengths', `${head()}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`, 400],
    ['a method that there is not', 'BOMB /graphql HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\r\n\r\n', 400],
  ])('with %s is refused', async (_what, beginning, status) => {
    expect(await answerToBeginning(beginning)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('of 50 MB is refused unread', async () => {
    const beginning = `${head()}connection: close\r\ncontent-length: 52428800\r\n\r\n{"query": "`
    expect(await answerToBeginning(beginning)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it.each(['whole', 'in pieces'])('of 50 MB that arrives %s is refused, and not kept', async (how) => {
    const text = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(50 * 2 ** 20) } })
    const body = how === 'whole' ? text : new Blob([text]).stream()
    const before = process.memoryUsage().arrayBuffers
    const response = await fetch(wired.url, {
      method: 'POST',
      headers: JSON_BODY,
      body,
      duplex: 'half',
    } as RequestInit).catch((error: unknown) => error)

    // The connection may be closed before the client has done sending and looks for an answer.
    expect(response instanceof TypeError || (response as Response).status === 413).toBe(true)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 2 ** 20)
  })
})

/** What must not become a header, a path or a parameter of its own on the wire. */
const INJECTION = 'a\r\nx-injected: 1\r\n\r\nGET /injected HTTP/1.1\r\n&oauth_token=injected&x=1;/../?#%0d%0a"\',+ '

const HOSTILE_IDS = [
  '/',
  'a/b',
  '..',
  '../accounts',
  '%2e%2e',
  'a?x=1',
  'a#b',
  'a\u0000b',
  'a\r\nx-injected: 1',
  'a'.repeat(10_000),
]

const SENT_HEADERS = new Set([
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'authorization',
  'user-agent',
  'x-request-id',
  'content-type',
  'content-length',
])

/** That each request is one of the interface's, with the headers of ours and no others. */
function expectWhole(): void {
  for (const { target, headers } of upstream.requests) {
    expect(target).toMatch(/^\/(12|5|2|1\.1|oauth2?)\/[\w/.-]*(\?[\w.~%&=-]*)?$/)
    expect(target).not.toMatch(/\/\.|injected(?!%)/)
    expect(Object.keys(headers).filter((name) => !SENT_HEADERS.has(name))).toEqual([])
    expect(headers.authorization).not.toMatch(/[\r\n]/)
  }
}

/** A value for each argument and input field there is, with these for ids and texts. */
function valueOf(type: GraphQLInputType, id: string, text: string, levels = 4): unknown {
  const bare = getNullableType(type)
  if (isListType(bare)) return [valueOf(bare.ofType, id, text, levels)]
  if (isEnumType(bare)) return bare.getValues()[0]!.name
  if (isInputObjectType(bare))
    return Object.fromEntries(
      Object.values(bare.getFields())
        .filter((field) => isNonNullType(field.type) || levels > 0)
        .map((field) => [field.name, valueOf(field.type, id, text, levels - 1)]),
    )
  return { ID: id, Int: 1, Float: 1, Boolean: false, Long: '1', DateTime: '2026-12-01T00:00:00Z' }[bare.name] ?? text
}

/** The documents that use each field of the query and the mutation type, and of an account, with every argument given. */
function everyField(id: string, text: string): { query: string; variables: object }[] {
  const documents = (typeName: string, kind: string, around = (selection: string) => selection) => {
    const type = schema.getType(typeName)
    if (!isObjectType(type)) throw new Error(`There is no type ${typeName}`)
    const fields = Object.values(type.getFields()).filter(({ name, args }) => !name.startsWith('_') && args.length > 0)
    return fields.map(({ name, args, type }) => {
      // A key of other than printable characters is refused, and no key is ever sent.
      const given = args.filter(({ name }) => !['validateOnly', 'idempotencyKey'].includes(name))
      const inBrackets = (texts: string[]) => (texts.length > 0 ? `(${texts.join(', ')})` : '')
      const declared = inBrackets(given.map((argument) => `$${argument.name}: ${String(argument.type)}`))
      const passed = inBrackets(given.map((argument) => `${argument.name}: $${argument.name}`))
      const below = isCompositeType(getNamedType(type)) ? '{ __typename }' : ''
      return {
        query: `${kind} ${declared} { ${around(`${name}${passed} ${below}`)} }`,
        variables: Object.fromEntries(given.map((argument) => [argument.name, valueOf(argument.type, id, text)])),
      }
    })
  }
  return [
    ...documents('Query', 'query'),
    ...documents('Account', 'query', (selection) => `account(id: "a1") { ${selection} }`),
    ...documents('Mutation', 'mutation'),
  ]
}

async function askAll(id: string, text: string): Promise<unknown[]> {
  const answers = []
  for (const { query, variables } of everyField(id, text)) {
    const { status, data, errors } = await wired.query(query, variables, { authorization: `Bearer ${OPERATOR}` })
    expect(status).toBeLessThan(500)
    expectDiscreet(JSON.stringify({ data, errors }))
    answers.push(errors?.[0]?.extensions.code)
  }
  return answers
}

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.message.split('\n') : []
  }
}

describe('what reaches the wire', () => {
  it.each(HOSTILE_IDS.map((id) => [id.slice(0, 20), id] as const))(
    'contains no id that could change the path: %j',
    async (_start, id) => {
      await askAll(id, 'text')
      expectWhole()
      // Only what takes no id is asked for at all.
      const accounts = upstream.requests.flatMap(({ target }) => /\/accounts\/([^/?]+)/.exec(target)?.[1] ?? [])
      expect(new Set(accounts)).toEqual(new Set(['a1']))
    },
  )

  it('contains no header, path or parameter that was injected by an argument', async () => {
    const codes = await askAll('a1', INJECTION)
    expectWhole()

    expect(codes.length).toBeGreaterThan(130)
    // Reads may be answered from the cache, by requests of the tests before.
    expect(upstream.requests.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(35)
  })

  it('contains no parameter that was injected into sign-in', async () => {
    const params = new URLSearchParams({ screenName: INJECTION })
    const login = new URL(`/auth/login?${params.toString()}`, wired.url).href
    const browser = new BrowserClient()
    const { headers } = await browser.get(login)
    expect(new URL(headers.get('location')!).searchParams.get('screen_name')).toBe(INJECTION)
    const callback = `/auth/callback?oauth_token=t&oauth_verifier=${encodeURIComponent(INJECTION)}`
    expect((await browser.get(new URL(callback, wired.url).href)).status).toBe(303)

    expect(upstream.requests.map(({ path }) => path)).toEqual(['/oauth/request_token', '/oauth/access_token'])
    expectWhole()
  })

  it.each([
    ['x-request-id', 'a b; c="d" \u00fc'],
    ['traceparent', 'a b; c="d" \u00fc'],
    ['x-forwarded-for', 'a b; c="d" \u00fc'],
    ['accept', 'application/json; c="d"'],
    ['cookie', 'a b; c="d" \u00fc'],
  ])('holds no header of the caller but a well-formed id: %s', async (name, value) => {
    const body = JSON.stringify({ query: '{ account(id: "a1") { name } }' })
    await answerTo(wired.url, { method: 'POST', headers: { ...JSON_BODY, [name]: value }, body })
    expect(upstream.requests).toHaveLength(1)
    expectWhole()
    expect(JSON.stringify(upstream.requests[0]!.headers)).not.toContain('c=')
  })

  it('contains nothing that was injected by a setting: it is refused, or encoded', async () => {
    const valid: Record<string, string> = {
      HOST: '127.0.0.1',
      ADS_BASE_URL: upstream.url,
      AUTH_BASE_URL: upstream.url,
      OAUTH_CONSUMER_KEY: 'key',
      OAUTH_CONSUMER_SECRET: 'secret',
      OAUTH_ACCESS_TOKEN: 'token',
      OAUTH_ACCESS_TOKEN_SECRET: 'token-secret',
      CLIENT_TOKENS: 'client',
      OPERATOR_TOKENS: 'operator',
      SESSION_SECRET: SECRET,
      PUBLIC_URL: 'https://graph.example',
      REDIS_URL: 'redis://127.0.0.1/0',
      CORS_ORIGINS: 'https://tools.example',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    }
    for (const name of SETTING_NAMES) {
      const environment = { ...valid, [name]: `${valid[name] ?? '1'}\r\nx-injected: 1` }
      expect([name, faultsOf(environment).some((fault) => fault.startsWith(`${name} `))]).toEqual([name, true])
    }
    for (const name of ['consumerKey', 'accessToken'] as const) {
      const odd = await openGraph(upstream.url, { credentials: { ...ANY_CREDENTIALS, [name]: INJECTION } })
      await odd.query('{ account(id: "a1") { name } }')
      await odd.close()
    }
    expect(upstream.requests).toHaveLength(2)
    expectWhole()
  })
})

describe('an answer', () => {
  it('to a malformed request has a code, and no stack, path or secret', async () => {
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
    const queries = ['variables=%7B', 'extensions=x', 'query=%FF', 'query=%7B', 'operationName=x']
    for (const { status, codes } of [
      ...(await Promise.all(bodies.map((body) => post(body)))),
      ...(await Promise.all(queries.map((query) => answerTo(`${graph.url}?${query}`)))),
    ]) {
      expect(status).toBeLessThan(500)
      expect(codes).toEqual([expect.any(String)])
    }
  })

  it.each([
    '/',
    '/graphql/',
    '/auth/',
    '/auth/callback',
    '/auth/session',
    '/auth/%00',
    '/readyz/../x',
    '/metrics',
    '/.env',
  ])('to GET %s has none either', async (path) => {
    expect((await answerTo(at(path))).status).toBeLessThan(500)
  })

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])(
    'to %s of any page has none either',
    async (method) => {
      for (const path of ['/auth/login', '/auth/callback', '/graphql', '/metrics', '/nothing'])
        expect((await answerTo(at(path), { method })).status).toBeLessThan(500)
    },
  )

  it('to an internal failure has no details', async () => {
    const referenceStore = {
      ...createMemoryState().referenceStore,
      get: () => Promise.reject(new TypeError('a fault of our own')),
      set: () => Promise.resolve(),
    }
    const odd = await startUpstream(() => ({ body: { data: { id: 'a1' } } }))
    const failing = await openGraph(odd.url, { referenceStore })
    const { errors } = await failing.query(
      '{ account(id: "a1") { name } one: advertiserBusinessCategories { nodes { name } } }',
    )
    await failing.close()
    await odd.close()

    const reported = { message: 'Something went wrong inside Adgraph', extensions: { code: 'INTERNAL' } }
    expect(errors).toMatchObject([reported])
    expect(Object.keys(errors![0]!.extensions)).toEqual(['code'])
  })
})
