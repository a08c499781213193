import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'

const ROW = {
  id: 'u1',
  user_id: '756201191646691328',
  promotable_user_type: 'REPOSTS_ONLY',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId userId type createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a promotable user', () => {
  it('has the fields of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ promotableUser(id: "PromotableUser:a1:u1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotableUser: {
        id: 'PromotableUser:a1:u1',
        restId: 'u1',
        userId: '756201191646691328',
        type: 'REPOSTS_ONLY',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/promotable_users/u1', {}]])
  })

  it('has its type under one name, whichever the service sends', async () => {
    const { data } = await readRow(
      { id: 'u1', type: 'FULL' },
      `{ promotableUser(accountId: "a1", id: "u1") { ${FIELDS} } }`,
    )

    expect(data).toMatchObject({ promotableUser: { type: 'FULL' } })
  })

  it('has null for columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'u1' }, `{ promotableUser(accountId: "a1", id: "u1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotableUser: {
        id: 'PromotableUser:a1:u1',
        restId: 'u1',
        userId: null,
        type: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'u1' },
      },
    })
  })

  it('is listed in pages, in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, 'promotableUsers', 'promotable_users')

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('can be listed with every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { promotableUsers(
        ids: ["x1", "PromotableUser:a1:x2"]
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/promotable_users',
        { promotable_user_ids: 'x1,x2', sort_by: 'created_at-desc', with_deleted: 'true', count: '3' },
      ],
    ])
  })

  it('can be read through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      '{ node(id: "PromotableUser:a1:u1") { __typename id ... on PromotableUser { restId } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: 'PromotableUser', id: 'PromotableUser:a1:u1', restId: 'u1' } })
    expect(sent).toHaveLength(1)
  })

  it('refuses the ID of another type, of another account, and a service ID without an account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: promotableUser(id: "Nobody:a1:u1") { createdAt }
        account: promotableUser(id: "PromotableUser:a2:u1", accountId: "a1") { createdAt }
        raw: promotableUser(id: "u1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the ID of a PromotableUser; "Nobody:a1:u1" is the ID of a Nobody',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      [
        '`accountId`: "PromotableUser:a2:u1" belongs to another account',
        { code: 'BAD_USER_INPUT', field: 'accountId' },
      ],
      [
        '`accountId` is required with "u1", which is not a global ID',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
