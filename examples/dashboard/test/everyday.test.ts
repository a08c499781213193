import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBrowser } from './support.ts'
import { ACCOUNT, CAMPAIGN, campaign, loaded, openCampaign, refuse, useDashboard } from './visit.ts'

const DAY_MS = 86_400_000

/** A text whose spaces are all of one kind: dates have narrow ones. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

describe('a day with the dashboard (needs the apt package chromium)', inBrowser, () => {
  const { visit, calls, requests, addFaults, now, forgive, url } = useDashboard()

  const chips = (page: Page) => page.getByRole('group', { name: 'Filter by delivery' }).getByRole('button')

  /** Asks the graph for something as another client does. */
  async function ask(query: string): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url()}graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
    expect(errors).toBeUndefined()
    return data
  }

  it('counts all campaigns, so that no number moves while pages load, with ended campaigns apart', async () => {
    // So high that the end of the filtered list, which loads the next page, is in view.
    const page = await visit(undefined, { viewport: { width: 1280, height: 1400 } })
    await loaded(page, '25')
    const counted = ['All 52', 'Serving 9', 'Paused 7', 'Draft 1', 'Ended 35']
    await expect.poll(() => chips(page).allInnerTexts()).toEqual(counted)
    const gaps = await chips(page).evaluateAll((all) => all.map((chip) => getComputedStyle(chip).marginLeft))
    expect(gaps).toEqual(['0px', '0px', '0px', '0px', '14px'])

    // The filter loads what it needs, in one more page.
    await page.getByRole('button', { name: 'Ended 35' }).click()
    await loaded(page, '52')
    const deliveries = page.locator('.campaigns > li > .row .delivery')
    await expect.poll(() => deliveries.allTextContents()).toEqual(Array(35).fill('Ended'))
    expect(await chips(page).allInnerTexts()).toEqual(counted)
    expect(await calls(/^GET campaigns\?.*cursor/)).toEqual(['GET campaigns?with_draft=true&cursor=…&count=200'])
  })

  it('shows how many line items a campaign has, and from when to when they run, in days of the account', async () => {
    const page = await visit()
    await loaded(page, '25')
    const subtitles = page.locator('.campaigns > li > .row .subtitle')
    await expect
      .poll(async () => (await subtitles.allInnerTexts()).slice(0, 3).map(spaced))
      .toEqual([
        '11 line items · May 23 – Dec 1, 2026',
        '11 line items · May 19 – Sep 26, 2026',
        '10 line items · May 8 – Jul 16, 2026',
      ])
    const lineItems = await openCampaign(page, CAMPAIGN)
    const below = await lineItems.locator('.subtitle').allInnerTexts()
    expect(below).toHaveLength(10)
    expect(new Set(below.map((text) => spaced(text).split(' · ').at(-1)))).toEqual(new Set(['May 8 – Jul 16, 2026']))
    // The zone is the account's, not the browser's.
    const elsewhere = await visit(undefined, { timezoneId: 'Asia/Tokyo' })
    await loaded(elsewhere, '25')
    await elsewhere.getByText('10 line items').first().waitFor()
    expect(spaced(await campaign(elsewhere, CAMPAIGN).locator('.subtitle').first().innerText())).toBe(
      '10 line items · May 8 – Jul 16, 2026',
    )
  })

  it('keeps its filter and open rows when it is reloaded', async () => {
    const page = await visit()
    await page.getByRole('button', { name: 'Serving 9' }).click()
    const lineItems = await openCampaign(page, CAMPAIGN)
    await lineItems.nth(1).locator('.toggle').click()
    const targeting = lineItems.nth(1).getByRole('region', { name: 'Targeting' }).locator('dl')
    await targeting.waitFor()
    await page.reload()
    await targeting.waitFor()
    await page.getByRole('button', { name: 'Serving 9', pressed: true }).waitFor()
    await expect.poll(() => page.locator('.campaigns > li').count()).toBe(9)
    await expect.poll(() => page.locator('.toggle[aria-expanded=true]').count()).toBe(2)
  })

  it('follows in a second tab when that gets the focus', async () => {
    const page = await visit()
    await loaded(page, '25')
    const other = await visit(undefined, {}, page.context())
    await loaded(other, '25')
    const lineItems = await openCampaign(other, CAMPAIGN)
    const before = (await calls()).length
    const focus = () => other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await focus()

    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}` }).click()
    await page.getByText(`Paused: ${CAMPAIGN}`).waitFor()
    expect(await lineItems.first().locator('.delivery strong').innerText()).toBe('Serving')
    // The browser tells other tabs of a change some time after it.
    await expect
      .poll(async () => {
        await focus()
        return lineItems.first().locator('.delivery').innerText()
      })
      .toBe('Paused')
    await other.getByRole('button', { name: 'Serving 8' }).waitFor()
    await expect.poll(() => campaign(other, CAMPAIGN).locator('.delivery').first().innerText()).toBe('Paused')
    // The first focus read nothing, because nothing had changed.
    const after = (await calls()).slice(before)
    expect(after.filter((call) => /^GET campaigns\?with_draft=true&count=25$/.test(call))).toHaveLength(1)
  })

  it('says that it is offline, and goes on by itself when the network is back', async () => {
    const page = await visit()
    await loaded(page, '25')
    const lineItems = await openCampaign(page, CAMPAIGN)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await lineItems.first().locator('.toggle').click()
    const details = lineItems.first().locator('.details')
    await details.getByText('Targeting could not be loaded. You are offline.').waitFor()
    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}` }).click()
    await page.getByText('Not paused: You are offline.').waitFor()
    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}`, checked: true }).waitFor()

    await page.context().setOffline(false)
    await details.getByText('Australia').waitFor()
    await expect.poll(() => page.locator('.trouble').count()).toBe(0)
    await expect.poll(() => details.getByRole('alert').count()).toBe(0)
    forgive()
  })

  it('goes on by itself when a server that gave no answer is back', async () => {
    const page = await visit('icon.svg')
    await page.route('**/graphql', (route) => route.abort())
    await page.goto(`${url()}?account=${ACCOUNT}`)
    await page.getByText('The page goes on by itself when it answers again.').waitFor()
    await page.getByText('Campaigns could not be loaded. The server cannot be reached.').waitFor()
    await page.unroute('**/graphql')
    await loaded(page, '25')
    await page.getByRole('heading', { name: 'Tidewater Outfitters' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    forgive()
  })

  it('says when a spent limit resets, and tries all again at once', async () => {
    const limited = { kind: 'rateLimited', scope: 'user', resetInMs: 600_000 }
    await addFaults(
      { match: { path: 'accounts/:account_id/line_items' }, fault: limited, times: 1 },
      { match: { path: 'accounts/:account_id/funding_instruments' }, fault: limited, times: 1 },
    )
    const startedAt = await now()
    const page = await visit()
    const spent = /The rate limit of the service is spent\. It resets at (\d+:\d\d [AP]M)\./
    const failures = page.getByRole('alert').filter({ hasText: spent })
    await expect
      .poll(async () => (await failures.allInnerTexts()).map((text) => text.split('.')[0]))
      .toEqual([
        'Funding could not be loaded',
        expect.stringMatching(/^Line items of \d+ campaigns could not be loaded$/),
      ])
    const [, time] = spent.exec(await page.locator('.trouble').filter({ hasText: spent }).innerText())!
    const resetsAt = new Date(`${new Date(startedAt).toDateString()} ${time}`).getTime()
    // Ten minutes after one of the calls, in whole minutes, which may be on the next day.
    const sinceStart = (resetsAt - startedAt + DAY_MS) % DAY_MS
    expect(sinceStart).toBeGreaterThan(600_000 - 61_000)
    expect(sinceStart).toBeLessThan(600_000 + 1_000 + (await now()) - startedAt)

    await page.getByRole('button', { name: 'Try all again' }).click()
    await loaded(page, '25')
    await page.getByRole('list', { name: 'Funding' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => calls(/^GET (line_items|funding)/)).toHaveLength(4)
  })

  it('shows money in the digits of its currency, and the exact amount under the pointer', async () => {
    const page = await visit()
    const funding = page.getByRole('list', { name: 'Funding' })
    await funding.getByText('Nearly spent: $687.67 left of $1,200,000.00').waitFor()
    expect(await funding.getByText('$687.67', { exact: true }).getAttribute('title')).toBe('$687.673967')
  })

  it('warns where something can be done: a spent instrument, rejected posts of campaigns that serve, nothing that has ended', async () => {
    const page = await visit()
    await loaded(page, '25')
    await page.getByText('Past funding: IO 0042, until').waitFor()
    // The warning is the first one, which is in view on a small screen.
    await expect.poll(() => page.locator('.funding .attention strong').allInnerTexts()).toEqual(['Credit line'])
    await expect.poll(() => page.locator('.funding strong').first().innerText()).toBe('Credit line')
    await expect.poll(() => campaign(page, CAMPAIGN).locator('.warnings').allInnerTexts()).toEqual(['2 posts rejected'])
    const states = await page.locator('.row:has(.warnings) .delivery strong').allInnerTexts()
    expect(new Set(states)).toEqual(new Set(['Serving']))
    const lineItems = await openCampaign(page, CAMPAIGN)
    await expect
      .poll(() => lineItems.locator('.warnings').allInnerTexts())
      .toEqual(['1 post rejected', '1 post rejected'])

    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}` }).click()
    await lineItems.first().locator('.delivery').getByText('Paused').waitFor()
    await expect.poll(() => campaign(page, CAMPAIGN).locator('.warnings').count()).toBe(0)
  })

  it('warns of active line items that cannot serve, with the reason', async () => {
    const id = `${ACCOUNT}:${await campaignId()}`
    const { campaign: row } = (await ask(`{ campaign(id: "Campaign:${id}") { fundingInstrumentId } }`)) as {
      campaign: { fundingInstrumentId: string }
    }
    const input = `input: { accountId: "${ACCOUNT}", fundingInstrumentId: "${row.fundingInstrumentId}" }`
    await ask(`mutation { deleteFundingInstrument(${input}) { deletedId } }`)
    await ask(
      `mutation { updateCampaign(input: { campaignId: "Campaign:${id}", name: "${CAMPAIGN}" }) { campaign { id } } }`,
    )

    const page = await visit()
    await page.getByRole('button', { name: 'Cannot serve 1' }).click()
    const delivery = campaign(page, CAMPAIGN).locator('.delivery').first()
    await expect
      .poll(() => delivery.innerText())
      .toMatch(/^Cannot serve\s+Funding problem\s+\d line items cannot serve/)
  })

  async function campaignId(): Promise<string> {
    const found = await ask(
      `{ account(id: "${ACCOUNT}") { campaigns(namePrefix: "${CAMPAIGN}") { nodes { restId } } } }`,
    )
    return (found as { account: { campaigns: { nodes: [{ restId: string }] } } }).account.campaigns.nodes[0].restId
  }

  it('has room for Undo on a small screen, however long the name is', async () => {
    const page = await visit(undefined, { viewport: { width: 390, height: 844 } })
    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}` }).click()
    const undo = (await page.getByRole('button', { name: 'Undo' }).boundingBox())!
    expect(undo.x + undo.width).toBeLessThan(390)
  })

  it('undoes a pause within ten seconds, also if a filter has taken the row away, and says if it cannot', async () => {
    const page = await visit()
    await page.clock.install()
    await page.getByRole('button', { name: 'Serving 9' }).click()
    const toggle = page.getByRole('switch', { name: `Active: ${CAMPAIGN}` })
    await toggle.click()
    await toggle.waitFor({ state: 'detached' })
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.click()
    await toggle.waitFor()
    await page.getByRole('button', { name: 'Serving 9' }).waitFor()
    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}`, checked: true }).waitFor()
    // The row is active again before the service has been asked.
    const statuses = async () =>
      (await requests())
        .filter(({ method }) => method === 'PUT')
        .map(({ query, form }) => Object.fromEntries([...query, ...form])['entity_status'])
    await expect.poll(statuses).toEqual(['PAUSED', 'ACTIVE'])

    // From here on, time passes only when the test lets it.
    await page.clock.pauseAt(Date.now() + 60_000)
    await toggle.click()
    await undo.waitFor()
    await addFaults(refuse({ method: 'PUT' }, 'LOCKED', 'The campaign is locked'))
    await undo.click()
    await page.getByText('Not undone: The campaign is locked').waitFor()
    await page.clock.fastForward(9_000)
    expect(await page.getByText('Not undone').count()).toBe(1)
    await page.clock.fastForward(1_001)
    await page.getByText('Not undone').waitFor({ state: 'detached' })
  })
})
