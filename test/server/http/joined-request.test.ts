import { createServer } from 'node:http'
import { connect, type AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { JoinedRequest } from '../../../src/server/http/request.ts'

let close = () => {}
afterEach(() => close())

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** The chunks that a server gets of a body of these chunks, which arrive at once, after `delayMs`. */
async function received(chunks: readonly string[], delayMs = 0): Promise<string[]> {
  const got = new Promise<string[]>((resolve, reject) => {
    const http = createServer({ IncomingMessage: JoinedRequest }, (request, response) => {
      setTimeout(() => {
        const texts: string[] = []
        request.on('data', (each: Buffer) => texts.push(each.toString('latin1')))
        request.once('end', () => {
          response.end()
          resolve(texts)
        })
      }, delayMs)
    })
    http.listen(0, '127.0.0.1', () => {
      const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
      socket.once('error', reject)
      const body = [...chunks.map(chunk), chunk('')].join('')
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${body}`)
      close = () => {
        socket.destroy()
        http.close()
      }
    })
  })
  return got
}

const NUMBERS = Array.from({ length: 50_000 }, (_, nth) => String(nth % 10))

describe('a body of short chunks', () => {
  it.each([0, 20])('arrives in few, in their order, also if it is read after %i ms', async (delayMs) => {
    const texts = await received(NUMBERS, delayMs)
    expect(texts.join('')).toBe(NUMBERS.join(''))
    // Six bytes of the socket are one of the body, and a read has up to 64 kB.
    expect(texts.length).toBeLessThan(100)
  })

  it('keeps the order of short and long chunks', async () => {
    const chunks = ['a', 'b', 'c'.repeat(2_000), 'd', 'e'.repeat(1_024), 'f', 'g'.repeat(1_023)]
    expect((await received(chunks)).join('')).toBe(chunks.join(''))
  })

  it('takes no more memory than its bytes if each chunk is a read of its own', async () => {
    const chunks: Buffer[] = []
    const length = 100
    const body = new Promise<void>((resolve, reject) => {
      const http = createServer({ IncomingMessage: JoinedRequest }, (request, response) => {
        request.on('data', (each: Buffer) => {
          chunks.push(each)
          socket.write(chunk(chunks.length < length ? 'a' : ''))
        })
        request.once('end', () => {
          response.end()
          resolve()
        })
      })
      const socket = new Socket()
      socket.once('error', reject)
      http.listen(0, '127.0.0.1', () => {
        socket.connect((http.address() as AddressInfo).port, '127.0.0.1')
        socket.write(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk('a')}`)
      })
      close = () => {
        socket.destroy()
        http.close()
      }
    })
    await body

    expect(chunks.map(String)).toEqual(Array<string>(length).fill('a'))
    const held = new Set(chunks.map(({ buffer }) => buffer))
    expect([...held].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(length)
  })
})
