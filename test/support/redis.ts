import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

/** Whether the apt package redis-server is installed. */
export const HAS_REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].some((path) => existsSync(path))

/** How long tests that are not about a slow Redis wait for it, so that they also pass on a busy machine. */
export const PATIENT_MS = 2_000

/** A Redis of a test's own, in memory. */
export interface TestRedis {
  url: string
  port: number
  /** Ends it without a word, as when its machine is lost. */
  kill(): Promise<void>
  /** Lets it answer nothing, its connections open, until it is thawed. */
  freeze(): void
  thaw(): void
  /** Loses all its data. */
  forgetAll(): Promise<void>
}

/** Starts a Redis on a port, any free one by default; with a folder, it keeps its data in a file there. */
export async function startRedis(port?: number, dir?: string): Promise<TestRedis> {
  const chosen = port ?? (await freePort())
  const file = dir === undefined ? ['no'] : ['yes', '--appendfsync', 'always', '--dir', dir]
  const args = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', ...file]
  const child = spawn('redis-server', args)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`redis-server ended:\n${output}`)))
  })
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async forgetAll() {
      const connection = new Redis(chosen)
      await connection.flushall()
      connection.disconnect()
    },
  }
}
