import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { describe, expect, it, vi } from 'vitest'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { freePort } from '../../support/free-port.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { openGraph, useGraphOver } from '../../support/graph.ts'
import { startUpstream, type UpstreamAnswer } from '../../support/upstream.ts'

let answers: UpstreamAnswer[]
const { upstream, graph } = useGraphOver(() => answers.shift() ?? { body: { data: [] } })

/** The samples of the metrics whose names begin so, as Prometheus reads them. */
async function samples(url: string, name: string): Promise<Record<string, number>> {
  const response = await fetch(new URL('/metrics', url))
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(name))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const RUNNING = { 'adgraph_operations{state="running"}': 1 }

describe('the metrics', () => {
  it('count requests, operations by code, calls by endpoint and status, retries, and the remaining requests of rate limits', async () => {
    const resetAt = Math.floor(Date.now() / 1000) + 600
    const budget = {
      'x-account-rate-limit-limit': '100',
      'x-account-rate-limit-remaining': '42',
      'x-account-rate-limit-reset': String(resetAt),
    }
    answers = [
      { status: 503 },
      { headers: budget, body: { data: [] } },
      { status: 403, body: { errors: [{ code: 'NO', message: 'no' }] } },
    ]
    await graph.query('{ account(id: "a1") { campaigns { nodes { id } } } }')
    await graph.query('{ account(id: "a2") { trackingTags { nodes { id } } } }')
    await fetch(graph.url, { method: 'POST', body: 'text' })
    await fetch(new URL('/wp-login.php', graph.url))

    const campaigns = 'method="GET",endpoint="accounts/:account_id/campaigns"'
    expect(await samples(graph.url, 'adgraph_upstream_call_duration_seconds_count')).toEqual({
      [`adgraph_upstream_call_duration_seconds_count{${campaigns},status="503"}`]: 1,
      [`adgraph_upstream_call_duration_seconds_count{${campaigns},status="200"}`]: 1,
      'adgraph_upstream_call_duration_seconds_count{method="GET",endpoint="accounts/:account_id/tracking_tags",status="403"}': 1,
    })
    expect(await samples(graph.url, 'adgraph_upstream_retries_total')).toEqual({
      [`adgraph_upstream_retries_total{${campaigns}}`]: 1,
    })
    expect(await samples(graph.url, 'adgraph_rate_budget_left')).toEqual({
      'adgraph_rate_budget_left{endpoint="accounts/:account_id/campaigns"}': 42,
    })
    expect(await samples(graph.url, 'adgraph_operation_duration_seconds_count')).toEqual({
      'adgraph_operation_duration_seconds_count{code="OK"}': 1,
      'adgraph_operation_duration_seconds_count{code="FORBIDDEN"}': 1,
    })
    expect(await samples(graph.url, 'adgraph_http_requests_total')).toEqual({
      'adgraph_http_requests_total{method="POST",status="200"}': 2,
      'adgraph_http_requests_total{method="POST",status="415"}': 1,
    })
    expect(await samples(graph.url, 'adgraph_refusals_total')).toEqual({
      'adgraph_refusals_total{code="UNSUPPORTED_MEDIA_TYPE"}': 1,
    })
  })

  it('have each series with a label on which operators are told to alert', async () => {
    const alerts = readFileSync('docs/operations.md', 'utf8').matchAll(/`(adgraph_\w+\{[^}]+\})`/g)
    let answer: ((answer: UpstreamAnswer) => void) | undefined
    const service = await startUpstream(() => new Promise((resolve) => (answer = resolve)))
    const own = await openGraph(service.url, { maxOperations: 1, queueTimeoutMs: 1 })
    const document = '{ account(id: "a1") { campaigns { nodes { id } } } }'
    const limited = own.query(document)
    await expect.poll(() => service.requests.length).toBe(1)
    const overloaded = await own.query(document)
    const resetAt = String(Math.floor(Date.now() / 1000) + 600)
    answer?.({
      status: 429,
      headers: {
        'x-account-rate-limit-limit': '1',
        'x-account-rate-limit-remaining': '0',
        'x-account-rate-limit-reset': resetAt,
      },
    })
    const codes = [await limited, overloaded].map(({ errors }) => errors?.[0]?.extensions.code)

    expect(codes).toEqual(['RATE_LIMITED', 'OVERLOADED'])
    const counted = Object.keys(await samples(own.url, 'adgraph_'))
    expect([...alerts].map(([, series]) => series).filter((series) => !counted.includes(series!))).toEqual([])
    await own.close()
    await service.close()
  })

  it('count a request that its client breaks off as 499, not as answered', async () => {
    const own = await openGraph(upstream.url)
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1')
    socket.write('POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
    await expect.poll(() => samples(own.url, 'adgraph_operations')).toMatchObject(RUNNING)
    socket.destroy()

    await expect
      .poll(() => samples(own.url, 'adgraph_http_requests_total'))
      .toEqual({ 'adgraph_http_requests_total{method="POST",status="499"}': 1 })
    await own.close()
  })

  it('keep no request until it is counted', async () => {
    const own = await openGraph(upstream.url)
    const bytes = 2_000_000
    // Each request is counted once, and together with others.
    const body = JSON.stringify({ query: '{', extensions: { text: 'x'.repeat(bytes) } })
    const headers = { 'content-type': 'application/json' }
    const send = async () => (await fetch(own.url, { method: 'POST', headers, body })).text()
    await send()
    await collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    for (let nth = 0; nth < 20; nth += 1) await send()
    // V8 frees buffers on another thread, which can come late on a busy machine.
    const kept = async () => {
      await collectGarbage()
      return process.memoryUsage().arrayBuffers - before
    }

    await expect.poll(kept).toBeLessThan(5 * bytes)
    await own.close()
  })

  it('count reads that took no call', async () => {
    answers = [{ body: { data: [{ id: 'x', name: 'n' }] } }]
    await graph.query('{ advertiserBusinessCategories { nodes { name } } }')
    await graph.query('{ advertiserBusinessCategories { nodes { name } } }')

    expect(await samples(graph.url, 'adgraph_cache_hits_total')).toEqual({ adgraph_cache_hits_total: 1 })
  })

  it('count a call that no operation waits for', async () => {
    const service = await startUpstream((_, nth) =>
      nth === 1
        ? { body: { data: [{ id: 'x', name: 'n' }] } }
        : { status: 400, body: { errors: [{ code: 'NO', message: 'no' }] } },
    )
    const own = await openGraph(service.url, { referenceMaxAgeMs: 1 })
    const stale = async () => (await own.query('{ advertiserBusinessCategories { nodes { name } } }')).stale
    await expect.poll(stale).toBe(1)

    const series = 'adgraph_upstream_call_duration_seconds_count{method="GET",endpoint="advertiser_business_categories"'
    await expect
      .poll(() => samples(own.url, 'adgraph_upstream_call_duration_seconds_count'))
      .toEqual({ [`${series},status="200"}`]: 1, [`${series},status="400"}`]: 1 })
    await own.close()
    await service.close()
  })

  it('show for which endpoints the breaker is open, and an error names the reason', async () => {
    let isDown = true
    const service = await startUpstream(({ path }) =>
      isDown && path.endsWith('/campaigns') ? { status: 500 } : { body: { data: [] } },
    )
    const own = await openGraph(service.url)
    const campaigns = Array.from(
      { length: 20 },
      (_, nth) => `a${nth}: account(id: "a${nth}") { campaigns { nodes { id } } }`,
    )
    await own.query(`{ ${campaigns.join(' ')} tags: account(id: "a1") { trackingTags { nodes { id } } } }`)
    const refused = await own.query('{ account(id: "a1") { campaigns { nodes { id } } } }')

    expect(refused.errors?.map(({ message }) => message)).toEqual([
      'GET accounts/:account_id/campaigns is not called at the moment, because nearly all of its recent calls failed; nothing was sent',
    ])
    const breaker = (open: number) => ({
      'adgraph_breaker_open{method="GET",endpoint="accounts/:account_id/campaigns"}': open,
      'adgraph_breaker_open{method="GET",endpoint="accounts/:account_id/tracking_tags"}': 0,
    })
    expect(await samples(own.url, 'adgraph_breaker_open')).toEqual(breaker(1))

    isDown = false
    const closed = async () =>
      (await own.query('{ account(id: "a1") { campaigns { nodes { id } } } }')).errors === undefined
    await expect.poll(closed).toBe(true)
    expect(await samples(own.url, 'adgraph_breaker_open')).toEqual(breaker(0))
    await own.close()
    await service.close()
  })

  it('include the memory of the process and the lag of its event loop', async () => {
    expect(Object.keys(await samples(graph.url, 'nodejs_eventloop_lag_p99_seconds'))).toHaveLength(1)
    expect(Object.keys(await samples(graph.url, 'process_resident_memory_bytes'))).toHaveLength(1)
  })

  it('observe the process once for all of its servers, because a server that stops does not end it', async () => {
    const observe = vi.spyOn(PerformanceObserver.prototype, 'observe')
    const other = await openGraph(upstream.url)

    expect(Object.keys(await samples(other.url, 'nodejs_eventloop_lag_p99_seconds'))).toHaveLength(1)
    expect(observe).not.toHaveBeenCalled()
    await other.close()
  })

  it('contain no account, id or token', async () => {
    const text = await (await fetch(new URL('/metrics', graph.url))).text()

    for (const secret of ['a1', 'a2', ...Object.values(ANY_CREDENTIALS)]) expect(text).not.toContain(`"${secret}`)
  })

  it('can have a port of their own, and are then not served on the port of the graph', async () => {
    const port = await freePort()
    const own = await openGraph(upstream.url, { settings: { METRICS_PORT: String(port) } })

    expect((await fetch(new URL('/metrics', own.url))).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}`)).headers.get('content-encoding')).toBe('gzip')
    expect(Object.keys(await samples(`http://127.0.0.1:${port}`, 'process_resident_memory_bytes'))).toHaveLength(1)
    await own.close()
  })

  it('are compressed for a client that accepts it', async () => {
    const headersOf = async (url: string, encoding: string) => {
      const { headers } = await fetch(new URL('/metrics', url), { headers: { 'accept-encoding': encoding } })
      return [headers.get('content-encoding'), headers.get('vary')]
    }

    expect(await headersOf(graph.url, 'gzip')).toEqual(['gzip', 'accept-encoding'])
    expect(await headersOf(graph.url, 'identity')).toEqual([null, 'accept-encoding'])
  })

  it('are answered with 500 if they cannot be read, and the log has the reason', async () => {
    const failing = () => Promise.reject(new TypeError('no such metric'))
    const own = await openGraph(upstream.url, { shareMetrics: () => failing })

    const response = await fetch(new URL('/metrics', own.url))
    expect([response.status, await response.text()]).toEqual([500, 'The metrics cannot be read\n'])
    const logged = own.logLines.map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })
    expect(logged.map(({ msg, err }) => [msg, err?.message])).toEqual([
      ['the metrics could not be read', 'no such metric'],
    ])
    await own.close()
  })
})
