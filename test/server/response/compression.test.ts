import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'

const SHORT = '{ __typename }'
/** Some kilobytes. */
const MIDDLE = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 20) { nodes { id name } } } }`
/** More than a slice. */
const LONG = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 200) { nodes { id raw } } lineItems(first: 500) { nodes { id raw } } } }`
const graph = useSandboxGraph({ graph: { traceAlways: false } })

/** The response as it arrives, without decompression. */
async function post(
  query: string,
  headers: Record<string, string> = {},
  { url } = graph,
  method = 'POST',
): Promise<IncomingMessage> {
  const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } })
  sent.end(method === 'POST' ? JSON.stringify({ query }) : undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

const accepting = (encodings: string) => ({ 'accept-encoding': encodings })

/** The headers and the decompressed body of a response. */
async function read(response: IncomingMessage): Promise<{ encoding: string | undefined; bytes: number; text: string }> {
  const body = await buffer(response)
  const encoding = response.headers['content-encoding']
  const plainBody = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return { encoding, bytes: body.length, text: plainBody.toString() }
}

describe('a response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate, zstd', undefined],
    ['', undefined],
    ['gzip;q=nonsense', undefined],
  ])('to `Accept-Encoding: %s` is sent as %s', async (accepted, expected) => {
    const response = await post(MIDDLE, accepting(accepted))
    const { encoding, text } = await read(response)

    expect(encoding).toBe(expected)
    expect(response.headers.vary?.toLowerCase()).toContain('accept-encoding')
    expect(text).toBe((await read(await post(MIDDLE))).text)
  })

  it('is the same in all encodings, and shorter than without', async () => {
    for (const query of [MIDDLE, LONG]) {
      const identity = await read(await post(query))
      for (const encoding of ['gzip', 'br']) {
        const compressed = await read(await post(query, accepting(encoding)))
        expect(compressed.encoding).toBe(encoding)
        expect(compressed.text).toBe(identity.text)
        expect(compressed.bytes).toBeLessThan(identity.bytes / 3)
      }
    }
  })

  it('has its length if it is compressed as a whole, and none if it is compressed while it is sent', async () => {
    const middle = await post(MIDDLE, accepting('gzip'))
    const long = await post(LONG, accepting('gzip'))

    expect(Number(middle.headers['content-length'])).toBe((await read(middle)).bytes)
    expect([long.headers['content-length'], long.headers['transfer-encoding']]).toEqual([undefined, 'chunked'])
    long.resume()
  })

  it('is not compressed below a kilobyte, but varies', async () => {
    const { headers } = await post(SHORT, accepting('gzip, br'))

    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
    expect(Number(headers['content-length'])).toBeGreaterThan(10)
  })

  it('varies by the origin too if that is allowed', async () => {
    const cors = await openSandboxGraph({ graph: { settings: { CORS_ORIGINS: 'https://app.example' } } })
    const { headers } = await post(MIDDLE, { ...accepting('gzip'), origin: 'https://app.example' }, cors)
    await cors.close()

    expect(headers.vary?.toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'origin'])
    expect(headers['access-control-allow-origin']).toBe('https://app.example')
  })

  it('with errors is compressed too, with its status', async () => {
    const response = await post(
      `{ ${'nothing '.repeat(10)} ${Array.from({ length: 40 }, (_, at) => `n${at}`).join(' ')} }`,
      {
        ...accepting('gzip'),
        accept: 'application/graphql-response+json',
      },
    )

    expect([response.statusCode, response.headers['content-encoding']]).toEqual([400, 'gzip'])
    expect(JSON.parse((await read(response)).text)).toHaveProperty(
      'errors.40.extensions.code',
      'GRAPHQL_VALIDATION_FAILED',
    )
  })

  it('to HEAD is the refusal that it was before', async () => {
    const [compressed, identity] = await Promise.all(
      ['gzip', 'identity'].map((encoding) => post('', accepting(encoding), graph, 'HEAD')),
    )

    expect(compressed!.statusCode).toBe(identity!.statusCode)
    expect(compressed!.headers['content-encoding']).toBeUndefined()
    compressed!.resume()
    identity!.resume()
  })
})

describe('a client that goes away', () => {
  it('while a long response is compressed and sent releases its memory', async () => {
    for (let count = 0; count < 20; count += 1) {
      const response = await post(LONG, accepting('gzip'))
      await once(response, 'data')
      response.destroy()
    }

    await expect.poll(running).toBe(0)
    await expect.poll(() => metric('adgraph_memory_budget_bytes{state="used"}')).toBe(0)
  })

  it('while a long response is written is no error of the server', async () => {
    const fields = Array.from({ length: 200 }, (_, nth) => `n${nth}: name`).join(' ')
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 500) { nodes { ${fields} } } } }`
    const isLogged = (text: string) => graph.logLines.some((line) => line.includes(`"msg":"${text}"`))
    graph.logLines.length = 0
    const sent = request(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...accepting('gzip') },
    })
    sent.on('error', () => {}).end(JSON.stringify({ query }))
    while (!isLogged('operation')) await immediate()
    sent.destroy()

    await expect.poll(running).toBe(0)
    await sleep(100)
    expect(isLogged('internal error')).toBe(false)
  })

  it('before the response is compressed leaves no operation behind', async () => {
    const sent = Array.from({ length: 20 }, () => {
      const each = request(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...accepting('br') },
      })
      each.on('error', () => {}).end(JSON.stringify({ query: LONG }))
      return each
    })
    await sleep(30)
    for (const each of sent) each.destroy()

    await expect.poll(running).toBe(0)
    await expect.poll(() => metric('adgraph_memory_budget_bytes{state="used"}')).toBe(0)
  })
})

const running = () => metric('adgraph_operations{state="running"}')

async function metric(name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', graph.url))).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}
