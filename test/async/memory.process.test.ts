import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryBudget } from '../../src/async/memory.ts'
import { viewed } from '../../src/async/viewed-bytes.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { collectGarbage } from '../support/garbage.ts'
import { openGraph, type Graph, type GraphOptions } from '../support/graph.ts'
import { startListUpstream, startUpstream, type Upstream, type UpstreamAnswer } from '../support/upstream.ts'

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
  options: Pick<GraphOptions, 'connections' | 'queueTimeoutMs' | 'operationTimeoutMs' | 'timeouts'> = {},
): Promise<Graph> {
  upstream = await startUpstream(({ path, query }) => script(path, query['cursor']))
  graph = await openGraph(upstream.url, { settings, checksPlan: false, ...options })
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
const SPARE = 'adgraph_memory_budget_bytes{state="spare"}'

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
  it('lets one waiting operation continue, and when it has ended the next one, of each caller in turn', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    const callers = ['a', 'a', 'a', 'b']
    const reservations = callers.map((caller) => budget.open(caller))
    for (const reservation of reservations) reservation.add(150_000)
    expect(reservations.map((reservation) => reservation.room('rows') === true)).toEqual([false, false, false, false])
    const order: number[] = []
    const waits = reservations.map(async (reservation, nth) => {
      expect(await reservation.room('rows')).toBe(true)
      order.push(nth)
    })
    await waits[0]
    expect([budget.waiting(), ...reservations.map((reservation) => reservation.room('rows') === true)]).toEqual([
      3,
      true,
      false,
      false,
      false,
    ])
    reservations[0]!.add(300_000)
    reservations[0]!.close()
    await waits[3]
    reservations[3]!.close()
    await Promise.all(waits)
    expect(order).toEqual([0, 3, 1, 2])
    expect(budget.usedBytes()).toBe(300_000)
  })

  it('lets the others continue one by one as soon as there is room', async () => {
    const budget = createMemoryBudget({ maxBytes: 2 * MB, queueTimeoutMs: 60_000 })
    const big = budget.open('a')
    big.add(800_000)
    expect(await big.room('rows')).toBe(true)
    const others = ['b', 'c', 'd'].map((caller) => budget.open(caller))
    const served: string[] = []
    for (const [nth, other] of others.entries()) {
      other.add(ALWAYS_ALLOWED)
      void (other.room('rows') as Promise<boolean>).then(() => {
        served.push(`${nth}`)
        // What it reads now fills the room again.
        other.add(nth === 0 ? 400_000 : 500_000)
      })
    }
    big.add(-800_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([served, budget.waiting()]).toEqual([['0'], 2])
    others[0]!.close()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([served, budget.waiting()]).toEqual([['0', '1'], 1])
  })

  it('never keeps a small operation waiting, nor one that writes', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    budget.open('a').add(2 * MB)
    const [small, big, writing] = [budget.open('a'), budget.open('a'), budget.open('a')]
    small.add(ALWAYS_ALLOWED - 1)
    big.add(ALWAYS_ALLOWED)
    writing.add(MB)
    writing.mustFinish()
    expect([small.room('rows'), big.room('rows'), writing.room('rows')]).toEqual([
      true,
      expect.any(Promise),
      expect.any(Promise),
    ])
    expect([big, writing].map((reservation) => reservation.room('write', 1_000))).toEqual([true, true])
  })

  it('has a reserve for the answers to writes, which no answer may exceed', () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    const writing = budget.open('a')
    expect([MB / 4, MB / 4 + 1].map((bytes) => writing.room('write', bytes))).toEqual([true, false])
    writing.add(1, 'write')
    expect([MB / 4 - 1, MB / 4].map((bytes) => writing.room('write', bytes))).toEqual([true, false])
    writing.close()
    expect(budget.open('a').room('write', MB / 4)).toBe(true)
  })

  it('refuses operations that waited too long, and those that need more than the whole budget', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 200 })
    const [first, second, third] = [budget.open('a'), budget.open('a'), budget.open('a')]
    for (const reservation of [first, second, third]) reservation.add(200_000)
    expect(await first.room('rows')).toBe(true)
    expect(await second.room('rows')).toBe(false)
    const reasons: string[] = []
    second.onRefusal((reason) => reasons.push(reason))
    expect(reasons).toEqual(['The server has no memory left for the operation'])
    first.add(MB)
    expect(first.room('rows')).not.toBe(true)
    expect(await first.room('rows')).toBe(false)
    first.onRefusal((reason) => reasons.push(reason))
    expect(reasons[1]).toContain('more memory than allowed')
  })

  it('refuses a few of many that have waited too long in each turn of the event loop', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 20 })
    // One that goes on and does not end.
    const favored = budget.open('a')
    favored.add(MB / 2)
    expect(await favored.room('rows')).toBe(true)
    favored.add(MB / 2)
    const log: string[] = []
    const waits = Array.from({ length: 60 }, async () => {
      const reservation = budget.open('a')
      reservation.add(ALWAYS_ALLOWED)
      await reservation.room('rows')
      for (const until = performance.now() + 4; performance.now() < until;);
      log.push('refused')
    })
    const timer = setInterval(() => log.push('turn'), 1)
    await Promise.all(waits)
    clearInterval(timer)

    const refusedByTurn = log
      .join(' ')
      .split('turn')
      .map((turn) => turn.split(' ').filter(Boolean).length)
    expect(refusedByTurn.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(Math.max(...refusedByTurn)).toBeLessThanOrEqual(10)
  })

  it('refuses those that have waited too long one after another: what one of them releases can be enough for the next', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 200 })
    // One that goes on and does not end.
    const favored = budget.open('a')
    favored.add(150_000)
    const others = ['b', 'c', 'd'].map((caller) => budget.open(caller))
    for (const other of others) other.add(150_000)
    expect(await favored.room('rows', 300_000)).toBe(true)
    const outcomes = await Promise.all(
      others.map(async (other) => {
        other.onRefusal(() => {})
        const hasRoom = await other.room('rows', 10_000)
        if (hasRoom) other.add(10_000)
        return hasRoom
      }),
    )
    expect(outcomes).toEqual([false, false, true])
    expect(budget.usedBytes()).toBe(310_000)
  })

  it('lets all that waits go on together, once its operation may', async () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })
    const [first, second] = [budget.open('a'), budget.open('a')]
    for (const reservation of [first, second]) reservation.add(200_000)
    const pages = (reservation: typeof first) =>
      Promise.all(
        [100_000, 0, 100_000, 100_000].map(async (bytes) => {
          const hasRoom = await reservation.room('rows', bytes)
          if (hasRoom) reservation.add(bytes)
          return hasRoom
        }),
      )
    const reads = [first, second].map(pages)
    expect(await reads[0]).toEqual([true, true, true, true])
    expect([budget.waiting(), budget.usedBytes()]).toEqual([1, 700_000])
    first.close()
    expect(await reads[1]).toEqual([true, true, true, true])
  })

  it('leaves a part to rows that bodies cannot fill', () => {
    const budget = createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 1 })
    const reservation = budget.open('a')
    reservation.add(MB / 4)
    expect([reservation.room('body') === true, reservation.room('rows')]).toEqual([false, true])
  })
})

