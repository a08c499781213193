import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, TAILORED_AUDIENCE_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const PAGE = graphql(`query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {
  account(id: $account) {
    list: tailoredAudiencePermissions(tailoredAudienceId: $audience, first: $first, after: $after) {
      nodes { grantedAccount { id } } pageInfo { endCursor }
    }
  }
}`)

const ROW = {
  tailored_audience_id: 'x1',
  permission_level: 'READ_WRITE',
  id: 'p1',
  created_at: '2026-05-30T18:48:20Z',
  granted_account_id: 'b1',
  updated_at: '2026-05-31T18:48:20Z',
  deleted: false,
}

describe('the permissions for a tailored audience', () => {
  it('have the fields of their rows, in version 5 and with their own filters (R-AUD-19, R-CONV-2)', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { tailoredAudiencePermissions(tailoredAudienceId: "x1", ids: ["p1"], grantedAccountIds: ["b1"], first: 3
        sortBy: [{ field: "createdAt", direction: ASC }]) { nodes {
          restId tailoredAudienceId grantedAccountId permissionLevel createdAt updatedAt deleted raw } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        tailoredAudiencePermissions: {
          nodes: [
            {
              restId: 'p1',
              tailoredAudienceId: 'x1',
              grantedAccountId: 'b1',
              permissionLevel: 'READ_WRITE',
              createdAt: '2026-05-30T18:48:20Z',
              updatedAt: '2026-05-31T18:48:20Z',
              deleted: false,
              raw: ROW,
            },
          ],
        },
      },
    })
    expect(sent).toEqual([
      [
        '/5/accounts/a1/tailored_audiences/x1/permissions',
        {
          tailored_audience_permission_ids: 'p1',
          granted_account_ids: 'b1',
          sort_by: 'created_at-asc',
          count: '3',
        },
      ],
    ])
  })

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
