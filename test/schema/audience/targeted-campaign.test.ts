import { describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../../sandbox/campaign/targeting-criterion.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, useGraphOver, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

const TARGETED = graphql(`query TargetedCampaigns($account: ID!, $audience: ID!, $withActive: Boolean) {
  customAudience(id: $audience, accountId: $account) { targeted(withActive: $withActive) { nodes {
    campaignId campaignName campaign { name } lineItems { name servable lineItem { restId name } }
  } } }
}`)
const PAGE = graphql(`query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {
  customAudience(id: $audience, accountId: $account) {
    targeted(withActive: false, first: $first, after: $after) { nodes { campaignId } pageInfo { hasNextPage endCursor } }
  }
}`)
const OF_AUDIENCES = graphql(`query TargetedByAudiences($first: Int) {
  account(id: "a1") { customAudiences(first: $first) { nodes {
    restId again: targeted { nodes { campaignId } } targeted { nodes { campaign { id } lineItems { lineItem { id } } } }
  } } }
}`)
const NAMES = graphql(`query NamesOfTargetedCampaigns {
  customAudience(id: "x7", accountId: "a1") {
    targeted { nodes { campaign { name } lineItems { lineItem { name } } } }
  }
}`)

/** The audience that most line items of the demo account target. */
function popular(): string {
  const counts = new Map<string, number>()
  for (const row of graph.sandbox.store.table(targetingCriteria).rows(DEMO_ACCOUNT_ID))
    if (row.targeting_type.startsWith('CUSTOM_AUDIENCE'))
      counts.set(row.targeting_value, (counts.get(row.targeting_value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]![0]
}

async function read(withActive?: boolean) {
  const { data, errors } = await graph.query(TARGETED, { account: DEMO_ACCOUNT_ID, audience: popular(), withActive })
  expect(errors).toBeUndefined()
  return data!.customAudience!.targeted!.nodes
}

describe('the campaigns that target an audience', () => {
  it('have their line items, only servable ones unless `withActive` is false (R-AUD-10)', async () => {
    const servable = (await read()).flatMap((node) => node.lineItems!)
    const nodes = await read(false)

    for (const node of nodes) expect(node.campaignName).toBe(node.campaign!.name)
    const all = nodes.flatMap((node) => node.lineItems!)
    for (const { name, lineItem } of all) expect(name).toBe(lineItem!.name)
    const aimed = graph.sandbox.store
      .table(targetingCriteria)
      .rows(DEMO_ACCOUNT_ID)
      .filter(({ targeting_value }) => targeting_value === popular())
      .map(({ line_item_id }) => line_item_id)
      .filter((id) => !graph.sandbox.store.table(lineItems).find(DEMO_ACCOUNT_ID, id)!.deleted)
    expect(new Set(all.map(({ lineItem }) => lineItem!.restId))).toEqual(new Set(aimed))
    expect(servable).toEqual(all.filter((lineItem) => lineItem.servable))
    expect(servable.length).toBeLessThan(all.length)
    const asked = graph.sandbox.requests.filter(({ path }) => path.endsWith('/targeted'))
    expect(asked.map(({ query }) => query)).toEqual([[], [['with_active', 'false']]])
  })

  it('are read in pages of 1', async () => {
    const page = (first?: number, after?: string | null) =>
      graph.query(PAGE, { account: DEMO_ACCOUNT_ID, audience: popular(), first, after })
    const whole = (await page()).data!.customAudience!.targeted!.nodes
    const walked: object[] = []
    let after: string | null = null
    for (;;) {
      const { data }: Awaited<ReturnType<typeof page>> = await page(1, after)
      const { nodes, pageInfo } = data!.customAudience!.targeted!
      walked.push(...nodes)
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(walked.length).toBeGreaterThan(3)
    expect(walked).toEqual(whole)
  })

  it('are empty for an audience that does not exist', async () => {
    const { data, errors } = await graph.query(
      `{ customAudience(id: "none", accountId: "${DEMO_ACCOUNT_ID}") { targeted { nodes { campaignId } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ customAudience: { targeted: { nodes: [] } } })
  })
})

describe('the campaigns that target many audiences', () => {
  const { graph: counted } = useGraphOver(({ path, query }) => {
    if (path.endsWith('/custom_audiences'))
      return { body: { data: Array.from({ length: Number(query['count']) }, (_, index) => ({ id: `x${index}` })) } }
    const row = path.split('/').at(-2)!.replace('x', '')
    if (path.endsWith('/targeted'))
      return { body: { data: [{ campaign_id: `c${row}`, campaign_name: null, line_items: [{ id: `l${row}` }] }] } }
    const ids = (query['campaign_ids'] ?? query['line_item_ids'] ?? '').split(',')
    return { body: { data: ids.map((id) => ({ id, name: `name of ${id}` })), next_cursor: null } }
  })

  it.each([1, 50, 201])('take one call for each of %i audiences, each once', async (audiences) => {
    const { data, errors, calls } = await counted.query(OF_AUDIENCES, { first: audiences })
    expect(errors).toBeUndefined()
    expect(data!.account!.customAudiences!.nodes).toHaveLength(audiences)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/custom_audiences': 1,
      'GET accounts/:account_id/custom_audiences/:custom_audience_id/targeted': audiences,
    })
  })

  it('look up campaigns and line items together', async () => {
    const { data, errors, calls } = await counted.query(NAMES)
    expect(errors).toBeUndefined()
    expect(data!.customAudience!.targeted!.nodes).toEqual([
      { campaign: { name: 'name of c7' }, lineItems: [{ lineItem: { name: 'name of l7' } }] },
    ])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/custom_audiences/:custom_audience_id/targeted': 1,
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 1,
    })
  })
})
