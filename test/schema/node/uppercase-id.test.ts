import { expect, it } from 'vitest'
import { useGraphOver } from '../../support/graph.ts'

const CAMPAIGN = { id: 'c1', name: 'Spring', funding_instrument_id: 'f1' }

const { upstream, graph } = useGraphOver(({ path, query, method }) => {
  if (path.endsWith('/iab_categories'))
    return { body: { data: (query['iab_category_ids'] ?? 'IAB1').split(',').map((id) => ({ id })) } }
  if (path.endsWith('/line_items')) return { body: { data: [{ id: 'l1', campaign_id: 'c1' }] } }
  return { body: { data: path.endsWith('/campaigns') && method === 'GET' ? [CAMPAIGN] : CAMPAIGN } }
})

const requests = () =>
  upstream.requests.map(({ method, path, query }) =>
    [method, path.replace(/^\/\d+\//, ''), query['campaign_ids']].filter(Boolean).join(' '),
  )

it('reads an entity whose ID is in uppercase, with others of its type', async () => {
  const { data, errors } = await graph.query(`{
    one: campaign(id: "C1", accountId: "A1") { id name }
    same: campaign(id: "Campaign:A1:c1") { id name }
    node(id: "Campaign:a1:C1") { id }
    nodes(ids: ["Campaign:A1:C1", "Campaign:a1:c1"]) { id }
  }`)

  const one = { id: 'Campaign:a1:c1', name: 'Spring' }
  expect(errors).toBeUndefined()
  expect(data).toEqual({ one, same: one, node: { id: one.id }, nodes: [{ id: one.id }, { id: one.id }] })
  expect(requests()).toEqualInSteps(['GET accounts/a1/campaigns c1', 'GET accounts/a1/campaigns/c1'])
})

it('gives the rows of an account whose ID is in uppercase the global IDs that they have otherwise', async () => {
  const { data } = await graph.query(`{
    account(id: "A1") { id campaigns { nodes { id lineItems { nodes { id } } } } }
  }`)

  expect(data).toEqual({
    account: {
      id: 'Account:a1',
      campaigns: { nodes: [{ id: 'Campaign:a1:c1', lineItems: { nodes: [{ id: 'LineItem:a1:l1' }] } }] },
    },
  })
  expect(requests()).toEqual(['GET accounts/a1/campaigns', 'GET accounts/a1/line_items c1'])
})

it('sends a write in lowercase, and gives the result the IDs that it has otherwise', async () => {
  const { data } = await graph.query(`mutation {
    deleteCampaign(input: { accountId: "A1", campaignId: "C1" }) { deletedId campaign { id } receipt { ids } }
  }`)

  const id = 'Campaign:a1:c1'
  expect(data).toEqual({ deleteCampaign: { deletedId: id, campaign: { id }, receipt: { ids: [id] } } })
  expect(requests()).toEqual(['DELETE accounts/a1/campaigns/c1'])
})

it('leaves the ID of an entity of no account as it is', async () => {
  const { data } = await graph.query('{ node(id: "IabCategory:IAB1") { id } }')

  expect(data).toEqual({ node: { id: 'IabCategory:IAB1' } })
})
