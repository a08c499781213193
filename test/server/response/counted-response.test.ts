import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { CountedResponse } from '../../../src/server/response.ts'

/** Long enough to be counted, and to be sent in several steps. */
const LONG = 200_000

let close = () => {}
afterEach(() => close())

/** The body that a client gets of a response that is written like this. */
async function bodyOf(write: (response: CountedResponse) => void): Promise<string> {
  const http = createServer({ ServerResponse: CountedResponse }, (_request, response) => write(response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  close = () => {
    http.close()
    http.closeAllConnections()
  }
  return (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)).text()
}

const [A, B, C] = ['a'.repeat(LONG), 'b'.repeat(LONG), 'c'.repeat(10)]

function writeAndEnd(response: CountedResponse, piece: string): void {
  response.write(piece)
  response.end()
}

describe('a response that is written in pieces', () => {
  it('is complete if it is ended while a piece is written', async () => {
    expect(
      await bodyOf((response) => {
        response.write(A)
        response.end(B)
      }),
    ).toBe(A + B)
  })

  it.each<[string, (response: CountedResponse) => void, string]>([
    ['the end follows', (response) => response.end(), A],
    ['a short piece and the end follow', (response) => writeAndEnd(response, C), A + C],
    ['a long piece and the end follow', (response) => writeAndEnd(response, B), A + B],
    ['an end with a long piece follows', (response) => response.end(B), A + B],
  ])('is whole where %s when all before was sent', async (_, follow, whole) => {
    const write = (response: CountedResponse) => response.write(A, () => follow(response))
    expect(await bodyOf(write)).toBe(whole)
  })
})

it('counts a long piece until it has been sent', async () => {
  const counted: number[] = []
  const body = await bodyOf((response) => {
    response.onLongWrite = (bytes) => counted.push(bytes)
    response.write(C)
    response.write(A)
    response.once('drain', () => {
      response.write('ü'.repeat(LONG))
      response.once('drain', () => response.end())
    })
  })

  expect(body).toBe(C + A + 'ü'.repeat(LONG))
  expect(counted).toEqual([LONG, -LONG, 2 * LONG, -2 * LONG])
})
