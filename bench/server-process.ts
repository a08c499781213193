import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import type { ServerSpec } from './servers.ts'

/** The usage of a server process: CPU since its start, and memory. */
export interface Usage {
  cpuMs: number
  peakKb: number
  rssKb: number
}

/** A server in its own process. */
export interface ServerProcess {
  url: string
  pid: number
  /** The time from the start of the process to its first response. */
  startMs: number
  usage(): Promise<Usage>
  /** Sends a message to a module that was loaded into the process, and returns its reply. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

/** The folder of this checkout, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROBE = new URL('probe.js', import.meta.url).href
const MAX_START_MS = 60_000

/** The V8 options of `adgraph` in a checkout: those of its first line, or of `npm start` where an older commit has them. */
export function v8Options(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }
  const [firstLine = ''] = readFileSync(`${root}src/cli.ts`, 'utf8').split('\n')
  return `${firstLine} ${scripts.start}`.split(' ').filter((word) => word.startsWith('--'))
}

/** A client and a user, whom the services of the benchmark do not check. */
export const CREDENTIALS = {
  OAUTH_CONSUMER_KEY: 'consumer-key',
  OAUTH_CONSUMER_SECRET: 'consumer-secret',
  OAUTH_ACCESS_TOKEN: 'access-token',
  OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
}

/** Starts a module of the benchmark in a process of its own, and waits for the URL that it sends. */
export async function startProcess(module: string, ...args: string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(new URL(module, import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return { url, child }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** The CPU time of a process that was not started with the probe. Throws if it has ended. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which can contain spaces: the state is field 3; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Used for every server. `README.md` gives the reasons. */
const V8_OPTIONS = v8Options(ROOT)

/** Starts a server with the upstream, pinned to `core` (or a list such as `0,1`) if it is set, and waits until it responds. */
export async function startServer(
  spec: ServerSpec,
  upstreamUrl: string,
  core?: number | string,
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/graphql`
  const { node = process.execPath, v8Options = V8_OPTIONS, root = ROOT } = spec
  const command = [node, ...v8Options, '--import', PROBE, ...spec.command]
  if (core !== undefined) command.unshift('taskset', '-c', String(core))
  const began = performance.now()
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      UPSTREAM_URL: upstreamUrl,
      ADS_BASE_URL: upstreamUrl,
      ...CREDENTIALS,
      ...spec.env,
    },
  })
  await answers(url, child, spec.name)
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - began,
    usage: () => ask('usage') as Promise<Usage>,
    ask,
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }

  async function ask(message: string): Promise<unknown> {
    child.send(message)
    const [reply] = (await once(child, 'message')) as [unknown]
    return reply
  }
}

async function answers(url: string, child: ChildProcess, name: string): Promise<void> {
  const limit = Date.now() + MAX_START_MS
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`${name} exited during its start`)
    try {
      const body = JSON.stringify({ query: '{ __typename }' })
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await answer.arrayBuffer()
      return
    } catch {
      // The server does not listen yet.
      await sleep(5)
    }
  }
  child.kill('SIGKILL')
  throw new Error(`${name} did not answer within ${MAX_START_MS / 1000} s`)
}
