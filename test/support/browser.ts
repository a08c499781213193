import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'

/** For tests in a browser: without one they are skipped. */
export const inBrowser = { skip: !existsSync(CHROMIUM) }

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No name leads anywhere: there is this machine alone.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** The browser that the tests drive. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS })
}

/** Somebody's own window of the browser, which reaches nothing beyond this machine. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** The addresses beyond this machine that the page asked for. */
  outside: string[]
  /** What the page's content security policy has refused, as the browser reports it. */
  violations: string[]
  /** Exceptions that no code of the page caught. */
  exceptions: string[]
}

/** Opens a window without any storage or cache of others. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(options)
  const outside: string[] = []
  const violations: string[] = []
  const exceptions: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') outside.push(request.url())
  })
  page.on('pageerror', ({ message }) => exceptions.push(message))
  return { context, page, outside, violations, exceptions }
}