describe('the buffers of an operation', () => {
  const openBudget = () => createMemoryBudget({ maxBytes: MB, queueTimeoutMs: 60_000 })

  it('are counted, and are reused by the next operation when it has ended', () => {
    const budget = openBudget()
    const reservation = budget.open('a')
    const buffer = reservation.allocate(MB / 2)
    expect([buffer.bytes.length, budget.usedBytes(), budget.spareBytes()]).toEqual([MB / 2, MB / 2, 0])
    reservation.close()
    expect([buffer.bytes.length, budget.usedBytes(), budget.spareBytes()]).toEqual([0, 0, MB / 2])
    budget.open('a').allocate(MB / 2)
    expect([budget.usedBytes(), budget.spareBytes()]).toEqual([MB / 2, 0])
  })

  it('can be returned before its end, each once', () => {
    const budget = openBudget()
    const reservation = budget.open('a')
    const buffer = reservation.allocate(MB / 4)
    reservation.free(buffer)
    reservation.free(buffer)
    reservation.free(viewed(Buffer.alloc(MB / 4)))
    expect([buffer.bytes.length, budget.usedBytes(), budget.spareBytes()]).toEqual([0, 0, MB / 4])
  })

  it('are returned to the reserve for the answers to writes if they are of it', () => {
    const reservation = openBudget().open('a')
    const buffer = reservation.allocate(MB / 4, 'write')
    expect(reservation.room('write', MB / 4)).toBe(false)
    reservation.free(buffer)
    expect(reservation.room('write', MB / 4)).toBe(true)
  })

  it('are not reused if it ends while they are kept', () => {
    const budget = openBudget()
    const reservation = budget.open('a')
    const buffer = reservation.allocate(MB / 4)
    reservation.keepBuffers()
    reservation.close()
    reservation.releaseBuffers()
    expect([buffer.bytes.length, budget.spareBytes()]).toEqual([MB / 4, 0])
  })

  it('are returned by an operation that was executed, and by one that was refused', async () => {
    const budget = openBudget()
    const executed = budget.open('a')
    executed.allocate(MB / 4)
    executed.keepBuffers()
    executed.releaseBuffers()
    executed.close()
    expect(budget.spareBytes()).toBe(MB / 4)
    const refused = budget.open('a')
    refused.allocate(MB)
    refused.keepBuffers()
    refused.onRefusal(() => {})
    expect(await refused.room('rows')).toBe(false)
    refused.close()
    expect(budget.spareBytes()).toBe(MB)
  })

  it('are not referred to by an operation that was refused, which its connection may keep', async () => {
    const refused = openBudget().open('a')
    const readRows = () => {
      const rows = { read: true }
      refused.onRefusal(() => void rows)
      return new WeakRef(rows)
    }
    const rows = readRows()
    refused.add(MB)
    expect([await refused.room('rows'), refused.isRefused()]).toEqual([false, true])
    await collectGarbage()

    expect(rows.deref()).toBeUndefined()
    expect(refused.isRefused()).toBe(true)
  })

  it('are no longer counted after its end', () => {
    const budget = openBudget()
    const reservation = budget.open('a')
    reservation.close()
    expect([reservation.allocate(10).bytes.length, budget.usedBytes()]).toEqual([10, 0])
  })
})

