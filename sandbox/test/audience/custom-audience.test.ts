import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { customAudiencePermissions } from '../../audience/custom-audience-permission.ts'
import { customAudiences } from '../../audience/custom-audience.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/custom_audiences`

const { sandbox, client, demoRows } = await openSandbox()

const own = () => demoRows(customAudiences)

test('their names are unique, and the newest is not ready yet', () => {
  const rows = own().filter(({ deleted }) => !deleted)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(rows.filter(({ targetable }) => !targetable)).toEqual([
    expect.objectContaining({ reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'], audience_size: null }),
  ])
})

describe('the list', () => {
  test('of shared audiences has those granted to the account, with its permission level', async () => {
    const grants = sandbox.store.table(customAudiencePermissions).rows(EURO_ACCOUNT_ID)
    const { body } = await client.get(path, { permission_scope: 'SHARED' })
    expect(body.data).toEqual([
      expect.objectContaining({
        id: grants.find(({ granted_account_id }) => granted_account_id === DEMO_ACCOUNT_ID)!.custom_audience_id,
        owner_account_id: EURO_ACCOUNT_ID,
        is_owner: false,
        permission_level: 'READ_ONLY',
      }),
    ])
    const [shared] = body.data
    expect((await client.get<Data>(`${path}/${shared!.id}`)).body.data).toEqual(shared)
    expect((await client.get(path, { custom_audience_ids: shared!.id })).body.data).toEqual([])
  })
})

test('an audience is shared by its owner alone, and not with its owner (R-AUD-16)', async () => {
  const share = (id: string, granted_account_id: string) =>
    client.post(`${path}/${id}/permissions`, { granted_account_id, permission_level: 'READ_ONLY' })
  const [shared] = (await client.get(path, { permission_scope: 'SHARED' })).body.data
  const [byOther, withOwner] = [await share(shared!.id, SMALL_ACCOUNT_ID), await share(own()[0]!.id, DEMO_ACCOUNT_ID)]
  expect([byOther.status, byOther.body.errors]).toMatchObject([
    403,
    [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION' }],
  ])
  expect([withOwner.status, withOwner.body.errors]).toMatchObject([
    400,
    [{ code: 'INVALID', attribute: 'granted_account_id' }],
  ])
})

test('a cursor of one audience’s permissions is not one of another’s', async () => {
  const grants = sandbox.store.table(customAudiencePermissions)
  const [one] = grants.rows(DEMO_ACCOUNT_ID)
  grants.insert(DEMO_ACCOUNT_ID, { ...one!, id: 'zzzzzz', granted_account_id: EURO_ACCOUNT_ID })
  const first = await client.get(`${path}/${one!.custom_audience_id}/permissions`, { count: 1 })
  expect(first.body.next_cursor).toEqual(expect.any(String))
  const other = own().find(({ id }) => id !== one!.custom_audience_id)!
  const { status } = await client.get(`${path}/${other.id}/permissions`, { cursor: first.body.next_cursor! })
  expect(status).toBe(400)
})
