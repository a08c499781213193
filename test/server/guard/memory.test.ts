import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryBudget } from '../../../src/server/guard/memory.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const ALWAYS_ALLOWED = 131_072
const MB = 2 ** 20

let upstream: Upstream | undefined
let graph: Graph | undefined
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await graph?.close()
  await upstream?.close()
  ;[graph, upstream] = [undefined, undefined]
})

async function open(
  settings: Record<string, string>,
  script: (path: string, cursor: string | undefined) => UpstreamAnswer | Promise<UpstreamAnswer>,
): Promise<Graph> {
  upstream = await startUpstream(({ path, query }) => script(path, query['cursor']))
  graph = await openGraph(upstream.url, { settings })
  return graph
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', graph!.url))).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )
}

async function until(name: string, test: (value: number) => boolean): Promise<void> {
  while (!test(await metric(name))) await new Promise((resolve) => setTimeout(resolve, 5))
}

const USED = 'adgraph_memory_budget_bytes{state="used"}'

/** A page of campaigns with names of this length. */
const page = (rows: number, nameLength: number, next: string | null = null): UpstreamAnswer => ({
  body: {
    data: Array.from({ length: rows }, (_, nth) => ({ id: `c${nth}`, name: 'n'.repeat(nameLength) })),
    next_cursor: next,
  },
})

const CAMPAIGNS = '{ account(id: "a1") { campaigns(first: 1000) { nodes { name } } } }'

/** A connection on which a document is posted and nothing is read. */
async function postUnread(query: string): Promise<Socket> {
  const socket = connect(Number(new URL(graph!.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  const body = JSON.stringify({ query })
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

describe('the memory budget', () => {
  it('lets the oldest of those that wait go on, and the next one when it has ended', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    const [first, second, third] = [budget.open(), budget.open(), budget.open()]
    for (const holding of [third, second, first]) holding.add(200_000)
    expect([first, second, third].map((holding) => holding.isShort('rows'))).toEqual([true, true, true])
    const order: string[] = []
    const waits = [third.available('rows'), second.available('rows'), first.available('rows')]
    void waits[0]!.then(() => order.push('third'))
    void waits[1]!.then(() => order.push('second'))
    void waits[2]!.then(() => order.push('first'))
    expect(await waits[2]).toBe(true)
    expect([budget.waiting(), first.isShort('rows'), second.isShort('rows')]).toEqual([2, false, true])
    first.add(300_000)
    first.close()
    await Promise.all(waits)
    expect(order).toEqual(['first', 'second', 'third'])
    expect(budget.usedBytes()).toBe(400_000)
  })

  it('never keeps a small operation waiting, nor one that writes', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    budget.open().add(2 * MB)
    const [small, big, writing] = [budget.open(), budget.open(), budget.open()]
    small.add(ALWAYS_ALLOWED - 1)
    big.add(ALWAYS_ALLOWED)
    writing.add(MB)
    writing.mustFinish()
    expect([small, big, writing].map((holding) => holding.isShort('rows'))).toEqual([false, true, false])
  })

  it('refuses what waited too long, and what needs more than all of it', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 200 })
    const [first, second, third] = [budget.open(), budget.open(), budget.open()]
    for (const holding of [first, second, third]) holding.add(200_000)
    expect(await first.available('rows')).toBe(true)
    expect(await second.available('rows')).toBe(false)
    const reasons: string[] = []
    second.onRefusal((reason) => reasons.push(reason))
    expect(reasons).toEqual(['The memory for operations is used up'])
    first.add(MB)
    expect(first.isShort('rows')).toBe(true)
    expect(await first.available('rows')).toBe(false)
    first.onRefusal((reason) => reasons.push(reason))
    expect(reasons[1]).toContain('more memory than one may use')
  })

  it('leaves a part to rows that bodies cannot fill', () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 1 })
    const holding = budget.open()
    holding.add(MB / 4)
    expect([holding.isShort('body'), holding.isShort('rows')]).toEqual([true, false])
  })
})

