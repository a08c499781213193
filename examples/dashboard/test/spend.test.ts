import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBrowser, SANDBOX_NOW, type VisitorOptions } from './support.ts'
import { ACCOUNT, CAMPAIGN, campaign, loaded, refuse, useDashboard } from './visit.ts'

describe('the spend (needs the apt package chromium)', inBrowser, () => {
  const { visit, calls, addFaults } = useDashboard()

  /** Opens the account on the day of the sandbox. */
  async function visitToday(options: VisitorOptions = {}): Promise<Page> {
    const page = await visit(undefined, { now: SANDBOX_NOW, ...options })
    await loaded(page, '25')
    return page
  }

  const spendOf = (page: Page, name: string): Locator => campaign(page, name).locator('.row .spend').first()

  it('is shown next to the budget: today and 7 days, with one call of stats for the campaigns in view', async () => {
    const page = await visitToday()
    await expect.poll(() => spendOf(page, CAMPAIGN).locator('p').innerText()).toBe('$0.58 today\n$69.76 7 days')
    expect(await calls(/stats/)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^GET 12/stats/accounts/${ACCOUNT}\\?entity=CAMPAIGN&granularity=DAY&placement=ALL_ON_SVC` +
            '&start_time=2026-05-26T00:00:00-07:00&end_time=2026-06-02T00:00:00-07:00&metric_groups=BILLING&entity_ids=[a-z0-9,]+$',
        ),
      ),
    ])
  })

  it('has a line for each campaign, which is reached by keyboard and described in words', async () => {
    const page = await visitToday()
    const line = spendOf(page, CAMPAIGN).getByRole('img')
    await expect
      .poll(() => line.getAttribute('aria-label'))
      .toBe(`Spend of ${CAMPAIGN} by day: from $13.09 on May 26 to $0.58 on Jun 1, at most $13.09 on May 26`)
    await page.getByRole('button', { name: CAMPAIGN, exact: true }).focus()
    await page.keyboard.press('Tab')
    await line.and(page.locator(':focus')).waitFor()
  })

  it('has the numbers of the line in a table for screen readers', async () => {
    const page = await visitToday()
    const table = page.getByRole('table', { name: `Spend of ${CAMPAIGN} by day` })
    await expect
      .poll(() => table.getByRole('row').allTextContents())
      .toEqual([
        'May 26$13.09',
        'May 27$12.74',
        'May 28$12.81',
        'May 29$12.34',
        'May 30$8.44',
        'May 31$9.75',
        'Jun 1$0.58',
      ])
  })

  it('shows – and no line where nothing was counted, and never 0', async () => {
    const page = await visitToday()
    const first = page.locator('.campaigns > li > .row .spend').first()
    await expect.poll(() => first.locator('p').innerText()).toBe('– today\n– 7 days')
    expect(await first.locator('svg, table').count()).toBe(0)
  })

  it('says why it is not known, beside line items that are', async () => {
    await addFaults(refuse({ path: 'stats/accounts/:account_id' }, 'FORBIDDEN', 'No numbers for you', { times: 1 }))
    const page = await visitToday()
    await page.getByText('Spend could not be loaded. No numbers for you').waitFor()
    // A dash would say that nothing was counted.
    expect(await spendOf(page, CAMPAIGN).innerText()).toBe('')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => spendOf(page, CAMPAIGN).locator('p').innerText()).toMatch(/^\$0\.58 today/)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  it.each([1280, 1000, 870, 390])('leaves room for a budget of a billion at %i pixels', async (width) => {
    const page = await visit('?account=18ce5h7k2qa', { viewport: { width, height: 844 } })
    const budget = page.locator('.row .amount', { hasText: '€1,000,000,000.00' }).first()
    await budget.waitFor()
    expect(await budget.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  it.each([
    [1280, 'dark'],
    [1000, 'light'],
    [870, 'light'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fits %i pixels in %s', async (width, colorScheme) => {
    const page = await visitToday({ viewport: { width, height: 844 }, colorScheme })
    const line = spendOf(page, CAMPAIGN).getByRole('img')
    await line.waitFor()
    const row = (await campaign(page, CAMPAIGN).locator('.row').first().boundingBox())!
    const spend = (await spendOf(page, CAMPAIGN).locator('p').boundingBox())!
    expect(spend.x + spend.width).toBeLessThanOrEqual(row.x + row.width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const stroke = await line.evaluate((svg) => getComputedStyle(svg).stroke)
    expect(stroke).toBe(
      await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--accent)'
        return getComputedStyle(probe).color
      }),
    )
  })
})
