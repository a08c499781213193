import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { GraphQLError } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryBudget } from '../../../src/async/memory.ts'
import { readText } from '../../../src/server/guard/request-body.ts'
import { openGraph } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'

const TYPENAME = '{"query":"{ __typename }"}'
const MAX_BYTES = 2_000

// __typename alone is asked for: no upstream is called.
const graph = openForTests(() =>
  openGraph('http://127.0.0.1:9', {
    settings: { MAX_OPERATIONS: '1' },
    maxBodyBytes: MAX_BYTES,
    queueTimeoutMs: 1,
    traceAlways: false,
  }),
)

// Whatever was sent: it is no longer counted among the operations, and nothing has failed inside.
afterEach(async () => {
  await answered(200)
  const faults = graph.logLines.filter((line) => !/"msg":"operation( refused)?"/.test(line))
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

/** Asks until the answer has this status. */
async function answered(status: number): Promise<number> {
  await expect.poll(async () => (await graph.query('{ __typename }')).status, { interval: 5 }).toBe(status)
  return status
}

const head = (headers: string) =>
  `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`
const withLength = (body: string | Buffer) =>
  Buffer.concat([Buffer.from(head(`content-length: ${Buffer.byteLength(body)}`)), Buffer.from(body)])
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const inChunks = head('transfer-encoding: chunked')

/** A connection, on which one answer after another can be read. */
async function dial(): Promise<{ socket: Socket; answer: () => Promise<{ status: number; body: unknown }> }> {
  const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('latin1').on('data', (more: string) => (text += more))
  return {
    socket,
    async answer() {
      for (;;) {
        const [whole, status, length] =
          /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d+) [^]*?content-length: (\d+)\r\n[^]*?\r\n\r\n/.exec(
            text,
          ) ?? []
        const end = (whole?.length ?? 0) + Number(length)
        if (whole !== undefined && text.length >= end) {
          const body: unknown = JSON.parse(Buffer.from(text.slice(whole.length, end), 'latin1').toString('utf8'))
          text = text.slice(end)
          return { status: Number(status), body }
        }
        await once(socket, 'data')
      }
    },
  }
}

const NO_OBJECT = 'The body must be a JSON object; several operations in one request are not supported'
const NO_JSON = 'The body is not valid JSON'

const SERVED = { status: 200, body: { data: { __typename: 'Query' } } }
const TOO_LARGE = {
  status: 413,
  body: { errors: [{ message: 'The request body is too large', extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } }] },
}

describe('a body', () => {
  it.each([
    ['whole', withLength(TYPENAME)],
    ['in pieces', inChunks + chunk(TYPENAME.slice(0, 9)) + chunk(TYPENAME.slice(9)) + chunk('')],
    ['that waits to be asked for', head(`expect: 100-continue\r\ncontent-length: ${TYPENAME.length}`) + TYPENAME],
    ['after another of the same connection', Buffer.concat([withLength(TYPENAME), withLength(TYPENAME)])],
  ])('%s is read', async (_, bytes) => {
    const { socket, answer } = await dial()
    socket.write(bytes)

    expect(await answer()).toEqual(SERVED)
    socket.destroy()
  })

  it.each([
    ['null', NO_OBJECT],
    ['1', NO_OBJECT],
    ['"a"', NO_OBJECT],
    ['[]', NO_OBJECT],
    ['', NO_JSON],
    ['{', NO_JSON],
    [`\ufeff${TYPENAME}`, NO_JSON],
  ])('that is %j is refused', async (body, message) => {
    const { socket, answer } = await dial()
    socket.write(withLength(body))

    expect(await answer()).toMatchObject({
      status: 400,
      body: { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    })
    socket.destroy()
  })

  it.each([
    ['whole', (body: Buffer) => withLength(body)],
    [
      'in pieces',
      (body: Buffer) =>
        Buffer.from(
          inChunks + Array.from(body, (byte) => chunk(String.fromCharCode(byte))).join('') + chunk(''),
          'latin1',
        ),
    ],
  ])('that is not UTF-8 is refused, %s', async (_, framed) => {
    const { socket, answer } = await dial()
    const body = (bytes: string) => Buffer.from(`{"query":"{ __typename }","extensions":{"a":"${bytes}"}}`, 'latin1')

    for (const bytes of ['caf\xe9', '\x80', '\xc0\xaf', '\xed\xa0\x80', '\xf0\x9f\x8e']) {
      socket.write(framed(body(bytes)))
      expect(await answer()).toEqual({
        status: 400,
        body: { errors: [{ message: 'The body is not valid UTF-8', extensions: { code: 'BAD_REQUEST' } }] },
      })
    }
    for (const text of ['café', '🎒', '\ufffd']) {
      socket.write(framed(body(Buffer.from(text).toString('latin1'))))
      expect(await answer()).toEqual(SERVED)
    }
    socket.destroy()
  })

  it('whose length is no number is refused', async () => {
    for (const length of ['abc', '-1', '', '1, 1', '99999999999999999999']) {
      const socket = connect(Number(new URL(graph.url).port), '127.0.0.1')
      socket.write(`${head(`content-length: ${length}`)}${TYPENAME}`)
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 /)
      socket.destroy()
    }
  })
})

