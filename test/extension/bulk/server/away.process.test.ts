import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bulkFolder } from '../../../support/bulk.ts'
import { runCommand } from '../../../support/command.ts'
import { HAS_REDIS, startRedis } from '../../../support/redis.ts'

async function start(settings: Record<string, string>) {
  const dir = await bulkFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const run = () => {
    const adgraph = runCommand(['start'], { PORT: '0', BULK_DIR: dir, ...settings })
    onTestFinished(() => void adgraph.process.kill('SIGKILL'))
    return adgraph
  }
  return { dir, run }
}

interface Answer {
  data: Record<string, unknown>
  errors?: { extensions: { code: string } }[]
}

async function answerTo(url: string, document: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
    signal: signal ?? null,
  })
  return (await response.json()) as Answer
}

async function codeOf(url: string, document: string): Promise<string> {
  const { errors } = await answerTo(url, document)
  return errors?.[0]?.extensions.code ?? 'OK'
}

async function dataOf(url: string, document: string, signal?: AbortSignal): Promise<Answer['data']> {
  return (await answerTo(url, document, signal)).data
}

const START = 'mutation { startBulkQuery(input: { query: "{ accounts { nodes { name } } }" }) { id } }'

describe.skipIf(process.platform === 'win32')('a BULK_DIR that does not answer (needs mkfifo)', () => {
  it('is an error of long work alone, and does not keep the process from ending', async () => {
    const { dir, run } = await start({})
    const operation = join(dir, randomUUID())
    await mkdir(operation)
    // Opening a pipe that nobody writes to waits, as a file of a server that is away does.
    execFileSync('mkfifo', [join(operation, 'operation.1.json')])
    const adgraph = run()
    const [, url = ''] = await adgraph.printed(/"url":"([^"]+)"/)

    expect(await Promise.all([codeOf(url, START), codeOf(url, '{ bulkOperations { nodes { id } } }')])).toEqual([
      'BULK_UNAVAILABLE',
      'BULK_UNAVAILABLE',
    ])
    expect(await codeOf(url, '{ accounts(first: 1) { nodes { name } } }')).toBe('OK')
    adgraph.process.kill('SIGTERM')
    await adgraph.exited
    expect(adgraph.output()).toContain('long work does not stop: BULK_DIR does not answer')
  })
})

describe.skipIf(process.platform === 'win32')('a file of long work that does not answer (needs mkfifo)', () => {
  it('holds up its own downloads alone', { timeout: 90_000 }, async () => {
    const { dir, run } = await start({})
    const adgraph = run()
    const [, url = ''] = await adgraph.printed(/"url":"([^"]+)"/)
    const { id } = (await dataOf(url, START))['startBulkQuery'] as { id: string }
    const file = await vi.waitUntil(
      async () => {
        const found = await dataOf(url, `{ bulkOperation(id: "${id}") { files { url } } }`)
        return (found['bulkOperation'] as { files: { url: string }[] }).files.find((each) =>
          each.url.endsWith('.ndjson'),
        )
      },
      { timeout: 30_000, interval: 50 },
    )
    const work = join(dir, id, 'work')
    const [part = ''] = (await readdir(work)).filter((name) => /^accounts\..*part$/.test(name))
    await rm(join(work, part))
    execFileSync('mkfifo', [join(work, part)])
    // More of them than the process has threads, which compression needs too.
    const leave = new AbortController()
    const downloads = Array.from({ length: 8 }, () => fetch(new URL(file.url, url), { signal: leave.signal }))
    const ended = Promise.allSettled(downloads.map(async (download) => (await download).text()))
    await sleep(500)

    const data = await dataOf(url, '{ accounts { nodes { raw } } }', AbortSignal.timeout(20_000))
    expect(JSON.stringify(data).length).toBeGreaterThan(1_024)
    leave.abort()
    await ended
  })
})

describe.skipIf(!HAS_REDIS)('long work whose Redis is away (needs the apt package redis-server)', () => {
  it('is logged once, without a stack', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    const { run } = await start({ REDIS_URL: redis.url })
    const adgraph = run()
    const [, url = ''] = await adgraph.printed(/"url":"([^"]+)"/)
    expect(await codeOf(url, START)).toBe('OK')
    await redis.kill()
    await adgraph.printed(/Redis is unavailable/)
    const before = adgraph.output().length
    await sleep(5_000)

    expect(adgraph.output().slice(before)).not.toContain('"stack"')
    adgraph.process.kill('SIGTERM')
    expect(await adgraph.exited).toBe(0)
  })
})
