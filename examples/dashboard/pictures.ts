// Takes the pictures of the documentation, into `docs/images` or the folder in the argument: the page at /graphql with
// Explain and with Trace, and this dashboard. Run it as `npm run pictures` in the root, on a machine that is idle, because the
// pictures show times.

import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, newVisitor, SANDBOX_NOW, servePage, startAdgraph, type VisitorOptions } from './test/support.ts'
import { ACCOUNT, CAMPAIGN } from './test/visit.ts'

const folder = resolve(process.argv[2] ?? 'docs/images')
const SIZE = { width: 1280, height: 840 }

const adgraph = await startAdgraph()
const dashboard = await servePage(adgraph.url)
const browser = await launchBrowser()

/** Opens a page, does something there, and takes a picture. */
async function take(name: string, url: string, act: (page: Page) => Promise<void>, options: VisitorOptions = {}) {
  const { page, context } = await newVisitor(browser, { viewport: SIZE, ...options })
  await page.goto(url)
  await act(page)
  // The pointer changes the element below it.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: resolve(folder, `${name}.png`) })
  await context.close()
}

/** Runs the query of the first screen of the page, and shows a view. */
async function runFirst(page: Page, view: string): Promise<void> {
  // GraphiQL ignores the button until its editors are there.
  await page.locator(':is(.graphiql-editor, .result-window) .view-lines').nth(3).waitFor({ state: 'attached' })
  await page.locator('.graphiql-execute-button').click()
  await page.locator('.result-window').getByText('"account"').waitFor()
  await page.getByRole('button', { name: new RegExp(`^${view}`) }).click()
}

/** Opens a campaign of the dashboard, and its first line item. */
async function openLineItem(page: Page): Promise<void> {
  await page.getByRole('button', { name: CAMPAIGN, exact: true }).click()
  await page.locator('.line-items .toggle').first().click()
  await page.getByRole('region', { name: 'Targeting' }).getByText('Australia').waitFor()
}

const graph = `${adgraph.url}/graphql`
// A first run loads the code, so that the next ones take as long as on a running server.
await take('explain', graph, (page) => runFirst(page, 'Explain'))
await take('explain', graph, (page) => runFirst(page, 'Explain'))
await adgraph.addFaults({
  fault: { kind: 'unavailable' },
  match: { path: 'accounts/:account_id/promoted_posts' },
  times: 1,
})
await take('trace', graph, async (page) => {
  await runFirst(page, 'Trace')
  await page.getByText('attempt 2').click()
})
const place = `${dashboard.url}?account=${ACCOUNT}`
await take('dashboard', place, openLineItem, { now: SANDBOX_NOW })
await take(
  'dashboard-edit',
  place,
  async (page) => {
    await page.getByRole('button', { name: `Edit ${CAMPAIGN}` }).click()
    await page.getByRole('form').getByLabel('Daily budget').fill('9,000')
    await page.getByText(/must not exceed the total budget/).waitFor()
  },
  { now: SANDBOX_NOW, colorScheme: 'dark' },
)

await browser.close()
await dashboard.close()
await adgraph.stop()
