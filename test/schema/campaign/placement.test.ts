import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const PLACEMENTS = graphql(`query LineItemPlacements($account: ID!) {
  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }
}`)

const graph = useSandboxGraph()

describe('the placements of line items', () => {
  it('are lists of combinations by product type', async () => {
    const row = { product_type: 'PROMOTED_POSTS', placements: [['ALL_ON_SVC'], ['SVC_SEARCH', 'SVC_TIMELINE']] }
    const { data, errors, sent } = await readRow(
      [row],
      '{ lineItemPlacements(productType: PROMOTED_POSTS) { nodes { productType placements raw } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      lineItemPlacements: { nodes: [{ productType: row.product_type, placements: row.placements, raw: row }] },
    })
    expect(sent).toEqual([['/12/line_items/placements', { product_type: 'PROMOTED_POSTS' }]])
  })

  it('include values that this version does not know, and are null if the service omits them', async () => {
    const { data, errors } = await readRow(
      [{ product_type: 'HOLOGRAM', placements: [['SVC_MOON']] }, {}],
      '{ lineItemPlacements { nodes { productType placements } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      lineItemPlacements: {
        nodes: [
          { productType: 'UNRECOGNIZED', placements: [['UNRECOGNIZED']] },
          { productType: null, placements: null },
        ],
      },
    })
  })

  it('include all product types if none is given', async () => {
    const { data } = await graph.query('{ lineItemPlacements { nodes { productType } } }')

    expect(data).toEqual({
      lineItemPlacements: {
        nodes: ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'].map((productType) => ({ productType })),
      },
    })
  })

  it('include the placements of every line item, and are read in one call for all of them (R-ACC-10)', async () => {
    const other = await openSandboxGraph()
    const { data, errors, calls } = await other.query(PLACEMENTS, { account: DEMO_ACCOUNT_ID })
    await other.close()

    expect(errors).toBeUndefined()
    for (const { placements, permittedPlacements } of data!.account!.lineItems!.nodes)
      expect(permittedPlacements).toContainEqual(placements)
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/line_items': 1, 'GET line_items/placements': 1 })
  })

  it('cannot be filtered by an unknown product type', async () => {
    graph.sandbox.clearRequests()
    const { errors } = await graph.query('{ lineItemPlacements(productType: UNRECOGNIZED) { nodes { productType } } }')

    expect(errors).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })
})
