import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type { PlanReport } from '../../../src/schema/plan/expectation.ts'
import { restartDelayMs } from '../../../src/server/workers/primary.ts'
import { BrowserClient, signIn } from '../../support/browser-client.ts'
import { runCommand } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { closedAfterTest } from '../../support/open.ts'
import { HAS_REDIS, startRedis } from '../../support/redis.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'
import { startWorkers, type WorkerConnection, type WorkersRun } from '../../support/workers.ts'

const CREDENTIALS = {
  OAUTH_CONSUMER_KEY: 'consumer-key',
  OAUTH_CONSUMER_SECRET: 'consumer-secret',
  OAUTH_ACCESS_TOKEN: 'access-token',
  OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
}

async function open(settings: Record<string, string>): Promise<WorkersRun> {
  const workers = await startWorkers({ WORKERS: '2', ...settings })
  onTestFinished(async () => void (await workers.stop()))
  return workers
}

/** The URL of a Redis of the test's own. */
async function openRedis(): Promise<string> {
  const redis = await startRedis()
  onTestFinished(() => redis.kill())
  return redis.url
}

type Script = (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>

/** Workers over a scripted service. */
async function openOver(script: Script, settings: Record<string, string> = {}) {
  const upstream = closedAfterTest(await startUpstream(script))
  const workers = await open({ ADS_BASE_URL: upstream.url, ...CREDENTIALS, ...settings })
  return { upstream, workers }
}

const campaign = (id: string, account = 'a1') => `{ campaign(id: "Campaign:${account}:${id}") { name } }`

/** The campaign that a request asks for. */
const theCampaign = ({ path }: { path: string }) => ({ body: { data: { id: path.split('/').at(-1), name: 'n' } } })

const RULES = '{ biddingRules { nodes { currency } } }'

/** A service that allows so many requests of an account in a window, and tells it with each answer. */
function limited(limit: number): Script {
  const reset = String(Math.ceil(Date.now() / 1000) + 600)
  let left = limit
  return (request) => {
    left -= 1
    const headers = {
      'x-account-rate-limit-limit': String(limit),
      'x-account-rate-limit-remaining': String(Math.max(0, left)),
      'x-account-rate-limit-reset': reset,
    }
    return left < 0 ? { status: 429, headers, body: {} } : { ...theCampaign(request), headers }
  }
}

/** Sends so many operations of one call each at once over these connections, and counts their results. */
async function countResults(connections: readonly WorkerConnection[], operations: number, account?: string) {
  const answers = await Promise.all(
    Array.from({ length: operations }, (_, nth) =>
      connections[nth % connections.length]!.query(campaign(`c${nth}`, account)),
    ),
  )
  const results: Record<string, number> = {}
  for (const { codes } of answers) results[codes[0] ?? 'OK'] = (results[codes[0] ?? 'OK'] ?? 0) + 1
  return results
}

/** Sends operations over these connections in turns, so many at once, and counts their results. */
async function countInTurns(connections: readonly WorkerConnection[], atOnce: number, turns: number, account?: string) {
  const sum: Record<string, number> = {}
  for (let turn = 0; turn < turns; turn += 1)
    for (const [code, count] of Object.entries(await countResults(connections, atOnce, account)))
      sum[code] = (sum[code] ?? 0) + count
  return sum
}

/** The values of metrics that have no labels or these, by name. */
async function metricsOf({ url }: WorkersRun): Promise<Map<string, number>> {
  return valuesOf(await (await fetch(new URL('/metrics', url), { headers: { connection: 'close' } })).text())
}

function valuesOf(metrics: string): Map<string, number> {
  return new Map(
    [...metrics.matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  )
}

/** The NODE_OPTIONS of processes that run this code before the program. */
const importing = (code: string) => `--import data:text/javascript,${encodeURIComponent(code)}`

/** A connection to this worker. */
async function connectionTo(workers: WorkersRun, worker: number): Promise<WorkerConnection> {
  for (let nth = 0; nth < 20; nth += 1) {
    const connection = await workers.connect()
    if (connection.worker === worker) return connection
  }
  throw new Error(`no connection to worker ${worker}`)
}

describe.skipIf(!HAS_REDIS)('workers over a service (needs the apt package redis-server)', () => {
  let script: Script
  let upstream: Upstream
  let workers: WorkersRun
  let one: WorkerConnection
  let other: WorkerConnection
  beforeAll(async () => {
    upstream = await startUpstream((request, nth) => script(request, nth))
    const settings = { WORKERS: '2', ADS_BASE_URL: upstream.url, ...CREDENTIALS, OPERATION_TIMEOUT_MS: '30000' }
    workers = await startWorkers(settings)
    const connections = await workers.connectToEach(2)
    one = connections[0]!
    other = connections[1]!
  })
  afterAll(async () => {
    await workers.stop()
    await upstream.close()
  })
  beforeEach(() => void upstream.requests.splice(0))

  // Each test has an account of its own, and so a rate limit of its own.
  it('take their requests from one rate limit: each window is spent once, whichever workers spend it', async () => {
    script = limited(12)
    await one.query(campaign('first', 'once'))

    expect(await countResults([one, other], 40, 'once')).toEqual({ OK: 11, RATE_LIMITED: 29 })
    expect(upstream.requests).toHaveLength(12)
  })

  it('can spend a whole rate limit alone, which knows what remains', async () => {
    script = limited(8)

    expect(await countResults([one], 6, 'alone')).toEqual({ OK: 6 })
    const known = '{ rateLimits { endpoint scope limit remaining } }'
    const left = expect.objectContaining({ scope: 'ACCOUNT', limit: 8, remaining: 2 }) as unknown
    expect((await one.query(known)).data).toEqual({ rateLimits: expect.arrayContaining([left]) })
    expect(await countResults([one], 4, 'alone')).toEqual({ OK: 2, RATE_LIMITED: 2 })
    expect(upstream.requests).toHaveLength(8)
  })

  it('spend a large rate limit once too', async () => {
    script = limited(600)
    await one.query(campaign('first', 'large'))
    const results = await countInTurns([one, other], 50, 13, 'large')

    expect(results).toEqual({ OK: 599, RATE_LIMITED: 51 })
    expect(upstream.requests).toHaveLength(600)
  })

  it('make each reference read once between them', async () => {
    const connections = await Promise.all(Array.from({ length: 10 }, () => workers.connect()))
    // A worker reads alone if a reply of Redis takes longer than 100 ms, as on a busy machine: then another reference is read.
    for (const currency of ['USD', 'EUR', 'JPY']) {
      upstream.requests.splice(0)
      script = async () => {
        await wait(100)
        return { body: { data: [{ currency }] } }
      }
      const query = `{ biddingRules(currency: "${currency}") { nodes { currency } } }`
      const answers = await Promise.all(connections.map((connection) => connection.query(query)))

      for (const { data } of answers) expect(data).toEqual({ biddingRules: { nodes: [{ currency }] } })
      if (upstream.requests.length === 1) break
    }
    expect(upstream.requests).toHaveLength(1)
    expect(new Set(connections.map(({ worker }) => worker)).size).toBe(2)
  })
})

describe.skipIf(!HAS_REDIS)('workers (needs the apt package redis-server)', () => {
  it('share the sessions of users, sealed with one random secret, and their end', async () => {
    const workers = await open({})
    const browser = new BrowserClient()
    await signIn(browser, workers.url)
    const headers = { authorization: `Bearer ${browser.cookie('adgraph_session')}` }
    const [one, other] = await workers.connectToEach(2)
    const query = `{ account(id: "${SMALL_ACCOUNT_ID}") { name } }`
    expect([(await one!.query(query, headers)).codes, (await other!.query(query, headers)).codes]).toEqual([[], []])
    // The service cannot be asked to revoke the token: only Adgraph knows that the session has ended.
    const login = await browser.get(new URL('/auth/login', workers.url).href)
    const fault = { match: { path: 'oauth/invalidate_token.json' }, fault: { kind: 'status', status: 503 } }
    await fetch(new URL('/sandbox/faults', login.headers.get('location')!), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    const { text } = await one!.send('POST', '/auth/logout', headers)

    expect(JSON.parse(text)).toEqual({ signedOut: true, revoked: false })
    // On a busy machine a command to Redis can take too long. Then the worker that knows of the end says it again at the next use.
    await vi.waitFor(async () => {
      expect((await one!.query(query, headers)).codes).toEqual(['UNAUTHENTICATED'])
      expect((await other!.query(query, headers)).codes).toEqual(['UNAUTHENTICATED'])
    }, 10_000)
  })

  it('share the statistics of what they read: what one reads, the other expects, and each serves the statistics of both', async () => {
    const workers = await open({})
    const [one, other] = await workers.connectToEach(2)
    // How many there are without drafts is known before anything was read.
    const queryOf = (account: string) =>
      `{ account(id: "${account}") { campaigns(withDraft: true) { nodes { lineItems { nodes { name } } } } } }`
    const expected = async (connection: WorkerConnection, account: string) => {
      const headers = { 'content-type': 'application/json', 'x-upstream-plan': 'dry-run' }
      const body = JSON.stringify({ query: queryOf(account) })
      const { text } = await connection.send('POST', '/graphql', headers, body)
      const { plan } = (JSON.parse(text) as { extensions: { plan: PlanReport } }).extensions
      return [plan.calls.expected, plan.rows.expected]
    }
    /** Reads an account, and gives the numbers of its campaigns and line items. */
    const read = async (connection: WorkerConnection, account: string) => {
      const { data } = await connection.query(queryOf(account))
      const { nodes } = (data as { account: { campaigns: { nodes: { lineItems: { nodes: unknown[] } }[] } } }).account
        .campaigns
      return { campaigns: nodes.length, lineItems: nodes.flatMap(({ lineItems }) => lineItems.nodes).length }
    }
    /** What a worker serves to operators: of each list, how many have been read, and their rows. */
    const served = async (connection: WorkerConnection) => {
      const { text } = await connection.send('GET', '/statistics')
      const { statistics } = JSON.parse(text) as { statistics: Record<string, { parents: number; rows: number }> }
      return Object.entries(statistics).map(([kind, { parents, rows }]) => [kind, parents, rows])
    }
    for (const connection of [one!, other!])
      expect([await expected(connection, SMALL_ACCOUNT_ID), await served(connection)]).toEqual([[null, null], []])
    const small = await read(one!, SMALL_ACCOUNT_ID)
    const rows = small.campaigns + small.lineItems

    await vi.waitFor(async () => expect(await expected(other!, SMALL_ACCOUNT_ID)).toEqual([2, rows]), 30_000)
    expect(await expected(one!, SMALL_ACCOUNT_ID)).toEqual([2, rows])
    const large = await read(other!, DEMO_ACCOUNT_ID)
    const campaigns = small.campaigns + large.campaigns
    const both = [
      ['Account.campaigns(withDraft)', 2, campaigns],
      ['Campaign.lineItems()', campaigns, small.lineItems + large.lineItems],
      ['Query.account(id)', 2, 2],
    ]
    for (const connection of [one!, other!])
      await vi.waitFor(async () => expect(await served(connection)).toEqual(both), 30_000)
    const texts = [await one!.send('GET', '/statistics'), await other!.send('GET', '/statistics')]
    expect(texts[0]).toEqual(texts[1])
  })

  it('serve one sandbox, which only the primary process loads', async () => {
    const coverage = mkdtempSync(join(tmpdir(), 'adgraph-'))
    onTestFinished(() => rmSync(coverage, { recursive: true }))
    const workers = await open({ NODE_V8_COVERAGE: coverage })
    const [one, other] = await workers.connectToEach(2)
    const { data } = await one!.query(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 1) { nodes { id } } } }`)
    const { id } = (data as { account: { campaigns: { nodes: { id: string }[] } } }).account.campaigns.nodes[0]!
    const renamed = 'Renamed by one worker'
    await one!.query(
      `mutation { updateCampaign(input: { campaignId: "${id}", name: "${renamed}" }) { userErrors { message } } }`,
    )

    expect((await other!.query(`{ campaign(id: "${id}") { name } }`)).data).toEqual({ campaign: { name: renamed } })
    expect(await workers.stop()).toBe(0)
    // Each process writes which functions it has loaded: here one of the server, and one of the sandbox.
    const loaded = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), 'utf8'))
    const having = (name: string) => loaded.filter((text) => text.includes(`"functionName":"${name}"`))
    expect(having('openGraph')).toHaveLength(2)
    expect(having('decodedSegments')).toHaveLength(1)
    expect(having('openGraph').filter((text) => having('decodedSegments').includes(text))).toEqual([])
  })

  it('add up their metrics, also of workers that have ended', async () => {
    const { workers } = await openOver(theCampaign, { MAX_MEMORY_BYTES: '64000000' })
    const connections = await workers.connectToEach(2)
    for (const connection of connections)
      for (let nth = 0; nth < 5; nth += 1) await connection.query(campaign(`c${nth}`))
    const calls =
      'adgraph_upstream_call_duration_seconds_count{method="GET",endpoint="accounts/:account_id/campaigns/:campaign_id",status="200"}'
    const before = await metricsOf(workers)
    expect([before.get(calls), before.get('adgraph_workers'), before.get('adgraph_worker_restarts_total')]).toEqual([
      10, 2, 0,
    ])
    // Each worker has a limit of its own; the sum is what all may use.
    expect(before.get('adgraph_memory_budget_bytes{state="limit"}')).toBe(128_000_000)
    process.kill(workers.pids().get(connections[0]!.worker)!, 'SIGKILL')
    await workers.run.printed(/"worker":3,"pid":\d+,"msg":"a worker process accepts/)

    const after = await metricsOf(workers)
    expect([after.get(calls), after.get('adgraph_workers'), after.get('adgraph_worker_restarts_total')]).toEqual([
      10, 2, 1,
    ])
  })
})

describe.skipIf(!HAS_REDIS)('a worker that hangs (needs the apt package redis-server)', () => {
  it('does not keep the metrics of the others away, which count what it has reported before', async () => {
    const { workers } = await openOver(theCampaign)
    const connections = await workers.connectToEach(2)
    for (const connection of connections) await connection.query(campaign('c1'))
    const calls =
      'adgraph_upstream_call_duration_seconds_count{method="GET",endpoint="accounts/:account_id/campaigns/:campaign_id",status="200"}'
    const before = await metricsOf(workers)
    expect([before.get(calls), before.get('adgraph_workers_unresponsive')]).toEqual([2, 0])
    const hung = workers.pids().get(connections[0]!.worker)!
    process.kill(hung, 'SIGSTOP')
    onTestFinished(() => void process.kill(hung, 'SIGCONT'))
    await connections[1]!.query(campaign('c2'))
    const { status, text } = await connections[1]!.send('GET', '/metrics')

    expect(status).toBe(200)
    const after = valuesOf(text)
    expect([after.get(calls), after.get('adgraph_workers'), after.get('adgraph_workers_unresponsive')]).toEqual([
      3, 2, 1,
    ])
  })
})

describe.skipIf(!HAS_REDIS)('a worker that ends (needs the apt package redis-server)', () => {
  it('is replaced, while the operations of the others continue, and what it held is free', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const isRules = ({ path }: { path: string }) => path.endsWith('bidding_rules')
    const { upstream, workers } = await openOver(async ({ path }) => {
      if (isRules({ path })) {
        const isFirst = upstream.requests.filter(isRules).length === 1
        return isFirst ? new Promise(() => {}) : { body: { data: [{ currency: 'USD' }] } }
      }
      await held
      return theCampaign({ path })
    })
    const [one, other] = await workers.connectToEach(2)
    const underWay = Array.from({ length: 20 }, async (_, nth) => other!.query(campaign(`c${nth}`)))
    const lost = one!.query(RULES).then(
      () => 'answered',
      () => 'lost',
    )
    while (!upstream.requests.some(isRules)) await wait(20)
    // The other worker waits until the first one has read the bidding rules.
    const waiting = (await connectionTo(workers, other!.worker)).query(RULES)
    await wait(100)
    expect(upstream.requests.filter(isRules)).toHaveLength(1)
    process.kill(workers.pids().get(one!.worker)!, 'SIGKILL')

    expect(await lost).toBe('lost')
    expect((await waiting).data).toEqual({ biddingRules: { nodes: [{ currency: 'USD' }] } })
    release()
    for (const { data } of await Promise.all(underWay)) expect(data).toEqual({ campaign: { name: 'n' } })
    await workers.run.printed(
      /"signal":"SIGKILL","ranMs":\d+,"restartInMs":0,"msg":"a worker process ended and is replaced"/,
    )
    await workers.run.printed(/"worker":3,"pid":\d+,"msg":"a worker process accepts/)
    expect((await (await connectionTo(workers, 3)).query(campaign('c1'))).data).toEqual({ campaign: { name: 'n' } })
    expect(upstream.requests.filter(({ path }) => path.includes('/campaigns/'))).toHaveLength(21)
  })

  it('is replaced later each time if those that replace it end too', async () => {
    const { workers } = await openOver(theCampaign)
    const [first] = [...workers.pids().values()]
    process.kill(first!, 'SIGKILL')
    const [, second] = await workers.run.printed(/"worker":3,"pid":(\d+),"msg":"a worker process accepts/)
    process.kill(Number(second), 'SIGKILL')
    const [, restartInMs] = await workers.run.printed(/"worker":3,"pid":\d+,[^\n]*"restartInMs":(\d+)/)

    expect(Number(restartInMs)).toBe(500)
    expect([1, 2, 3, 4, 5, 20].map(restartDelayMs)).toEqual([0, 500, 1000, 2000, 4000, 30_000])
    // The other worker answers meanwhile.
    expect((await (await workers.connect()).query(campaign('c1'))).data).toEqual({ campaign: { name: 'n' } })
  })

  it('does not outlive the primary process', async () => {
    const { workers } = await openOver(theCampaign)
    const pids = [...workers.pids().values()]
    workers.run.process.kill('SIGKILL')
    await workers.run.exited
    const isRunning = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }

    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), 30_000)
  })
})

describe.skipIf(!HAS_REDIS)('SIGTERM with workers (needs the apt package redis-server)', () => {
  it('ends a worker that is starting', async () => {
    const workers = await startWorkers({ WORKERS: '2' })
    const [first] = workers.pids().values()
    process.kill(first!, 'SIGKILL')
    await workers.run.printed(/"msg":"a worker process ended and is replaced"/)

    expect(await workers.stop()).toBe(0)
    expect(workers.run.output()).not.toContain('did not stop in time')
  })

  it('finishes all operations in progress in every worker, and exits with 0', async () => {
    const answers: (() => void)[] = []
    const { workers } = await openOver(
      (request) => new Promise((resolve) => answers.push(() => resolve(theCampaign(request)))),
    )
    const connections = await Promise.all(Array.from({ length: 20 }, () => workers.connect()))
    // Few requests are in flight for one account whose limit is unknown.
    const underWay = connections.map((connection, nth) => connection.query(campaign('c1', `a${nth}`)))
    while (answers.length < 20) await wait(20)
    workers.run.process.kill('SIGTERM')
    await workers.run.printed(/"msg":"stopping"/)
    await wait(200)
    for (const answer of answers) answer()

    for (const { data } of await Promise.all(underWay)) expect(data).toEqual({ campaign: { name: 'n' } })
    expect(await workers.run.exited).toBe(0)
    expect(workers.run.output()).not.toContain('is replaced')
  })

  it('makes every worker report that it is not ready, until it stops', async () => {
    const { workers } = await openOver(theCampaign, { STOP_DELAY_MS: '3000' })
    const connections = await workers.connectToEach(2)
    const statuses = (path: string) =>
      Promise.all(connections.map(async (connection) => (await connection.send('GET', path)).status))
    expect([await statuses('/readyz'), await statuses('/healthz')]).toEqual([
      [200, 200],
      [200, 200],
    ])
    workers.run.process.kill('SIGTERM')
    await vi.waitFor(async () => expect(await statuses('/readyz')).toEqual([503, 503]), 30_000)

    expect(await statuses('/healthz')).toEqual([200, 200])
    expect((await connections[0]!.query(campaign('c1'))).data).toEqual({ campaign: { name: 'n' } })
    expect(await workers.run.exited).toBe(0)
  })
})

describe.skipIf(!HAS_REDIS)('the start of workers (needs the apt package redis-server)', () => {
  it('loses no request at a SIGTERM before all serve', async () => {
    const answers: (() => void)[] = []
    const upstream = await startUpstream(
      (request) => new Promise((resolve) => answers.push(() => resolve(theCampaign(request)))),
    )
    closedAfterTest(upstream)
    const folder = mkdtempSync(join(tmpdir(), 'adgraph-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const mayStart = join(folder, 'may-start')
    const port = await freePort()
    const delay = `import cluster from 'node:cluster'
      import { existsSync } from 'node:fs'
      while (cluster.worker?.id === 2 && !existsSync('${mayStart}')) await new Promise((next) => setTimeout(next, 20))`
    const run = runCommand(['start'], {
      WORKERS: '2',
      REDIS_URL: await openRedis(),
      PORT: String(port),
      ADS_BASE_URL: upstream.url,
      ...CREDENTIALS,
      NODE_OPTIONS: importing(delay),
    })
    onTestFinished(() => void run.process.kill('SIGKILL'))
    await run.printed(/"worker":1,"pid":\d+,"msg":"a worker process accepts/)
    const url = `http://127.0.0.1:${port}`
    const underWay = new BrowserClient().query(`${url}/graphql`, campaign('c1'))
    while (answers.length === 0) await wait(20)
    run.process.kill('SIGTERM')
    await run.printed(/"msg":"stopping"/)
    writeFileSync(mayStart, '')
    await wait(200)
    for (const answer of answers) answer()

    expect((await underWay).data).toEqual({ campaign: { name: 'n' } })
    expect(await run.exited).toBe(0)
    expect(run.output()).not.toContain('cannot start')
  })

  it('fails with one message if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    closedAfterTest(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const run = runCommand(['start'], { WORKERS: '2', REDIS_URL: await openRedis(), PORT: String(port) })

    expect(await run.exited).toBe(1)
    expect(run.output().match(/is in use: set PORT/g)).toHaveLength(1)
    expect(run.output()).not.toContain('is replaced')
  })

  it('fails if a worker is killed before it serves', async () => {
    const kill = `import cluster from 'node:cluster'
      if (cluster.worker?.id === 2) process.kill(process.pid, 'SIGKILL')`
    const run = runCommand(['start'], {
      WORKERS: '2',
      REDIS_URL: await openRedis(),
      PORT: '0',
      NODE_OPTIONS: importing(kill),
    })
    onTestFinished(() => void run.process.kill('SIGKILL'))

    expect(await run.exited).toBe(1)
    expect(run.output()).toMatch(/^Error: A worker process was ended by SIGKILL before it served$/m)
  })

  it('makes one for each core if the setting is auto', async () => {
    const { workers } = await openOver(theCampaign, { WORKERS: 'auto' })

    // A single core is served by one process without workers.
    expect(workers.pids().size).toBe(availableParallelism() === 1 ? 0 : availableParallelism())
  })
})

describe.skipIf(!HAS_REDIS)('workers without their Redis (needs the apt package redis-server)', () => {
  it('continue, each with state of its own', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    const { workers } = await openOver(limited(12), {
      REDIS_URL: redis.url,
      OPERATION_TIMEOUT_MS: '30000',
    })
    const connections = await workers.connectToEach(2)
    await connections[0]!.query(campaign('first'))
    expect(await countResults(connections, 5)).toEqual({ OK: 5 })
    await redis.kill()
    await workers.run.printed(/"worker":1,[^\n]*Redis is unavailable/)
    await workers.run.printed(/"worker":2,[^\n]*Redis is unavailable/)

    // Each knows what remained when it last heard of it, and no more.
    const { OK = 0, RATE_LIMITED = 0 } = await countResults(connections, 40)
    expect(OK + RATE_LIMITED).toBe(40)
    expect(OK).toBe(6)
  })
})
