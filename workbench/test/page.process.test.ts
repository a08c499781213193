import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Kind, OperationTypeNode, parse, print } from 'graphql'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SANDBOX_CREDENTIALS, SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { inBrowser } from '../../test/support/browser.ts'
import { runCommand } from '../../test/support/command.ts'
import { execute, expectSteps, isRed, show, useBrowser, variablesInAddress } from './use-browser.ts'

describe('the page (needs the apt package chromium)', inBrowser, () => {
  const { visit, openGraph, until } = useBrowser()

  async function signIn(page: Page, screenName: string): Promise<void> {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: `Authorize as ${screenName}` }).click()
    await page.getByText(`Signed in as ${screenName}`).waitFor()
  }

  it('loads from this server only, shows its first query whole, runs its first query, and is loaded from the cache at the next visit', async () => {
    const adgraph = runCommand(['start'], { PORT: '0' })
    until(() => adgraph.stop())
    const [, url] = await adgraph.printed(/Adgraph serves (http:\/\/127\.0\.0\.1:\d+\/graphql)/)
    const proxy = await startCountingProxy(url!)
    until(() => proxy.close())
    const { page } = await visit()
    const response = await page.goto(proxy.url)

    expect(response!.headers()['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    await page.locator('.graphiql-query-editor').getByText('campaigns(first').waitFor()
    await proxy.idle()
    await expect.poll(() => proxy.bytes()).toBeGreaterThan(500_000)
    expect(proxy.bytes()).toBeLessThan(2_000_000)
    await expectSteps(page, ['account', 'campaigns', 'lineItems', 'promotedPosts', 'targetingCriteria'])
    await expect
      .poll(() => page.locator('.figure').allInnerTexts())
      .toEqual([expect.stringMatching(/^about 9\s+calls$/), expect.stringMatching(/^about 3,414\s+rows$/)])
    const { firstQuery } = JSON.parse((await page.locator('#settings').textContent())!) as { firstQuery: string }
    expect(page.viewportSize()!.width).toBe(1280)
    await expect.poll(async () => (await shownQuery(page)).trim()).toBe(firstQuery.trim())
    expect(await execute(page, 'Tidewater Outfitters')).not.toContain('"errors"')
    await expect
      .poll(() => page.locator('.results-facts').innerText())
      .toMatch(/^200 · [\d.]+ m?s · 9 calls · 2\d\d kB$/)
    // The plan is requested again after the run.
    await page.getByRole('group', { name: 'Results' }).getByText('about 9 calls').waitFor()
    await show(page, 'Explain')
    await expect.poll(() => page.locator('.figure').first().innerText()).toMatch(/^about 9\s+calls$/)
    expect(await page.locator('.figure').first().getAttribute('title')).toBe('0–2,000, then it stops')
    await show(page, 'Trace')
    await expect.poll(() => page.locator('.figure').first().innerText()).toMatch(/^9\s+calls\s+about 9 calls expected$/)
    expect(await page.locator('.figure').first().getAttribute('title')).toBe('0–2,000, then it stops')
    await page.locator('.graphiql-execute-button').click()
    await page.locator('.figure').getByText('about 9 calls').waitFor()
    await show(page, 'Explain')
    await expect.poll(() => page.locator('.step-within').count()).toBe(5)
    await expect.poll(() => page.locator('.step-beyond').count()).toBe(0)
    // Nothing of this visit is on its way any more when the next one begins.
    await proxy.idle()

    await page.goto('about:blank')
    const before = proxy.bytes()
    await page.goto(proxy.url)
    await page.locator('.graphiql-query-editor').getByText('campaigns(first').waitFor()
    await proxy.idle()
    expect(proxy.bytes() - before).toBeLessThan(10_000)
  })

  it('runs no injected script', async () => {
    const graph = await openGraph({ firstQuery: '{ __typename } # </script><script>window.smuggled = true</script>' })
    const visitor = await visit()
    await visitor.page.goto(graph.url)
    expect(await execute(visitor.page, 'Query')).toContain('"__typename"')
    await visitor.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.smuggled = true'
      document.body.append(script)
    })

    await expect.poll(() => visitor.violations.length).toBe(1)
    expect(await visitor.page.evaluate(() => 'smuggled' in window)).toBe(false)
    expect(visitor.violations.splice(0)).toHaveLength(1)
  })

  it('signs a user in and out without losing the tab, shows only that user, in each browser separately', async () => {
    const graph = await openGraph({
      signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 },
      tenant: { credentials: undefined, clientTokens: [] },
    })
    graph.sandbox.addUser({ screenName: 'alice', accountIds: [DEMO_ACCOUNT_ID] })
    graph.sandbox.addUser({ screenName: 'bob', accountIds: [SMALL_ACCOUNT_ID] })
    const [one, other] = [await visit(), await visit()]
    const query = `query Mine { accounts { nodes { restId } } } # ${'long '.repeat(2_000)}`
    await one.page.goto(`${graph.url}#${new URLSearchParams({ query })}`)
    await signIn(one.page, 'alice')
    const token = (await one.context.cookies()).find(({ name }) => name === 'adgraph_session')!.value

    await expect.poll(() => one.page.locator('.graphiql-tab-button').allInnerTexts()).toEqual(['Mine'])
    expect(await execute(one.page, DEMO_ACCOUNT_ID)).not.toContain(SMALL_ACCOUNT_ID)
    await other.page.goto(
      `${graph.url}?${new URLSearchParams({ query: 'query Other { accounts { nodes { restId } } }' })}`,
    )
    expect(await execute(other.page, 'UNAUTHENTICATED')).not.toContain(DEMO_ACCOUNT_ID)
    await signIn(other.page, 'bob')
    expect(await execute(other.page, SMALL_ACCOUNT_ID)).not.toContain(DEMO_ACCOUNT_ID)
    expect((await graph.query('{ accounts { totalCount } }', {}, { authorization: `Bearer ${token}` })).data).toEqual({
      accounts: { totalCount: 1 },
    })

    await one.page.getByRole('button', { name: 'Sign out' }).click()
    await one.page.getByText('Not signed in').waitFor()
    await expect.poll(() => one.page.locator('.result-window').innerText()).toContain(DEMO_ACCOUNT_ID)
    expect(await execute(one.page, 'UNAUTHENTICATED')).not.toContain(DEMO_ACCOUNT_ID)
    await expect.poll(() => one.page.locator('.graphiql-tab-button').allInnerTexts()).toEqual(['Mine'])
    const replayed = await graph.query('{ accounts { totalCount } }', {}, { authorization: `Bearer ${token}` })
    expect([replayed.status, replayed.errors?.map(({ extensions }) => extensions.code)]).toEqual([
      200,
      ['UNAUTHENTICATED'],
    ])
    expect(await execute(other.page, SMALL_ACCOUNT_ID)).not.toContain('"errors"')
  })

  it('takes a token where the server requires one, says where after a refusal, and forgets it with the tab', async () => {
    const graph = await openGraph({
      tenant: { credentials: SANDBOX_CREDENTIALS, clientTokens: ['a-token-of-clients'] },
    })
    const { page, context } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }` })}`)
    const note = page.getByRole('alert').filter({ hasText: 'at the top of this page' })
    await note.getByText('This server requires a token.').waitFor()
    await page.getByLabel('Token').fill('another')
    await page.keyboard.press('Enter')
    await note.getByText('This server does not know the token.').waitFor()
    expect(await execute(page, 'UNAUTHENTICATED')).not.toContain('Tidewater')
    await page.getByLabel('Token').fill('a-token-of-clients')
    await page.keyboard.press('Enter')

    await show(page, 'Explain')
    await expectSteps(page, ['account'])
    await execute(page, 'Tidewater')
    expect(await note.count()).toBe(0)
    const stored = () => page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)])
    expect((await stored()).map((text) => text.includes('a-token-of-clients'))).toEqual([false, true])
    await page.reload()
    await execute(page, 'Tidewater')
    const other = await context.newPage()
    await other.goto(graph.url)
    await other.getByLabel('Token').waitFor()
    await page.getByRole('button', { name: 'Forget token' }).click()
    await note.getByText('This server requires a token.').waitFor()
  })

  it('says of an account that is null without an error that the user may not see it', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const query = `{ mine: account(id: "${DEMO_ACCOUNT_ID}") { name } other: account(id: "nosuch") { name } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await execute(page, '"other": null')
    const note = page.locator('.notice')
    await expect.poll(() => note.innerText()).toBe('other is null: nothing has this ID, or the user may not see it.')
  })

  it('has a link with the query and its variables in the address bar, which follows the editor', async () => {
    const graph = await openGraph()
    const [one, other] = [await visit(), await visit()]
    const variables = JSON.stringify({ id: DEMO_ACCOUNT_ID })
    await one.page.goto(
      `${graph.url}?${new URLSearchParams({ query: 'query Shared($id: ID!) { account(id: $id) { name } }', variables })}`,
    )
    expect(await execute(one.page, 'Tidewater Outfitters')).not.toContain('"errors"')
    await one.page.locator('.graphiql-query-editor .view-line').first().click()
    await one.page.keyboard.press('End')
    await one.page.keyboard.type(' # and more')
    await one.page.waitForURL(/and\+more/)

    await other.page.goto(one.page.url())
    await other.page.locator('.graphiql-query-editor').getByText('and more').waitFor()
    expect(await execute(other.page, 'Tidewater Outfitters')).not.toContain('"errors"')

    // The browser does not load a page again whose address differs in the fragment only.
    await other.page.goto(one.page.url().replace(DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID))
    await expect.poll(() => variablesInAddress(other.page)).toEqual({ id: SMALL_ACCOUNT_ID })
    expect(await execute(other.page, '"name"')).not.toContain('Tidewater Outfitters')
  })

  it('sends no variables to the server in the address of the page', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const query = 'query Shared($id: ID!) { account(id: $id) { name } }'
    const long = `${query} # ${'long '.repeat(2_000)}`
    const variables = JSON.stringify({ id: DEMO_ACCOUNT_ID, secret: 'hidden' })
    for (const [text, path] of [
      [query, `/graphql?${new URLSearchParams({ query })}`],
      [long, '/graphql'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(`${graph.url}#${new URLSearchParams({ query: text, variables })}`)
      await expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
      const requests: Request[] = []
      page.on('request', (request) => requests.push(request))
      await page.reload()
      expect(await execute(page, 'Tidewater Outfitters')).not.toContain('"errors"')
      await expect.poll(() => variablesInAddress(page)).toEqual(JSON.parse(variables))
      const sent = requests.map((request) => request.url() + request.headers()['referer'])
      expect(sent.filter((each) => each.includes('hidden'))).toEqual([])
    }
  })

  it('opens a link in a window in which a sign-in was begun and not completed', async () => {
    const graph = await openGraph({ signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 } })
    const { page, context } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query: 'query Old { __typename }' })}`)
    const signIn = page.getByRole('link', { name: 'Sign in' })
    const [other] = await Promise.all([context.waitForEvent('page'), signIn.click({ modifiers: ['Control'] })])
    await other.close()

    await page.goto(`${graph.url}?${new URLSearchParams({ query: 'query Shared { __typename }' })}`)
    await expect.poll(() => page.locator('.graphiql-tab-active').innerText()).toBe('Shared')
    await page.locator('.graphiql-query-editor').getByText('Shared').waitFor()
  })

  it('explains an operation before it runs, live, and then shows what happened in the plan and in the trace', async () => {
    const graph = await openGraph()
    const { page, context } = await visit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const query = `query Tree { account(id: "${DEMO_ACCOUNT_ID}") { name campaigns(first: 2) { nodes { name } } } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await expectSteps(page, ['account', 'campaigns'])
    await page.locator('.graphiql-query-editor').getByText('campaigns').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(query.replace('{ name } }', '{ name lineItems(first: 1) { nodes { name } } } }'))
    await expectSteps(page, ['account', 'campaigns', 'lineItems'])
    expect(graph.sandbox.requests).toEqual([])

    await execute(page, 'Tidewater Outfitters')
    await show(page, 'Explain')
    // The plan is requested again after the run.
    await expect
      .poll(() => page.locator('[data-step] > button').evaluateAll((rows) => rows.map((row) => row.ariaLabel)))
      .toEqual([
        expect.stringMatching(/^account: about 1 call, about 1 row, 0–1 calls.*made 1 call, 1 row$/),
        expect.stringMatching(
          /^account\.campaigns: about 1 call, about 2 rows, 0–1 calls, up to 2 rows.*made 1 call, 2 rows$/,
        ),
        expect.stringMatching(
          /^account\.campaigns\.lineItems: about 1 call, about \d+ rows?, .*for up to 2 parents, 200 IDs in one call.*made 1 call, \d+ rows?$/,
        ),
      ])

    await expect.poll(() => page.locator('.figure').first().innerText()).toMatch(/^about 3\s+calls$/)
    expect(await page.locator('.figure').first().getAttribute('title')).toBe('0–3')

    await show(page, 'Trace')
    await expect.poll(() => page.locator('[data-call]').count()).toBe(graph.sandbox.requests.length)
    await expect.poll(() => page.locator('.figure').first().innerText()).toMatch(/^3\s+calls\s+not known before; 0–3$/)
    const call = page.locator('[data-call="2"] > button')
    await call.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => call.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => page.locator('.graphiql-query-editor .marked-field').allInnerTexts()).toEqual(['lineItems'])
    await expect
      .poll(() => page.getByRole('region', { name: 'Call', exact: true }).innerText())
      .toMatch(/GET accounts\/:account_id\/line_items[\s\S]*Status\s+200[\s\S]*account\.campaigns\.lineItems/)
    await page.getByRole('button', { name: 'Copy as cURL' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(
        new RegExp(
          `^curl -X GET "\\$ADS_BASE_URL"'/12/accounts/${DEMO_ACCOUNT_ID}/line_items\\?.*' \\\\\n {2}-H "Authorization: \\$OAUTH`,
        ),
      )

    await show(page, 'Response')
    // The other views show the extensions.
    await page.locator('.result-window .view-line').first().click()
    await page.keyboard.press('Control+End')
    expect(await page.locator('.result-window').innerText()).not.toContain('"extensions"')
    // An id such as 18ce54d4x5t has no ligature, whatever the fonts of the machine.
    const font = await page.locator('.graphiql-query-editor .view-lines').evaluate((lines) => {
      const { fontFamily, fontFeatureSettings, fontVariantLigatures } = getComputedStyle(lines)
      return { fontFamily, fontFeatureSettings, fontVariantLigatures }
    })
    expect(font.fontFamily).toMatch(/monospace/)
    expect(font.fontFamily).not.toMatch(/Fira Code/)
    expect(font.fontFeatureSettings.split(', ').sort()).toEqual(['"calt" 0', '"liga" 0'])
    expect(font.fontVariantLigatures).toBe('none')
  })

  it('distinguishes the read and the write of one path, in the plan and in what happened', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const input = `campaignId: "Campaign:18ce5h7k2qa:6dtbr", name: "Spring"`
    const query = `mutation { updateCampaign(input: { ${input} }) { campaign { id } userErrors { message } } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    const endpoints = () => page.locator('[data-step] .step-endpoint').allInnerTexts()
    await expect.poll(endpoints).toEqual(['campaigns/:campaign_id', 'PUT campaigns/:campaign_id'])

    await execute(page, '"userErrors": []')
    await show(page, 'Explain')
    await expect
      .poll(() => page.locator('.step-happened').allInnerTexts())
      .toEqual(['made 1 call, 1 row', 'made 1 call, 1 row'])
    expect(graph.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  })

  it('shows a call that fails in red and says why', async () => {
    const graph = await openGraph()
    graph.sandbox.faults.add({
      match: { path: 'accounts/:account_id/campaigns' },
      fault: {
        kind: 'status',
        status: 403,
        body: { json: { errors: [{ code: 'FORBIDDEN', message: 'Not for you' }] } },
      },
    })
    const { page } = await visit()
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { name campaigns(first: 2) { nodes { name } } } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await execute(page, 'FORBIDDEN')
    await expect.poll(() => page.locator('.failures').innerText()).toMatch(/^campaigns: status 403\s+Not for you$/)
    await show(page, 'Trace')
    await expect.poll(() => page.locator('.figure-danger').innerText()).toMatch(/^1\s+failed$/)
    // The bounds below the number of calls stand in one line beside it.
    const heights = () =>
      page.locator('.figure > *').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    await expect.poll(async () => (await heights()).filter((height) => height > 28)).toEqual([])
    const failed = page.getByRole('button', { name: /accounts\/:account_id\/campaigns; status 403/ })
    await failed.click()

    await expect
      .poll(() => page.getByRole('region', { name: 'Call', exact: true }).innerText())
      .toContain('403 Forbidden')
    // The account and its campaigns are read at the same time, so either may be the first.
    const bars = async () => {
      const rows = page.locator('[data-call]').filter({ has: page.locator('.call-bar') })
      const found = await rows.evaluateAll((all) =>
        all.map((row) => ({
          label: row.querySelector('button')!.ariaLabel!,
          color: getComputedStyle(row.querySelector('.call-bar')!).backgroundColor,
        })),
      )
      return found.map(({ label, color }) => `${/status \d+/.exec(label)![0]}: ${isRed(color) ? 'red' : 'not red'}`)
    }
    await expect.poll(async () => (await bars()).toSorted()).toEqual(['status 200: not red', 'status 403: red'])
    expect(graph.sandbox.requests.map(({ status }) => status)).toEqualInSteps([200, 403])
  })

  it('shows a step in red that may need more than is left of a rate limit', async () => {
    const graph = await openGraph({}, { limits: { coreReadsPerAccount: 4 } })
    const { page } = await visit()
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { lineItems(first: 1000) { nodes { name } } } } } }`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await expectSteps(page, ['account.campaigns', 'lineItems'])
    await expect.poll(() => page.locator('.step-over').count()).toBe(0)
    await graph.query('query($id: ID!) { account(id: $id) { lineItems(first: 1) { nodes { id } } } }', {
      id: DEMO_ACCOUNT_ID,
    })
    await page.reload()

    await expect
      .poll(() => page.locator('[data-step="1"].step-over > button').getAttribute('aria-label'))
      .toMatch(/exceeds the rate limit: 3 of 4 left until/)
  })

  it('opens the rule that a description names in a tab of its own', async () => {
    const graph = await openGraph()
    const { page, context } = await visit()
    await page.goto(graph.url)
    await page.getByRole('button', { name: 'Docs', exact: true }).click()
    await page.locator('.docs').getByRole('button', { name: 'Query', exact: true }).click()
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'R-ACC-14' }).first().click(),
    ])
    await tab.waitForLoadState()

    await expect.poll(() => tab.url()).toBe(new URL('/rules#r-acc-14', graph.url).href)
    await expect.poll(() => tab.locator('tr:has(:target)').innerText()).toMatch(/^R-ACC-14\s/)
    expect(new URL(page.url()).pathname).toBe('/graphql')
  })

  it('is usable on 390 pixels, in the dark and by keyboard', async () => {
    const graph = await openGraph()
    const { page } = await visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    // The query is longer than its editor, whose line numbers must not cover what stands below.
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }${'\n#'.repeat(30)}`
    await page.goto(`${graph.url}?${new URLSearchParams({ query })}`)
    await execute(page, 'Tidewater Outfitters')
    for (const name of ['Response', 'Explain', 'Trace', 'Examples', 'History', 'Explorer', 'Docs']) {
      const button = page.getByRole('button', { name, exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await page.getByRole('button', { name: 'Close pane' }).click()
    await expect.poll(async () => (await page.locator('.graphiql-sessions').boundingBox())?.y).toBe(0)
    for (const button of await page.locator('.graphiql-sidebar > button').filter({ visible: true }).all()) {
      const { x, width } = (await button.boundingBox())!
      expect([x >= 0, x + width <= 390]).toEqual([true, true])
    }
    for (const name of ['Response', 'Trace']) await show(page, name)
    await expect
      .poll(async () => {
        const { x, width } = (await page.locator('[data-call="0"]').boundingBox())!
        return [x >= 0, x + width <= 390]
      })
      .toEqual([true, true])

    // A pane covers the editors here, so an example is seen at once.
    await page.getByRole('button', { name: 'Examples', exact: true }).click()
    await page.getByRole('button', { name: /^New bids/ }).click()
    await page.locator('.graphiql-query-editor').getByText('Example: New bids').waitFor()
    await expect.poll(() => page.locator('.graphiql-plugin .pane').count()).toBe(0)
    const brightness = await page.locator('.graphiql-container').evaluate((container) => {
      const [red = 255, green = 255, blue = 255] = getComputedStyle(container)
        .backgroundColor.match(/\d+/g)!
        .map(Number)
      return Math.max(red, green, blue)
    })
    expect(brightness).toBeLessThan(80)
  })

  it('opens an example by one click in a tab of its own, whose mutations only validate', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const addresses: string[] = []
    page.on('framenavigated', () => addresses.push(page.url()))
    await page.goto(graph.url)
    await page.getByRole('button', { name: 'Examples', exact: true }).click()
    await expect
      .poll(() => page.locator('.examples > li').count())
      .toBe(readdirSync('examples/queries').filter((file) => file.endsWith('.graphql')).length)
    await page.getByRole('button', { name: /^New bids/ }).click()
    await expect.poll(() => page.locator('.graphiql-tab-button').count()).toBe(2)
    await page.getByRole('button', { name: '2. ChangeBids' }).click()
    await page.waitForURL(/(?=.*validateOnly)(?=.*operations%22)(?!.*campaignId%22)/)

    expect(addresses.filter((address) => /query=(&|$)/.test(address))).toEqual([])
    const query = new URL(page.url()).searchParams.get('query')!
    const { accountId, operations } = JSON.parse(readFileSync('examples/queries/new-bids.variables.json', 'utf8')) as {
      accountId: string
      operations: unknown
    }
    expect(variablesInAddress(page)).toEqual({ accountId, operations })
    const mutations = parse(query).definitions.flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION
        ? each.selectionSet.selections
        : [],
    )
    expect(mutations.length).toBeGreaterThan(0)
    for (const mutation of mutations) expect(print(mutation)).toContain('validateOnly: true')
  })

  it('distinguishes the real service from a sandbox by text and color', async () => {
    const [sandbox, real] = [await openGraph(), await openGraph({ service: 'production' })]
    const earlier = await openGraph({ sandboxNow: '2026-06-01T12:00:00Z' })
    const { page } = await visit()
    const look = async (url: string) => {
      await page.goto(url)
      const chip = page.locator('.session-service')
      await chip.waitFor()
      return [await chip.innerText(), await chip.evaluate((element) => getComputedStyle(element).backgroundColor)]
    }
    const [[sandboxWords, sandboxColor], [realWords, realColor]] = [await look(sandbox.url), await look(real.url)]

    expect(sandboxWords).toMatch(/^Sandbox\b.*Nothing here is real/s)
    expect(realWords).toMatch(/^Real service\b.*spend real money/s)
    expect(realColor).not.toBe(sandboxColor)
    const [words] = await look(earlier.url)
    expect(words).toMatch(/^Sandbox of 2026-06-01\b.*Its clock started at 2026-06-01T12:00:00Z/s)
  })
})

/** The text of the query, as far as its editor shows it from start to end. */
function shownQuery(page: Page): Promise<string> {
  return page.locator('.graphiql-query-editor').evaluate((editor) => {
    const view = editor.querySelector('.monaco-scrollable-element')!.getBoundingClientRect()
    const lines = [...editor.querySelectorAll<HTMLElement>('.view-line')].flatMap((line) => {
      const { top, right, bottom } = line.firstElementChild!.getBoundingClientRect()
      return right <= view.right && bottom <= view.bottom ? [{ top, text: line.innerText }] : []
    })
    return lines
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll('\u00A0', ' '))
      .join('\n')
  })
}

/** A server in front of another that counts the bytes which come back. */
async function startCountingProxy(target: string) {
  const { port, pathname } = new URL(target)
  let bytes = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    upstream.on('data', (chunk) => (bytes += chunk.length))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.pipe(upstream).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    bytes: () => bytes,
    /** Resolves when nothing has come back for half a second. */
    async idle() {
      for (let before = -1; before !== bytes; await wait(500)) before = bytes
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
