import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { batchAnswer } from '../support/batch-answer.ts'
import { runCommand } from '../support/command.ts'
import { startFaultyService } from '../support/faulty-service.ts'
import type { Graph } from '../support/graph.ts'
import { useInstances, type InstanceOptions, type TestState } from '../support/instance.ts'
import { startLateRedis } from '../support/late-redis.ts'
import { HAS_REDIS } from '../support/redis.ts'
import { startUpstream, type UpstreamAnswer } from '../support/upstream.ts'
import { startWorkers } from '../support/workers.ts'

const { redis: openRedis, instance, closeLater } = useInstances()

const CREATE = `mutation ($key: String, $name: String! = "Spring") {
  createCampaign(idempotencyKey: $key, input: { accountId: "a1", fundingInstrumentId: "f1", name: $name }) {
    campaign { id } userErrors { code message } receipt { outcome keyStore }
  }
}`

const BATCH = `mutation ($key: String, $operations: [CampaignOperation!]!) {
  batchCampaigns(idempotencyKey: $key, split: true, input: { accountId: "a1", operations: $operations }) {
    chunks { status } receipt { outcome }
  }
}`

interface Result {
  createCampaign: { campaign: object | null; userErrors: object[]; receipt: { outcome: string } | null } | null
}

/** Instances over one Redis and a service that makes a row for each POST. */
async function open(options: readonly InstanceOptions[], post?: (body: string) => UpstreamAnswer) {
  const redis = await openRedis()
  let posts = 0
  const upstream = await startUpstream(({ method, query, body }) => {
    if (method === 'GET') return { body: { data: query['campaign_ids']?.split(',').map((id) => ({ id })) ?? [] } }
    posts += 1
    return post?.(body) ?? { body: { data: { id: `c${posts}` } } }
  })
  closeLater(() => upstream.close())
  const graphs: (Graph & TestState)[] = []
  for (const each of options) graphs.push(await instance(redis.url, upstream, each))
  return { redis, graphs, posts: () => posts }
}

const MADE = { body: { data: { id: 'c1' } } }

/**
 * Two instances over one Redis and a service that makes rows. `late` lets the reply to the next change of a record come too late
 * for the first instance, and `lose` loses that change.
 */
async function openLate(answer?: (body: string, faults: { late: () => void; lose: () => void }) => UpstreamAnswer) {
  const redis = await openRedis()
  const way = await startLateRedis(redis.port)
  closeLater(() => way.close())
  const faults = { late: () => way.holdAt(':record:', 700), lose: () => way.loseAt(':record:') }
  let posts = 0
  const upstream = await startUpstream(({ method, query, body }) => {
    if (method === 'GET') return { body: { data: query['campaign_ids']?.split(',').map((id) => ({ id })) ?? [] } }
    posts += 1
    if (posts > 2 && answer) return answer(body, faults)
    return body.startsWith('[') ? batchAnswer(body, (index) => `c${posts}-${index}`) : MADE
  })
  closeLater(() => upstream.close())
  const options = { operationTimeoutMs: 10_000 }
  const first = await instance(way.url, upstream, { ...options, timeoutMs: 400 })
  const second = await instance(redis.url, upstream, options)
  // Redis knows the scripts from now on.
  await batch(first, 'another key')
  return { first, second, ...faults, posts: () => posts - 2 }
}

const TOKEN = 'a-token-of-a-client'

/** The settings of `adgraph start` over a service, for one user. */
const settingsOver = (url: string) => ({
  PORT: '0',
  ADS_BASE_URL: url,
  OAUTH_CONSUMER_KEY: 'key',
  OAUTH_CONSUMER_SECRET: 'secret',
  OAUTH_ACCESS_TOKEN: 'token',
  OAUTH_ACCESS_TOKEN_SECRET: 'token secret',
  CLIENT_TOKENS: TOKEN,
  SESSION_SECRET: 'one secret of at least 32 characters',
})

