import { expect, it } from 'vitest'
import { openGraph } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

it('reads data again after each write of a mutation', async () => {
  let name = 'before'
  const upstream = await startUpstream(({ method, path, body }) => {
    if (method === 'PUT') name = new URLSearchParams(body).get('name')!
    if (path.endsWith('/line_items'))
      return { body: { data: [{ id: 'l1', campaign_id: 'c1', name: `of ${name}` }], next_cursor: null } }
    return { body: { data: { id: 'c1', name, daily_budget_amount_local_micro: null } } }
  })
  const graph = await openGraph(upstream.url)
  const update = (alias: string) =>
    `${alias}: updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "${alias}" }) {
      campaign { name lineItems { nodes { name campaign { name } } } }
    }`
  const { data } = await graph.query(`mutation { ${update('one')} ${update('two')} }`)
  await graph.close()
  await upstream.close()

  const after = (write: string) => ({
    campaign: { name: write, lineItems: { nodes: [{ name: `of ${write}`, campaign: { name: write } }] } },
  })
  expect(data).toEqual({ one: after('one'), two: after('two') })
  expect(upstream.requests.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`)).toEqual([
    'GET campaigns/c1',
    'PUT campaigns/c1',
    'GET line_items',
    'GET campaigns',
    'GET campaigns/c1',
    'PUT campaigns/c1',
    'GET line_items',
    'GET campaigns',
  ])
})