describe('a body that is too long', () => {
  const long = 'x'.repeat(MAX_BYTES + 1)

  it('is refused by its Content-Length before it arrives, and the connection stays open', async () => {
    const { socket, answer } = await dial()
    socket.write(head(`content-length: ${long.length}`))
    expect(await answer()).toEqual(TOO_LARGE)
    socket.write(long)
    socket.write(withLength(TYPENAME))

    expect(await answer()).toEqual(SERVED)
    socket.destroy()
  })

  it('in chunks is refused at the first byte beyond the limit, and the connection stays open after the rest', async () => {
    const { socket, answer } = await dial()
    socket.write(inChunks + chunk(long.slice(1)))
    socket.write(chunk('x'))
    expect(await answer()).toEqual(TOO_LARGE)
    socket.write(chunk(long) + chunk(''))
    socket.write(withLength(TYPENAME))

    expect(await answer()).toEqual(SERVED)
    socket.destroy()
  })

  it('is refused whatever is done with it', async () => {
    for (const method of ['GET', 'PUT']) {
      const { socket, answer } = await dial()
      socket.write(head(`content-length: ${long.length}`).replace('POST', method))
      expect(await answer()).toEqual(TOO_LARGE)
      socket.destroy()
    }
  })

  it('of a page of another site is refused for its origin', async () => {
    const { socket, answer } = await dial()
    socket.write(head(`content-length: ${long.length}\r\nsec-fetch-site: cross-site`))

    expect(await answer()).toMatchObject({
      status: 403,
      body: { errors: [{ extensions: { code: 'CSRF_PREVENTED' } }] },
    })
    socket.destroy()
  })
})

describe('a body that breaks off', () => {
  it.each([
    ['of a length', head('content-length: 1000')],
    ['in pieces', inChunks + chunk('{"query')],
  ])('%s is forgotten', async (_, beginning) => {
    for (const end of ['destroy', 'end', 'resetAndDestroy'] as const) {
      const { socket } = await dial()
      socket.write(beginning)
      // It is let in before it ends.
      await answered(503)
      socket[end]()
      expect(await answered(200)).toBe(200)
    }
  })
})

describe('a body of very many short chunks', () => {
  it.each([
    ['that is read', 10_000_000, undefined],
    ['that is refused', 1_000, 'REQUEST_ENTITY_TOO_LARGE'],
  ])('%s is received in several turns of the event loop', async (_, maxBytes, code) => {
    const CHUNKS = 20_000
    let sent = 0
    const request = new Readable({
      read() {
        // What parsing a chunk takes.
        for (const until = performance.now() + 0.02; performance.now() < until;);
        sent += 1
        this.push(sent > CHUNKS ? null : Buffer.from('"'.padEnd(16)))
      },
    })
    let most = 0
    let before = 0
    const turns = setInterval(() => {
      most = Math.max(most, sent - before)
      before = sent
    }, 0)
    const reservation = createMemoryBudget({ maxBytes: 100_000_000, queueTimeoutMs: 1_000 }).open('a')
    const arrival = { req: request, res: {}, reservation } as unknown as Parameters<typeof readText>[0]
    const refused = await readText(arrival, { maxBytes, withinMs: 60_000 }).then(
      () => undefined,
      (error: GraphQLError) => error.extensions['code'],
    )
    await expect.poll(() => sent).toBeGreaterThan(CHUNKS)
    clearInterval(turns)

    expect(refused).toBe(code)
    expect(most).toBeLessThan(CHUNKS / 10)
  })
})