/** Creates a campaign with a key at a server. */
async function post(url: string, key: string, signal: AbortSignal | null = null): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ query: CREATE, variables: { key } }),
  })
  return ((await response.json()) as { data: Result }).data
}

const create = async (graph: Graph | undefined, key: string | null, name = 'Spring') => {
  const { data, errors } = await graph!.query<Result | null>(CREATE, { key, name })
  return { result: data?.createCampaign, errors }
}

/** Creates 41 campaigns in two calls. */
const batch = async (graph: Graph | undefined, key: string) => {
  const operations = Array.from({ length: 41 }, (_, index) => ({
    create: { fundingInstrumentId: 'f1', name: `N${index}` },
  }))
  const { data } = await graph!.query<{ batchCampaigns: object | null }>(BATCH, { key, operations })
  return data.batchCampaigns
}

describe.skipIf(!HAS_REDIS)('idempotency keys in Redis (needs the apt package redis-server)', () => {
  it('are known to all instances, under every secret of them', async () => {
    const [old, young] = ['an old secret of 32 characters or more', 'a new secret of 32 characters or more']
    const { graphs, posts } = await open([{ writeSecrets: [old] }, { writeSecrets: [young, old] }])

    expect((await create(graphs[0], 'k')).result).toMatchObject({ receipt: { outcome: 'DONE', keyStore: 'SHARED' } })
    expect((await create(graphs[1], 'k')).result).toMatchObject({
      campaign: { id: 'Campaign:a1:c1' },
      receipt: { outcome: 'REPLAYED' },
    })
    expect((await create(graphs[1], 'k', 'Summer')).result?.userErrors).toMatchObject([
      { code: 'IDEMPOTENCY_KEY_REUSED' },
    ])
    expect(posts()).toBe(1)
  })

  it('are used by one of several instances at a time', async () => {
    const { graphs, posts } = await open([{}, {}])
    const results = await Promise.all(graphs.map((graph) => create(graph, 'k')))
    const outcomes = results.map(({ result }) => result?.receipt?.outcome)

    expect(new Set(outcomes)).toEqual(new Set(['DONE', 'REPLAYED']))
    expect(posts()).toBe(1)
  })

  it('cost one command before the call and one after it, and nothing without a key', async () => {
    const { graphs } = await open([{}])
    const counts: Record<string, number> = {}
    graphs[0]!.connection.observe({
      onCommand: (name) => void (counts[name] = (counts[name] ?? 0) + 1),
      onBypass() {},
      onAvailable() {},
    })
    const writes = () => counts['compareAndSet'] ?? 0

    await create(graphs[0], null)
    expect(writes()).toBe(0)
    await create(graphs[0], 'k')
    expect(writes()).toBe(3)
  })

  it('are refused, and nothing is sent, while Redis is unavailable, and without a secret', async () => {
    const { redis, graphs, posts } = await open([{}, { writeSecrets: undefined }])
    expect((await create(graphs[1], 'k')).result).toMatchObject({
      userErrors: [
        {
          code: 'BAD_USER_INPUT',
          message:
            '`idempotencyKey` needs SESSION_SECRET (`sessionSecret` of createAdgraph), because Redis has the records of several instances',
        },
      ],
    })
    await redis.kill()
    expect((await create(graphs[0], 'k')).errors).toMatchObject([
      { message: expect.stringContaining('nothing was sent') as string, extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect(posts()).toBe(0)
    expect((await create(graphs[0], null)).result).toMatchObject({ receipt: { outcome: 'DONE' } })
  })

  describe('whose record Redis has changed, with a reply that came too late, or was to change', () => {
    it('are free again if nothing was sent', async () => {
      const { first, second, late, posts } = await openLate()
      late()
      const { errors } = await create(first, 'k')

      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
      expect(posts()).toBe(0)
      expect((await create(second, 'k')).result).toMatchObject({ receipt: { outcome: 'DONE' } })
      expect(posts()).toBe(1)
    })

    it.each(['late', 'lose'] as const)('are free again after a refusal (%s)', async (fault) => {
      let isRefused = true
      const { first, second, posts } = await openLate((_body, faults) => {
        if (!isRefused) return MADE
        faults[fault]()
        return { status: 400, body: { errors: [{ code: 'INVALID', message: 'no', parameter: 'name' }] } }
      })
      const { result } = await create(first, 'k')
      isRefused = false

      expect(result).toMatchObject({ userErrors: [{ code: 'INVALID' }], receipt: null })
      expect((await create(second, 'k')).result).toMatchObject({ receipt: { outcome: 'DONE' } })
      expect(posts()).toBe(2)
    })

    it('go on with the calls of a split batch that were not sent', async () => {
      const { first, second, posts } = await openLate((body, { late }) => {
        if (posts() === 1) late()
        return batchAnswer(body, (index) => `d${posts()}-${index}`)
      })
      const chunks = (...statuses: string[]) => statuses.map((status) => ({ status }))

      expect(await batch(first, 'k')).toMatchObject({ chunks: chunks('DONE', 'FAILED'), receipt: { outcome: 'DONE' } })
      expect(posts()).toBe(1)
      expect(await batch(second, 'k')).toMatchObject({ chunks: chunks('DONE', 'DONE'), receipt: { outcome: 'DONE' } })
      expect(posts()).toBe(2)
    })

    it.each(['late', 'lose'] as const)('give the first result (%s)', async (fault) => {
      const { first, second, posts } = await openLate((_body, faults) => {
        faults[fault]()
        return MADE
      })

      expect((await create(first, 'k')).result).toMatchObject({ receipt: { outcome: 'DONE' } })
      expect((await create(second, 'k')).result).toMatchObject({ receipt: { outcome: 'REPLAYED' } })
      expect(posts()).toBe(1)
    })
  })

  it('wait for another instance that is sending, and send nothing', async () => {
    const { redis, graphs, posts } = await open([{}, { operationTimeoutMs: 1_000 }], () => ({ raw: () => undefined }))
    const sent = create(graphs[0], 'k').catch(() => undefined)
    await expect.poll(posts).toBe(1)
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const [record] = await connection.keys('*record:*')
    // By the clock of Redis, it has begun just now.
    await connection.pexpire(record!, 86_400_000)

    const { result, errors } = await create(graphs[1], 'k')
    expect(result).toMatchObject({ campaign: null, receipt: { outcome: 'UNKNOWN' } })
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }])
    expect(posts()).toBe(1)
    await graphs[0]!.close()
    await sent
  })

  it('are done if the instance stops after the caller has gone, before the answer', async () => {
    const redis = await openRedis()
    let answer: (() => void) | undefined
    const upstream = await startUpstream(({ method }) =>
      method === 'GET' ? { body: { data: [{ id: 'c1' }] } } : new Promise((resolve) => (answer = () => resolve(MADE))),
    )
    closeLater(() => upstream.close())
    const start = async () => {
      const run = runCommand(['start'], { ...settingsOver(upstream.url), REDIS_URL: redis.url })
      closeLater(() => run.process.kill('SIGKILL'))
      return { run, url: (await run.printed(/"url":"([^"]+)"/))[1]! }
    }
    const [stopping, other] = await Promise.all([start(), start()])
    const gone = new AbortController()
    const lost = post(stopping.url, 'k', gone.signal).catch(() => undefined)
    await expect.poll(() => answer).toBeDefined()
    gone.abort()
    await lost
    stopping.run.process.kill('SIGTERM')
    await stopping.run.printed(/"msg":"stopping"/)
    // Longer than a server waits for requests of its clients.
    await sleep(3_000)
    answer!()

    expect(await stopping.run.exited).toBe(0)
    expect((await post(other.url, 'k')).createCampaign).toMatchObject({
      campaign: { id: 'Campaign:a1:c1' },
      receipt: { outcome: 'REPLAYED' },
    })
  })

  it('find the row of an instance that was killed between sending and the answer, once', async () => {
    const redis = await openRedis()
    const service = await startFaultyService()
    closeLater(() => service.close())
    service.fail('a1', { happens: true, answer: 'hang' })
    const start = async () => {
      const run = runCommand(['start'], { ...settingsOver(service.url), REDIS_URL: redis.url })
      closeLater(() => run.process.kill('SIGKILL'))
      return { run, url: (await run.printed(/"url":"([^"]+)"/))[1]! }
    }
    const [killed, other] = await Promise.all([start(), start()])
    const lost = post(killed.url, 'k').catch(() => undefined)
    await expect.poll(() => service.rows('a1', 'campaigns').length).toBe(1)
    killed.run.process.kill('SIGKILL')
    await lost
    // It was sending for longer than any operation takes.
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const [record] = await connection.keys('*record:*')
    await connection.pexpire(record!, 86_400_000 - 60_000)

    const id = `Campaign:a1:${service.rows('a1', 'campaigns')[0]?.id}`
    expect((await post(other.url, 'k')).createCampaign).toMatchObject({
      campaign: { id },
      receipt: { outcome: 'RECOVERED' },
    })
    expect((await post(other.url, 'k')).createCampaign).toMatchObject({
      campaign: { id },
      receipt: { outcome: 'REPLAYED' },
    })
    expect(service.rows('a1', 'campaigns')).toHaveLength(1)
  })

  it('can be lost with the settings of this Redis, which is logged', async () => {
    const { graphs } = await open([{}])
    await graphs[0]!.connection.checkDurability()
    expect(graphs[0]!.redisLines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { setting: 'appendonly', found: 'no', needed: 'yes' },
    ])
  })
})

describe.skipIf(!HAS_REDIS)('idempotency keys of workers (needs the apt package redis-server)', () => {
  it('are known to all of them', async () => {
    const service = await startFaultyService()
    closeLater(() => service.close())
    const workers = await startWorkers({ ...settingsOver(service.url), WORKERS: '2' })
    closeLater(() => workers.stop())
    const connections = await workers.connectToEach(2)
    expect(connections).toHaveLength(2)
    const document = CREATE.replace('$key: String', '$key: String = "k"')
    const authorization = { authorization: `Bearer ${TOKEN}` }
    const results = await Promise.all(connections.map((connection) => connection.query(document, authorization)))

    const id = `Campaign:a1:${service.rows('a1', 'campaigns')[0]?.id}`
    const told = results.map(({ data }) => (data as unknown as Result).createCampaign)
    expect(told).toMatchObject(told.map(() => ({ campaign: { id }, receipt: { keyStore: 'SHARED' } })))
    expect(new Set(told.map((result) => result?.receipt?.outcome))).toEqual(new Set(['DONE', 'REPLAYED']))
    expect(service.rows('a1', 'campaigns')).toHaveLength(1)
  })

  it('need no SESSION_SECRET over the embedded sandbox', async () => {
    const workers = await startWorkers({ WORKERS: '2' })
    closeLater(() => workers.stop())
    const connection = await workers.connect()
    const { data: found } = await connection.query(
      '{ accounts(first: 1) { nodes { fundingInstruments(first: 1) { nodes { id } } } } }',
    )
    const [, id] = /"id":"([^"]+)"/.exec(JSON.stringify(found))!
    const document = CREATE.replace('$key: String', '$key: String = "k"').replace('accountId: "a1", ', '')
    const { data } = await connection.query(
      document
        .replace('"f1"', JSON.stringify(id))
        .replace('name: $name', 'name: $name, dailyBudgetAmountLocalMicro: 1000000'),
    )

    expect(data).toMatchObject({ createCampaign: { userErrors: [], receipt: { outcome: 'DONE', keyStore: 'SHARED' } } })
  })
})
