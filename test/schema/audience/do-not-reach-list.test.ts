import { describe, expect, it } from 'vitest'
import { doNotReachLists } from '../../../sandbox/audience/do-not-reach-list.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()

describe('the do-not-reach list', () => {
  it('has the fields of its row, and is null for an account without one (R-AUD-20)', async () => {
    const row = graph.sandbox.store
      .table(doNotReachLists)
      .rows(DEMO_ACCOUNT_ID)
      .find(({ deleted }) => !deleted)!
    const { data, errors } = await graph.query(
      `{ demo: account(id: "${DEMO_ACCOUNT_ID}") { doNotReachList { restId name description listSize targetable reasonsNotTargetable createdAt updatedAt deleted raw } }
         small: account(id: "${SMALL_ACCOUNT_ID}") { doNotReachList { listSize targetable reasonsNotTargetable } }
         empty: account(id: "${EMPTY_ACCOUNT_ID}") { doNotReachList { name } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      demo: {
        doNotReachList: {
          restId: row.id,
          name: 'Do not reach',
          description: row.description,
          listSize: String(row.list_size),
          targetable: true,
          reasonsNotTargetable: [],
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          deleted: false,
          raw: row,
        },
      },
      small: { doNotReachList: { listSize: null, targetable: false, reasonsNotTargetable: ['TOO_SMALL'] } },
      empty: { doNotReachList: null },
    })
  })

  it('is listed with deleted lists if withDeleted is set', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { doNotReachLists(withDeleted: true) { nodes { deleted } } one: doNotReachLists { nodes { deleted } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        doNotReachLists: { nodes: [{ deleted: false }, { deleted: true }] },
        one: { nodes: [{ deleted: false }] },
      },
    })
    expect(graph.sandbox.requests.map(({ query }) => query)).toEqualInSteps([[['with_deleted', 'true']], []])
  })
})
