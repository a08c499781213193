import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../../src/server/bounds.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

let upstream: Upstream
let graph: Graph
let socket: Socket
/** What the server has sent. */
let text: string
/** Answers each request that waits at the service, in order of arrival. */
let waiting: (() => void)[]
afterEach(async () => {
  socket.destroy()
  await graph.close()
  await upstream.close()
})

/** A connection to Adgraph over a service that answers when it is told to. */
async function open(settings: Record<string, string> = {}, name = 'n', options: GraphOptions = {}): Promise<void> {
  waiting = []
  text = ''
  upstream = await startUpstream(
    ({ path }) =>
      new Promise<UpstreamAnswer>((resolve) =>
        waiting.push(() => resolve({ body: { data: { id: path.split('/').at(-1), name } } })),
      ),
  )
  graph = await openGraph(upstream.url, { settings, ...options })
  socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
  socket.on('error', () => {}).on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'connect')
}

function operation(query: string): string {
  const body = JSON.stringify({ query })
  return [
    'POST /graphql HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

const campaign = (nth: number) => operation(`{ campaign(id: "Campaign:a1:c${nth}") { restId name } }`)
const campaigns = (count: number) => Array.from({ length: count }, (_, nth) => campaign(nth)).join('')
const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function running(): Promise<string | undefined> {
  const metrics = await (await fetch(new URL('/metrics', graph.url))).text()
  return /^adgraph_operations\{state="running"\} (\d+)$/m.exec(metrics)?.[1]
}

/** Reads the beginning of a response whose rest does not fit into the buffers of the sockets, if the name is long. */
async function beginUnread(): Promise<void> {
  const names = Array.from({ length: 200 }, (_, nth) => `a${nth}: name`).join(' ')
  socket.write(operation(`{ campaign(id: "Campaign:a1:c1") { ${names} } }`))
  await until(() => waiting.length > 0)
  waiting.shift()!()
  await until(() => text.includes('HTTP/1.1 200'))
  socket.pause()
}

const named = () => [...text.matchAll(/"restId":"(\w+)"/g)].map(([, id]) => id)

describe('requests that a client sends before the last one is answered', () => {
  it('are answered one after another, in their order, and none begins before its turn', async () => {
    await open()
    socket.write(campaigns(3))
    for (const nth of [0, 1, 2]) {
      await until(() => waiting.length > 0)
      expect([upstream.requests.length, await running()]).toEqual([nth + 1, '1'])
      waiting.shift()!()
      await until(() => named().length > nth)
    }

    expect(named()).toEqual(['c0', 'c1', 'c2'])
  })

  it('have time after a response that was long to send', async () => {
    const writeMs = 100
    await open({}, 'n'.repeat(1_000_000), { timeouts: { ...BOUNDS.timeouts, writeMs } })
    socket.write(campaigns(2))
    for (const nth of [0, 1]) {
      await until(() => waiting.length > 0)
      await new Promise((resolve) => setTimeout(resolve, nth * 3 * writeMs))
      waiting.shift()!()
      await until(() => named().length > nth || socket.closed)
    }

    expect(named()).toEqual(['c0', 'c1'])
  })

  it('take no slot when their client has gone', async () => {
    await open({ MAX_OPERATIONS: '4' })
    socket.write(campaigns(10))
    await until(() => waiting.length > 0)
    socket.destroy()
    await until(async () => {
      for (const answer of waiting.splice(0)) answer()
      return (await running()) === '0'
    })

    expect((await graph.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
  })

  it('cost their client the connection if they are more than 100', async () => {
    await open()
    socket.write(campaign(0) + HEALTH.repeat(100))
    await until(() => waiting.length > 0)
    expect(await running()).toBe('1')
    socket.write(HEALTH)
    await once(socket, 'close')

    expect(text).toBe('')
    await until(async () => (await running()) === '0')
  })

  it('give their client no more time to read the response before them', async () => {
    await open({}, 'n'.repeat(50_000), { timeouts: { ...BOUNDS.timeouts, writeMs: 100 } })
    await beginUnread()
    for (let nth = 0; nth < 50 && !socket.closed; nth += 1) {
      socket.write('G')
      await new Promise((resolve) => setTimeout(resolve, 40))
    }

    expect(socket.closed).toBe(true)
    await until(async () => (await running()) === '0')
  })

  it('are read again after a response that was not read for a while', async () => {
    await open({}, 'n'.repeat(50_000))
    await beginUnread()
    for (const answers of [2, 3]) {
      socket.write(HEALTH)
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.resume()
      await until(() => text.split('HTTP/1.1 200').length > answers || socket.closed)
    }

    expect(socket.closed).toBe(false)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(3)
  })

  it('do not hide that their client has gone without reading the response before them', async () => {
    await open({}, 'n'.repeat(50_000))
    await beginUnread()
    socket.write('G')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await running()).toBe('1')
    const began = performance.now()
    socket.destroy()
    await until(async () => (await running()) === '0')

    expect(performance.now() - began).toBeLessThan(BOUNDS.timeouts.writeMs / 2)
  })

  it('do not let the refusal of a malformed one into the response before them', async () => {
    await open({}, 'n'.repeat(50_000))
    await beginUnread()
    socket.write(`${HEALTH}no HTTP\r\n\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.resume()
    await once(socket, 'close')

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('do not replace the response to a write by the refusal of what comes after it', async () => {
    await open()
    const update = `mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "n", dailyBudgetAmountLocalMicro: "1" }) {
      campaign { restId name }
    } }`
    // A client that counts one byte less than it sends.
    socket.write(`${operation(update)}\0`)
    await until(() => waiting.length > 0)
    socket.write('\0\0')
    waiting.shift()!()
    await once(socket, 'close')

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(text).toMatch(/^connection: close\r$/im)
    expect(named()).toEqual(['c1'])
  })

  it('are answered before the refusal of a CONNECT', async () => {
    await open()
    const closed = once(socket, 'close')
    socket.write(`${campaigns(2)}CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n`)
    for (const nth of [0, 1]) {
      await until(() => waiting.length > 0)
      waiting.shift()!()
      await until(() => named().length > nth)
    }
    await closed

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    expect(named()).toEqual(['c0', 'c1'])
    socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
    socket.write('CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 [^]*CONNECT is not supported/)
    await once(socket, 'close')
  })

  it('are answered before the refusal of a malformed one', async () => {
    await open()
    const closed = once(socket, 'close')
    const head =
      'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    socket.write(`${campaigns(2)}${head}no chunk\r\n`)
    for (const nth of [0, 1]) {
      await until(() => waiting.length > 0)
      waiting.shift()!()
      await until(() => named().length > nth)
    }
    await closed

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(named()).toEqual(['c0', 'c1'])
  })
})
