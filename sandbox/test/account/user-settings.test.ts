import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { userPermissions } from '../../account/authenticated-user-access.ts'
import { userSettings } from '../../account/user-settings.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'

// The caller has AD_MANAGER in this account, and ACCOUNT_ADMIN in the other.
const path = `accounts/${SMALL_ACCOUNT_ID}/user_settings`
const SELF = '1000000001'

const { sandbox, client, demoRows } = await openSandbox()

test('an extension has one spelling after a change, whatever its spelling was before', async () => {
  const table = sandbox.store.table(userSettings)
  const { contact_phone_extension: _, ...row } = table.find(SMALL_ACCOUNT_ID, SELF)!
  table.insert(SMALL_ACCOUNT_ID, { ...row, Contact_phone_extension: '12' })
  const { body } = await client.put(`${path}/${SELF}`, { contact_phone: '+15550000' })
  expect(body.data).toMatchObject({ contact_phone: '+15550000', contact_phone_extension: '12' })
  expect(body.data).not.toHaveProperty('Contact_phone_extension')
})

test('settings are created if a user has none', async () => {
  sandbox.store.table(userSettings).remove(SMALL_ACCOUNT_ID, SELF)
  const { status, body } = await client.put(`${path}/${SELF}`, { contact_phone: '+15550000' })
  expect([status, body.data]).toEqual([200, { notification_email: null, contact_phone: '+15550000' }])
})

test('users need no permission in the account to change their own settings', async () => {
  const permissions = sandbox.store.table(userPermissions)
  for (const { id } of permissions.rows(SMALL_ACCOUNT_ID)) permissions.remove(SMALL_ACCOUNT_ID, id)
  const { status, body } = await client.put(`${path}/${SELF}`, { contact_phone: '+15550000' })
  expect([status, body.errors]).toEqual([200, undefined])
})

test('nobody can change the settings of others, not even an administrator', async () => {
  const [other] = demoRows(userSettings).filter((row) => row.id !== SELF)
  const { status, body } = await client.put(`${path}/${other!.id}`, { contact_phone: '+15550000' })
  expect([status, body.errors]).toEqual([
    403,
    [
      {
        code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION',
        message: `User may not change settings of user ${other!.id}`,
      },
    ],
  ])
  expect(sandbox.store.table(userSettings).find(DEMO_ACCOUNT_ID, other!.id)).toEqual(other)
})
