import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/promotable_users`

const { client } = await openSandbox()

test('is FULL once, and REPOSTS_ONLY otherwise', async () => {
  const rows = (await client.get(path)).body.data
  expect(rows.map((row) => row.promotable_user_type)).toEqual(['FULL', ...rows.slice(1).map(() => 'REPOSTS_ONLY')])
  expect(rows.map((row) => row['type'])).toEqual(rows.map((row) => row.promotable_user_type))
  expect(rows.length).toBeGreaterThan(1)
})
