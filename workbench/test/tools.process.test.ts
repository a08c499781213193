import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { searchSchema } from '../../src/extension/agents/schema/search.ts'
import { schema } from '../../src/graph.ts'
import { inBrowser } from '../../test/support/browser.ts'
import { answerOf, execute, show, useBrowser } from './use-browser.ts'

const run = promisify(execFile)

// In a shell, a line with only a word could end a text.
const QUERY = `query Names($id: ID!) { account(id: $id) { name
END
: restId campaigns(first: 2) { nodes { name } } } }`

describe('what the page offers around a query (needs the apt package chromium)', inBrowser, () => {
  const { visit, openGraph, until } = useBrowser()

  it('copies an operation as code that runs: for a shell, and for the REST client', async () => {
    const graph = await openGraph()
    const { page, context } = await visit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const variables = JSON.stringify({ id: DEMO_ACCOUNT_ID })
    await page.goto(`${graph.url}?${new URLSearchParams({ query: QUERY, variables })}`)
    await execute(page, 'Tidewater Outfitters')
    const copy = async (form: string) => {
      await page.getByRole('button', { name: /^Cop(y as code|ied as)/ }).click()
      await page.getByRole('menuitem', { name: form, exact: true }).click()
      await page.getByRole('button', { name: `Copied as ${form}` }).waitFor()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const folder = await mkdtemp(join(tmpdir(), 'adgraph-page-'))
    until(() => rm(folder, { recursive: true }))
    const expected = expect.objectContaining({ account: expect.objectContaining({ name: 'Tidewater Outfitters' }) })

    const curl = await run('bash', ['-c', await copy('cURL')])
    expect((JSON.parse(curl.stdout) as { data: unknown }).data).toEqual(expected)

    const rest = join(folder, 'rest.mts')
    const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = graph.sandbox.credentials
    const filled = (await copy('adgraph/rest'))
      .replace("'adgraph/rest'", `'${resolve('src/package/rest.ts')}'`)
      .replace('<ADS_BASE_URL>', graph.sandbox.url)
      .replace('<OAUTH_CONSUMER_KEY>', consumerKey)
      .replace('<OAUTH_CONSUMER_SECRET>', consumerSecret)
      .replace('<OAUTH_ACCESS_TOKEN>', accessToken ?? '')
      .replace('<OAUTH_ACCESS_TOKEN_SECRET>', accessTokenSecret ?? '')
    await writeFile(rest, filled)
    const before = graph.sandbox.requests.length
    const made = await run(process.execPath, ['--import', 'tsx', rest])
    expect(made.stdout).toContain('Tidewater Outfitters')
    const urls = graph.sandbox.requests.map(({ method, url }) => `${method} ${url}`)
    // The account and its campaigns are read at the same time, so either may be the first.
    expect(urls.slice(before)).toEqualInSteps(urls.slice(0, 2))
  })

  it('makes calls to the sandbox fail as chosen, which Trace shows', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const variables = JSON.stringify({ id: DEMO_ACCOUNT_ID })
    await page.goto(`${graph.url}?${new URLSearchParams({ query: QUERY, variables })}`)
    await execute(page, 'Tidewater Outfitters')
    await show(page, 'Faults')
    await page.getByText('No fault is active.').waitFor()
    await page.getByLabel('Endpoint').selectOption('GET accounts/:account_id/campaigns')
    await page.getByLabel('Fault', { exact: true }).selectOption('status 403')
    await page.getByLabel('How often').selectOption('the next call')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const active = page.getByRole('list', { name: 'Active faults' })
    await active.getByText('status 403, 1 more').waitFor()
    const rules = async (): Promise<unknown> => (await fetch(new URL('/sandbox/faults', graph.sandbox.url))).json()
    expect(await rules()).toEqual([
      {
        match: { method: 'GET', path: 'accounts/:account_id/campaigns' },
        fault: { kind: 'status', status: 403 },
        times: 1,
      },
    ])

    await execute(page, 'FORBIDDEN')
    await active.getByText('status 403, used up').waitFor()
    await show(page, 'Trace')
    await expect.poll(() => page.locator('.call-failed .call-status').allInnerTexts()).toEqual(['403'])
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('No fault is active.').waitFor()
    expect(await rules()).toEqual([])
    await show(page, 'Response')
    await answerOf(page, '"campaigns"', () => page.getByRole('button', { name: 'Run again' }).click())
    await page.locator('.failures').waitFor({ state: 'detached' })
  })

  it('groups the types of the documentation by chapter, and finds what descriptions say', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(graph.url)
    await show(page, 'Docs')
    const chapters = page.locator('.docs-chapter')
    await expect
      .poll(async () => (await chapters.locator('summary').allInnerTexts()).map((title) => title.replace(/\d+/, 'N')))
      .toEqual(
        ['Accounts', 'Campaigns', 'Creatives', 'Audiences', 'Authorization', 'Shared by all'].map(
          (each) => `${each} N types`,
        ),
      )
    const expected = [
      [0, ['Account', 'FundingInstrument', 'TaxSettings']],
      [1, ['Campaign', 'LineItem', 'CreateCampaignInput', 'PromotedPost']],
      [2, ['Card', 'AccountMedia']],
      [5, ['Node', 'PageInfo', 'UserError']],
    ] as const
    for (const [chapter, types] of expected)
      await expect
        .poll(() => chapters.nth(chapter).locator('li button').allTextContents())
        .toEqual(expect.arrayContaining([...types]))

    const search = page.getByRole('searchbox')
    await search.fill('pause')
    const hits = page.locator('.docs-hits button')
    await expect
      .poll(async () => (await hits.locator('strong').allInnerTexts()).slice(0, 3))
      .toEqual(
        (await searchSchema(schema, 'pause', { maxCharacters: 60_000 })).parts.map(({ name }) => name).slice(0, 3),
      )
    await search.fill('updateCampaign')
    await expect.poll(async () => (await hits.locator('strong').allInnerTexts())[0]).toBe('Mutation.updateCampaign')
    await search.press('Enter')
    await expect.poll(() => page.locator('.graphiql-doc-explorer-title').innerText()).toBe('updateCampaign')
    await search.fill('dailyBudgetAmount')
    await page.locator('.docs-hits').getByText('Campaign.dailyBudgetAmountLocalMicro', { exact: true }).click()
    await expect
      .poll(() => page.locator('.graphiql-doc-explorer-title').innerText())
      .toBe('dailyBudgetAmountLocalMicro')
    await expect.poll(() => page.locator('.graphiql-doc-explorer-back').innerText()).toBe('Campaign')
  })

  it('opens the Explorer at its top, and details below their call; changes its address after pauses only', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.addInitScript(() => {
      const replace = history.replaceState.bind(history)
      history.replaceState = (...args) => {
        replaced += 1
        replace(...args)
      }
      let replaced = 0
      Object.assign(window, { replaced: () => replaced })
    })
    const query = `query MyQuery { account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 40) { nodes { lineItems(first: 25) { nodes { name
      targetingCriteria(first: 10) { nodes { name } } promotedPosts(first: 10) { nodes { postId } } } } } } } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await execute(page, '"lineItems"')
    await show(page, 'Explorer')
    const pane = page.locator('.graphiql-plugin')
    await pane.getByRole('textbox').last().waitFor()
    // The Explorer takes the focus some time after it opens, which scrolls to it.
    await expect.poll(() => pane.evaluate((element) => element.matches(':focus-within'))).toBe(true)
    await expect.poll(() => pane.evaluate((element) => element.scrollTop)).toBe(0)
    await pane.evaluate((element) => element.scrollTo(0, 500))
    await pane.getByRole('heading', { name: 'Explorer' }).waitFor()
    const tops = await pane
      .locator('.graphiql-explorer-_entities, .graphiql-explorer-_service, .graphiql-explorer-webhookConfigs')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(tops.indexOf(Math.min(...tops))).toBe(2)
    const textsThatAreCut = () =>
      pane
        .getByRole('textbox')
        .evaluateAll((all) =>
          all.flatMap((input) => (input.scrollWidth > input.clientWidth ? (input as HTMLInputElement).value : [])),
        )
    await expect.poll(textsThatAreCut).toEqual([])
    await pane.getByRole('button', { name: 'Close pane' }).click()

    await show(page, 'Trace')
    const calls = page.locator('[data-call] > button')
    await expect.poll(() => calls.count()).toBeGreaterThan(4)
    await calls.last().click()
    await page.getByRole('region', { name: 'Call', exact: true }).scrollIntoViewIfNeeded()
    await expect
      .poll(async () => {
        const call = await boxOf(page, '[data-call] > button[aria-pressed=true]')
        return (await boxOf(page, '.call-details')).y >= call.y + call.height
      })
      .toBe(true)

    await page.locator('.graphiql-query-editor .view-line').last().click()
    await page.keyboard.press('Control+End')
    const [before, startedAt] = [await replaced(page), Date.now()]
    await page.keyboard.type(' # thirty characters are written', { delay: 5 })
    // A slow machine makes pauses of its own.
    const pauses = Math.floor((Date.now() - startedAt) / 400)
    await page.waitForURL(/are\+written/)
    expect((await replaced(page)) - before).toBeLessThanOrEqual(3 + pauses)
  })

  it('keeps the active tab in view, however many there are and whatever else is open', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(graph.url)
    const tabs = page.locator('.graphiql-tab')
    for (let count = 1; count < 7; count += 1) {
      await page.locator('.graphiql-tab-add').click()
      await expect.poll(() => tabs.count()).toBe(count + 1)
    }
    const isActiveInView = async () => {
      const [tab, strip] = [await boxOf(page, '.graphiql-tab-active'), await boxOf(page, '.graphiql-tabs')]
      return tab.x > strip.x - 1 && tab.x + tab.width < strip.x + strip.width + 1
    }
    await expect.poll(isActiveInView).toBe(true)
    await show(page, 'History')
    await page.locator('.graphiql-history').waitFor()
    await expect.poll(isActiveInView).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Close pane' }).click()
    await expect.poll(isActiveInView).toBe(true)
    const [add, strip] = [await boxOf(page, '.graphiql-tab-add'), await boxOf(page, '.graphiql-tabs')]
    expect([add.x >= strip.x + strip.width, add.x + add.width <= 390]).toEqual([true, true])
    await tabs.first().locator('button').first().click()
    await expect.poll(isActiveInView).toBe(true)
  })

  it('says what failed while the server does not answer, copies what needs no server, and goes on afterwards', async () => {
    const graph = await openGraph({ signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 } })
    graph.sandbox.addUser({ screenName: 'alice', accountIds: [DEMO_ACCOUNT_ID] })
    const { page, context } = await visit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const variables = JSON.stringify({ id: DEMO_ACCOUNT_ID })
    await page.goto(`${graph.url}?${new URLSearchParams({ query: QUERY, variables })}`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Authorize as alice' }).click()
    await page.getByText('Signed in as alice').waitFor()
    await show(page, 'Faults')
    await page.getByText('No fault is active.').waitFor()
    const copy = async (form: string) => {
      await page.getByRole('button', { name: /^(Cop(y as code|ied as)|Not copied)/ }).click()
      await page.getByRole('menuitem', { name: form, exact: true }).click()
    }
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Add fault' }).click()
    await expect
      .poll(() => page.locator('.pane').getByRole('alert').allInnerTexts())
      .toEqual(['The server did not answer: Failed to fetch'])
    await copy('cURL')
    await page.getByRole('button', { name: 'Copied as cURL' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect
      .poll(() => page.locator('.session').getByRole('alert').allInnerTexts())
      .toEqual(['Not signed out. The server did not answer: Failed to fetch'])

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('status 500, every call').waitFor()
    await expect.poll(() => page.locator('.pane').getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Not signed in').waitFor()
    await expect.poll(() => page.locator('.session').getByRole('alert').count()).toBe(0)
  })

  it('opens a tab whose name is short by a click on the middle of the name', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: 'query A { __typename }' })}`)
    await execute(page, 'Query')
    await page.locator('.graphiql-tab-add').click()
    await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(2)
    const { x, y, width, height } = await boxOf(page, '#graphiql-session-tab-0')
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect.poll(() => page.locator('.graphiql-tab-active').innerText()).toBe('A')
    expect(await page.locator('.graphiql-tab').count()).toBe(2)
  })

  it('clears the history by a button that has its name', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: 'query Known { __typename }' })}`)
    await execute(page, 'Query')
    await show(page, 'History')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Known').waitFor()
    const clear = history.getByRole('button', { name: 'Clear' })
    expect(await clear.evaluate((button) => parseFloat(getComputedStyle(button).fontSize))).toBe(13)
    await clear.click()
    await expect.poll(() => history.getByText('Known').count()).toBe(0)
  })

  it('stores no headers of operations that were run, and removes those that were stored before', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const stored = () => page.evaluate(() => JSON.stringify(localStorage))
    const headers = '{ "authorization": "Bearer secret" }'
    await page.goto(new URL('/rules', graph.url).href)
    await page.evaluate(
      (entries) => entries.forEach(([key, value]) => localStorage.setItem(key!, value!)),
      [
        [
          'graphiql:queries',
          JSON.stringify({ queries: [{ query: 'query Old { __typename }', operationName: 'Old', headers }] }),
        ],
        [
          'graphiql:favorites',
          JSON.stringify({ favorites: [{ query: 'query Liked { __typename }', operationName: 'Liked', headers }] }),
        ],
      ],
    )
    await page.goto(`${graph.url}?${new URLSearchParams({ query: 'query New { __typename }' })}`)
    await page.locator('.graphiql-editor-tools [data-name="headers"]').click()
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click()
    await page.keyboard.insertText(headers)
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.headers()['x-upstream-plan'] === '1'),
      execute(page, 'Query'),
    ])
    expect(request.headers()['authorization']).toBe('Bearer secret')
    await show(page, 'History')
    const history = page.getByRole('region', { name: 'History' })
    for (const name of ['Old', 'Liked', 'New']) await history.getByText(name, { exact: true }).waitFor()
    await history.getByRole('listitem').filter({ hasText: 'New' }).getByRole('button', { name: 'Add favorite' }).click()

    await expect.poll(stored).toMatch(/"graphiql:favorites.*Liked.*New/)
    expect(await stored()).not.toContain('secret')
  })
})

async function boxOf(page: Page, selector: string) {
  return (await page.locator(selector).boundingBox())!
}

/** How often the address was changed. */
function replaced(page: Page): Promise<number> {
  return page.evaluate('window.replaced()')
}