describe('rows that operations hold', () => {
  it('are counted until the answer has been sent', async () => {
    let release = () => {}
    await open({}, (_path, cursor) =>
      cursor ? new Promise((resolve) => (release = () => resolve(page(1, 1)))) : page(200, 1_000, 'next'),
    )
    const answer = graph!.query(CAMPAIGNS)
    await until(USED, (bytes) => bytes > 200_000)
    release()
    expect((await answer).status).toBe(200)
    await until(USED, (bytes) => bytes === 0)
  })

  it('beyond the budget are waited for, then refused with 503 and Retry-After', async () => {
    let pages = 0
    await open({ MAX_MEMORY_BYTES: '1000000', QUEUE_TIMEOUT_MS: '50' }, (path) => {
      if (path.includes('/hold/')) return { raw: () => undefined }
      pages += 1
      return page(200, 1_000, pages < 40 ? `p${pages}` : null)
    })
    const response = await fetch(graph!.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          '{ account(id: "a1") { campaigns(first: 1000) { nodes { name } } lineItems(first: 1000) { nodes { name } } } }',
      }),
    })
    const { data, errors } = (await response.json()) as { data?: unknown; errors: { extensions: object }[] }

    expect([
      response.status,
      response.headers.get('retry-after'),
      data,
      errors.map(({ extensions }) => extensions),
    ]).toEqual([503, '1', undefined, [{ code: 'OVERLOADED' }]])
    expect(await metric('adgraph_refusals_total{code="OVERLOADED"}')).toBe(1)
    await until(USED, (bytes) => bytes === 0)
    // What needs little is served all the same.
    expect((await graph!.query('{ __typename }')).status).toBe(200)
  })
})

describe('an answer that nobody reads', () => {
  it('counts while it waits, and is cut', async () => {
    await open({ WRITE_TIMEOUT_MS: '300' }, () => page(1_000, 20_000))
    const socket = await postUnread(CAMPAIGNS)
    // Rows and the unsent answer.
    await until(USED, (bytes) => bytes > 30_000_000)
    await until(USED, (bytes) => bytes === 0)
    await until('adgraph_operations{state="running"}', (count) => count === 0)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
    await once(socket, 'close')
    expect(bytes).toBeLessThan(20_000_000)
  })

  it('is sent whole to who reads slowly', async () => {
    await open({ WRITE_TIMEOUT_MS: '2000' }, () => page(1_000, 20_000))
    const socket = await postUnread(CAMPAIGNS.replace('{ account', '{ slow: account'))
    let bytes = 0
    const whole = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > 20_000_000) return resolve()
        socket.pause()
        setTimeout(() => socket.resume(), 10)
      })
    })
    socket.resume()
    await whole
    expect(socket.destroyed).toBe(false)
  })
})

describe('a body', () => {
  it('of more values than allowed is refused before it is parsed', async () => {
    await open({}, () => page(0, 0))
    for (const [count, status] of [
      [240_000, 200],
      [260_000, 413],
    ]) {
      const response = await fetch(graph!.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"query":"{ __typename }","extensions":{"a":[${Array<string>(count!).fill('{}').join(',')}]}}`,
      })
      await response.arrayBuffer()
      expect(response.status).toBe(status)
    }
    const text = JSON.stringify({ query: '{ __typename }', extensions: { a: ',[{"\\"'.repeat(300_000) } })
    const response = await fetch(graph!.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    expect(response.status).toBe(200)
  })

  it('counts while it is read, and one for which there is no memory is refused with 503', async () => {
    await open({ MAX_MEMORY_BYTES: '1000000', QUEUE_TIMEOUT_MS: '50' }, () => page(0, 0))
    const begin = (length: number) => {
      const socket = connect(Number(new URL(graph!.url).port), '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {})
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2000000\r\n\r\n"${'x'.repeat(length)}`,
      )
      return socket
    }
    begin(600_000)
    await until(USED, (bytes) => bytes > 600_000)
    const refused = begin(600_000)
    expect(String(await once(refused, 'data'))).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1/)
    expect((await graph!.query('{ __typename }')).status).toBe(200)
  })
})
