import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdgraph, type Adgraph } from '../src/adgraph.ts'
import { lowerHighestBudget } from '../src/lower-budget.ts'

let adgraph: Adgraph
beforeAll(async () => {
  // The shell of somebody who also runs Adgraph over a service.
  Object.assign(process.env, { ADS_BASE_URL: 'https://ads.example', MCP: 'off', PORT: '1' })
  adgraph = await startAdgraph()
})
afterAll(() => adgraph.close())

it('lowers the highest daily budget by a tenth, and the graph shows it', async () => {
  const { campaign, from, to } = await lowerHighestBudget(adgraph, 'Account:18ce5h7k2qa')
  const response = await fetch(new URL('/graphql', adgraph.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ campaign(id: "${campaign}") { dailyBudgetAmountLocalMicro } }` }),
  })

  expect(BigInt(to)).toBe((BigInt(from) * 9n) / 10n)
  expect(await response.json()).toMatchObject({ data: { campaign: { dailyBudgetAmountLocalMicro: to } } })
})
