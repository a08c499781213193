import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const FUNDED = graphql(`query CampaignsOfFunding($account: ID!) {
  account(id: $account) { fundingInstruments { nodes { restId campaigns(first: 5) { nodes { fundingInstrumentId } } } } }
}`)

const graph = useSandboxGraph()

describe('a funding instrument', () => {
  it('lists the campaigns of all funding instruments in one call', async () => {
    const { data, errors, calls } = await graph.query(FUNDED, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    for (const { restId, campaigns } of data!.account!.fundingInstruments!.nodes)
      expect(campaigns!.nodes.every(({ fundingInstrumentId }) => fundingInstrumentId === restId)).toBe(true)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/funding_instruments': 1,
      'GET accounts/:account_id/campaigns': 1,
    })
  })
})
