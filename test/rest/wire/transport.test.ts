import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryBudget } from '../../../src/async/memory.ts'
import { getCampaign, listCampaigns } from '../../../src/rest/campaign/campaign.ts'
import { createClient } from '../../../src/rest/client.ts'
import { post } from '../../../src/rest/endpoint.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { UNTRUSTED } from '../../support/certificate.ts'
import { budgetHeaders, failure, openClient, type OpenClient, statuses } from '../../support/client.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph } from '../../support/graph.ts'
import { startUpstream, type UpstreamAnswer } from '../../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }
const CAMPAIGN = { ...ACCOUNT, campaign_id: 'c1' }
const OK: UpstreamAnswer = { body: { data: { id: 'c1' } } }
const createThing = post<object, { name?: string }>()('accounts/:account_id/things')

let opened: OpenClient | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(...args: Parameters<typeof openClient>): Promise<OpenClient> {
  opened = await openClient(...args)
  return opened
}

/** An answer with these bytes as its body. */
const bytes = (body: Buffer, coding: string, status = 200): UpstreamAnswer => ({
  raw: (response) =>
    void response.writeHead(status, { 'content-encoding': coding, 'content-length': body.length }).end(body),
})

const CODINGS: [string, (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['identity', (text) => Buffer.from(text)],
]

describe('a compressed answer', () => {
  it('is asked for', async () => {
    const { session, upstream } = await open([OK])
    await session.call(getCampaign, CAMPAIGN)

    expect(upstream.requests[0]!.headers['accept-encoding']).toBe('gzip, deflate, br')
  })

  it.each(CODINGS)('by %s is read: one entity, a list, and a refusal', async (coding, compress) => {
    const { session } = await open([
      bytes(compress('{"data":{"id":"c1","name":"ü"}}'), coding),
      bytes(compress('{"data":[{"id":"c1"},{"id":"c2"}],"next_cursor":"x"}'), coding),
      bytes(compress('{"errors":[{"code":"NO","message":"no"}]}'), coding, 400),
    ])

    expect(await session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1', name: 'ü' })
    const { rows, nextCursor } = await session.page(listCampaigns, ACCOUNT, {})
    expect([rows.map(({ id }) => id), nextCursor]).toEqual([['c1', 'c2'], 'x'])
    expect((await failure(session.call(getCampaign, CAMPAIGN))).errors).toMatchObject([{ code: 'NO', message: 'no' }])
  })

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('by %s that is longer than is read is unavailable, and is asked for once', async (coding, compress) => {
    const body = compress(`{"data":{"id":"c1","name":"${'0'.repeat(5_000_000)}"}}`)
    expect(body.length).toBeLessThan(100_000)
    const { session, calls } = await open([bytes(body, coding)], { maxResponseBytes: 100_000 })

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The answer of the service is longer than Adgraph reads',
    })
    expect(statuses(calls)).toEqual([null])
  })

  it.each([1_000, 20_000, 200_000])('of %i bytes takes as much memory as any other', async (length) => {
    const budget = createMemoryBudget({ maxBytes: 2 ** 23, queueTimeoutMs: 1_000 })
    const text = `{"data":{"id":"c1","name":"${randomBytes(length).toString('hex').slice(0, length)}"}}`
    const { another } = await open([bytes(gzipSync(text), 'gzip'), bytes(Buffer.from(text), 'identity')])
    const used = async () => {
      const memory = budget.open('a')
      await another({ memory }).call(createThing, ACCOUNT, {})
      return memory.usedBytes()
    }

    expect(await used()).toBe(await used())
  })

  it('is decoded within the time of its attempt, and its memory is released after it', async () => {
    const budget = createMemoryBudget({ maxBytes: 2 ** 28, queueTimeoutMs: 1_000 })
    const { another, calls } = await open([bytes(gzipSync(Buffer.alloc(60_000_000, ' ')), 'gzip')], {
      attemptTimeoutMs: 300,
    })
    // The event loop is busy: each chunk of the decoder waits for its turn.
    let isBusy = true
    const keepBusy = () => {
      for (const endMs = performance.now() + 20; performance.now() < endMs;);
      if (isBusy) setImmediate(keepBusy)
    }
    keepBusy()
    const failed = await failure(another({ memory: budget.open('a'), retries: 0 }).call(getCampaign, CAMPAIGN))
    isBusy = false

    expect([failed.code, statuses(calls)]).toEqual(['UPSTREAM_TIMEOUT', [null]])
    // Decoding all of it would take more than a minute.
    expect(calls[0]!.durationMs).toBeLessThan(30_000)
    await expect.poll(() => budget.usedBytes()).toBe(0)
  })

  it('has the time of its attempt beside the time that it waits for memory', async () => {
    const budget = createMemoryBudget({ maxBytes: 2 ** 20, queueTimeoutMs: 60_000 })
    const other = budget.open('b')
    other.add(600_000)
    expect(await other.room('rows')).toBe(true)
    const text = `{"data":{"id":"c1","name":"${'x'.repeat(200_000)}"}}`
    let end = () => {}
    const raw = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, 1_000))
      end = () => response.end(text.slice(1_000))
    }
    const { another, upstream } = await open([{ raw }], { attemptTimeoutMs: 600 })
    const called = another({ memory: budget.open('a'), retries: 0 }).call(getCampaign, CAMPAIGN)
    await expect.poll(() => upstream.requests).toHaveLength(1)
    setTimeout(() => other.close(), 800)
    setTimeout(() => end(), 900)

    expect(await called).toMatchObject({ id: 'c1' })
  })

  it('of the maximum length is read', async () => {
    const text = '{"data":{"id":"c1"}}'
    const { session } = await open([bytes(gzipSync(text), 'gzip'), bytes(gzipSync(`${text} `), 'gzip')], {
      maxResponseBytes: Math.max(text.length, gzipSync(text).length),
    })
    expect(await session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
  })

  it.each([
    ['is no gzip', Buffer.from('{"data":{"id":"c1"}}'), 'gzip'],
    ['is cut short', gzipSync('{"data":{"id":"c1"}}').subarray(0, 20), 'gzip'],
    ['is of an unknown coding', Buffer.from('{"data":{"id":"c1"}}'), 'zstd'],
    ['is of two codings', gzipSync(gzipSync('{"data":{"id":"c1"}}')), 'gzip, gzip'],
  ])('that %s has not the documented form; its status counts', async (_, body, coding) => {
    const answers = [bytes(body, coding), bytes(body, coding), bytes(body, coding, 403)]
    const { session, calls } = await open(answers)

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: 200,
      outcomeUnknown: false,
    })
    expect(await failure(session.call(createThing, ACCOUNT, {}))).toMatchObject({ status: 200, outcomeUnknown: true })
    expect(await failure(session.call(createThing, ACCOUNT, {}))).toMatchObject({
      code: 'FORBIDDEN',
      outcomeUnknown: false,
    })
    expect(statuses(calls)).toEqual([200, 200, 403])
  })
})

