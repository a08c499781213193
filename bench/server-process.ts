import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/free-port.ts'
import type { ServerSpec } from './servers.ts'

/** The usage of a server process: CPU since its start, and memory. */
export interface Usage {
  cpuMs: number
  peakMb: number
  rssMb: number
}

/** A process that ends with this one. */
export interface Process {
  url: string
  child: ChildProcess
  pid: number
  /** Sends a message to the process, and returns its reply. */
  ask<Reply>(message: unknown): Promise<Reply>
  stop(): Promise<void>
}

/** A server in its own process. */
export interface ServerProcess extends Process {
  /** The time from the start of the process to its first response. */
  startMs: number
}

/** The folder of this checkout, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROBE = new URL('probe.js', import.meta.url).href
const MAX_START_MS = 60_000

/** The V8 options of `adgraph` in a checkout, from its first line. */
export function v8Options(root: string): string[] {
  const [firstLine = ''] = readFileSync(`${root}src/cli.ts`, 'utf8').split('\n')
  return firstLine.split(' ').filter((word) => word.startsWith('--'))
}

/** A client and a user, whom the services of the benchmark do not check. */
export const CREDENTIALS = {
  OAUTH_CONSUMER_KEY: 'consumer-key',
  OAUTH_CONSUMER_SECRET: 'consumer-secret',
  OAUTH_ACCESS_TOKEN: 'access-token',
  OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
}

/** Creates a temporary folder, which is deleted when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgraph-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function processOf(child: ChildProcess, url: string): Process {
  return {
    url,
    child,
    pid: child.pid!,
    async ask<Reply>(message: object | string | number) {
      child.send(message)
      const [reply] = (await once(child, 'message')) as [Reply]
      return reply
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts a module of the benchmark in a process of its own, and waits for the URL that it sends. */
export async function startProcess(module: string, ...args: string[]): Promise<Process> {
  const child = fork(new URL(module, import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  const [url] = (await once(child, 'message')) as [string]
  return processOf(child, url)
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

/** The start of a command that runs on these cores, such as `0,1`. */
export function onCores(cores: string): string[] {
  return ['taskset', '-c', cores]
}

/** Moves a process that runs, with all of its threads, to these cores. Throws where this is not possible. */
export function pinTo(cores: string, pid: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })
}

/** Starts a server with the upstream, and waits until it responds. `within` is the start of its command, such as `onCores` makes. */
export async function startServer(
  spec: ServerSpec,
  upstreamUrl: string,
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/graphql`
  const { node = process.execPath, v8Options = V8_OPTIONS, root = ROOT } = spec
  const [command = node, ...args] = [...within, node, ...v8Options, '--import', PROBE, ...spec.command]
  const began = performance.now()
  const child = spawn(command, args, {
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
  for (const limit = Date.now() + MAX_START_MS; !(await answers(url)); await sleep(5)) {
    if (child.exitCode !== null) throw new Error(`${spec.name} exited during its start`)
    if (Date.now() > limit) throw new Error(`${spec.name} did not answer within ${MAX_START_MS / 1000} s`)
  }
  return { ...processOf(child, url), startMs: performance.now() - began }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await post(url, '{ __typename }')).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Sends an operation to a server. */
export function post(url: string, query: string, variables: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
}

/** Sends an operation to a server, and returns its data. Throws if it has errors. */
export async function dataOf(url: string, query: string, variables?: object): Promise<Record<string, unknown>> {
  const response = await post(url, query, variables)
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown }
  if (errors) throw new Error(`${query} fails: ${JSON.stringify(errors)}`)
  return data
}
