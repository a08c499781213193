import { describe, expect, it } from 'vitest'
import { accountApps } from '../../../sandbox/account/account-app.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

const rows = () => graph.sandbox.store.table(accountApps).rows(DEMO_ACCOUNT_ID)

const COUNTED = graphql(`query CountedApps($account: ID!) {
  account(id: $account) {
    apps(first: 2, withDeleted: true, sortBy: { field: "createdAt", direction: DESC }) {
      totalCount edges { cursor } nodes { restId }
    }
  }
}`)
const NEXT = graphql(`query NextApps($account: ID!, $after: String) {
  account(id: $account) {
    apps(first: 2, after: $after, withDeleted: true, sortBy: { field: "createdAt", direction: DESC }) { nodes { restId } }
  }
}`)

describe('apps of an account', () => {
  it('are counted, sorted, paged and listed with deleted ones by the wire names', async () => {
    const { data, errors } = await graph.query(COUNTED, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const apps = data!.account!.apps!
    expect(apps.totalCount).toBe(3)
    expect(apps.nodes).toEqual(
      rows()
        .reverse()
        .slice(0, 2)
        .map(({ id }) => ({ restId: id })),
    )
    expect(graph.sandbox.requests.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      [
        `/12/accounts/${DEMO_ACCOUNT_ID}/account_apps`,
        { count: '2', sort_by: 'created_at-desc', with_deleted: 'true', with_total_count: 'true' },
      ],
    ])
    const next = await graph.query(NEXT, { account: DEMO_ACCOUNT_ID, after: apps.edges[1]!.cursor })
    expect(next.data!.account!.apps!.nodes).toEqual([{ restId: rows()[0]!.id }])
  })
})
