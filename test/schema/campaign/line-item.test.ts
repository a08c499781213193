import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const STATUSES = graphql(`query LineItemStatuses($account: ID!, $withDraft: Boolean) {
  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }
}`)

const graph = useSandboxGraph()

describe('a line item', () => {
  it('returns drafts by ID, and in lists only with `withDraft`', async () => {
    const list = async (withDraft?: boolean) => {
      const { data } = await graph.query(STATUSES, { account: DEMO_ACCOUNT_ID, withDraft })
      return data!.account!.lineItems!.nodes
    }
    const drafts = (await list(true)).filter(({ entityStatus }) => entityStatus === 'DRAFT')
    const plain = await list()
    const found = await graph.query(
      `{ node(id: "${drafts[0]!.id}") { id } lineItem(id: "${drafts[0]!.id}") { restId } }`,
    )

    expect(drafts.length).toBeGreaterThan(0)
    expect(plain.filter(({ entityStatus }) => entityStatus === 'DRAFT')).toEqual([])
    expect(found.data).toMatchObject({ node: { id: drafts[0]!.id }, lineItem: { restId: drafts[0]!.id.split(':')[2] } })
  })
})
