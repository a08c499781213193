import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, type CommandRun } from '../support/command.ts'
import { hostileRequests, type HostileRequest } from '../support/hostile-request.ts'
import { startListUpstream, type Upstream } from '../support/upstream.ts'

const SEED = 20_261_123
const COUNT = 100
const HEAP_MB = 384
const MAX_MEMORY_BYTES = 20_000_000
const MAX_CALLS = 200

let upstream: Upstream
let adgraph: CommandRun
let url: string
beforeAll(async () => {
  const campaigns = Array.from({ length: 1_000 }, (_, nth) => ({
    id: `c${nth}`,
    name: `campaign ${nth}`,
    funding_instrument_id: 'f',
  }))
  const line_items = campaigns.flatMap(({ id }) =>
    Array.from({ length: 2 }, (_, nth) => ({ id: `${id}l${nth}`, campaign_id: id, name: 'n' })),
  )
  upstream = await startListUpstream({ campaigns, line_items })
  adgraph = runCommand(['start'], {
    PORT: '0',
    ADS_BASE_URL: upstream.url,
    AUTH_BASE_URL: upstream.url,
    OAUTH_CONSUMER_KEY: 'consumer-key',
    OAUTH_CONSUMER_SECRET: 'the-consumer-secret',
    OAUTH_ACCESS_TOKEN: 'access-token',
    OAUTH_ACCESS_TOKEN_SECRET: 'the-access-token-secret',
    MAX_MEMORY_BYTES: String(MAX_MEMORY_BYTES),
    MAX_CALLS: String(MAX_CALLS),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  })
  url = (await adgraph.printed(/"url":"([^"]+)"/))[1]!
})
afterAll(async () => {
  await adgraph.stop()
  await upstream.close()
})

/** The number of bytes of a response, and its start and end. */
async function answerTo({ body, headers }: HostileRequest) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  let bytes = 0
  let start = ''
  for await (const chunk of response.body!) {
    bytes += chunk.length
    if (start.length < 2_000) start += Buffer.from(chunk).toString('utf8')
  }
  return { status: response.status, bytes, start: start.slice(0, 2_000) }
}

describe(`${COUNT} requests that repeat what a request can repeat, at a process with a heap of ${HEAP_MB} MB`, () => {
  it('are all answered, within the bytes and the calls of one operation', async () => {
    const failed: string[] = []
    let executed = 0
    for (const request of hostileRequests(SEED, COUNT)) {
      const before = upstream.requests.length
      const { status, bytes, start } = await answerTo(request)
      const calls = upstream.requests.length - before
      if (calls > 0) executed += 1
      const isRight = [200, 400, 406, 413].includes(status) && bytes <= MAX_MEMORY_BYTES && calls <= MAX_CALLS
      const isNull = start.includes('"data":null') && !request.headers['x-upstream-plan']
      if (!isRight || (isNull && !start.includes('"errors"')))
        failed.push(`${request.name}: ${status}, ${bytes} bytes, ${calls} calls`)
      expect(adgraph.process.exitCode, `${request.name}: ${adgraph.output().slice(-2_000)}`).toBeNull()
    }
    expect(failed).toEqual([])
    expect(executed).toBeGreaterThan(COUNT / 10)
    const canary = await fetch(`${url}?query={__typename}`, { headers: { 'x-upstream-plan': '1' } })
    expect(canary.status).toBe(200)
  })
})
