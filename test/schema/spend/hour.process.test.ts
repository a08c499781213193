import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand, tenantSettings, type CommandRun } from '../../support/command.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { temporaryFile } from '../../support/file.ts'
import { closedAfterTest } from '../../support/open.ts'
import { HAS_REDIS, startRedis } from '../../support/redis.ts'
import { startUpstream, type UpstreamRequest } from '../../support/upstream.ts'

const FILE = temporaryFile(
  'limits.json',
  JSON.stringify({
    limits: [{ accounts: ['a1'], currency: 'EUR', dailyBudget: '100.00', activatedPerHour: '500.00' }],
  }),
)

const CREATE = `mutation ($name: String!) {
  createCampaign(input: { fundingInstrumentId: "FundingInstrument:a1:f1", name: $name, dailyBudgetAmountLocalMicro: 100000000 }) {
    campaign { id } userErrors { code spendLimit { kind } }
  }
}`

/** A service that makes campaigns after a moment. It never answers for one whose name is `lost`. */
async function startService() {
  const script = async ({ method, body }: UpstreamRequest) => {
    if (method === 'GET') return { body: { data: [{ id: 'f1', currency: 'EUR' }], next_cursor: null } }
    await sleep(20)
    if (body.includes('name=lost')) return { raw: () => undefined }
    return { body: { data: { id: 'c1', name: 'New' } } }
  }
  const upstream = closedAfterTest(await startUpstream(script))
  return { ...upstream, created: () => upstream.requests.filter(({ method }) => method === 'POST').length }
}

/** Starts a proxy before Redis. The answer to the first command with this text is not passed on: `onAnswer` is called instead. */
async function startProxy(port: number, text: string, onAnswer: () => void) {
  const proxy = createServer((client) => {
    const redis = connect(port, '127.0.0.1')
    let isHeld = false
    client.on('data', (data: Buffer) => {
      isHeld ||= data.includes(text)
      redis.write(data)
    })
    redis.on('data', (data: Buffer) => {
      if (isHeld) onAnswer()
      else client.write(data)
    })
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closedAfterTest(proxy)
  return { url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

/** Starts an instance, and returns the function that creates a campaign: what came of it. */
async function startInstance(serviceUrl: string, redisUrl: string) {
  const run: CommandRun = runCommand(['start'], {
    ...tenantSettings(serviceUrl, ANY_CREDENTIALS),
    PORT: '0',
    REDIS_URL: redisUrl,
    SPEND_LIMITS: FILE,
    OPERATION_TIMEOUT_MS: '15000',
  })
  onTestFinished(() => void run.process.kill('SIGKILL'))
  const [, url = ''] = await run.printed(/"url":"([^"]+)"/)
  const create = async (name: string): Promise<string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CREATE, variables: { name } }),
    })
    const { data, errors } = (await response.json()) as {
      data: { createCampaign: { userErrors: { spendLimit: { kind: string } | null }[] } | null }
      errors?: { extensions: { code: string } }[]
    }
    const [error] = data?.createCampaign?.userErrors ?? []
    return errors?.[0]?.extensions.code ?? (error ? (error.spendLimit?.kind ?? 'REFUSED') : 'DONE')
  }
  return { run, create }
}

const counts = (outcomes: readonly string[]) =>
  outcomes.reduce<Record<string, number>>((all, one) => ({ ...all, [one]: (all[one] ?? 0) + 1 }), {})

describe.skipIf(!HAS_REDIS)('the sum of an hour over instances (needs the apt package redis-server)', () => {
  it('is not exceeded by twenty callers at once', async () => {
    const [service, redis] = await Promise.all([startService(), startRedis()])
    onTestFinished(() => redis.kill())
    const instances = await Promise.all([startInstance(service.url, redis.url), startInstance(service.url, redis.url)])
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => instances[index % 2]!.create(`N${index}`)),
    )

    expect(counts(outcomes)).toEqual({ DONE: 5, activatedPerHour: 15 })
    expect(service.created()).toBe(5)
  })

  it('counts what an instance was sending when it was killed', async () => {
    const [service, redis] = await Promise.all([startService(), startRedis()])
    onTestFinished(() => redis.kill())
    const [killed, other] = await Promise.all([
      startInstance(service.url, redis.url),
      startInstance(service.url, redis.url),
    ])
    const lost = killed.create('lost').catch(() => 'LOST')
    await expect.poll(service.created).toBe(1)
    killed.run.process.kill('SIGKILL')
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => other.create(`N${index}`)))

    expect(await lost).toBe('LOST')
    expect(counts(outcomes)).toEqual({ DONE: 4, activatedPerHour: 6 })
    expect(service.created()).toBe(5)
  })

  it('counts what an instance was about to send when it was killed', async () => {
    const [service, redis] = await Promise.all([startService(), startRedis()])
    onTestFinished(() => redis.kill())
    let kill = () => {}
    // The amount is in the command that counts it alone. Redis has counted it when it answers, and the instance does not know.
    const between = await startProxy(redis.port, '"100000000"', () => kill())
    const [killed, other] = await Promise.all([
      startInstance(service.url, between.url),
      startInstance(service.url, redis.url),
    ])
    kill = () => killed.run.process.kill('SIGKILL')
    const lost = await killed.create('lost').catch(() => 'LOST')
    expect([lost, service.created()]).toEqual(['LOST', 0])
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => other.create(`N${index}`)))

    expect(counts(outcomes)).toEqual({ DONE: 4, activatedPerHour: 6 })
    expect(service.created()).toBe(4)
  })

  it('is refused while Redis is away', async () => {
    const [service, redis] = await Promise.all([startService(), startRedis()])
    const { create } = await startInstance(service.url, redis.url)
    expect(await create('N0')).toBe('DONE')
    await redis.kill()

    expect(await create('N1')).toBe('activatedPerHour')
    expect(service.created()).toBe(1)
  })
})
