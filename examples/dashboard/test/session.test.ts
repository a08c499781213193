import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, launchBrowser, newVisitor, servePage, startProtected } from './support.ts'

describe.skipIf(!hasBrowser)('a server that asks who calls (needs the apt package chromium)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  async function serve(by: 'user' | 'client') {
    const adgraph = await startProtected(by)
    const server = await servePage(adgraph.url)
    const { page, context } = await newVisitor(browser)
    await page.goto(`${server.url}?account=18ce5h7k2qa`)
    return {
      page,
      async close() {
        await context.close()
        await server.close()
        await adgraph.stop()
      },
    }
  }

  it('sends the user to its sign-in and back to the same place, and signs out again', async () => {
    const visit = await serve('user')
    const { page } = visit
    await page.getByText('Sign in to see your campaigns.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page
      .getByRole('button', { name: /^Authorize as/ })
      .first()
      .click()
    await page.locator('.campaigns > li').first().waitFor()

    expect(new URL(page.url()).search).toBe('?account=18ce5h7k2qa')
    expect(await page.locator('.session').innerText()).toMatch(/^Signed in as \w+/)
    expect(await page.locator('.accounts a').count()).toBeGreaterThan(1)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Sign in to see your campaigns.').waitFor()
    expect(await page.locator('.accounts').count()).toBe(0)
    await visit.close()
  })

  it('takes the token that it requires, says if it is wrong, and forgets it', async () => {
    const visit = await serve('client')
    const { page } = visit
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
    await visit.close()
  })
})
