import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { inBrowser } from '../../test/support/browser.ts'
import { openBulkGraph } from '../../test/support/bulk.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { show, useBrowser } from './use-browser.ts'

const QUERY = `query Everything { account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { name
  lineItems { nodes { name targetingCriteria { nodes { name } } } } } } } }`

describe('long work in the page (needs the apt package chromium)', inBrowser, () => {
  const { visit, until } = useBrowser()

  it('starts, shows progress, survives a reload, is downloaded with the session, and is canceled', async () => {
    const sandbox = await startSandbox()
    until(() => sandbox.close())
    sandbox.addUser({ screenName: 'alice', accountIds: [DEMO_ACCOUNT_ID] })
    const graph = await openBulkGraph(sandbox.url, {
      credentials: sandbox.credentials,
      environment: 'sandbox',
      signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 },
      tenant: { credentials: undefined, clientTokens: [] },
    })
    until(() => graph.close())
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/targeting_criteria' },
      fault: { kind: 'latency', ms: 2_000 },
    })
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: QUERY })}`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Authorize as alice' }).click()
    await page.getByText('Signed in as alice').waitFor()
    await show(page, 'Export')
    const start = page.getByRole('button', { name: 'Start this query' })
    await start.click()
    const work = page.locator('.long-work > li').first()
    await page.locator('.long-work > li[data-status="RUNNING"]').waitFor()
    await work.getByText('account.campaigns.lineItems', { exact: true }).waitFor()
    await expect.poll(() => work.getByRole('progressbar').count()).toBe(1)

    // The pane is open again.
    await page.reload()
    await page.locator('.long-work > li[data-status="RUNNING"]').waitFor()
    await expect.poll(() => page.locator('.long-work > li').count()).toBe(1)
    sandbox.faults.clear()
    await page.locator('.long-work > li[data-status="COMPLETED"]').waitFor({ timeout: 30_000 })
    const lists = () => work.getByRole('list', { name: 'Lists' }).getByRole('listitem').allInnerTexts()
    await expect
      .poll(async () => (await lists()).map((text) => text.replace(/\s+/g, ' ').replace(/[\d,]+/, 'N')))
      .toEqual(['', '.lineItems', '.lineItems.targetingCriteria'].map((path) => `account.campaigns${path} N rows ✓`))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      work.getByRole('button', { name: /^account\.campaigns\.lineItems\.ndjson/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('account.campaigns.lineItems.ndjson')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    expect(`${lines.length.toLocaleString('en-US')} rows`).toBe(/[\d,]+ rows/.exec((await lists())[1]!)![0])
    expect(JSON.parse(lines[0]!)).toMatchObject({ __typename: 'LineItem', name: expect.any(String) as string })
    const id = await work.getAttribute('data-id')
    expect((await graph.get(`/bulk/${id}/account.campaigns.lineItems.ndjson`)).status).toBeGreaterThanOrEqual(400)

    sandbox.faults.add({ fault: { kind: 'latency', ms: 2_000 } })
    await start.click()
    await work.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.long-work > li[data-status="CANCELED"]').waitFor({ timeout: 30_000 })
    await expect.poll(() => page.locator('.long-work > li').count()).toBe(2)

    await page.goto(`${graph.url}?${new URLSearchParams({ query: '{ __typename }' })}`)
    await start.click()
    await expect.poll(() => page.locator('.pane .notice').first().innerText()).toMatch(/connection/)
  })

  it('says while it cannot be started or watched that the server does not answer, and no longer', async () => {
    const sandbox = await startSandbox()
    until(() => sandbox.close())
    const graph = await openBulkGraph(sandbox.url, { credentials: sandbox.credentials, environment: 'sandbox' })
    until(() => graph.close())
    sandbox.faults.add({ fault: { kind: 'latency', ms: 2_000 } })
    const { page, context } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: QUERY })}`)
    await show(page, 'Export')
    const start = page.getByRole('button', { name: 'Start this query' })
    const problems = () => page.locator('.pane').getByRole('alert').allInnerTexts()
    const noAnswer = 'The server did not answer: Failed to fetch'
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await start.click()
    await expect.poll(problems).toEqual([noAnswer])

    await context.setOffline(false)
    await start.click()
    await page.locator('.long-work > li[data-status="RUNNING"]').waitFor()
    await expect.poll(problems).toEqual([])
    await context.setOffline(true)
    await expect.poll(problems).toEqual([noAnswer])
    await context.setOffline(false)
    await expect.poll(problems).toEqual([])

    sandbox.faults.clear()
    const file = page.getByRole('button', { name: /^account\.campaigns\.ndjson/ })
    await file.waitFor()
    await context.setOffline(true)
    await file.click()
    await expect.poll(problems).toEqual(['account.campaigns.ndjson was not downloaded: Failed to fetch'])
  })
})
