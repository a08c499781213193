import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'
import { columnFaults } from '../columns.ts'

const { sandbox, client } = await openSandbox()

test('has its documented columns', async () => {
  expect(
    columnFaults(
      (await client.get('accounts')).body.data,
      'name business_name? timezone timezone_switch_at id created_at updated_at business_id? approval_status deleted industry_type?',
    ),
  ).toEqual([])
})

test('is found by ID and by the beginning of its name, and sorted by name', async () => {
  const names = async (query: Record<string, string>) =>
    (await client.get('accounts', query)).body.data.map((row) => row.name)
  expect(await names({ account_ids: `${DEMO_ACCOUNT_ID},${SMALL_ACCOUNT_ID},nobody`, sort_by: 'name-desc' })).toEqual([
    'Tidewater Outfitters',
    'Kōji & Rye Bakery ☕️',
  ])
  expect(await names({ q: 'alpenGLÜ' })).toEqual(['Alpenglühen Reisen'])
  expect(await names({ q: 'さくら' })).toEqual(['さくら電機 Sakura Denki'])
  expect(await names({ q: 'alpen', account_ids: EURO_ACCOUNT_ID, count: '1' })).toEqual(['Alpenglühen Reisen'])
})

describe('a new account', () => {
  test('is sent as an array of one item, and belongs to its creator', async () => {
    const { status, body } = await client.post<Data[]>('accounts')
    expect(status).toBe(201)
    const [account] = body.data
    expect(body.data).toEqual([
      {
        name: 'Sandbox account',
        business_name: null,
        timezone: 'America/Los_Angeles',
        timezone_switch_at: account!.created_at,
        id: expect.stringMatching(/^[0-9a-z]{11}$/),
        created_at: expect.any(String),
        updated_at: account!.created_at,
        business_id: null,
        approval_status: 'ACCEPTED',
        deleted: false,
      },
    ])
    expect((await client.get('accounts')).body.data).toContainEqual(account)
    const stranger = sandbox.addUser()
    expect((await client.get(`accounts/${account!.id}`, {}, { credentials: stranger })).status).toBe(403)

    const access = await client.get<Data>(`accounts/${account!.id}/authenticated_user_access`)
    expect(access.body.data).toEqual({ user_id: '1000000001', permissions: ['ACCOUNT_ADMIN', 'POST_COMPOSER'] })
    const { body: users } = await client.get(`accounts/${account!.id}/promotable_users`)
    expect(users.data).toMatchObject([{ user_id: '1000000001', promotable_user_type: 'FULL' }])
    const funding = { currency: 'CHF', start_time: '2026-01-01T00:00:00Z', type: 'CREDIT_CARD' }
    expect((await client.post(`accounts/${account!.id}/funding_instruments`, funding)).status).toBe(201)
  })
})

test('a deleted account is sent without its business, and is then hidden and 404', async () => {
  const path = `accounts/${DEMO_ACCOUNT_ID}`
  const before = (await client.get<Data>(path)).body.data
  const { status, body } = await client.delete(path)
  expect(status).toBe(200)
  const { business_name: _, business_id: __, ...rest } = before
  expect(body.data).toEqual({ ...rest, deleted: true, updated_at: expect.any(String) })
  expect((await client.get('accounts', { account_ids: DEMO_ACCOUNT_ID })).body.data).toEqual([])
  expect((await client.get<Data>(path, { with_deleted: true })).body.data.business_name).toBe(before.business_name)
  expect([(await client.get(path)).status, (await client.delete(path)).status]).toEqual([404, 404])
})
