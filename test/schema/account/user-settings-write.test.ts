import { describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, openWriteGraph, useWriteGraph } from '../../support/write.ts'

const ROW = { notification_email: 'a+b@example.com', contact_phone: '+15550000', Contact_phone_extension: '12' }

const graph = useWriteGraph(ROW)

const UPDATE = `mutation ($input: UpdateUserSettingsInput!, $validateOnly: Boolean = false) {
  outcome: updateUserSettings(input: $input, validateOnly: $validateOnly) {
    userSettings { notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes }
    userErrors { code field rule } validation { unchecked }
  }
}`

const READ = graphql(`query WrittenUserSettings($account: ID!) {
  account(id: $account) {
    userSettings(userId: 1000000001) { notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes }
  }
}`)

const USER = { accountId: 'Account:a1', userId: '9007199254740993' }
const REQUEST = 'PUT accounts/a1/user_settings/9007199254740993'

describe('updateUserSettings', () => {
  it.each([null, []])(
    'sends null and an empty list as an empty value, and does not send omitted fields',
    async (types) => {
      await graph.write(UPDATE, { ...USER, contactPhone: null, subscribeEmailTypes: types })

      expect(graph.sent()).toEqual([[REQUEST, { contact_phone: '', subscribe_email_types: '' }]])
    },
  )

  it.each(['', 'A,B'])('refuses the email type "%s", which a comma-separated list cannot carry', async (kind) => {
    const { data } = await graph.write(UPDATE, { ...USER, subscribeEmailTypes: ['ACCOUNT_PERFORMANCE', kind] })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        userSettings: null,
        userErrors: [{ code: 'BAD_USER_INPUT', field: ['input', 'subscribeEmailTypes'], rule: null }],
      },
    })
  })

  it('reports a user that the service does not have at the ID of the user', async () => {
    graph.answer(() => ({ status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'No such user' }] } }))
    const { data } = await graph.write(UPDATE, { ...USER, contactPhone: '1' })

    expect(data).toMatchObject({
      outcome: { userSettings: null, userErrors: [{ code: 'NOT_FOUND', field: ['input', 'userId'] }] },
    })
  })

  it('refuses an invalid user ID, and sends nothing', async () => {
    const { data } = await graph.write(UPDATE, { ...USER, userId: '../1' })

    expect(data).toMatchObject({
      outcome: { userSettings: null, userErrors: [{ code: 'BAD_USER_INPUT', field: ['input', 'userId'] }] },
    })
    expect(graph.sent()).toEqual([])
  })

  it.each([['CAMPAIGN_ANALYST'], ['ANALYST'], ['CREATIVE_MANAGER'], []])(
    'needs no other permission than to be the user: %s (R-ACC-12)',
    async (...permissions) => {
      graph.answer(() => ({ body: { data: { user_id: USER.userId, permissions } } }))
      const { data } = await graph.write(UPDATE, { ...USER, contactPhone: '1' }, { validateOnly: true })

      expect(data).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5'] } } })
    },
  )

  it('is FORBIDDEN for callers who cannot change them (R-ACC-12)', async () => {
    graph.answer(() => ({ status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'No' }] } }))
    const { errors } = await graph.write(UPDATE, { ...USER, contactPhone: '1' })

    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  it('is UNAUTHENTICATED without a user, and sends nothing (R-ACC-12)', async () => {
    const { consumerKey, consumerSecret } = ANY_CREDENTIALS
    const nobody = await openWriteGraph(ROW, { credentials: { consumerKey, consumerSecret } })
    const { errors } = await nobody.write(UPDATE, { ...USER, contactPhone: '1' })

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    expect(nobody.sent()).toEqual([])
    await nobody.close()
  })
})

it('later reads return what was written to user settings, and other fields keep their values', async () => {
  const { ask, close } = await openSandboxWrites()
  const read = async () => {
    const { account } = await ask(READ, { account: SMALL_ACCOUNT_ID })
    return account!.userSettings!
  }
  const before = await read()
  const change = { contactPhone: '+46 8 1', contactPhoneExtension: null, subscribeEmailTypes: ['SOMETHING_NEW'] }
  const updated = await ask(UPDATE, { input: { accountId: SMALL_ACCOUNT_ID, userId: 1000000001, ...change } })

  expect(updated).toMatchObject({ outcome: { userSettings: change, userErrors: [] } })
  expect(await read()).toEqual({ ...before, ...change })
  await close()
})
