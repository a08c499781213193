import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser, newVisitor, servePage, startAdgraph, type VisitorOptions } from './support.ts'

export const ACCOUNT = '18ce54d4x5t'
export const CAMPAIGN = 'Wave 5 · Camp Stoves · Australia · Followers'

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** Serves the dashboard over the sandbox to the tests of a file, and fails those in which the page logs an error. */
export function useDashboard() {
  let adgraph: Awaited<ReturnType<typeof startAdgraph>>
  let server: Awaited<ReturnType<typeof servePage>>
  let browser: Browser
  let visitors: Awaited<ReturnType<typeof newVisitor>>[] = []
  beforeAll(async () => {
    adgraph = await startAdgraph()
    server = await servePage(adgraph.url)
    browser = await launchBrowser()
  })
  beforeEach(() => adgraph.reset())
  afterEach(async () => {
    const faults = visitors.flatMap((visitor) => visitor.faults)
    for (const { context } of visitors.splice(0)) await context.close()
    if (faults.length > 0) throw new Error(`The page did what it should not:\n${faults.join('\n')}`)
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await adgraph.stop()
  })

  const requests = () => adgraph.requests()

  /** Opens a place in a window of its own, or in another tab of `context`. */
  const visit = async (
    place = `?account=${ACCOUNT}`,
    options: VisitorOptions = {},
    context?: BrowserContext,
  ): Promise<Page> => {
    const visitor = await newVisitor(browser, options, context)
    visitors.push(visitor)
    await visitor.page.goto(server.url + place)
    return visitor.page
  }

  /** Forgets what the browser has logged so far: it logs each request that a test lets fail. */
  const forgive = () => {
    for (const { faults } of visitors) faults.length = 0
  }

  /** The REST calls since the last reset as "GET campaigns?count=25", without the account. */
  const calls = async (filter: RegExp = /./): Promise<string[]> =>
    (await requests())
      .map(({ method, path, query }) => {
        const text = query
          .filter(([name]) => !name.startsWith('oauth_'))
          .map(([name, value]) => `${name}=${name === 'cursor' ? '…' : value}`)
          .join('&')
        return `${method} ${path.replace(`/12/accounts/${ACCOUNT}`, '').replace(/^\//, '')}${text && `?${text}`}`
      })
      .filter((call) => filter.test(call))

  const addFaults = (...rules: unknown[]) => adgraph.addFaults(...rules)
  return { requests, addFaults, now: () => adgraph.now(), url: () => server.url, visit, forgive, calls }
}

/** A refusal by the service of the requests that match. */
export const refuse = (
  match: Record<string, unknown>,
  code: string,
  message: string,
  often: Record<string, number> = {},
) => ({
  match,
  fault: { kind: 'status', status: code === 'FORBIDDEN' ? 403 : 400, body: { json: { errors: [{ code, message }] } } },
  ...often,
})

export const campaign = (page: Page, name: string): Locator =>
  page.locator('.campaigns > li').filter({ has: page.getByRole('button', { name, exact: true }) })

/** Opens a campaign by its name, and gives its line items. */
export async function openCampaign(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  const lineItems = campaign(page, name).locator('.line-items > li')
  await lineItems.first().waitFor()
  return lineItems
}

/** Waits for the campaigns, and for their line items. */
export async function loaded(page: Page, count: string): Promise<void> {
  await page.getByText(`${count} of 52 campaigns loaded`).waitFor()
  await page.locator('.campaigns > li > .row .subtitle').filter({ hasText: 'line item' }).first().waitFor()
}

/** Holds the requests of an operation back until the returned function is called. */
export async function hold(page: Page, operationName: string): Promise<() => void> {
  const { promise, resolve } = withResolvers()
  await page.route('**/graphql', async (route) => {
    if ((route.request().postDataJSON() as { operationName: string }).operationName === operationName) await promise
    await route.fallback()
  })
  return resolve
}
