import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { EMPTY_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'

const { client } = await openSandbox()

test('tax settings are created if there are none', async () => {
  const empty = `accounts/${EMPTY_ACCOUNT_ID}/tax_settings`
  expect((await client.get(empty)).status).toBe(404)
  const { body } = await client.put(empty, { tax_id: '7' })
  expect(body.data).toMatchObject({ tax_id: '7', invoice_jurisdiction: 'NOT_SET', address_city: null })
  expect((await client.get(empty)).body.data).toEqual(body.data)
})

test('a caller with AD_MANAGER but without ACCOUNT_ADMIN cannot change settings', async () => {
  const small = `accounts/${SMALL_ACCOUNT_ID}/tax_settings`
  const before = (await client.get(small)).body.data
  const { status, body } = await client.put(small, { tax_id: '7' })
  expect([status, body.errors]).toMatchObject([403, [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION' }]])
  expect((await client.get(small)).body.data).toEqual(before)
})