/** A service that answers each request with these texts, written one after another. */
async function startRawService(pieces: readonly string[]) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1] ?? '0'
      if (received.length < received.indexOf('\r\n\r\n') + 4 + Number(length)) return
      received = ''
      void write(socket)
    })
  })
  async function write(socket: Socket) {
    for (const piece of pieces) {
      socket.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ adsBaseUrl: url, authBaseUrl: url, connections: 1, ...createMemoryState() })
  return {
    url,
    session: client.session({ credentials: ANY_CREDENTIALS, deadline: Date.now() + 5_000 }),
    connections: () => sockets.size,
    async close() {
      await client.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('an unexpected 100 Continue', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
  const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'
  const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"data":{"id":"c1"}}'

  it.each([
    ['in one piece with it', [CONTINUE + ANSWER]],
    ['in a piece of its own', [CONTINUE, ANSWER]],
    ['twice', [CONTINUE + CONTINUE, CONTINUE + ANSWER]],
    ['with headers', ['HTTP/1.1 100 Continue\r\ndate: today\r\nx: y\r\n\r\n', ANSWER]],
    ['byte by byte', (CONTINUE + ANSWER).split('')],
    ['cut in its first line', ['HTTP/1.1 1', '00 Continue\r\n\r\nHTTP', ANSWER.slice(4)]],
    ['by HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', ANSWER]],
    ['not at all', [ANSWER]],
    ['by another interim answer', [EARLY_HINTS, ANSWER]],
    ['after another interim answer', [EARLY_HINTS, CONTINUE, ANSWER]],
    ['before another interim answer', [CONTINUE + EARLY_HINTS + CONTINUE + ANSWER]],
  ])('before an answer, %s, is skipped for reads and writes, on a connection that stays open', async (_, pieces) => {
    const service = await startRawService(pieces)

    expect(await service.session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
    expect(await service.session.call(createThing, ACCOUNT, { name: 'n' })).toMatchObject({ id: 'c1' })
    expect(service.connections()).toBe(1)
    await service.close()
  })

  it('is left in a body', async () => {
    const name = 'HTTP/1.1 100 Continue'
    const body = ['{"data":{"id":"c1","name":"', name, '"}}']
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.join('').length}\r\n\r\n`
    const service = await startRawService([head, ...body])

    expect(await service.session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1', name })
    await service.close()
  })
})

describe('what works around undici is needed as long as it', () => {
  it('fails a request whose answer begins with an unexpected 100 Continue (skip-interim.ts)', async () => {
    const service = await startRawService([
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
    ])

    await expect(request(service.url)).rejects.toThrow('bad response')
    await service.close()
  })

  it('loads more than twice as many modules by its index as by the one for connections (transport.ts)', () => {
    const count = (name: string) =>
      Number(
        execFileSync(process.execPath, ['-e', `require('${name}'); console.log(Object.keys(require.cache).length)`]),
      )

    expect(count('undici')).toBeGreaterThan(2 * count('undici/lib/dispatcher/agent.js'))
  })
})

describe('a request whose connection breaks', () => {
  // The codes of faults that the system reports before and after a request, and one that nobody knows.
  const CODES = [
    'ECONNRESET',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE',
    'EOTHER',
  ]

  /** The sockets of this process to other hosts, in the order of their connections. */
  function watchSockets(): Socket[] {
    const sockets: Socket[] = []
    const add = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
    subscribe('net.client.socket', add)
    onTestFinished(() => void unsubscribe('net.client.socket', add))
    return sockets
  }

  it.each(CODES)('after it was handed to the socket, with %s: a write is sent once, a read again', async (code) => {
    const sockets = watchSockets()
    const { session, upstream, calls } = await open((_, nth) =>
      nth === 1 || nth === 3 ? { raw: () => sockets.at(-1)!.destroy(Object.assign(new Error(code), { code })) } : OK,
    )
    expect(await failure(session.call(createThing, ACCOUNT, { name: 'n' }))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      outcomeUnknown: true,
    })
    expect(upstream.requests).toHaveLength(1)
    await session.call(getCampaign, CAMPAIGN)
    await session.call(getCampaign, CAMPAIGN)

    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
    expect(statuses(calls)).toEqual([null, 200, null, 200])
  })

  it.each(CODES)('before anything of it was handed to a socket, with %s: a write is sent', async (code) => {
    let connections = 0
    const fail = (message: unknown) => {
      const { socket } = message as { socket: Socket }
      connections += 1
      if (connections === 1) socket.destroy(Object.assign(new Error(code), { code }))
    }
    subscribe('net.client.socket', fail)
    onTestFinished(() => void unsubscribe('net.client.socket', fail))
    const { session, upstream, calls } = await open([OK])

    expect(await session.call(createThing, ACCOUNT, { name: 'n' })).toMatchObject({ id: 'c1' })
    expect([connections, upstream.requests.length, statuses(calls)]).toEqual([2, 1, [null, 200]])
  })

  it('by a reset of the service, at once or within the answer, is sent once if it is a write', async () => {
    for (const written of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"data"']) {
      const { session, upstream } = await open([
        {
          raw({ socket }) {
            if (written) socket!.write(written)
            setTimeout(() => socket!.resetAndDestroy(), 5)
          },
        },
      ])
      expect(await failure(session.call(createThing, ACCOUNT, { name: 'n' }))).toMatchObject({ outcomeUnknown: true })
      expect(upstream.requests).toHaveLength(1)
      await opened!.close()
    }
  })

  it('because the certificate of the service is not accepted says so, and is not tried again', async () => {
    let connections = 0
    const server = createTlsServer(UNTRUSTED)
    server.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { session } = await open([OK], { adsBaseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })

    for (const call of [session.call(getCampaign, CAMPAIGN), session.call(createThing, ACCOUNT, {})])
      expect(await failure(call)).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        message: 'The TLS certificate of the service is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT); nothing was sent',
        outcomeUnknown: false,
      })
    expect(connections).toBe(2)
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('an answer that ends while it waits for memory', () => {
  const CLOSE = 'HTTP/1.1 200 OK\r\nconnection: close\r\n'
  const LENGTH = 100_000
  const SHORT = '{"data":{"id":"c1"}}'
  const LONG = SHORT.padEnd(LENGTH)
  const finish = (socket: Socket) => void socket.end()
  const reset = (socket: Socket) => void socket.resetAndDestroy()

  /** A session whose answers wait for memory after each chunk, and for a buffer. The service writes the pieces, then ends. */
  async function openSlow(pieces: readonly string[], end: (socket: Socket) => void) {
    const budget = createMemoryBudget({ maxBytes: 2 ** 28, queueTimeoutMs: 1_000 })
    const room = () => new Promise<boolean>((resolve) => setTimeout(resolve, 50, true))
    const raw = async ({ socket }: ServerResponse) => {
      for (const piece of pieces) {
        socket!.write(piece)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      end(socket!)
    }
    const { another, calls } = await open(() => ({ raw: (response) => void raw(response) }))
    return { session: another({ memory: { ...budget.open('a'), room }, retries: 0 }), calls }
  }

  it.each([
    ['without a length', [`${CLOSE}\r\n${SHORT}`]],
    ['by HTTP/1.0', [`HTTP/1.0 200 OK\r\n\r\n${SHORT}`]],
    ['after its head', [`${CLOSE}\r\n`, SHORT]],
    ['with chunks that it has not read', [`${CLOSE}\r\n{"data":`, '{"id":', '"c1"}}']],
    ['in chunks of the transfer', [`${CLOSE}transfer-encoding: chunked\r\n\r\n14\r\n${SHORT}\r\n0\r\n\r\n`]],
    ['with a length', [`${CLOSE}content-length: ${LENGTH}\r\n\r\n${LONG}`]],
    ['with a length, in pieces', [`${CLOSE}content-length: ${LENGTH}\r\n\r\n`, LONG]],
  ])('%s is read', async (_, pieces) => {
    const { session, calls } = await openSlow(pieces, finish)

    expect(await session.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
    expect(statuses(calls)).toEqual([200])
  })

  it.each([
    ['by a reset', 'without a length', [`${CLOSE}\r\n${SHORT}`], reset],
    ['by a reset', 'with chunks that it has not read', [`${CLOSE}\r\n{"data":`, '{"id":', '"c1"}}'], reset],
    ['by a reset', 'after a head with a length', [`${CLOSE}content-length: ${LENGTH}\r\n\r\n`], reset],
    ['by a reset', 'on a connection that was to stay', [`HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{`], reset],
    ['too early', 'after a head with a length', [`${CLOSE}content-length: ${LENGTH}\r\n\r\n`], finish],
    ['too early', 'within its length', [`${CLOSE}content-length: ${LENGTH}\r\n\r\n${LONG.slice(1)}`], finish],
    ['too early', 'in chunks of the transfer', [`${CLOSE}transfer-encoding: chunked\r\n\r\n14\r\n{`], finish],
  ])('%s, %s, is broken', async (_, _where, pieces, end) => {
    const { session, calls } = await openSlow(pieces, end)

    expect(await failure(session.call(getCampaign, CAMPAIGN))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    // There is no answer, not even a short one.
    expect(statuses(calls)).toEqual([null])
  })
})

describe('what the service announces about its interface', () => {
  it('is logged once a day', async () => {
    const onWarning = vi.fn()
    const headers = { 'x-current-api-version': '13', 'x-api-warn': 'Version 12 ends on 1 March' }
    const { session } = await open(() => ({ ...OK, headers }), { onWarning })
    for (let nth = 0; nth < 3; nth += 1) await session.call(getCampaign, CAMPAIGN)

    expect(onWarning.mock.calls).toEqual([
      [
        'The service announces a change of its interface',
        { warning: 'Version 12 ends on 1 March', currentVersion: '13' },
      ],
    ])
  })

  it('is nothing if it only names the version that is called', async () => {
    const onWarning = vi.fn()
    const { session } = await open(() => ({ ...OK, headers: { 'x-current-api-version': '12' } }), { onWarning })
    await session.call(getCampaign, CAMPAIGN)

    expect(onWarning).not.toHaveBeenCalled()
  })
})

describe('a rate-limit header that is not plausible', () => {
  const inMilliseconds = () => budgetHeaders('x-rate-limit', 0, Date.now() + 60_000)

  it('blocks no call, and is reported once for each endpoint', async () => {
    const onWarning = vi.fn()
    const { session, upstream } = await open(() => ({ ...OK, headers: inMilliseconds() }), { onWarning })
    for (let nth = 0; nth < 3; nth += 1) await session.call(getCampaign, CAMPAIGN)
    await session.page(listCampaigns, ACCOUNT, {})

    expect(upstream.requests).toHaveLength(4)
    expect(onWarning.mock.calls).toEqual(
      ['accounts/:account_id/campaigns/:campaign_id', 'accounts/:account_id/campaigns'].map((path) => [
        'A rate-limit header of the service is not plausible and is ignored',
        { endpoint: `GET ${path}`, header: 'x-rate-limit-reset', value: expect.stringMatching(/^\d{13}$/) as string },
      ]),
    )
  })

  it.each(['99999999999999', '-1', 'soon', String(Math.floor(Date.now() / 1000) + 3_600)])(
    'is no reason to wait after a 429: a reset of %s',
    async (reset) => {
      const headers = { ...budgetHeaders('x-account-rate-limit', 0, reset), 'retry-after': '99999999999999' }
      const { session, calls } = await open([{ status: 429, headers }, OK])
      await session.call(getCampaign, CAMPAIGN)

      expect(statuses(calls)).toEqual([429, 200])
    },
  )

  it('is reported with the first 100 characters of its value', async () => {
    const onWarning = vi.fn<(message: string, details: Record<string, unknown>) => void>()
    const { session } = await open([{ ...OK, headers: budgetHeaders('x-rate-limit', 'x'.repeat(500), 1) }], {
      onWarning,
    })
    await session.call(getCampaign, CAMPAIGN)

    expect(onWarning.mock.calls[0]![1]['value']).toBe('x'.repeat(100))
  })
})

describe('the connections to the service', () => {
  it('are limited to the allowed number', async () => {
    let most = 0
    const waiting: (() => void)[] = []
    const { session } = await open(
      () => ({
        raw(response) {
          most = Math.max(
            most,
            waiting.push(() => response.writeHead(200).end('{"data":{"id":"c1"}}')),
          )
          // A fourth would arrive meanwhile.
          if (waiting.length === 3) setTimeout(() => waiting.splice(0).forEach((answer) => answer()), 30)
        },
      }),
      { connections: 3 },
    )
    await Promise.all(Array.from({ length: 12 }, () => session.call(getCampaign, CAMPAIGN)))

    expect(most).toBe(3)
  })

  it('that another caller uses all leave one to a caller who has none', async () => {
    const waiting: (() => void)[] = []
    const { another, upstream } = await open(
      ({ path }) =>
        path.includes('/slow/')
          ? { raw: (response) => void waiting.push(() => response.end('{"data":{"id":"c1"}}')) }
          : OK,
      { connections: 16 },
    )
    const slow = Array.from({ length: 40 }, () =>
      another({ caller: 'a' }).call(getCampaign, { account_id: 'slow', campaign_id: 'c1' }),
    )
    await expect.poll(() => upstream.requests).toHaveLength(16)
    const other = another({ caller: 'b' })

    expect(await other.call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
    expect(upstream.requests).toHaveLength(17)
    const isOver = Promise.all(slow).then(() => true)
    while (!(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 5))])))
      waiting.splice(0).forEach((answer) => answer())
  })

  it('that are all in use do not delay operations without calls', async () => {
    const upstream = await startUpstream(({ path }) =>
      path.endsWith('/campaigns') ? { raw: () => undefined } : { body: { data: [{ id: 'x', name: 'n' }] } },
    )
    const graph = await openGraph(upstream.url, { connections: 1, operationTimeoutMs: 60_000 })
    const kept = '{ advertiserBusinessCategories { nodes { name } } }'
    const first = await graph.query(kept)
    const stuck = graph.query('{ account(id: "a1") { campaigns { nodes { id } } } }').catch(() => undefined)
    await expect.poll(() => upstream.requests).toHaveLength(2)

    expect((await graph.query(kept)).data).toEqual(first.data)
    expect((await graph.query('{ account(id: "a1") { id } }')).errors).toBeUndefined()
    expect(upstream.requests).toHaveLength(2)
    await graph.close()
    await upstream.close()
    await stuck
  })
})
