import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { inBrowser } from '../../test/support/browser.ts'
import { execute, isRun, start, useBrowser } from './use-browser.ts'

const CAMPAIGNS = `query Campaigns { account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 2) { nodes { name } } } }`

const CREATION = `mutation Create { createCampaign(input: { accountId: "${SMALL_ACCOUNT_ID}", fundingInstrumentId: "6db6z", name: "Spring",
    dailyBudgetAmountLocalMicro: "50000000", totalBudgetAmountLocalMicro: "1500000000", entityStatus: PAUSED })
    { campaign { restId } userErrors { message } } }`

describe('a run of an operation (needs the apt package chromium)', inBrowser, () => {
  const { visit, openGraph } = useBrowser()

  async function openQuery(graph: { url: string }, query: string): Promise<Page> {
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    return page
  }

  const shown = (page: Page) => page.locator('.result-window').innerText()

  it('says that there was no response, without a stack trace', async () => {
    const graph = await openGraph()
    const page = await openQuery(graph, CAMPAIGNS)
    await page.route(graph.url, (route) => (isRun(route.request()) ? route.abort() : route.continue()))
    expect(await execute(page, 'No GraphQL response: Failed to fetch')).not.toContain('"stack"')
    await page.unroute(graph.url)
    const gateway = { status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' }
    await page.route(graph.url, (route) => (isRun(route.request()) ? route.fulfill(gateway) : route.continue()))
    expect(await execute(page, 'No GraphQL response: status 502, text/html')).not.toContain('"stack"')
  })

  it('is stopped by the button: its request ends, and a write may still have happened', async () => {
    const graph = await openGraph()
    graph.sandbox.faults.add({ fault: { kind: 'latency', ms: 3_000 } })
    const page = await openQuery(graph, CAMPAIGNS)
    const stop = () =>
      Promise.all([
        page.waitForEvent('requestfailed', { predicate: isRun, timeout: 2_000 }),
        page.getByRole('button', { name: /^Stop query/ }).click(),
      ])
    const note = page.getByRole('status').filter({ hasText: 'Stopped' })
    await start(page)
    await stop()
    await expect.poll(() => note.innerText()).toBe('Stopped. The response was discarded.')
    expect((await shown(page)).trim()).toBe('')

    await page.goto(`${graph.url}?${new URLSearchParams({ query: CREATION })}`)
    await start(page)
    await stop()
    await expect
      .poll(() => note.innerText())
      .toBe(
        'Stopped. The response was discarded. createCampaign may still have written: check before you run it again.',
      )
    graph.sandbox.faults.clear()
    await execute(page, '"restId": "')
    expect(await note.count()).toBe(0)
  })

  it('is stopped when another tab is opened, which does not get its response', async () => {
    const graph = await openGraph()
    graph.sandbox.faults.add({ fault: { kind: 'latency', ms: 1_000 } })
    const page = await openQuery(graph, CREATION.replace('PAUSED }', 'PAUSED }, validateOnly: true'))
    await start(page)
    await Promise.all([
      page.waitForEvent('requestfailed', { predicate: isRun, timeout: 5_000 }),
      page.locator('.graphiql-tab-add').click(),
    ])
    await page.getByRole('button', { name: /^Execute query/ }).waitFor()
    expect((await shown(page)).trim()).toBe('')
    expect(await page.getByText('Stopped').count()).toBe(0)
    await page
      .locator('.graphiql-tab-button')
      .first()
      .click({ position: { x: 8, y: 8 } })

    await page.getByText('Stopped. The response was discarded.').waitFor()
    expect((await shown(page)).trim()).toBe('')
    expect(await page.locator('.validation').count()).toBe(0)
  })
})
