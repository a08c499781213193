import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/tax_settings`

const { client } = await openSandbox()

test('tax settings take new values, lose values that are sent empty, and keep the others', async () => {
  const before = (await client.get<Data>(path)).body.data
  const { status, body } = await client.put(path, {
    client_address_region: 'CA, north',
    client_address_street1: '1 A St',
    client_address_street2: 'Floor 2',
    invoice_jurisdiction: 'LOI_SAPIN',
    tax_category: 'INDIVIDUAL',
    tax_exemption_id: 'X 1',
    tax_id: '',
    address_name: 'Tidal & Co',
    bill_to: 'AGENCY',
    business_relationship: 'AGENCY',
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...before,
    client_address_region: 'CA, north',
    client_address_street1: '1 A St',
    client_address_street2: 'Floor 2',
    invoice_jurisdiction: 'LOI_SAPIN',
    tax_category: 'INDIVIDUAL',
    tax_exemption_id: 'X 1',
    tax_id: null,
    address_company: 'Tidal & Co',
    bill_to: 'AGENCY',
    business_relationship: 'AGENCY',
  })
  expect((await client.get(path)).body.data).toEqual(body.data)
})

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
