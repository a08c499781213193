import { describe, expect, it } from 'vitest'
import { customAudiencePermissions } from '../../../sandbox/audience/custom-audience-permission.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useGraphOver, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const GRANTED = graphql(`query GrantedAccounts($first: Int) {
  account(id: "a1") { customAudiences(first: $first) { nodes {
    restId permissions { nodes { id grantedAccount { name } } }
  } } }
}`)

const graph = useSandboxGraph()

const granted = () => graph.sandbox.store.table(customAudiencePermissions).rows(DEMO_ACCOUNT_ID)

describe('the permissions for a custom audience', () => {
  it('have the fields of their rows, and the granted account', async () => {
    const permission = granted().find(({ granted_account_id }) => granted_account_id === SMALL_ACCOUNT_ID)!
    const { data, errors } = await graph.query(
      `{ customAudience(id: "${permission.custom_audience_id}", accountId: "${DEMO_ACCOUNT_ID}") { permissions { totalCount nodes {
        restId customAudienceId grantedAccountId grantedAccount { id name } permissionLevel createdAt updatedAt deleted raw
        customAudience { id } } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      customAudience: {
        permissions: {
          totalCount: 1,
          nodes: [
            {
              restId: permission.id,
              customAudienceId: permission.custom_audience_id,
              grantedAccountId: SMALL_ACCOUNT_ID,
              grantedAccount: { id: `Account:${SMALL_ACCOUNT_ID}`, name: 'Kōji & Rye Bakery ☕️' },
              permissionLevel: 'READ_ONLY',
              createdAt: permission.created_at,
              updatedAt: permission.updated_at,
              deleted: false,
              raw: permission,
              customAudience: { id: `CustomAudience:${DEMO_ACCOUNT_ID}:${permission.custom_audience_id}` },
            },
          ],
        },
      },
    })
  })

  it('have only the ID of an account that the caller cannot see (R-AUD-17)', async () => {
    const permission = granted().find(({ granted_account_id }) => granted_account_id === '18ce5elsewh')!
    const { data, errors } = await graph.query(
      `{ customAudience(id: "${permission.custom_audience_id}", accountId: "${DEMO_ACCOUNT_ID}") {
        permissions { nodes { grantedAccountId grantedAccount { name } } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      customAudience: { permissions: { nodes: [{ grantedAccountId: '18ce5elsewh', grantedAccount: null }] } },
    })
  })

  it('refuse more than 200 ids before anything is sent (R-CONV-16)', async () => {
    for (const field of ['ids', 'grantedAccountIds']) {
      const ids = JSON.stringify(Array.from({ length: 201 }, (_, index) => `x${index}`))
      const { errors, sent } = await readRow(
        { id: 'p1' },
        `{ customAudience(id: "x1", accountId: "a1") { permissions(${field}: ${ids}) { nodes { restId } } } }`,
      )
      expect(errors?.map(({ extensions }) => extensions)).toEqual([
        { code: 'BAD_USER_INPUT', field, rule: 'R-CONV-16' },
      ])
      expect(sent).toEqual([])
    }
  })

  it.each([
    ['Custom', 'customAudience(id: "u1", accountId: "a1") { permissions('],
    ['Tailored', 'account(id: "a1") { tailoredAudiencePermissions(tailoredAudienceId: "u1", '],
  ])('of a %s audience take no global IDs of permissions for another one, and nothing is sent', async (kind, list) => {
    const read = (audience: string) =>
      readRow({ id: 'p1' }, `{ ${list}ids: ["${kind}AudiencePermission:a1:${audience}:p1"]) { nodes { restId } } } }`)
    const { errors, sent } = await read('u2')
    expect(errors).toMatchObject([
      {
        message: `\`ids\`: "${kind}AudiencePermission:a1:u2:p1" does not belong to the audience u1`,
        extensions: { code: 'BAD_USER_INPUT', field: 'ids' },
      },
    ])
    expect(sent).toEqual([])
    expect((await read('u1')).sent).toHaveLength(1)
  })

  it('are empty for an audience that does not exist', async () => {
    graph.sandbox.faults.add({
      fault: { kind: 'status', status: 404 },
      match: { path: 'accounts/:account_id/custom_audiences/:custom_audience_id/permissions' },
      times: 1,
    })
    const { data, errors } = await graph.query(
      `{ customAudience(id: "none", accountId: "${DEMO_ACCOUNT_ID}") { permissions { nodes { restId } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ customAudience: { permissions: { nodes: [] } } })
  })
})

describe('the permissions on many audiences', () => {
  const { graph: counted } = useGraphOver(({ path, query }) => {
    const [, , , , , audience] = path.split('/')
    if (audience) return { body: { data: [{ id: `p${audience}`, granted_account_id: `b${audience.slice(1)}` }] } }
    const ids = query['account_ids']?.split(',') ?? Array.from({ length: Number(query['count']) }, (_, n) => `x${n}`)
    return { body: { data: ids.map((id) => ({ id, name: `name of ${id}` })), next_cursor: null } }
  })

  it.each([
    [1, 1],
    [50, 1],
    [201, 2],
  ])('of %i audiences take one call each, and their accounts %i', async (audiences, lists) => {
    const { data, errors, calls } = await counted.query(GRANTED, { first: audiences })
    expect(errors).toBeUndefined()
    for (const { restId, permissions } of data!.account!.customAudiences!.nodes)
      expect(permissions!.nodes).toEqual([
        {
          id: `CustomAudiencePermission:a1:${restId}:p${restId}`,
          grantedAccount: { name: `name of b${restId.slice(1)}` },
        },
      ])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/custom_audiences': 1,
      'GET accounts/:account_id/custom_audiences/:custom_audience_id/permissions': audiences,
      'GET accounts': lists,
    })
  })
})
