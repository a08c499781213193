import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryBudget } from '../../../src/async/memory.ts'
import { createTransport, isAnswer, type Transport } from '../../../src/rest/wire/transport.ts'
import { UNTRUSTED } from '../../support/certificate.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: '

/** A body that differs from all others, and at each position. */
function bodyOf(nth: number, length: number): Buffer {
  const body = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) body[at] = (nth * 31 + at * 7 + (at >> 8)) & 0xff
  return body
}

/** Writes the answer to the request of a path to its socket. */
type Write = (socket: Socket, path: string) => void

/** A service on sockets, and a transport to it. */
async function start(write: Write, protocol: 'http' | 'https' = 'http', connections = 4) {
  const sockets = new Set<Socket>()
  const listener = (socket: Socket) => {
    sockets.add(socket)
    socket.on('data', (request) => write(socket, /^\w+ (\S+)/.exec(request.toString('latin1'))![1]!))
    socket.on('error', () => {})
  }
  const server: Server = protocol === 'http' ? createServer(listener) : createTlsServer(UNTRUSTED, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({ connections })
  onTestFinished(async () => {
    await transport.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const budget = createMemoryBudget({ maxBytes: 2 ** 28, queueTimeoutMs: 1_000 })
  return {
    connections: () => sockets.size,
    budget,
    memory: budget.open('a'),
    read: async (path: string, more: Partial<Parameters<Transport['send']>[0]> = {}) => {
      const result = await transport.send({
        method: 'GET',
        url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
        headers: {},
        body: undefined,
        timeoutMs: 10_000,
        deadline: Date.now() + 10_000,
        safe: true,
        signal: undefined,
        caller: 'a',
        onStart: () => {},
        ...more,
      })
      if (!isAnswer(result)) throw new Error(result.reason)
      return result.body
    },
  }
}

/** Writes an answer in pieces of these lengths in turns, each in a turn of the event loop. */
async function writePieces(socket: Socket, answer: Buffer, lengths: readonly number[]): Promise<void> {
  for (let at = 0, nth = 0; at < answer.length; nth += 1) {
    const length = lengths[nth % lengths.length]!
    socket.write(answer.subarray(at, at + length))
    at += length
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

describe('a long answer', () => {
  const LENGTH = 300_000

  it.each([
    ['in one piece', [Infinity]],
    ['in pieces', [100, 40_000, 1, 65_536, 70_000]],
    ['with its head in pieces', [7, 9, 20, 3, 150_000]],
  ])('is read %s, several at once, on connections that stay open', async (_, lengths) => {
    const { read, memory, connections } = await start((socket, path) => {
      const body = bodyOf(Number(path.slice(1)), LENGTH + Number(path.slice(1)))
      void writePieces(socket, Buffer.concat([Buffer.from(`${HEAD}${body.length}\r\n\r\n`), body]), lengths)
    })
    for (const round of [0, 100]) {
      const numbers = Array.from({ length: 8 }, (_, nth) => round + nth)
      const bodies = await Promise.all(numbers.map((nth) => read(`/${nth}`, { memory })))
      for (const [index, nth] of numbers.entries())
        expect(bodyOf(nth, LENGTH + nth).equals(bodies[index]!.bytes)).toBe(true)
    }
    expect(connections()).toBe(4)
  })

  it('is read over TLS', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
    const body = bodyOf(1, LENGTH)
    const { read, memory } = await start((socket) => {
      socket.write(`${HEAD}${LENGTH}\r\n\r\n`)
      socket.write(body)
    }, 'https')

    expect(body.equals((await read('/', { memory })).bytes)).toBe(true)
  })

  it('is read after an interim answer that announces its length', async () => {
    const body = bodyOf(1, LENGTH)
    const { read, memory } = await start((socket) => {
      const head = `${HEAD}${LENGTH}\r\n\r\n`
      const interim = `HTTP/1.1 103 Early Hints\r\ncontent-length: ${LENGTH}\r\n\r\n`
      void writePieces(socket, Buffer.concat([Buffer.from(interim + head), body]), [
        interim.length,
        head.length,
        50_000,
      ])
    })

    expect(body.equals((await read('/', { memory })).bytes)).toBe(true)
  })

  it.each([
    ['longer', 2 * LENGTH],
    ['shorter', LENGTH / 2],
  ])('is read after an interim answer that announces a %s one', async (_, announced) => {
    const body = bodyOf(1, LENGTH)
    const { read, memory } = await start((socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\ncontent-length: ${announced}\r\n\r\n`)
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${LENGTH.toString(16)}\r\n`)
      socket.write(body)
      socket.write('\r\n0\r\n\r\n')
    })

    expect(body.equals((await read('/', { memory })).bytes)).toBe(true)
  })

  it('is read in chunks of the transfer, which have no place', async () => {
    const body = bodyOf(1, LENGTH)
    const { read, memory } = await start((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      for (let at = 0; at < LENGTH; at += 50_000) {
        const chunk = body.subarray(at, at + 50_000)
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        socket.write('\r\n')
      }
      socket.write('0\r\n\r\n')
    })

    expect(body.equals((await read('/', { memory })).bytes)).toBe(true)
  })

  it('that goes on beyond its length ends the connection, and nothing beyond it is read', async () => {
    const body = bodyOf(1, LENGTH)
    const { read, memory, connections } = await start(
      (socket) =>
        void writePieces(socket, Buffer.concat([Buffer.from(`${HEAD}${LENGTH}\r\n\r\n`), body, body]), [Infinity]),
      'http',
      1,
    )

    for (let nth = 0; nth < 3; nth += 1) expect(body.equals((await read('/', { memory })).bytes)).toBe(true)
    expect(connections()).toBe(3)
  })

  it('that waits for memory is whole', async () => {
    const body = bodyOf(1, LENGTH)
    const { read, budget } = await start((socket) => {
      void writePieces(socket, Buffer.concat([Buffer.from(`${HEAD}${LENGTH}\r\n\r\n`), body]), [1_000, 60_000])
    })
    const other = budget.open('b')
    other.add(0.4 * 2 ** 28)
    const third = budget.open('c')
    // The first that waits is the one that continues whatever others hold.
    expect(await third.room('rows', 1_000_000)).toBe(true)
    const reading = read('/', { memory: budget.open('a') })
    setTimeout(() => other.close(), 100)

    expect(body.equals((await reading).bytes)).toBe(true)
  })

  it('that waits for memory is whole although others are read meanwhile', async () => {
    const { read, budget } = await start((socket, path) => {
      const body = bodyOf(Number(path.slice(1)), LENGTH)
      socket.write(Buffer.concat([Buffer.from(`${HEAD}${LENGTH}\r\n\r\n`), body]))
    })
    let allow = (_hasRoom: boolean) => {}
    const memory = budget.open('a')
    const room = () => new Promise<boolean>((resolve) => (allow = resolve))
    const waiting = read('/0', { memory: { ...memory, room } })
    const free = budget.open('b')
    for (let nth = 1; nth <= 8; nth += 1)
      expect(bodyOf(nth, LENGTH).equals((await read(`/${nth}`, { memory: free })).bytes)).toBe(true)
    allow(true)

    expect(bodyOf(0, LENGTH).equals((await waiting).bytes)).toBe(true)
  })

  it('whose operation ends while it arrives leaves the buffers of others alone', async () => {
    const [one, two] = [bodyOf(1, LENGTH), bodyOf(2, LENGTH)]
    const paused: (() => void)[] = []
    const { read, budget } = await start((socket, path) => {
      const body = path === '/1' ? one : two
      socket.write(Buffer.concat([Buffer.from(`${HEAD}${LENGTH}\r\n\r\n`), body.subarray(0, 100_000)]))
      if (path === '/1') paused.push(() => socket.write(body.subarray(100_000)))
      else socket.write(body.subarray(100_000))
    })
    const memory = budget.open('a')
    const first = read('/1', { memory, safe: false })
    await expect.poll(() => paused).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    memory.close()
    const second = await read('/2', { memory: budget.open('b') })
    paused[0]!()
    await expect(first).rejects.toThrow('overloaded')

    expect(two.equals(second.bytes)).toBe(true)
  })

  it('takes no memory beside its buffer', async () => {
    const LONG = 4_000_000
    const body = Buffer.alloc(LONG, 'a')
    const { read, memory } = await start((socket) => {
      socket.write(`${HEAD}${LONG}\r\n\r\n`)
      socket.write(body)
    })
    const grownBy: number[] = []
    // A garbage collection can hide what one of them has taken.
    for (let nth = 0; nth < 5; nth += 1) {
      const before = process.memoryUsage().arrayBuffers
      const answer = await read('/', { memory })
      grownBy.push(process.memoryUsage().arrayBuffers - before)
      expect(body.equals(answer.bytes)).toBe(true)
    }

    expect(Math.max(...grownBy)).toBeLessThan(1.3 * LONG)
  })
})
