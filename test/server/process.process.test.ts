import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer, connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import { runCommand, type CommandRun } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { HAS_REDIS, startRedis } from '../support/redis.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

let upstream: Upstream | undefined
let adgraph: CommandRun | undefined
afterEach(async () => {
  await adgraph?.stop()
  await upstream?.close()
})

const CREDENTIALS = {
  OAUTH_CONSUMER_KEY: 'consumer-key',
  OAUTH_CONSUMER_SECRET: 'consumer-secret',
  OAUTH_ACCESS_TOKEN: 'access-token',
  OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
}

/** Adgraph as a process of its own over a scripted service; gives where it serves. */
async function start(
  script: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
  settings: Record<string, string> = {},
): Promise<string> {
  upstream = await startUpstream(script)
  adgraph = runCommand(['start'], { PORT: '0', ADS_BASE_URL: upstream.url, ...CREDENTIALS, ...settings })
  return (await adgraph.printed(/"url":"([^"]+)"/))[1]!
}

const CAMPAIGN = { body: { data: { id: 'c1', name: 'n' } } }

const body = (id: string, selection = 'name') =>
  JSON.stringify({ query: `{ campaign(id: "Campaign:a1:${id}") { ${selection} } }` })

/** The answer to an operation over an agent that keeps its connections. */
function post(agent: Agent, url: string, text: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.end(text)
  })
}

describe('SIGTERM', () => {
  it('finishes all operations in progress, over keep-alive connections too, and exits with 0', async () => {
    const waiting: (() => void)[] = []
    let allArrived = () => {}
    const arrived = new Promise<void>((resolve) => (allArrived = resolve))
    const url = await start(
      ({ path }) =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ body: { data: { id: path.split('/').at(-1), name: 'n' } } }))
          if (waiting.length === 20) allArrived()
        }),
    )
    const agent = new Agent({ keepAlive: true })
    await Promise.all(
      Array.from({ length: 20 }, async () => post(agent, url, JSON.stringify({ query: '{ __typename }' }))),
    )
    const underWay = Array.from({ length: 20 }, async (_, index) => post(agent, url, body(`c${index}`)))
    await arrived
    adgraph!.process.kill('SIGTERM')
    await adgraph!.printed(/"msg":"stopping"/)
    for (const answer of waiting) answer()

    for (const { status, text } of await Promise.all(underWay))
      expect([status, JSON.parse(text)]).toEqual([200, { data: { campaign: { name: 'n' } } }])
    expect(await adgraph!.exited).toBe(0)
    agent.destroy()
  })

  it('answers the first operation of a connection that had just been made', async () => {
    const url = new URL(await start(() => CAMPAIGN))
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    adgraph!.process.kill('SIGTERM')
    await adgraph!.printed(/"msg":"stopping"/)
    const text = body('c1')
    const head = [
      'POST /graphql HTTP/1.1',
      'host: adgraph',
      'content-type: application/json',
      `content-length: ${text.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
    const chunks: Buffer[] = await socket.toArray()

    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 200 [^]*"campaign":\{"name":"n"\}/)
    expect(await adgraph!.exited).toBe(0)
  })

  it('answers one more operation of a kept connection, whose client does not know yet, and closes it', async () => {
    const url = new URL(await start(() => CAMPAIGN))
    const socket = connect(Number(url.port), url.hostname)
    const text = body('c1')
    const request = [
      'POST /graphql HTTP/1.1',
      'host: adgraph',
      'content-type: application/json',
      `content-length: ${text.length}`,
      '',
      text,
    ].join('\r\n')
    socket.write(request)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 [^]*connection: keep-alive/i)
    adgraph!.process.kill('SIGTERM')
    await adgraph!.printed(/"msg":"stopping"/)
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.write(request)
    const chunks: Buffer[] = await socket.toArray()

    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1.1 200 [^]*connection: close[^]*"campaign":\{"name":"n"\}/i,
    )
    expect(await adgraph!.exited).toBe(0)
  })

  it('takes another signal for the same wish, such as the one that npm passes on, and ends at once at one that comes later', async () => {
    let answer = () => {}
    const url = await start(() => new Promise((resolve) => (answer = () => resolve(CAMPAIGN))))
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const underWay = post(agent, url, body('c1'))
    await expect.poll(() => upstream!.requests).toHaveLength(1)
    const { process: child } = adgraph!
    child.kill('SIGINT')
    await adgraph!.printed(/"msg":"stopping"/)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal)
    await sleep(100)
    expect(child.exitCode).toBeNull()
    await sleep(1_000)
    child.kill('SIGTERM')

    await expect(underWay).rejects.toThrow('socket hang up')
    expect(await adgraph!.exited).toBe(143)
    expect(adgraph!.output().match(/"msg":"stopping"/g)).toHaveLength(1)
    answer()
  })

  it('during the start ends the process after it', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    adgraph = runCommand(['start'], {
      PORT: '0',
      REDIS_URL: `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    })
    await once(silent, 'connection')
    adgraph.process.kill('SIGTERM')

    expect(await adgraph.exited).toBe(0)
  })

  it('does not wait long for a connection without a request', async () => {
    const url = new URL(await start(() => CAMPAIGN))
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    adgraph!.process.kill('SIGTERM')

    expect(await adgraph!.exited).toBe(0)
    expect(await socket.toArray()).toEqual([])
  })
})

