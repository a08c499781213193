import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { inBrowser } from '../../test/support/browser.ts'
import type { SandboxGraph } from '../../test/support/graph.ts'
import { answerOf, execute, expectSteps, isRed, show, useBrowser, variablesInAddress } from './use-browser.ts'

const TREE = `query Tree {
  account(id: "${DEMO_ACCOUNT_ID}") {
    name
    campaigns(first: 3) {
      nodes {
        lineItems(first: 10) {
          nodes {
            name
            targetingCriteria(first: 50) {
              nodes {
                name
              }
            }
          }
        }
      }
    }
  }
}`

function creation(name: string, validateOnly: string): string {
  return `mutation Create { createCampaign(input: { accountId: "${SMALL_ACCOUNT_ID}", fundingInstrumentId: "${INSTRUMENT}",
    name: "${name}", dailyBudgetAmountLocalMicro: "50000000", totalBudgetAmountLocalMicro: "1500000000", entityStatus: PAUSED }${validateOnly})
    { validation { checked unchecked } campaign { id restId } userErrors { message field rule } } }`
}

const INSTRUMENT = '6db6z'

describe('the results beside the query (needs the apt package chromium)', inBrowser, () => {
  const { visit, openGraph } = useBrowser()

  async function openQuery(graph: { url: string }, query: string, variables?: string): Promise<Page> {
    const { page } = await visit()
    await page.goto(`${graph.url}?${new URLSearchParams({ query, ...(variables !== undefined && { variables }) })}`)
    return page
  }

  const failing = (graph: SandboxGraph, path: string, status: number) => {
    const body = { json: { errors: [{ code: 'INTERNAL', message: 'Out of order' }] } }
    graph.sandbox.faults.add({ match: { path }, fault: { kind: 'status', status, body } })
  }

  it('groups the errors above the response, marks their fields, shows failed steps in red, and runs again', async () => {
    const graph = await openGraph()
    failing(graph, 'accounts/:account_id/targeting_criteria', 500)
    const page = await openQuery(graph, TREE)
    await execute(page, 'UPSTREAM_UNAVAILABLE')
    const lineItems = await graph.query<{ account: { campaigns: { nodes: { lineItems: { nodes: unknown[] } }[] } } }>(
      TREE.replace(/targetingCriteria[^}]*\}\s*\}/, ''),
    )
    const count = lineItems.data.account.campaigns.nodes.flatMap((campaign) => campaign.lineItems.nodes).length

    await expect
      .poll(() => page.locator('.failures').innerText())
      .toMatch(new RegExp(`^${count} × targetingCriteria: status 500, attempt 4 of 4\\s+Out of order$`))
    await expect
      .poll(() => page.locator('.graphiql-query-editor .failed-field').allInnerTexts())
      .toEqual(['targetingCriteria'])
    await show(page, 'Explain')
    await expectSteps(page, ['account', 'campaigns', 'lineItems', 'targetingCriteria'])
    const happened = page.locator('.step-happened')
    await expect
      .poll(() => happened.allInnerTexts())
      .toEqual([
        'made 1 call, 1 row',
        'made 1 call, 3 rows',
        expect.stringMatching(/^made 1 call, \d+ rows$/),
        'made 1 call, failed with status 500',
      ])
    const colors = () => happened.evaluateAll((all) => all.map((each) => getComputedStyle(each).color))
    await expect.poll(async () => (await colors()).map(isRed)).toEqual([false, false, false, true])

    graph.sandbox.faults.clear()
    await show(page, 'Response')
    await answerOf(page, '"targetingCriteria"', () => page.getByRole('button', { name: 'Run again' }).click())
    await page.locator('.failures').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.graphiql-query-editor .failed-field').count()).toBe(0)

    failing(graph, 'accounts/:account_id/line_items', 403)
    await execute(page, 'FORBIDDEN')
    await expect.poll(() => page.locator('.failures strong').innerText()).toBe('3 × lineItems: status 403')
    await show(page, 'Explain')
    await expect
      .poll(() => happened.allInnerTexts())
      .toEqual(['made 1 call, 1 row', 'made 1 call, 3 rows', 'made 1 call, failed with status 403', 'did not run'])
    await page.locator('[data-step="3"] .step-skipped').waitFor()

    graph.sandbox.faults.clear()
    graph.sandbox.faults.add({
      match: { path: 'accounts/:account_id/targeting_criteria' },
      fault: { kind: 'rateLimited', scope: 'account', resetInMs: 600_000 },
    })
    await show(page, 'Response')
    await execute(page, 'RATE_LIMITED')
    await show(page, 'Explain')
    await expect.poll(async () => (await happened.allInnerTexts()).at(-1)).toBe('made 1 call, failed with status 429')
    await expect.poll(async () => (await colors()).map(isRed)).toEqual([false, false, false, true])
  })

  it('marks a step whose calls or rows were more than three times off what was expected', async () => {
    const graph = await openGraph()
    const search = (prefix: string) =>
      `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(namePrefix: "${prefix}") { nodes { name } } } }`
    const rowsOf = (calls: { rows: number }[]) => calls.reduce((sum, { rows }) => sum + rows, 0)
    const few = rowsOf((await graph.query(search('Wave 5 · Gift'))).calls)
    const steps = async (page: Page, outcome: string) => {
      await execute(page, '"name"')
      await show(page, 'Explain')
      const step = page.locator('[data-step]').filter({ has: page.locator(outcome) })
      await step.getByText(`about ${few} rows`).waitFor()
      return [await step.innerText(), await step.getByRole('button').getAttribute('aria-label')]
    }
    const page = await openQuery(graph, search('Wave 5 · Gift'))
    const [near, nearSpoken] = await steps(page, '.step-within')
    expect(near).toMatch(new RegExp(`about ${few} rows[^]*made 1 call, ${few} rows$`))
    expect(nearSpoken).toMatch(new RegExp(`made 1 call, ${few} rows$`))

    const other = await openQuery(graph, search('W'))
    const [far, farSpoken] = await steps(other, '.step-beyond')
    const many = Number(/made 1 call, (\d+) rows$/.exec(far!)![1])
    expect(far).toContain(`about ${few} rows`)
    expect(many).toBeGreaterThan(3 * few)
    expect(farSpoken).toMatch(/made 1 call, \d+ rows; more than three times off$/)

    await show(page, 'Trace')
    await page.locator('[data-call]').first().waitFor()
    await expect.poll(() => page.locator('.call-unexpected').count()).toBe(0)
    await show(other, 'Trace')
    const unexpected = other.locator('[data-call]').filter({ has: other.locator('.call-unexpected') })
    await expect
      .poll(() => unexpected.getByRole('button').getAttribute('aria-label'))
      .toMatch(
        new RegExp(`campaigns; .*, ${many} rows; more than three times off: about 1 call, about ${few} rows expected`),
      )
    await expect
      .poll(() => unexpected.locator('.call-unexpected').allInnerTexts())
      .toEqual([`about 1 call, about ${few} rows expected`])
  })

  it('says what the last run expected at the tab of Explain too', async () => {
    const graph = await openGraph()
    const posts = (prefix: string) =>
      `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(namePrefix: "${prefix}", first: 50) { nodes { name lineItems(first: 50) { nodes { promotedPosts { nodes { id } } } } } } } }`
    await graph.query(posts('Wave 5 · Gift'))
    const page = await openQuery(graph, posts('W'))
    const tab = page.getByRole('group', { name: 'Results' }).getByRole('button', { name: 'Explain', exact: true })
    await tab.getByText(/about \d+ calls/).waitFor()
    const before = await tab.innerText()
    const planned = page.waitForResponse((response) => response.request().headers()['x-upstream-plan'] === 'dry-run')
    await execute(page, '"name"')
    await planned
    await show(page, 'Explain')
    await page.getByText('calls in the last run').waitFor()

    await expect.poll(() => page.locator('.figure strong').first().innerText()).toBe(/about \d+/.exec(before)![0])
    expect(await tab.innerText()).toBe(before)
  })

  it('says that a valid input was not written, with its rules, and writes it at the press of a button', async () => {
    const graph = await openGraph()
    const created = () => graph.sandbox.requests.filter(({ method }) => method === 'POST').length
    const active = creation('Spring', ', validateOnly: true').replace('PAUSED', 'ACTIVE')
    const page = await openQuery(graph, active)
    await execute(page, 'R-CAMP-1')
    const notes = page.locator('.validation')
    await expect
      .poll(async () => (await notes.innerText()).replaceAll(/\s+/g, ' '))
      .toBe(
        'Valid. Nothing was written. 4 rules checked: R-PERM-1 R-CAMP-1 R-CAMP-4 R-CAMP-3 ' +
          'Only the service can check: R-AUTH-5 R-CAMP-7 Write it',
      )
    for (const rule of ['R-CAMP-1', 'R-CAMP-7'])
      expect(await notes.getByRole('link', { name: rule, exact: true }).getAttribute('href')).toBe(
        `/rules#${rule.toLowerCase()}`,
      )
    expect(created()).toBe(0)
    await notes.getByRole('button', { name: 'Write it' }).click()
    await page.locator('.result-window').getByText('"restId": "').first().waitFor()
    expect(created()).toBe(1)
    await expect.poll(() => notes.innerText()).toMatch(/^Written: Campaign:\w+:\w+$/)
    // The text still only validates.
    expect(new URL(page.url()).searchParams.get('query')).toContain('validateOnly: true')

    const named = creation('Summer', ', validateOnly: $dry').replace('Create', 'Create($dry: Boolean!)')
    await page.goto(`${graph.url}?${new URLSearchParams({ query: named, variables: '{ "dry": true }' })}`)
    await execute(page, 'R-CAMP-1')
    await notes.getByRole('button', { name: 'Write it' }).click()
    await page.locator('.result-window').getByText('"restId": "').first().waitFor()
    expect(created()).toBe(2)

    const wrong = creation('', ', validateOnly: true').replace(INSTRUMENT, 'nosuch')
    await page.goto(`${graph.url}?${new URLSearchParams({ query: wrong })}`)
    await execute(page, 'userErrors')
    await expect.poll(() => notes.innerText()).toMatch(/^Not valid\. Nothing was written\.\s+input\./)
    await expect.poll(() => page.locator('.results-facts strong').getAttribute('class')).toBe('danger')
    await expect.poll(() => notes.getByRole('button').count()).toBe(0)
    expect(created()).toBe(2)
  })

  it('offers to write a batch without the items that are left out', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(`${graph.url}#example=change-budgets`)
    await execute(page, 'R-CAMP-3')
    const notes = page.locator('.validation')
    await expect
      .poll(() => notes.innerText())
      .toMatch(/^Valid\. 1 item is refused, and left out\. Nothing was written\./)
    await notes.getByRole('button', { name: 'Write it' }).click()
    await expect.poll(() => notes.innerText()).toMatch(/^Refused in part\. Written: (Campaign:\w+:\w+(, )?){4}/)
    expect(graph.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('offers to write only what was validated', async () => {
    const graph = await openGraph()
    const query = creation('Spring', ', validateOnly: true')
      .replace('Create', 'Create($budget: Long!)')
      .replace('"50000000"', '$budget')
    const page = await openQuery(graph, query, '{ "budget": "50000000" }')
    await execute(page, 'R-CAMP-1')
    const write = page.getByRole('button', { name: 'Write it' })
    await write.waitFor()
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').first().click()
    await page.keyboard.press('Control+A')
    // The editor closes the brace.
    await page.keyboard.insertText('{ "budget": "60000000" ')
    await page.waitForURL(/60000000/)

    await expect.poll(() => write.count()).toBe(0)
    expect(await page.locator('.result-window').innerText()).toContain('R-CAMP-1')
    await execute(page, 'R-CAMP-1')
    await write.click()
    await page.locator('.result-window').getByText('"restId": "').first().waitFor()
    const written = graph.sandbox.requests.filter(({ method }) => method === 'POST')
    expect(written.map(({ form }) => new Map(form).get('daily_budget_amount_local_micro'))).toEqual(['60000000'])

    const both = creation('Spring', ', validateOnly: true').replace(
      'createCampaign',
      'other: createAccount { userErrors { message } } createCampaign',
    )
    await page.goto(`${graph.url}?${new URLSearchParams({ query: both })}`)
    await execute(page, 'R-CAMP-1')
    expect(graph.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
    expect(await write.count()).toBe(0)
  })

  it('says over the real service what Run does if it writes', async () => {
    const graph = await openGraph({ service: 'production' })
    const page = await openQuery(graph, creation('Spring', ''))
    await page.getByText('createCampaign changes real campaigns and can spend real money').waitFor()
    const button = page.getByRole('button', { name: /^Run: createCampaign changes real campaigns/ })
    const color = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect.poll(async () => isRed(await color())).toBe(true)

    await page.goto(`${graph.url}?${new URLSearchParams({ query: creation('Spring', ', validateOnly: true') })}`)
    await execute(page, 'R-CAMP-1')
    await expect.poll(() => page.getByText('changes real campaigns').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Execute query/ }).count()).toBe(1)
    await expect
      .poll(() => page.locator('.validation').getByRole('button').innerText())
      .toBe('Write it to the real service')
  })

  it('opens the example that a link of the documentation names, with its variables', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(`${graph.url}#example=not-serving`)
    const answer = await execute(page, 'reasonsNotServable')

    expect(variablesInAddress(page)).toEqual({ accountId: '18ce54d4x5t' })
    expect(answer).toContain('PAUSED_BY_ADVERTISER')
    await show(page, 'Examples')
    expect(await page.locator('.examples strong').first().innerText()).toBe('Not serving')
  })

  it('gives the steps of an example that a link names idempotency keys of their own', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    const keys = []
    for (const _ of ['first', 'second']) {
      await page.goto('about:blank')
      await page.goto(`${graph.url}#example=launch-campaign`)
      await page.getByRole('button', { name: '2. CreateCampaign' }).click()
      await page.waitForURL(/CreateCampaign/)
      await expect.poll(() => variablesInAddress(page)).toHaveProperty('campaignKey')
      keys.push((variablesInAddress(page) as { campaignKey: string }).campaignKey)
    }
    const file = await readFile('examples/queries/launch-campaign.variables.json', 'utf8')

    expect(new Set([...keys, (JSON.parse(file) as { campaignKey: string }).campaignKey]).size).toBe(3)
  })

  it('offers the steps of an example once there are editors for them', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    let load = () => {}
    const loading = new Promise<void>((resolve) => (load = resolve))
    await page.route(/monaco-editor-[^/]*\.js$/, (route) => loading.then(() => route.continue()))
    await page.goto(`${graph.url}#example=launch-campaign`, { waitUntil: 'commit' })
    const step = page.getByRole('button', { name: '2. CreateCampaign' })
    await expect.poll(() => step.isDisabled()).toBe(true)
    load()
    await step.click()
    await page.waitForURL(/CreateCampaign/)
  })

  it('leads through the steps of an example, and fills what a step returned into the next', async () => {
    const graph = await openGraph()
    const { page } = await visit()
    await page.goto(graph.url)
    const variables = () => variablesInAddress(page)
    const next = async (name: string) => {
      await page.getByRole('button', { name: `Next: ${name}` }).click()
      await page.locator('.graphiql-query-editor').getByText(name).first().waitFor()
    }
    await show(page, 'Examples')
    await page.getByRole('button', { name: /^Launch campaign/ }).click()
    await execute(page, 'fundingInstruments')
    await next('CreateCampaign')
    await expect
      .poll(() => page.getByText('Filled in from the last step').innerText())
      .toBe('Filled in from the last step: $fundingInstrumentId, $userId, $location')
    await execute(page, 'R-CAMP-1')
    await page.getByRole('button', { name: 'Write it' }).click()
    await page.locator('.result-window').getByText('"Campaign:').waitFor()
    const created = /"(Campaign:[^"]+)"/.exec(await page.locator('.result-window').innerText())![1]
    await next('AddLineItem')
    await expect.poll(variables).toMatchObject({ campaignId: created, startTime: '2030-03-01T00:00:00Z' })

    // GraphiQL stores its tabs some time after they change.
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join(''))).toContain(created)
    await page.reload()
    await page.getByRole('button', { name: '6. Launch' }).click()
    await page.waitForURL(/Launch/)
    await expect.poll(variables).toMatchObject({ campaignId: created })
    await expect.poll(() => page.locator('.graphiql-tab-active').innerText()).toBe('Launch campaign')

    const names = ['Audience', 'New bids', 'Whole tree', 'Not serving', 'Draft to active']
    for (const name of names) {
      await show(page, 'Examples')
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    }
    const tabNames = async () => (await page.locator('.graphiql-tab-button').allInnerTexts()).slice(-5)
    await expect.poll(tabNames).toEqual(names)
    const [tabs, active] = [page.locator('.graphiql-tabs'), page.locator('.graphiql-tab-active')]
    await expect
      .poll(async () => {
        const [outer, inner] = [(await tabs.boundingBox())!, (await active.boundingBox())!]
        // Tabs are scrolled by whole pixels.
        return [inner.x + 1 > outer.x, inner.x + inner.width < outer.x + outer.width + 1]
      })
      .toEqual([true, true])
  })
})
