import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { preview } from 'vite'
import { proxyTo } from '../vite.config.ts'

const CHROMIUM = '/usr/bin/chromium'

/** The time that a process has to start on a busy machine. */
const START_MS = 60_000

/** For tests in a browser: without one they are skipped; in a CI they get a second try, which `.ci/run` tells. */
export const inBrowser = { skip: !existsSync(CHROMIUM), retry: process.env['CI'] ? 1 : 0 }

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // No name leads anywhere: there is this machine alone.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface WireRequest {
  method: string
  path: string
  query: [string, string][]
  form: [string, string][]
}

/** Where the clock of the sandbox starts, so that the dates that tests expect stay. */
export const SANDBOX_NOW = '2026-06-01T12:00:00Z'

/** A command of Adgraph in a process of its own, when it has printed its URL. */
async function run(command: 'start' | 'sandbox', settings: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['dist/cli.js', command], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', SANDBOX_NOW, ...settings },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  const url = await until(() => {
    if (child.exitCode !== null) throw new Error(`Adgraph did not start:\n${printed}`)
    return / serves (http:\/\/127\.0\.0\.1:\d+)(?:\/graphql|\n\n[^]*TOKEN_SECRET=\S+)/.exec(printed)?.[1]
  })
  return {
    url,
    printed,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Adgraph over a sandbox in another process: `user` signs in at the service, or all present the token `client`. */
export async function startProtected(by: 'user' | 'client') {
  const sandbox = await run('sandbox', { SANDBOX_PORT: '0' })
  const printed = [...sandbox.printed.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!] as const)
  const service = printed.filter(([name]) => by === 'client' || !name.startsWith('OAUTH_ACCESS'))
  const server = await run('start', {
    ...Object.fromEntries(service),
    ...(by === 'client' ? { CLIENT_TOKENS: 'client' } : { SESSION_SECRET: 'x'.repeat(32) }),
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await sandbox.stop()
    },
  }
}

/** Adgraph over its embedded sandbox, in a process of its own, with the control route of the sandbox. */
export async function startAdgraph() {
  const sandboxPort = await freePort()
  const server = await run('start', { SANDBOX_PORT: String(sandboxPort) })
  const sandbox = async (method: string, resource: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/${resource}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${resource} answered ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    url: server.url,
    /** Restores the data, and removes all faults and recorded requests. */
    async reset() {
      await sandbox('POST', 'reset')
      await sandbox('DELETE', 'requests')
    },
    addFaults: (...rules: unknown[]) => sandbox('POST', 'faults', rules),
    /** The time in the sandbox, as an answer of it says. */
    async now() {
      const { headers } = await fetch(`http://127.0.0.1:${sandboxPort}/12/accounts`)
      return Date.parse(headers.get('date')!)
    },
    /** The requests that the sandbox got, as "GET /12/…". */
    async requests(): Promise<WireRequest[]> {
      return (await (await sandbox('GET', 'requests')).json()) as WireRequest[]
    },
    stop: () => server.stop(),
  }
}

/** Serves the built page, and passes its calls of the graph on to `graphUrl`. */
export async function servePage(graphUrl: string) {
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    preview: { port: 0, proxy: proxyTo(graphUrl) },
  })
  const { port } = server.httpServer.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS })
}

export interface VisitorOptions extends BrowserContextOptions {
  /** The time at which the clock of the page stands. */
  now?: string
}

/** A window without the storage of others, or another tab of `known`, and what went wrong in it. */
export async function newVisitor(browser: Browser, { now, ...options }: VisitorOptions = {}, known?: BrowserContext) {
  const context =
    known ?? (await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 }, ...options }))
  const page = await context.newPage()
  if (now !== undefined) await page.clock.setFixedTime(now)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(`It asked for ${request.url()}`)
  })
  return { page, context, faults }
}

/** The names of all controls that assistive technology finds on the page, by their roles. */
export async function controlsOf(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const roles = new Set(['button', 'link', 'switch', 'textbox', 'searchbox', 'combobox'])
  return nodes
    .filter(({ ignored, role }) => !ignored && roles.has(String(role?.value)))
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until `read` gives something. */
export async function until<Value>(read: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline;) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`It did not happen within ${START_MS} ms`)
}
