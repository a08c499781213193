import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, TAILORED_AUDIENCE_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const PAGE = graphql(`query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {
  account(id: $account) {
    list: tailoredAudiencePermissions(tailoredAudienceId: $audience, first: $first, after: $after) {
      nodes { grantedAccount { id } } pageInfo { endCursor }
    }
  }
}`)

describe('the permissions for a tailored audience', () => {
  it('are listed by the sandbox in pages, and are empty for an audience that does not exist', async () => {
    const graph = await openSandboxGraph()
    const page = (audience: string, first?: number, after?: string | null) =>
      graph.query(PAGE, { account: DEMO_ACCOUNT_ID, audience, first, after })
    const first = await page(TAILORED_AUDIENCE_ID, 2)
    const next = await page(TAILORED_AUDIENCE_ID, 2, first.data!.account!.list!.pageInfo.endCursor)
    const none = await page('none')
    await graph.close()

    const accounts = [first, next].flatMap(({ data }) => data!.account!.list!.nodes.map((node) => node.grantedAccount))
    expect(accounts).toHaveLength(3)
    expect(accounts).toContainEqual({ id: `Account:${SMALL_ACCOUNT_ID}` })
    expect([none.errors, none.data!.account!.list!.nodes]).toEqual([undefined, []])
  })
})
