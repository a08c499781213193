import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBulkGraph, type BulkGraph, type BulkOperation } from '../../../support/bulk.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

const campaigns = Array.from({ length: 1500 }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))

let upstream: Upstream
let graph: BulkGraph
let file: BulkOperation['files'][number]
let text: Buffer
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns, line_items: [] })
  graph = await openBulkGraph(upstream.url, { corsOrigins: ['https://tools.example'] })
  const query = '{ account(id: "a") { campaigns { nodes { name lineItems { nodes { id } } } } } }'
  const { id } = await graph.start({ query, format: 'CSV' })
  const { files } = await graph.until(id, 'COMPLETED')
  file = files[0]!
  text = (await send()).body
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

/** A request without the headers that `fetch` adds. */
function send(headers: Record<string, string> = {}, { method = 'GET', path = file.url } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request(new URL(path, graph.url), { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a file of long work', () => {
  it('is sent whole, with its type, its name and a tag of its content', async () => {
    const { status, headers, body } = await send()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="account.campaigns.csv"',
      'content-length': file.bytes,
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect([body.length, body.toString().split('\r\n').length]).toEqual([Number(file.bytes), 1502])
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-5', 5, 6],
    ['bytes=20000-', 20_000, Infinity],
    ['bytes=-100', -100, Infinity],
    ['bytes=100-99999999', 100, Infinity],
  ])('is sent in part: %s', async (range, start, end) => {
    const { status, headers, body } = await send({ range, 'accept-encoding': 'gzip' })
    const from = start < 0 ? text.length + start : start
    const to = Math.min(end, text.length)

    expect(status).toBe(206)
    expect(headers).toMatchObject({
      'content-range': `bytes ${from}-${to - 1}/${text.length}`,
      'content-length': String(to - from),
      etag: `"${file.sha256}"`,
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.equals(text.subarray(from, to))).toBe(true)
  })

  it('has no bytes beyond its end', async () => {
    const { status, headers } = await send({ range: `bytes=${text.length}-` })
    expect([status, headers['content-range']]).toEqual([416, `bytes */${text.length}`])
  })

  it.each(['bytes=0-1,5-9', 'lines=0-1', 'bytes=9-5', 'bytes=-'])('is sent whole for the range %s', async (range) => {
    const { status, body } = await send({ range })
    expect([status, body.length]).toEqual([200, text.length])
  })

  it('goes on with a download only if the file is the same', async () => {
    const range = 'bytes=10-19'
    const same = await send({ range, 'if-range': `"${file.sha256}"` })
    const compressed = await send({ range, 'if-range': `"${file.sha256}-gzip"` })
    expect([same.status, compressed.status, compressed.body.length]).toEqual([206, 200, text.length])
  })

  it('is compressed for a client that accepts it, with a tag of its own', async () => {
    const { status, headers, body } = await send({ 'accept-encoding': 'br, gzip' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      etag: `"${file.sha256}-gzip"`,
      vary: expect.stringContaining('accept-encoding'),
    })
    expect([headers['accept-ranges'], headers['content-length']]).toEqual([undefined, undefined])
    expect(body.length).toBeLessThan(text.length / 3)
    expect(gunzipSync(body).equals(text)).toBe(true)
  })

  it('is not sent again to a client that has it, in the same form', async () => {
    const [tag, tagOfGzip] = [`"${file.sha256}"`, `"${file.sha256}-gzip"`]
    const asked: Record<string, string>[] = [
      { 'if-none-match': tag },
      { 'if-none-match': `"x", W/${tag}` },
      { 'if-none-match': tagOfGzip },
      { 'if-none-match': tagOfGzip, 'accept-encoding': 'gzip' },
      { 'if-none-match': tag, 'accept-encoding': 'gzip' },
    ]
    const statuses = asked.map(async (headers) => (await send(headers)).status)
    expect(await Promise.all(statuses)).toEqual([304, 304, 200, 304, 200])
  })

  it('has only its headers for HEAD, and no other method', async () => {
    const head = await send({}, { method: 'HEAD' })
    const post = await send({}, { method: 'POST' })
    const options = await send({}, { method: 'OPTIONS' })
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, file.bytes, 0])
    // RFC 9110, section 14.2, defines ranges for GET alone.
    const part = await send({ range: 'bytes=0-4' }, { method: 'HEAD' })
    expect([part.status, part.headers['content-length'], part.headers['content-range']]).toEqual([
      200,
      file.bytes,
      undefined,
    ])
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD'])
  })

  it('can be empty', async () => {
    const path = file.url.replace('account.campaigns.csv', 'account.campaigns.lineItems.csv')
    const whole = await send({}, { path })
    expect([whole.status, whole.body.toString()]).toEqual([200, '__typename,id,__parentId\r\n'])
  })

  it('can be read by pages of the origins that may use the graph, and by no others', async () => {
    const origin = 'https://tools.example'
    const allowed = await send({ origin, range: 'bytes=0-9' })
    const preflight = await send(
      { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization, range' },
      { method: 'OPTIONS' },
    )
    const other = await send({ origin: 'https://other.example' })

    expect([allowed.status, allowed.headers]).toMatchObject([
      206,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': expect.stringContaining('content-range'),
        vary: 'Origin, accept-encoding, authorization, cookie',
      },
    ])
    expect([preflight.status, preflight.headers['access-control-allow-headers'], preflight.body.length]).toEqual([
      204,
      'authorization, range',
      0,
    ])
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('is not given to a page that has made its own name resolve to this machine', async () => {
    const { status, body } = await send({ host: 'rebound.example' })
    expect([status, JSON.parse(body.toString()).errors[0].extensions.code]).toEqual([403, 'HOST_NOT_ALLOWED'])
  })
})