describe('a stop that fails', () => {
  const importing = (code: string) => ({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` })
  const failing = `import { Server } from 'node:net'
    Server.prototype.close = () => { throw new Error('it cannot be closed') }`

  it.each<[what: string, WORKERS: string, code: number]>([
    ['by the only process', '1', 1],
    // Workers need the apt package redis-server.
    ...(HAS_REDIS ? [['by each worker, and not by the primary process', '2', 0] as [string, string, number]] : []),
  ])('is logged, and ends with exit code 1: %s', async (_what, WORKERS, code) => {
    const redis = WORKERS === '1' ? undefined : await startRedis()
    onTestFinished(() => redis?.kill())
    await start(() => CAMPAIGN, { WORKERS, ...(redis && { REDIS_URL: redis.url }), ...importing(failing) })
    adgraph!.process.kill('SIGTERM')

    expect(await adgraph!.exited).toBe(code)
    const faults = adgraph!.output().match(/"err":{[^\n]*it cannot be closed[^\n]*"msg":"the stop failed"/g)
    expect(faults).toHaveLength(Number(WORKERS))
  })
})

describe('a log that cannot be written', () => {
  /** Asks a server whose log goes nowhere, until the log is longer than any buffer on its way; then stops it. */
  async function askAndStop(url: string, child: ChildProcess, operations: number): Promise<(number | null)[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const text = JSON.stringify({ query: `query ${'n'.repeat(256)} { __typename }` })
    const answers = await Promise.all(Array.from({ length: operations }, async () => post(agent, url, text)))
    agent.destroy()
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    return [...new Set(answers.map(({ status }) => status)), code]
  }

  it('is lost while the disk is full, and standard error says so once', async () => {
    const port = await freePort()
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, ['dist/cli.js', 'start'], {
      env: { PATH, PORT: String(port) },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let faults = ''
    child.stderr!.on('data', (chunk: Buffer) => (faults += chunk.toString()))
    while (!faults.includes('\n')) await once(child.stderr!, 'data')

    expect(await askAndStop(`http://127.0.0.1:${port}/graphql`, child, 10)).toEqual([200, 0])
    expect(faults).toBe('Standard output cannot be written: ENOSPC: no space left on device, write\n')
  })

  it('is lost while nobody reads the pipe, and does not keep the process', async () => {
    const url = await start(() => CAMPAIGN)
    const { process: child } = adgraph!
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout!.pause()

    expect(await askAndStop(url, child, 1000)).toEqual([200, 0])
  })
})

describe('npm start', () => {
  it('ends with its server at SIGTERM, and leaves no process behind', async () => {
    const { PATH = '', HOME = '' } = process.env
    const npm = spawn('npm', ['start'], { env: { PATH, HOME, PORT: '0' } })
    let output = ''
    const url = await new Promise<string>((resolve) => {
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const served = /"url":"([^"]+)"/.exec(output)?.[1]
        if (served) resolve(served)
      })
    })
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
    npm.kill('SIGTERM')
    // The output closes when the last process that writes to it has ended.
    await once(npm.stdout, 'close')

    expect(output).toContain('"msg":"stopping"')
    await expect(fetch(new URL('/healthz', url))).rejects.toThrow('fetch failed')
  })
})

