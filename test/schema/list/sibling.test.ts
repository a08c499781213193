import { expect, it } from 'vitest'
import { openGraph } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

it('reads the lists below parents of several accounts for each account by itself, whatever their order', async () => {
  const upstream = await startUpstream(({ path, query }) => {
    const account = path.split('/')[3]!
    const ids = (query['campaign_ids'] ?? '').split(',')
    const data = path.endsWith('line_items')
      ? ids.map((id) => ({ id: `l-${account}-${id}`, campaign_id: id, name: account }))
      : ids.map((id) => ({ id, name: account }))
    return { body: { data, next_cursor: null } }
  })
  const graph = await openGraph(upstream.url)
  // The same ids exist in both accounts, and parents of the two alternate.
  const ids = ['Campaign:a1:c1', 'Campaign:a2:c1', 'Campaign:a1:c2', 'Campaign:a2:c2']
  const { data, errors } = await graph.query<{ nodes: { id: string; lineItems: { nodes: object[] } }[] }>(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { id name lineItems(
      first: 5, sortBy: [{ field: "name", direction: ASC }]) { nodes { name campaignId } } } } }`,
    { ids },
  )
  await graph.close()
  await upstream.close()

  expect(errors).toBeUndefined()
  expect(data.nodes).toEqual(
    ids.map((id) => {
      const [, account, campaignId] = id.split(':')
      return { id, name: account, lineItems: { nodes: [{ name: account, campaignId }] } }
    }),
  )
  const sent = upstream.requests.filter(({ path }) => path.endsWith('line_items'))
  expect(sent.map(({ path, query }) => [path, query['campaign_ids']])).toEqual([
    ['/12/accounts/a1/line_items', 'c1,c2'],
    ['/12/accounts/a2/line_items', 'c1,c2'],
  ])
})
