import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { SandboxOptions } from '../../sandbox/index.ts'
import { launchBrowser, newVisitor, type Visitor } from '../../test/support/browser.ts'
import { openSandboxGraph, type GraphOptions } from '../../test/support/graph.ts'

/** A browser for the tests of a file. After each test, its windows and graphs are closed; a window must have behaved. */
export function useBrowser() {
  let browser: Browser
  let visitors: Visitor[] = []
  let ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    for (const end of ends.reverse()) await end()
    const seen = visitors.flatMap(({ outside, violations, exceptions }) => [...outside, ...violations, ...exceptions])
    ends = []
    visitors = []
    if (seen.length > 0) throw new Error(`The page did what it should not:\n${seen.join('\n')}`)
  })
  afterAll(() => browser.close())
  /** Opens a window. */
  async function visit(options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
    const visitor = await newVisitor(browser, options)
    visitors.push(visitor)
    ends.push(() => visitor.context.close())
    return visitor
  }
  async function openGraph(options: GraphOptions = {}, sandbox: SandboxOptions = {}) {
    const graph = await openSandboxGraph({ graph: options, sandbox })
    ends.push(() => graph.close())
    return graph
  }
  /** Ends something else after the test. */
  const until = (end: () => Promise<unknown>) => void ends.push(end)
  return { visit, openGraph, until }
}

/** Runs the query that the page shows, and gives the answer when it holds this text. */
export async function execute(page: Page, expected: string): Promise<string> {
  await editorsOf(page)
  return answerOf(page, expected, () => page.locator('.graphiql-execute-button').click())
}

/** Starts the query that the page shows, without waiting for the answer. */
export async function start(page: Page): Promise<void> {
  await editorsOf(page)
  await Promise.all([page.waitForRequest(isRun), page.locator('.graphiql-execute-button').click()])
}

/** GraphiQL ignores the button, or the variables, until the editors of the query, variables, headers and response are there. */
function editorsOf(page: Page): Promise<void> {
  return page.locator(':is(.graphiql-editor, .result-window) .view-lines').nth(3).waitFor({ state: 'attached' })
}

/** Does something that runs the query, and gives the answer to it when it holds this text. */
export async function answerOf(page: Page, expected: string, run: () => Promise<void>): Promise<string> {
  await Promise.all([page.waitForRequest(isRun), run()])
  // GraphiQL has taken the last answer away by now, and its editor draws that in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const answer = page.locator('.result-window')
  try {
    await answer.getByText(expected).first().waitFor({ timeout: 60_000 })
  } catch (cause) {
    throw new Error(`No ${expected} in ${await answer.innerText()}`, { cause })
  }
  return answer.innerText()
}

/** Whether the page runs a query by a request; others are for plans and panes. */
export function isRun(request: Request): boolean {
  return request.headers()['x-upstream-plan'] === '1'
}

/** The variables in the address of the page, which follows the editor after a pause. */
export function variablesInAddress(page: Page): unknown {
  return JSON.parse(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('variables')!)
}

/** Opens a view beside the query, or a pane. */
export async function show(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Waits until the plan has steps for exactly these fields, as they are written in the tree. */
export async function expectSteps(page: Page, names: string[]): Promise<void> {
  await expect.poll(() => page.locator('[data-step] .step-name').allInnerTexts()).toEqual(names)
}

/** Whether a color such as `rgb(197, 42, 32)` is a red. */
export function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)!.map(Number)
  return red > 2 * green && red > 2 * blue
}