describe('operations of thousands of rows that begin at once', () => {
  /** Rows below 200 parents, in their order. */
  const below = (parents: readonly { id: string }[], column: string, count: number) =>
    parents.flatMap(({ id }) =>
      Array.from({ length: count }, (_, nth) => ({ id: `${id}x${nth}`, name: 'n'.repeat(600), [column]: id })),
    )
  const campaigns = Array.from({ length: 200 }, (_, nth) => ({ id: `c${nth}` }))

  /** The distinct answers to so many operations of so many callers. */
  async function answersTo(query: string, operations: number, callers: number): Promise<Set<string>> {
    const clientTokens = Array.from({ length: callers }, (_, nth) => `the-token-of-client-${nth}`)
    graph = await openGraph(upstream!.url, {
      tenant: { credentials: ANY_CREDENTIALS, clientTokens },
      operationTimeoutMs: 60_000,
    })
    const answers = await Promise.all(
      Array.from({ length: operations }, async (_, nth) => {
        const authorization = `Bearer ${clientTokens[nth % callers]!}`
        const { status, data, errors = [] } = await graph!.query(query, {}, { authorization })
        return `${status}: ${errors.length} errors, ${JSON.stringify(data).match(/"id"/g)?.length} ids`
      }),
    )
    await until(USED, (bytes) => bytes === 0)
    return new Set(answers)
  }

  it.each([1, 4])('are all served at the default budget: eight of 20,000 rows, of %i callers', async (callers) => {
    upstream = await startListUpstream({ campaigns, line_items: below(campaigns, 'campaign_id', 100) })
    const query = '{ account(id: "a1") { campaigns(first: 200) { nodes { lineItems(first: 100) { nodes { id } } } } } }'
    expect(await answersTo(query, 8, callers)).toEqual(new Set(['200: 0 errors, 20000 ids']))
  })

  it('are all served, whatever connections those keep that wait for memory', async () => {
    const rows = (id: string, bytes: number, next_cursor: string | null) => ({
      body: { data: [{ id, name: 'n'.repeat(bytes) }], next_cursor },
    })
    const released: (() => void)[] = []
    await open(
      { MAX_MEMORY_BYTES: '2000000' },
      async (path, cursor) => {
        if (path.includes('/a2/')) return rows('c3', 300_000, null)
        if (cursor) return rows('c2', 10, null)
        await new Promise<void>((resolve) => released.push(resolve))
        return rows('c1', 800_000, 'next')
      },
      { connections: 1 },
    )
    // The page of the first fills the budget. Then the only connection has the page of the second, which waits for memory.
    const answers = [graph!.query(CAMPAIGNS)]
    while (released.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    answers.push(graph!.query(CAMPAIGNS.replace('a1', 'a2')))
    await until('adgraph_operations{state="running"}', (count) => count === 2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    released.forEach((release) => release())

    expect((await Promise.all(answers)).map(({ status, errors }) => [status, errors])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })
})

describe('rows that operations hold', () => {
  it.each([
    ['of a known length', {}],
    ['of unknown length', { 'transfer-encoding': 'chunked' }],
  ])('in answers %s are written into the buffers of operations before', async (_, headers) => {
    const long = { headers, body: { data: [{ id: 'c1', name: 'x'.repeat(100_000) }] } }
    await open({}, () => long)
    const names = async () => JSON.stringify((await graph!.query(CAMPAIGNS)).data)
    const first = await names()
    await until(USED, (bytes) => bytes === 0)
    const spare = await metric(SPARE)
    expect([await names(), await names()]).toEqual([first, first])
    await until(USED, (bytes) => bytes === 0)

    expect([spare, await metric(SPARE)]).toEqual([112 * 1024, 112 * 1024])
  })

  it('that are interrupted are released before they are read again', async () => {
    let calls = 0
    const text = JSON.stringify({ data: [{ id: 'c1', name: 'x'.repeat(100_000) }] })
    await open({}, () => {
      calls += 1
      if (calls > 1) return { body: text, headers: { 'content-length': String(text.length) } }
      return {
        raw(response) {
          response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, 50_000))
          setTimeout(() => response.destroy(), 20)
        },
      }
    })
    expect((await graph!.query<{ account: object }>(CAMPAIGNS)).data.account).toMatchObject({
      campaigns: { nodes: [{ name: 'x'.repeat(100_000) }] },
    })
    await until(USED, (bytes) => bytes === 0)
    expect([calls, await metric(SPARE)]).toEqual([2, 112 * 1024])
  })

  it('never belong to another operation, whichever caller disconnects in between', async () => {
    await open({}, (path) => {
      const [, , , account = ''] = path.split('/')
      return {
        body: { data: Array.from({ length: 1_000 }, (_each, nth) => ({ id: `c${nth}`, name: account.repeat(150) })) },
      }
    })
    const documentOf = (account: string) => CAMPAIGNS.replace('a1', account)
    const stayed = Array.from({ length: 30 }, async (_, nth) => {
      const { data } = await graph!.query<{ account: { campaigns: { nodes: { name: string }[] } } }>(
        documentOf(`a${nth}z`),
      )
      expect(new Set(data.account.campaigns.nodes.map(({ name }) => name))).toEqual(new Set([`a${nth}z`.repeat(150)]))
    })
    const left = Array.from({ length: 30 }, async (_, nth) => {
      const socket = await postUnread(documentOf(`b${nth}z`))
      await new Promise((resolve) => setTimeout(resolve, 5 * nth))
      socket.destroy()
    })
    await Promise.all([...stayed, ...left])
    await until(USED, (bytes) => bytes === 0)
    expect(graph!.logLines.filter((line) => line.includes('internal error'))).toEqual([])
  })

  it.each<[string, (text: string) => [headers: Record<string, string | number>, body: string | Buffer]]>([
    ['of a known length', (text) => [{ 'content-length': text.length }, text]],
    ['of unknown length', (text) => [{ 'transfer-encoding': 'chunked' }, text]],
    ['that are compressed', (text) => [{ 'content-encoding': 'gzip' }, gzipSync(text)]],
  ])('in answers %s are taken from the budget as they arrive, and wait for each other', async (_, answer) => {
    const [headers, body] = answer(JSON.stringify(page(1_000, 2_000).body))
    await open(
      { MAX_MEMORY_BYTES: '8000000' },
      () => ({ raw: (response) => response.writeHead(200, headers).end(body) }),
      {
        queueTimeoutMs: 60_000,
        operationTimeoutMs: 60_000,
      },
    )
    let most = 0
    const stop = new AbortController()
    const watching = (async () => {
      while (!stop.signal.aborted) most = Math.max(most, await metric(USED))
    })()
    const answers = await Promise.all(Array.from({ length: 12 }, () => graph!.query(CAMPAIGNS)))
    stop.abort()
    await watching

    expect(answers.flatMap(({ errors = [] }) => errors)).toEqual([])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data).length)).size).toBe(1)
    // The memory, the rows and the response of one operation beyond it, the rows of another, and what each may always take.
    expect(most).toBeLessThan(8_000_000 + 3 * 2_500_000 + 12 * (ALWAYS_ALLOWED + 65_536))
    await until(USED, (bytes) => bytes === 0)
  })

  it('that arrive for a query that was refused are read no further', async () => {
    let written = 0
    const endless = (response: ServerResponse) => {
      response.writeHead(200).write('{"data":[{"id":"c1","name":"')
      const more = () => {
        while (!response.destroyed && response.write('n'.repeat(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    }
    await open({ MAX_MEMORY_BYTES: '1000000' }, () => ({ raw: endless }), { queueTimeoutMs: 50 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => graph!.query(CAMPAIGNS)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(503))
    await until(USED, (bytes) => bytes === 0)
    const before = written
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(written).toBe(before)
    expect((await graph!.query('{ __typename }')).status).toBe(200)
  })

  it('that still wait for memory at the deadline of their query refuse it as a whole', async () => {
    const unfinished = (response: ServerResponse) =>
      void response.writeHead(200, { 'content-length': 200_000 }).write('{"data":[')
    const limits = { queueTimeoutMs: 60_000, operationTimeoutMs: 3_000 }
    await open({ MAX_MEMORY_BYTES: '1000000' }, () => ({ raw: unfinished }), limits)
    const answers = await Promise.all(Array.from({ length: 12 }, () => graph!.query(CAMPAIGNS)))

    const seen = answers.map(({ status, errors }) => `${status} ${String(errors?.[0]?.extensions.code)}`)
    // What the first ones release at their deadline can be enough for others.
    expect(seen.filter((each) => each !== '200 UPSTREAM_TIMEOUT' && each !== '503 OVERLOADED')).toEqual([])
    await until(USED, (bytes) => bytes === 0)
  })

  it('of the answer to a write never wait, and the outcome of the write is reported', async () => {
    const stored = { id: 'c1', daily_budget_amount_local_micro: 1_000_000 }
    const campaign = { ...stored, name: 'n'.repeat(150_000) }
    let asked = 0
    const holding: (() => void)[] = []
    await open({ MAX_MEMORY_BYTES: '2000000' }, (path) =>
      path.endsWith('/c1')
        ? { body: { data: (asked += 1) === 1 ? stored : campaign } }
        : {
            raw(response) {
              response.writeHead(200, { 'content-length': 900_000 }).write('{"data":[')
              holding.push(() => response.destroy())
            },
          },
    )
    const reads = [1, 2].map(() => graph!.query(CAMPAIGNS))
    await until(USED, (bytes) => bytes > 500_000)
    const { data, errors } = await graph!.query<{ updateCampaign: { campaign: object } }>(
      'mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "n" }) { campaign { name } } }',
    )
    holding.forEach((end) => end())
    await Promise.all(reads)

    expect([errors, data.updateCampaign.campaign]).toEqual([undefined, { name: campaign.name }])
  })

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

  it('beyond the budget are no longer waited for, nor refused, once their caller has disconnected', async () => {
    await open(
      { MAX_MEMORY_BYTES: '1000000' },
      (path, cursor) => {
        if (path.includes('/a4/')) return page(60, 1_000)
        return cursor ? { raw: () => undefined } : page(120, 1_000, 'next')
      },
      { queueTimeoutMs: 60_000, operationTimeoutMs: 60_000 },
    )
    // The rows of a first page always fit. Then two operations go on within the share of rows, and the third one beyond it.
    const others = [1, 2, 3]
    for (const nth of others) {
      await postUnread(CAMPAIGNS.replace('a1', `a${nth}`))
      while (upstream!.requests.length < 2 * nth) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const caller = await postUnread(CAMPAIGNS.replace('a1', 'a4').replace('name', 'name b: name c: name'))
    await until('adgraph_memory_waiting', (count) => count === 1)
    caller.destroy()
    await until('adgraph_operations{state="running"}', (count) => count === others.length)
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(await metric('adgraph_refusals_total{code="OVERLOADED"}')).toBeNaN()
    expect(graph!.logLines.filter((line) => line.includes('OVERLOADED'))).toEqual([])
  })

  it('beyond the budget are waited for, then refused with 503 and Retry-After', async () => {
    let pages = 0
    const script = (path: string): UpstreamAnswer => {
      if (path.includes('/hold/')) return { raw: () => undefined }
      pages += 1
      return page(200, 1_000, pages < 40 ? `p${pages}` : null)
    }
    await open({ MAX_MEMORY_BYTES: '1000000' }, script, { queueTimeoutMs: 50 })
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

describe('a response that the client does not read', () => {
  it('is counted while it waits, and its connection is closed', async () => {
    await open({}, () => page(1_000, 20_000), { timeouts: { writeMs: 300 } })
    const socket = await postUnread(CAMPAIGNS)
    // The rows: the answer is written in pieces, as the client reads it.
    await until(USED, (bytes) => bytes > 20_000_000)
    await until(USED, (bytes) => bytes === 0)
    await until('adgraph_operations{state="running"}', (count) => count === 0)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
    await once(socket, 'close')
    expect(bytes).toBeLessThan(20_000_000)
  })

  it('is sent completely to a slow reader', async () => {
    await open({}, () => page(1_000, 20_000), { timeouts: { writeMs: 2000 } })
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
      [499_000, 200],
      [501_000, 413],
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

  it('of more different objects than allowed is refused before it is parsed, also if they are nested', async () => {
    await open({}, () => page(0, 0))
    const listOf = (count: number, item: (nth: number) => object) =>
      JSON.stringify({
        query: '{ __typename }',
        extensions: { a: Array.from({ length: count }, (_, nth) => item(nth)) },
      })
    const named = (nth: number) => ({ [`name${nth}`]: 0 })
    const bodies: [string, number][] = [
      [listOf(9_000, named), 200],
      [listOf(11_000, named), 413],
      // Few names in ever new orders.
      [listOf(11_000, (nth) => ({ [`a${nth % 110}`]: 0, [`b${Math.floor(nth / 110)}`]: 0 })), 413],
      [listOf(15_000, () => ({ a: { b: 1, c: [{ d: 2 }] }, e: ':"{' })), 200],
      [
        JSON.stringify({
          query: '{ __typename }',
          extensions: Object.fromEntries(Array.from({ length: 11_000 }, (_, nth) => [nth, 0])),
        }),
        413,
      ],
    ]
    for (const [body, status] of bodies) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(graph!.url, { method: 'POST', headers, body })
      await response.arrayBuffer()
      expect(response.status).toBe(status)
    }
  })

  it('that is long is read whole, whatever its characters and wherever they are cut', async () => {
    const name = '€🎒a'.repeat(40_000)
    await open({}, () => ({ body: { data: { id: 'c1', name: 'n' } } }))
    const { data, errors } = await graph!.query(
      'mutation ($name: String!) { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: $name }) { userErrors { message } } }',
      { name },
    )

    // The name is too long for the service, and is counted in characters.
    expect(JSON.stringify([data, errors])).toContain('255')
    expect(upstream!.requests).toEqual([])
  })

  it('is counted while it is read, and is refused with 503 if there is no memory for it', async () => {
    await open({ MAX_MEMORY_BYTES: '1000000' }, () => page(0, 0), { queueTimeoutMs: 50 })
    const begin = (length: number) => {
      const socket = connect(Number(new URL(graph!.url).port), '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {})
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2000000\r\n\r\n"${'x'.repeat(length)}`,
      )
      return socket
    }
    begin(400_000)
    // A body counts twice: as text, and as the values in it.
    await until(USED, (bytes) => bytes > 800_000)
    const refused = begin(100_000)
    expect(String(await once(refused, 'data'))).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1/)
    expect((await graph!.query('{ __typename }')).status).toBe(200)
  })
})
