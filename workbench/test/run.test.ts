import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { inBrowser } from '../../test/support/browser.ts'
import { execute, isRun, useBrowser } from './use-browser.ts'

const CAMPAIGNS = `query Campaigns { account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 2) { nodes { name } } } }`

describe('a run of an operation (needs the apt package chromium)', inBrowser, () => {
  const { visit, openGraph } = useBrowser()

  async function openQuery(graph: { url: string }, query: string): Promise<Page> {
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    return page
  }

  it('says that there was no response, without a stack trace', async () => {
    const graph = await openGraph()
    const page = await openQuery(graph, CAMPAIGNS)
    await page.route(graph.url, (route) => (isRun(route.request()) ? route.abort() : route.continue()))
    expect(await execute(page, 'No GraphQL response: Failed to fetch')).not.toContain('"stack"')
    await page.unroute(graph.url)
    const gateway = { status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' }
    await page.route(graph.url, (route) => (isRun(route.request()) ? route.fulfill(gateway) : route.continue()))
    expect(await execute(page, 'No GraphQL response: status 502, text/html')).not.toContain('"stack"')
  }, 60_000)
})
