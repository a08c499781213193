import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, type CommandRun } from '../support/command.ts'

const CHROMIUM = '/usr/bin/chromium'

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

describe.skipIf(!existsSync(CHROMIUM))('GraphiQL (needs the apt package chromium)', () => {
  let adgraph: CommandRun
  let url: string
  beforeAll(async () => {
    adgraph = runCommand(['start'], { PORT: '0' })
    url = (await adgraph.printed(/Adgraph serves (http:\/\/127\.0\.0\.1:\d+\/graphql)/))[1]!
  })
  afterAll(() => adgraph.stop())

  it('loads without any network beyond this machine, and its first query answers with data', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS })
    const page = await browser.newPage()
    const blocked: string[] = []
    await page.route('**/*', (route) => {
      const { hostname, protocol } = new URL(route.request().url())
      if (hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:') return route.continue()
      blocked.push(hostname)
      return route.abort()
    })

    await page.goto(url)
    await page.getByRole('button', { name: /execute query/i }).click()
    await page.getByText('Tidewater Outfitters').first().waitFor({ timeout: 15_000 })
    const answer = await page.locator('.result-window').innerText()
    await browser.close()

    expect(blocked).toEqual([])
    expect(answer).not.toContain('"errors"')
  }, 60_000)
})
