import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { answerInTurn, closeGracefully, watchConnections } from '../../../src/server/http/connections.ts'

const CONNECTIONS = 60
const TURN_MS = 10

/** Keeps the event loop busy. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** How many of many connections at once are answered by a server that works for a while on each, and closes meanwhile. */
async function answered(withinMs: number): Promise<number> {
  const http = createServer((_request, response) => {
    work(TURN_MS)
    response.setHeader('connection', 'close').end('answered')
  })
  const connections = watchConnections(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const answers = Array.from({ length: CONNECTIONS }, async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: any\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    await new Promise((resolve) => socket.once('close', resolve))
    return text.endsWith('answered')
  })
  await connections.accepted(withinMs)
  http.close()
  return (await Promise.all(answers)).filter(Boolean).length
}

describe('connections that have arrived before a server closes', () => {
  it('are all accepted, one at each turn of its event loop, however long these take', async () => {
    expect(await answered(3_000)).toBe(CONNECTIONS)
  })

  it('are reset if there is no time for them', async () => {
    expect(await answered(5 * TURN_MS)).toBeLessThan(CONNECTIONS)
  })
})

describe('a server that closes', () => {
  it('lets a client read the whole response, and closes the connection then', async () => {
    const body = Buffer.alloc(30_000_000)
    const http = createServer((_request, response) => void response.end(body))
    const connections = watchConnections(http)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: any\r\n\r\n')
    await once(socket, 'readable')
    const closed = closeGracefully(http, connections, 600_000)
    // Idle connections are closed by then.
    await sleep(2_000)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await Promise.all([closed, once(socket, 'close')])

    expect(bytes).toBeGreaterThan(body.length)
  })

  it('closes connections that are idle while a client still reads a response', async () => {
    const http = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
      response.end(Buffer.alloc(30_000_000))
    })
    const connections = watchConnections(http)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    const [reading, idle, silent] = [0, 1, 2].map(() => connect(port, '127.0.0.1')) as [Socket, Socket, Socket]
    for (const socket of [reading, idle]) socket.write('GET / HTTP/1.1\r\nhost: any\r\n\r\n')
    await once(reading, 'readable')
    let bytes = 0
    idle.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await expect.poll(() => bytes).toBeGreaterThan(30_000_000)
    const closed = closeGracefully(http, connections, 600_000)
    await Promise.all([idle, silent.resume()].map((socket) => once(socket, 'close')))

    expect(reading.closed).toBe(false)
    reading.resume()
    await closed
  })
})

describe('requests that arrive at once on many connections', () => {
  it('begin in several turns of the event loop', async () => {
    let inTurn = 0
    let most = 0
    const http = createServer(
      answerInTurn((_request, response) => {
        inTurn += 1
        work(1)
        response.end()
      }),
    )
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    const sockets: Socket[] = []
    for (let nth = 0; nth < 200; nth += 1) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      sockets.push(socket)
    }
    const turns = setInterval(() => {
      most = Math.max(most, inTurn)
      inTurn = 0
    }, 0)
    const answers = sockets.map((socket) => once(socket, 'data'))
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: any\r\n\r\n')
    await Promise.all(answers)
    clearInterval(turns)
    for (const socket of sockets) socket.destroy()
    http.close()

    expect(most).toBeLessThanOrEqual(100)
  })
})
