import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const ROW = {
  id: 'p1',
  line_item_id: 'l1',
  user_id: '756201191646691328',
  entity_status: 'ACTIVE',
  approval_status: 'ACCEPTED',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId lineItemId userId entityStatus approvalStatus createdAt updatedAt deleted raw'

describe('a promoted account', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ promotedAccount(id: "PromotedAccount:a1:p1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotedAccount: {
        id: 'PromotedAccount:a1:p1',
        restId: 'p1',
        lineItemId: 'l1',
        userId: '756201191646691328',
        entityStatus: 'ACTIVE',
        approvalStatus: 'ACCEPTED',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/promoted_accounts/p1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'p1' }, `{ promotedAccount(accountId: "a1", id: "p1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotedAccount: {
        id: 'PromotedAccount:a1:p1',
        restId: 'p1',
        lineItemId: null,
        userId: null,
        entityStatus: null,
        approvalStatus: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'p1' },
      },
    })
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { promotedAccounts(
        ids: ["x1", "PromotedAccount:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"]
        first: 3, withDeleted: true, sortBy: [{ field: CREATED_AT, direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/promoted_accounts',
        {
          promoted_account_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })
})
