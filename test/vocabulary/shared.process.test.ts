import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { vocabularyFile } from '../../src/rest/wire/word-list.ts'
import { runCommand } from '../support/command.ts'
import { closedAfterTest } from '../support/open.ts'
import { HAS_REDIS, startRedis } from '../support/redis.ts'
import { startUpstream } from '../support/upstream.ts'

it('is printed by `adgraph vocabulary`', async () => {
  const command = runCommand(['vocabulary'])
  expect(await command.exited).toBe(0)
  expect(command.output()).toBe(vocabularyFile())
})

describe.skipIf(!HAS_REDIS)('instances with different vocabularies (needs redis-server)', () => {
  it('share no answer over one Redis, those with the same vocabulary do, and metrics have our words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    const upstream = closedAfterTest(
      await startUpstream(() => ({ body: { data: [{ id: 'r1', coin: 'USD', cash: 'EUR' }] } })),
    )
    const start = async (
      currency: string,
    ): Promise<{ ask: () => Promise<unknown>; metrics: () => Promise<string> }> => {
      const file = join(folder, `${currency}.json`)
      writeFileSync(file, JSON.stringify({ path: { bidding_rules: 'offers' }, columns: { currency } }))
      const run = runCommand(['start'], {
        PORT: '0',
        REDIS_URL: redis.url,
        ADS_VOCABULARY: file,
        ADS_BASE_URL: upstream.url,
        OAUTH_CONSUMER_KEY: 'consumer-key',
        OAUTH_CONSUMER_SECRET: 'consumer-secret',
        OAUTH_ACCESS_TOKEN: 'access-token',
        OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
        SESSION_SECRET: 'one secret of at least 32 characters',
      })
      onTestFinished(async () => void (await run.stop()))
      const [, url = ''] = await run.printed(/"url":"([^"]+)"/)
      const ask = async () => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ biddingRules { nodes { currency } } }' }),
        })
        return ((await response.json()) as { data: unknown }).data
      }
      return { ask, metrics: async () => (await fetch(new URL('/metrics', url))).text() }
    }
    const [coin, cash, again] = await Promise.all(['coin', 'cash', 'coin'].map(start))
    const reads = () => upstream.requests.filter(({ path }) => path.endsWith('/offers'))

    expect(await coin?.ask()).toEqual({ biddingRules: { nodes: [{ currency: 'USD' }] } })
    expect(await cash?.ask()).toEqual({ biddingRules: { nodes: [{ currency: 'EUR' }] } })
    expect(reads()).toHaveLength(2)
    expect(await again?.ask()).toEqual({ biddingRules: { nodes: [{ currency: 'USD' }] } })
    expect(reads()).toHaveLength(2)

    const metrics = await coin?.metrics()
    expect(metrics).toContain('endpoint="bidding_rules"')
    expect(metrics).not.toMatch(/offers|coin/)
  })
})
