import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const FUNDED = graphql(`query BiddingRulesOfFunding($dollars: ID!, $yen: ID!) {
  dollars: account(id: $dollars) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }
  yen: account(id: $yen) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }
}`)

const graph = useSandboxGraph()

describe('a bidding rule', () => {
  it('is listed for every currency if none is given', async () => {
    const { data, errors } = await graph.query(graphql(`query BiddingRules { biddingRules { nodes { currency } } }`))

    expect(errors).toBeUndefined()
    expect(data!.biddingRules!.nodes).toHaveLength(36)
  })

  it('is read for funding instruments of all currencies in one call', async () => {
    const other = await openSandboxGraph()
    const { data, errors, calls } = await other.query(FUNDED, { dollars: DEMO_ACCOUNT_ID, yen: YEN_ACCOUNT_ID })
    await other.close()

    expect(errors).toBeUndefined()
    const instruments = [data!.dollars!, data!.yen!].flatMap(({ fundingInstruments }) => fundingInstruments!.nodes)
    expect(new Set(instruments.map(({ currency }) => currency))).toEqual(new Set(['USD', 'JPY']))
    expect(
      instruments.every(
        ({ currency, biddingRules }) => biddingRules!.totalCount === 1 && biddingRules!.nodes[0]?.currency === currency,
      ),
    ).toBe(true)
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/funding_instruments': 2, 'GET bidding_rules': 1 })
  })

  it.each(['usd', 'US', 'USDX', 'U$D', 'ZZZ', ''])('refuses %j, which is not a currency', async (currency) => {
    graph.sandbox.clearRequests()
    const { errors } = await graph.query(
      `query ($currency: String) { biddingRules(currency: $currency) { nodes { currency } } }`,
      {
        currency,
      },
    )

    expect(errors).toMatchObject([
      { path: ['biddingRules'], extensions: { code: 'BAD_USER_INPUT', field: 'currency', rule: 'R-ACC-8' } },
    ])
    expect(graph.sandbox.requests).toEqual([])
  })
})
