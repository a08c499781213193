import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Service } from './service.ts'

// With the package installed, this is the command `adgraph`.
const ADGRAPH = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** The SDL of Adgraph's subgraph, without a server. */
export function adgraphSdl(): string {
  return execFileSync(process.execPath, [ADGRAPH, 'schema', '--federation'], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  })
}

/** Runs Adgraph in a process of its own, with these settings alone; over its embedded sandbox unless they name a service. */
export async function startAdgraph(settings: Record<string, string>): Promise<Service> {
  // Not the environment of the shell, whose settings could name a service with real accounts.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [ADGRAPH, 'start'], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let log = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000)
      const [, served] = /"url":"([^"]+)"/.exec(log) ?? []
      if (served !== undefined) resolve(served)
    })
    void exited.then(() => reject(new Error(`Adgraph has ended:\n${log}`)))
  })
  return {
    url,
    async close() {
      child.kill()
      await exited
    },
  }
}
