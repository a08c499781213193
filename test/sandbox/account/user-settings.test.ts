import { expect, test } from 'vitest'
import { userSettings } from '../../../src/sandbox/account/user-settings.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import type { Data } from '../client.ts'
import { openSandbox } from '../../support/sandbox.ts'

// The caller manages the ads of this account, and is an administrator of the other.
const path = `accounts/${SMALL_ACCOUNT_ID}/user_settings`
const SELF = '1000000001'

const { sandbox, client } = await openSandbox()

test('the settings of a user become what they tell, lose what they send empty, and keep the rest', async () => {
  const before = (await client.get<Data>(`${path}/${SELF}`)).body.data
  const { status, body } = await client.put(`${path}/${SELF}`, {
    notification_email: 'a+b@example.com',
    contact_phone_extension: '',
    subscribe_email_types: 'ACCOUNT_PERFORMANCE,SOMETHING_NEW',
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...before,
    notification_email: 'a+b@example.com',
    contact_phone_extension: null,
    subscribe_email_types: ['ACCOUNT_PERFORMANCE', 'SOMETHING_NEW'],
  })
  expect((await client.get(`${path}/${SELF}`)).body.data).toEqual(body.data)
  const none = await client.put(`${path}/${SELF}`, { subscribe_email_types: '' })
  expect(none.body.data).toEqual({ ...body.data, subscribe_email_types: [] })
})

test('an extension is told by one name once it was changed, whatever it was told by before', async () => {
  const table = sandbox.store.table(userSettings)
  const { contact_phone_extension: _, ...row } = table.find(SMALL_ACCOUNT_ID, SELF)!
  table.insert(SMALL_ACCOUNT_ID, { ...row, Contact_phone_extension: '12' })
  const { body } = await client.put(`${path}/${SELF}`, { contact_phone: '+15550000' })
  expect(body.data).toMatchObject({ contact_phone: '+15550000', contact_phone_extension: '12' })
  expect(body.data).not.toHaveProperty('Contact_phone_extension')
})

test('settings are made where a user has none', async () => {
  sandbox.store.table(userSettings).remove(SMALL_ACCOUNT_ID, SELF)
  const { status, body } = await client.put(`${path}/${SELF}`, { contact_phone: '+15550000' })
  expect([status, body.data]).toEqual([200, { notification_email: null, contact_phone: '+15550000' }])
})

test('nobody changes the settings of others, an admin neither', async () => {
  const [other] = sandbox.store
    .table(userSettings)
    .rows(DEMO_ACCOUNT_ID)
    .filter((row) => row.id !== SELF)
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

test('an administrator of the account changes no settings, not even their own', async () => {
  const before = sandbox.store.table(userSettings).find(DEMO_ACCOUNT_ID, SELF)
  const { status, body } = await client.put(`accounts/${DEMO_ACCOUNT_ID}/user_settings/${SELF}`, {
    contact_phone: '+15550000',
  })
  expect([status, body.errors?.[0]?.code]).toEqual([403, 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION'])
  expect(sandbox.store.table(userSettings).find(DEMO_ACCOUNT_ID, SELF)).toBe(before)
})
