import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inBrowser, launchBrowser, newVisitor, servePage, startProtected } from './support.ts'

describe('a server that asks who calls (needs the apt package chromium)', inBrowser, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  let ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function serve(by: 'user' | 'client') {
    const adgraph = await startProtected(by)
    ends.push(() => adgraph.stop())
    const server = await servePage(adgraph.url)
    ends.push(() => server.close())
    const { page, context } = await newVisitor(browser)
    ends.push(() => context.close())
    await page.goto(`${server.url}?account=18ce5h7k2qa`)
    return page
  }

  it('sends the user to its sign-in and back to the same place, and signs out again', async () => {
    const page = await serve('user')
    await page.getByText('Sign in to see your campaigns.').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page
      .getByRole('button', { name: /^Authorize as/ })
      .first()
      .click()
    await page.locator('.campaigns > li').first().waitFor()

    expect(new URL(page.url()).search).toBe('?account=18ce5h7k2qa')
    await expect.poll(() => page.locator('.session').innerText()).toMatch(/^Signed in as \w+/)
    await expect.poll(() => page.locator('.accounts a').count()).toBeGreaterThan(1)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Sign in to see your campaigns.').waitFor()
    await expect.poll(() => page.locator('.accounts').count()).toBe(0)
  })

  it('takes the token that it requires, says if it is wrong, and forgets it', async () => {
    const page = await serve('client')
    await page.getByLabel('The server requires a token:').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('The server refused the token. Enter another one:').fill('client')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Signed in with a token').waitFor()
    await page.locator('.accounts a').first().waitFor()
    await page.locator('.campaigns .toggle').first().click()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('The server requires a token:').waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
})
