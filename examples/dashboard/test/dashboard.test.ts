import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { controlsOf, inBrowser } from './support.ts'
import { ACCOUNT, CAMPAIGN, campaign, hold, loaded, openCampaign, refuse, useDashboard } from './visit.ts'

/** The calls of the first screen. */
const SCREEN_CALLS = 9

const PROMOTED_POSTS = 'accounts/:account_id/promoted_posts'

describe('the dashboard (needs the apt package chromium)', inBrowser, () => {
  const { visit, calls, requests, addFaults, forgive, url } = useDashboard()

  /** Waits until the service has got all calls of the first screen, and the screen is there. */
  async function allCalls(page: Page): Promise<void> {
    await loaded(page, '25')
    await expect.poll(() => calls()).toHaveLength(SCREEN_CALLS)
  }

  it('loads an account and its campaigns, and the next pages while one scrolls, counted once', async () => {
    const page = await visit()
    await loaded(page, '25')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Tidewater Outfitters')
    await expect.poll(() => page.title()).toBe('Tidewater Outfitters · Campaigns')
    await page.getByRole('link', { name: 'Tidewater Outfitters' }).and(page.locator('[aria-current=page]')).waitFor()
    const row = campaign(page, CAMPAIGN).locator('.row').first()
    await expect
      .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
      .toMatch(/Followers 10 line items · May 8 – Jul 16, 2026 Serving.* \$120\.00 .*\$7,440\.00$/)
    await page.mouse.wheel(0, 100_000)
    await loaded(page, '50')
    await page.mouse.wheel(0, 100_000)
    await loaded(page, '52')
    const pages = await calls(/^GET campaigns\?(?!.*campaign_ids)/)
    expect(pages.toSorted()).toEqual([
      'GET campaigns?with_draft=true&count=1000&with_total_count=true',
      'GET campaigns?with_draft=true&count=25',
      'GET campaigns?with_draft=true&cursor=…&count=25',
      'GET campaigns?with_draft=true&cursor=…&count=25',
    ])
  })

  it('says what the screen cost: the calls that the service got', async () => {
    const page = await visit()
    await loaded(page, '25')
    await page.getByText('REST calls for this screen').click()
    await page.getByText('LineItems', { exact: true }).and(page.locator('.cost strong')).waitFor()
    await expect
      .poll(async () => (await page.locator('.cost .call code').allInnerTexts()).toSorted())
      .toEqual([
        // The account, and its time zone for the days of the spend.
        'GET accounts/:account_id',
        'GET accounts/:account_id',
        // The first page, the states of all campaigns, and those whose line items are read.
        'GET accounts/:account_id/campaigns',
        'GET accounts/:account_id/campaigns',
        'GET accounts/:account_id/campaigns',
        'GET accounts/:account_id/funding_instruments',
        'GET accounts/:account_id/line_items',
        'GET accounts/:account_id/promoted_posts',
        'GET stats/accounts/:account_id',
      ])
    await expect.poll(() => page.locator('.cost summary').innerText()).toMatch(/9 REST calls for this screen/)
  })

  it('opens line items, and what one promotes to whom, by keyboard, with calls for the latter only', async () => {
    const page = await visit()
    await allCalls(page)
    const toggle = page.getByRole('button', { name: CAMPAIGN, exact: true })
    await toggle.focus()
    await page.keyboard.press('ArrowRight')
    const lineItems = campaign(page, CAMPAIGN).locator('.line-items > li')
    await expect.poll(() => lineItems.count()).toBe(10)
    expect(await calls()).toHaveLength(SCREEN_CALLS)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const details = lineItems.first().locator('.details')
    await details.getByRole('region', { name: 'Targeting' }).getByText('Australia').waitFor()
    await expect
      .poll(() => details.getByRole('region', { name: 'Promoted posts' }).innerText())
      .toMatch(/Früh aufstehen.*\s+Accepted/)
    await page.keyboard.press('ArrowLeft')
    await details.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await toggle.and(page.locator(':focus')).waitFor()
    // Targeting is read beside the posts.
    expect((await calls()).slice(SCREEN_CALLS).toSorted()).toEqual([
      expect.stringMatching(/^GET posts\?/),
      expect.stringMatching(/^GET promoted_posts\?/),
      expect.stringMatching(/^GET targeting_criteria\?/),
    ])
  })

  it('reads the line items of the campaigns in view with one list call, and of other campaigns once they are in view', async () => {
    const page = await visit()
    await loaded(page, '25')
    await page.getByRole('button', { name: 'Open all' }).click()
    await campaign(page, CAMPAIGN).locator('.line-items > li').nth(9).waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('.toggle[aria-expanded=true]').count()).toBe(25)
    expect(await calls(/^GET line_items/)).toHaveLength(1)
    const last = page.locator('.campaigns > li').nth(24)
    await expect.poll(() => last.locator('.nested').textContent()).toBe('Loading line items…')
    await last.scrollIntoViewIfNeeded()
    await last.locator('.line-items > li').first().waitFor()
  })

  it('finds campaigns by the start of their name, and leaves the list alone until they are there', async () => {
    const page = await visit()
    await loaded(page, '25')
    // All letters are typed within one pause, however slow the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('/')
    await page.keyboard.type('wave 5 · gift')
    await page.clock.resume()
    await page.getByText('5 of 5 campaigns loaded').waitFor()
    const names = page.locator('.campaigns > li > .row .toggle')
    await expect.poll(() => names.allInnerTexts()).toEqual(Array(5).fill(expect.stringMatching(/^Wave 5 · Gift/)))
    expect(new URL(page.url()).searchParams.get('search')).toBe('wave 5 · gift')

    await page.getByRole('searchbox', { name: 'Name starts with' }).fill('Gift')
    await page.getByText('No campaign has a name that starts with “Gift”.').waitFor()
    const searched = async () => (await calls(/[?&]q=.*count=25\b/)).map((call) => /q=([^&]*)/.exec(call)![1])
    await expect.poll(searched).toEqual(['wave 5 · gift', 'Gift'])
  })

  it('renames while it validates without a write, and sends one write', async () => {
    const page = await visit()
    await page.getByRole('button', { name: `Edit ${CAMPAIGN}` }).click()
    const form = page.getByRole('form')
    expect(await form.getAttribute('aria-label')).toBe(`Edit ${CAMPAIGN}`)
    await form.getByLabel('Name').fill('')
    await form.getByText('Name has 0 characters; the minimum is 1').waitFor()
    await form.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await form.getByLabel('Name').fill('Camp stoves, renamed')
    await form.getByText(/^Valid: checked against \d+ rules\.$/).waitFor()
    expect(await calls(/^PUT/)).toEqual([])

    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Camp stoves, renamed', exact: true }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit Camp stoves, renamed')
    await page.reload()
    await page.getByRole('button', { name: 'Camp stoves, renamed', exact: true }).waitFor()
    const puts = (await requests()).filter(({ method }) => method === 'PUT')
    expect(puts).toHaveLength(1)
    expect(Object.fromEntries([...puts[0]!.query, ...puts[0]!.form])).toMatchObject({
      name: 'Camp stoves, renamed',
      daily_budget_amount_local_micro: '120000000',
    })
  })

  it('shows the reason of a refused budget at its field, in money, and saves the digits that were typed', async () => {
    const page = await visit()
    await page.getByRole('button', { name: `Edit ${CAMPAIGN}` }).click()
    const form = page.getByRole('form')
    const daily = form.getByLabel('Daily budget')
    await expect.poll(() => daily.inputValue()).toBe('120.00')
    await daily.fill('9,000')
    await form.getByText('Daily budget is $9,000.00; it must not exceed the total budget, $7,440.00').waitFor()
    await expect.poll(() => daily.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() =>
        daily.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby')!)?.textContent),
      )
      .toMatch(/must not exceed the total budget/)

    await daily.fill('a lot')
    await form.getByText('Enter an amount such as 1,250.5').waitFor()
    await daily.fill('130.000001')
    await form.getByText(/^Valid/).waitFor()
    expect(await calls(/^PUT/)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await campaign(page, CAMPAIGN).getByText('$130.00').and(page.getByTitle('$130.000001')).waitFor()
    const put = (await requests()).find(({ method }) => method === 'PUT')!
    expect(Object.fromEntries([...put.query, ...put.form])).toMatchObject({
      daily_budget_amount_local_micro: '130000001',
    })
  })

  it('edits the bid of a line item in the same way', async () => {
    const page = await visit()
    const lineItem = (await openCampaign(page, 'Wave 5 · Repair Service · Australia · App installs (A/B test)')).first()
    const subtitle = () => lineItem.locator('.subtitle').innerText()
    await expect.poll(subtitle).toMatch(/^App installs · bid up to \$5\.63 · May 23/)
    await lineItem.getByRole('button', { name: /^Edit / }).click()
    await lineItem.getByLabel('Bid').fill('0')
    await lineItem.getByText('Bid is $0.00; it must be greater than $0.00').waitFor()
    await lineItem.getByLabel('Bid').fill('6.10')
    await lineItem.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).click()
    await lineItem.getByRole('form').waitFor({ state: 'detached' })
    await expect.poll(subtitle).toMatch(/^App installs · bid up to \$6\.10 · /)
    expect(await calls(/^PUT/)).toEqual([expect.stringMatching(/^PUT line_items\//)])
  })

  it('shows a refusal of the service in the form, takes the expected row back, and keeps what was typed', async () => {
    await addFaults({
      match: { method: 'PUT' },
      fault: {
        kind: 'status',
        status: 400,
        body: { json: { errors: [{ code: 'TAKEN', message: 'The name is taken', parameter: 'name' }] } },
      },
    })
    const page = await visit()
    await page.getByRole('button', { name: `Edit ${CAMPAIGN}` }).click()
    const form = page.getByRole('form')
    await form.getByLabel('Name').fill('Taken')
    const release = await hold(page, 'UpdateCampaign')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Taken', exact: true }).waitFor()
    release()
    await form.getByText('The name is taken').waitFor()
    await page.getByRole('button', { name: CAMPAIGN, exact: true }).waitFor()
    await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Taken')
  })

  it('pauses a campaign at once, and its line items follow in one call', async () => {
    const page = await visit()
    await allCalls(page)
    const lineItems = await openCampaign(page, CAMPAIGN)
    await expect.poll(() => lineItems.first().locator('.delivery strong').innerText()).toBe('Serving')
    await page.getByRole('switch', { name: `Active: ${CAMPAIGN}` }).click()
    await lineItems.first().locator('.delivery').getByText('Paused').waitFor()
    await expect
      .poll(() => campaign(page, CAMPAIGN).locator('.row').first().locator('.delivery').innerText())
      .toBe('Paused')
    expect((await calls(/^(PUT|GET line_items|GET promoted)/)).slice(2)).toEqual([
      expect.stringMatching(/^PUT campaigns\//),
      expect.stringMatching(/^GET line_items\?.*line_item_ids=/),
    ])
  })

  it('shows a pause although the next page of campaigns arrives before its answer', async () => {
    const page = await visit()
    await loaded(page, '25')
    const [releasePage, releaseUpdate] = [await hold(page, 'Campaigns'), await hold(page, 'UpdateCampaign')]
    await page.getByRole('button', { name: 'Serving 9' }).click()
    const toggle = page.getByRole('switch', { name: `Active: ${CAMPAIGN}` })
    await toggle.click()
    await toggle.waitFor({ state: 'detached' })
    releasePage()
    await page.getByText('52 of 52 campaigns loaded').waitFor()
    releaseUpdate()
    await page.getByText(`Paused: ${CAMPAIGN}`).waitFor()
    await page.getByRole('button', { name: 'All 52' }).click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
  })

  it('takes an optimistic pause back when the service refuses it, and says why', async () => {
    await addFaults(refuse({ method: 'PUT' }, 'LOCKED', 'The campaign is locked'))
    const page = await visit()
    const toggle = page.getByRole('switch', { name: `Active: ${CAMPAIGN}` })
    await toggle.waitFor()
    const release = await hold(page, 'UpdateCampaign')
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => campaign(page, CAMPAIGN).locator('.delivery').first().innerText()).toBe('Paused')
    release()
    await page.getByRole('alert').getByText('Not paused: The campaign is locked').waitFor()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    await expect.poll(() => campaign(page, CAMPAIGN).locator('.delivery strong').first().innerText()).toBe('Serving')
  })

  it('shows a list that failed beside healthy ones, and reads it again', async () => {
    const page = await visit()
    await loaded(page, '25')
    await addFaults(refuse({ path: PROMOTED_POSTS }, 'FORBIDDEN', 'Posts are off limits', { times: 1 }))
    const lineItems = await openCampaign(page, CAMPAIGN)
    await lineItems.first().locator('.toggle').click()
    const posts = lineItems.first().getByRole('region', { name: 'Promoted posts' })
    await posts.getByText('Promoted posts could not be loaded. Posts are off limits').waitFor()
    await expect
      .poll(() => lineItems.first().getByRole('region', { name: 'Targeting' }).innerText())
      .toMatch(/Location\s+Australia/)
    await posts.getByRole('button', { name: 'Try again' }).click()
    await posts.getByText('Früh aufstehen').waitFor()
    await expect.poll(() => posts.getByRole('alert').count()).toBe(0)
  })

  it('tells a list that failed from one that is empty, and reads all of them again in one call', async () => {
    await addFaults(
      refuse({ path: 'accounts/:account_id/line_items' }, 'FORBIDDEN', 'No line items today', { times: 1 }),
      refuse({ path: 'accounts/:account_id/funding_instruments' }, 'FORBIDDEN', 'Ask your bank'),
    )
    const page = await visit()
    await page.getByText('Funding could not be loaded. Ask your bank').waitFor()
    const failure = page.getByText(/^Line items of \d+ campaigns could not be loaded\. No line items today$/)
    const [, failed] = /(\d+)/.exec(await failure.innerText())!
    await expect.poll(() => campaign(page, CAMPAIGN).locator('.subtitle').innerText()).toBe('Line items not loaded')
    await page.getByRole('button', { name: 'Open all' }).click()
    const failures = page.locator('.nested').getByText('Line items could not be loaded. No line items today')
    await expect.poll(() => failures.count()).toBe(Number(failed))
    await page.getByRole('button', { name: 'Try all again' }).click()
    await campaign(page, CAMPAIGN).locator('.line-items > li').nth(9).waitFor()
    expect(await calls(/^GET line_items/)).toHaveLength(2)
    await expect.poll(() => page.locator('.nested').getByRole('alert').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Try all again' }).count()).toBe(0)
  })

  it('reads the line items of one campaign again', async () => {
    await addFaults(refuse({ path: 'accounts/:account_id/line_items' }, 'FORBIDDEN', 'Not now', { times: 1 }))
    // So high that the click does not scroll, which would read more.
    const page = await visit(undefined, { viewport: { width: 1280, height: 1200 } })
    await page.getByRole('button', { name: CAMPAIGN, exact: true }).click()
    await campaign(page, CAMPAIGN).getByRole('button', { name: 'Try again' }).click()
    await campaign(page, CAMPAIGN).locator('.line-items > li').nth(9).waitFor()
    await page.getByText(/^Line items of \d+ campaigns could not be loaded\. Not now/).waitFor()
    expect(await calls(/^GET line_items/)).toEqual([
      expect.stringContaining('campaign_ids='),
      expect.stringMatching(/campaign_ids=\w+&count=100$/),
    ])
  })

  it('keeps the pages before one that fails', async () => {
    const pages = { path: 'accounts/:account_id/campaigns', param: { name: 'count', value: '25' } }
    await addFaults(refuse(pages, 'FORBIDDEN', 'Not now', { after: 1, times: 1 }))
    const page = await visit()
    await loaded(page, '25')
    await page.mouse.wheel(0, 100_000)
    await page.getByText('Campaigns could not be loaded. Not now').waitFor()
    await expect.poll(() => page.locator('.campaigns > li').count()).toBe(25)
    await page.getByRole('button', { name: 'Try again' }).click()
    await loaded(page, '50')
  })

  it('says so if the graph does not answer', async () => {
    const page = await visit('icon.svg')
    await page.route('**/graphql', (route) => route.abort())
    await page.goto(`${url()}?account=${ACCOUNT}`)
    await expect
      .poll(async () => (await page.getByRole('alert').allInnerTexts()).map((text) => text.split('.')[0]))
      .toEqual(['The accounts could not be loaded', 'The account could not be loaded', 'Campaigns could not be loaded'])
    // The browser logs each of the requests as failed.
    forgive()
  })

  it('says so if there is no such account, and does not ask again and again', async () => {
    const page = await visit('?account=nosuch')
    // The account's alert is away while the cache asks once more.
    const alerts = async () => (await page.getByRole('alert').allInnerTexts()).map((text) => text.split('.')[0])
    await expect.poll(alerts).toEqual(['The account could not be loaded', 'Campaigns could not be loaded'])
    await page.waitForTimeout(300)
    // The account, the list, and the states of all. The list brings the account unchecked, so the cache may ask once more for what the account itself did not bring.
    expect((await calls(/nosuch/)).length).toBeLessThanOrEqual(4)
  })

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('fits %i pixels in %s, and every control has a name', async (width, colorScheme) => {
    const page = await visit(undefined, { viewport: { width, height: 844 }, colorScheme })
    const lineItems = await openCampaign(page, CAMPAIGN)
    await lineItems.first().locator('.toggle').click()
    await lineItems.first().locator('dl').waitFor()
    await page.getByRole('button', { name: `Edit ${CAMPAIGN}` }).click()
    await page.locator('.cost summary').click()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const chips = page.getByRole('group', { name: 'Filter by delivery' }).getByRole('button')
    await expect.poll(() => chips.count()).toBe(5)
    const ends = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().right))
    expect(ends.filter((end) => end > width)).toEqual([])
    await expect.poll(async () => (await controlsOf(page)).length).toBeGreaterThan(50)
    expect((await controlsOf(page)).filter(({ name }) => name.trim() === '')).toEqual([])
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const brightness = Math.max(...background.match(/\d+/g)!.map(Number))
    expect(brightness > 128).toBe(colorScheme === 'light')
  })

  it('has less than 140 kB of code to load, compressed', () => {
    const assets = new URL('../dist/assets/', import.meta.url)
    const bytes = readdirSync(assets).map((name) => gzipSync(readFileSync(new URL(name, assets))).length)
    expect(bytes.reduce((total, size) => total + size, 0)).toBeLessThan(140_000)
  })
})
