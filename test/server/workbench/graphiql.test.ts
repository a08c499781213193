import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import { runCommand } from '../../support/command.ts'
import { openSandboxGraph } from '../../support/graph.ts'

const CHROMIUM = '/usr/bin/chromium'

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

describe.skipIf(!existsSync(CHROMIUM))('GraphiQL (needs the apt package chromium)', () => {
  let browser: Browser
  let blocked: string[] = []
  /** What the page's content security policy has refused, as the browser reports it. */
  let violations: string[] = []
  let ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS })
  })
  afterEach(async () => {
    for (const end of ends.reverse()) await end()
    ends = []
    blocked = []
    violations = []
  })
  afterAll(() => browser.close())

  /** A browser of somebody's own, which reaches nothing beyond this machine. */
  async function newBrowser(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext()
    ends.push(() => context.close())
    await context.route('**/*', (route) => {
      const { hostname, protocol } = new URL(route.request().url())
      if (hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:') return route.continue()
      blocked.push(hostname)
      return route.abort()
    })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    return { context, page }
  }

  /** Runs the query that the page shows, and gives the answer when it holds this text. */
  async function execute(page: Page, expected: string): Promise<string> {
    await page.getByRole('button', { name: /execute query/i }).click()
    await page.locator('.result-window').getByText(expected).first().waitFor({ timeout: 15_000 })
    return page.locator('.result-window').innerText()
  }

  async function signIn(page: Page, screenName: string): Promise<void> {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: `Authorize as ${screenName}` }).click()
    await page.getByText(`Signed in as ${screenName}`).waitFor()
  }

  it('loads without any network beyond this machine, and its first query answers with data', async () => {
    const adgraph = runCommand(['start'], { PORT: '0' })
    ends.push(() => adgraph.stop())
    const [, url] = await adgraph.printed(/Adgraph serves (http:\/\/127\.0\.0\.1:\d+\/graphql)/)
    const { page } = await newBrowser()
    const response = await page.goto(url!)

    expect(await execute(page, 'Tidewater Outfitters')).not.toContain('"errors"')
    expect(blocked).toEqual([])
    const policy = response!.headers()['content-security-policy']
    expect(policy).toMatch(/script-src 'sha256-[^;]*; .*frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(violations).toEqual([])
    // Scripts that somebody smuggles in do not run.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.smuggled = true'
      document.body.append(script)
    })
    expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
    expect(violations).toHaveLength(1)
  }, 60_000)

  it('signs a user in by one click, shows that user alone, and signs out for good, each browser by itself', async () => {
    const graph = await openSandboxGraph({
      graph: {
        signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 },
        tenant: { credentials: undefined, clientTokens: [] },
      },
    })
    ends.push(() => graph.close())
    graph.sandbox.addUser({ screenName: 'alice', accountIds: [DEMO_ACCOUNT_ID] })
    graph.sandbox.addUser({ screenName: 'bob', accountIds: [SMALL_ACCOUNT_ID] })
    const [one, other] = [await newBrowser(), await newBrowser()]
    const address = `${graph.url}?query=${encodeURIComponent('{ accounts { nodes { restId } } }')}`
    await one.page.goto(address)
    await signIn(one.page, 'alice')
    const token = (await one.context.cookies()).find(({ name }) => name === 'adgraph_session')!.value

    expect(await execute(one.page, DEMO_ACCOUNT_ID)).not.toContain(SMALL_ACCOUNT_ID)
    await other.page.goto(address)
    expect(await execute(other.page, 'UNAUTHENTICATED')).not.toContain(DEMO_ACCOUNT_ID)
    await signIn(other.page, 'bob')
    expect(await execute(other.page, SMALL_ACCOUNT_ID)).not.toContain(DEMO_ACCOUNT_ID)
    expect((await graph.query('{ accounts { totalCount } }', {}, { authorization: `Bearer ${token}` })).data).toEqual({
      accounts: { totalCount: 1 },
    })

    await one.page.getByRole('button', { name: 'Sign out' }).click()
    await one.page.getByText('Not signed in').waitFor()
    expect(await execute(one.page, 'UNAUTHENTICATED')).not.toContain(DEMO_ACCOUNT_ID)
    const replayed = await graph.query('{ accounts { totalCount } }', {}, { authorization: `Bearer ${token}` })
    expect([replayed.status, replayed.errors?.map(({ extensions }) => extensions.code)]).toEqual([
      200,
      ['UNAUTHENTICATED'],
    ])
    expect(await execute(other.page, SMALL_ACCOUNT_ID)).not.toContain('"errors"')
    expect(blocked).toEqual([])
    expect(violations).toEqual([])
  }, 60_000)
})