describe('traces', () => {
  const NO_COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }

  it('are sent to the collector: an operation in the trace of its caller, and its calls by endpoint; no id and no token', async () => {
    const collected: string[] = []
    const collector = await startUpstream(({ path, bytes }) => {
      collected.push(`${path} ${bytes}`)
      return { body: {} }
    })
    const url = await start(() => CAMPAIGN, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const query = 'query Screen { campaign(id: "Campaign:acc1:camp1") { name } }'
    await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify({ query }),
    })
    await adgraph!.stop()
    await collector.close()

    const text = collected.join('\n')
    expect(text).toMatch(/^\/v1\/traces /)
    for (const attribute of ['graphql.operation.type', 'graphql.operation.name', 'graphql.document.hash'])
      expect(text).toContain(attribute)
    expect(text).toContain('Screen')
    expect(text).not.toContain('query Screen')
    expect(text).toContain('GET accounts/:account_id/campaigns/:campaign_id')
    expect(text).toContain(Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex').toString('latin1'))
    for (const secret of ['acc1', 'camp1', ...Object.values(CREDENTIALS)]) expect(text).not.toContain(secret)
  })

  it('have an operation of an agent in the trace that the `_meta` of its request names', async () => {
    const collected: string[] = []
    const collector = await startUpstream(({ bytes }) => {
      collected.push(bytes)
      return { body: {} }
    })
    const url = await start(() => CAMPAIGN, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, MCP: 'read' })
    const agent = await connectAgent(url)
    await agent.client.callTool({
      name: 'run_query',
      arguments: { document: 'query Asked { campaign(id: "Campaign:acc1:camp1") { name } }' },
      _meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'tool=run-1' },
    })
    await agent.close()
    await adgraph!.stop()
    await collector.close()

    const text = collected.join('\n')
    expect(text).toContain('Asked')
    expect(text).toContain(Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex').toString('latin1'))
    expect(text).toContain('tool=run-1')
  })

  it('that no collector takes are lost with a warning, and delay no stop for long', async () => {
    const url = await start(() => CAMPAIGN, NO_COLLECTOR)
    await post(new Agent(), url, body('c1'))
    adgraph!.process.kill('SIGTERM')

    expect(await adgraph!.exited).toBe(0)
    expect(adgraph!.output()).toMatch(
      /"level":40,[^\n]*ECONNREFUSED[^\n]*"msg":"the last traces could not be exported"/,
    )
    expect(adgraph!.output()).not.toContain('"level":50')
  })

  it('that no collector takes are reported once while the process runs', async () => {
    const url = await start(() => CAMPAIGN, { ...NO_COLLECTOR, OTEL_BSP_SCHEDULE_DELAY: '50' })
    const agent = new Agent()
    await post(agent, url, body('c1'))
    await adgraph!.printed(/"reason":"[^\n]*ECONNREFUSED[^\n]*"msg":"traces cannot be exported"/)
    await post(agent, url, body('c2'))
    await adgraph!.stop()

    expect(adgraph!.output().match(/traces cannot be exported/g)).toHaveLength(1)
  })

  it('delay no stop for long if the collector does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const url = await start(() => CAMPAIGN, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    })
    await post(new Agent(), url, body('c1'))
    const began = performance.now()

    expect(await adgraph!.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(adgraph!.output()).toContain('"msg":"the last traces could not be exported"')
  })

  it('of an agent that no collector takes do not keep its process alive', async () => {
    upstream = await startUpstream(() => CAMPAIGN)
    const settings = { ADS_BASE_URL: upstream.url, ...CREDENTIALS, ...NO_COLLECTOR }
    adgraph = runCommand(['mcp'], settings)
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    const params = { name: 'run_query', arguments: { document: '{ campaign(id: "Campaign:a1:c1") { name } }' } }
    adgraph.type(JSON.stringify({ ...request, params }))
    await adgraph.printed(/"id":1/)
    adgraph.process.stdin!.end()

    expect(await adgraph.exited).toBe(0)
    expect(adgraph.output()).toContain('"msg":"the last traces could not be exported"')
  })
})
