import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../../support/graph.ts'
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
async function open(settings: Record<string, string> = {}, name = 'n'): Promise<void> {
  waiting = []
  text = ''
  upstream = await startUpstream(
    ({ path }) =>
      new Promise<UpstreamAnswer>((resolve) =>
        waiting.push(() => resolve({ body: { data: { id: path.split('/').at(-1), name } } })),
      ),
  )
  graph = await openGraph(upstream.url, { settings })
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

  it('do not let the refusal of a malformed one into the response before them', async () => {
    await open({}, 'n'.repeat(50_000))
    const names = Array.from({ length: 200 }, (_, nth) => `a${nth}: name`).join(' ')
    socket.write(operation(`{ campaign(id: "Campaign:a1:c1") { ${names} } }`))
    await until(() => waiting.length > 0)
    waiting.shift()!()
    await until(() => text.includes('HTTP/1.1 200'))
    // The rest of the response does not fit into the buffers of the sockets.
    socket.pause()
    socket.write(`${HEALTH}no HTTP\r\n\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.resume()
    await once(socket, 'close')

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})
