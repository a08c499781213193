import { expect, it, onTestFinished } from 'vitest'
import { BrowserClient, signIn } from '../../support/browser-client.ts'
import { inBrowser, launchBrowser, newVisitor } from '../../support/browser.ts'
import { openSandboxGraph } from '../../support/graph.ts'

it('a page of another site signs nobody out by a form (needs the apt package chromium)', inBrowser, async () => {
  const graph = await openSandboxGraph({
    graph: {
      signIn: { secrets: ['a-secret-that-is-long-enough-for-it'], maxAgeMs: 3_600_000 },
      tenant: { credentials: undefined, clientTokens: [] },
    },
  })
  onTestFinished(() => graph.close())
  const at = (path: string) => new URL(path, graph.url).href
  const user = new BrowserClient()
  await signIn(user, graph.url)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const { context, page } = await newVisitor(browser)
  const { hostname } = new URL(graph.url)
  await context.addCookies([
    {
      name: 'adgraph_session',
      value: user.cookie('adgraph_session')!,
      domain: hostname,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  await page.goto(`data:text/html,<form method="post" action="${at('/auth/logout')}"><button>Win</button></form>`)
  const answer = page.waitForResponse(at('/auth/logout'))
  await page.getByRole('button').click()

  expect((await answer).status()).toBe(403)
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['adgraph_session'])
  await page.goto(at('/auth/session'))
  expect(await page.textContent('body')).toContain('"screenName":"colleague"')
})
