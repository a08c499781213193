import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// With the package installed, this is the command `adgraph`.
const ADGRAPH = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** Adgraph over its embedded sandbox, in a process of its own. */
export interface Adgraph {
  /** The URL of the tools of agents. */
  url: string
  close(): Promise<void>
}

/** Runs Adgraph over its embedded sandbox, on a free port, whatever the shell has set. */
export async function startAdgraph(): Promise<Adgraph> {
  // Not the environment of the shell, whose settings could name a service with real accounts.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [ADGRAPH, 'start'], {
    env: { PATH, HOME, PORT: '0' },
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
    url: new URL('/mcp', url).href,
    async close() {
      child.kill()
      await exited
    },
  }
}
