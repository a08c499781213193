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
  // The same IDs exist in both accounts, and parents of the two alternate.
  const ids = ['Campaign:a1:c1', 'Campaign:a2:c1', 'Campaign:a1:c2', 'Campaign:a2:c2']
  const { data, errors } = await graph.query<{ nodes: { id: string; lineItems: { nodes: object[] } }[] }>(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { id name lineItems(
      first: 5, sortBy: [{ field: CREATED_AT, direction: ASC }]) { nodes { name campaignId } } } } }`,
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
  expect(sent.map(({ path, query }) => [path, query['campaign_ids']])).toEqualInSteps([
    ['/12/accounts/a1/line_items', 'c1,c2'],
    ['/12/accounts/a2/line_items', 'c1,c2'],
  ])
})

it('gives no campaign the line items of a campaign of another account that has the same id', async () => {
  const accounts = ['a1', 'a2']
  const ids = ['c1', 'c2', 'c3']
  const upstream = await startUpstream(({ path, query }) => {
    const [, , , account, list] = path.split('/')
    const rows = () => {
      if (account === undefined) return accounts.map((id) => ({ id, name: id }))
      if (list === 'campaigns') return ids.map((id) => ({ id, name: account }))
      return (query['campaign_ids'] ?? '').split(',').map((id) => ({ id: `l${id}`, campaign_id: id, name: account }))
    }
    return { body: { data: rows(), next_cursor: null } }
  })
  const graph = await openGraph(upstream.url)
  const { data, errors } = await graph.query(
    '{ accounts { nodes { campaigns { nodes { id lineItems { nodes { id name campaign { id } } } } } } } }',
  )
  await graph.close()
  await upstream.close()

  expect(errors).toBeUndefined()
  expect(data).toEqual({
    accounts: {
      nodes: accounts.map((account) => ({
        campaigns: {
          nodes: ids.map((id) => {
            const campaign = { id: `Campaign:${account}:${id}` }
            return {
              ...campaign,
              lineItems: { nodes: [{ id: `LineItem:${account}:l${id}`, name: account, campaign }] },
            }
          }),
        },
      })),
    },
  })
  expect(upstream.requests.map(({ path, query }) => [path, query['campaign_ids']])).toEqualInSteps(
    [['/12/accounts', undefined]],
    [
      ['/12/accounts/a1/campaigns', undefined],
      ['/12/accounts/a2/campaigns', undefined],
    ],
    [
      ['/12/accounts/a1/line_items', 'c1,c2,c3'],
      ['/12/accounts/a2/line_items', 'c1,c2,c3'],
    ],
  )
})
