import { describe, expect, it } from 'vitest'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { userSettings } from '../../../sandbox/account/user-settings.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()

const SETTINGS = '{ notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes raw }'

describe('user settings', () => {
  it('have all fields that the service sends, including the extension with its two spellings (R-ACC-12)', async () => {
    const { store } = graph.sandbox
    const advertiser = store.table(promotableUsers).rows(DEMO_ACCOUNT_ID)[0]!.user_id
    const one = store.table(userSettings).find(DEMO_ACCOUNT_ID, '1000000001')!
    const other = store.table(userSettings).find(DEMO_ACCOUNT_ID, advertiser)!
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { one: userSettings(userId: 1000000001) ${SETTINGS} other: userSettings(userId: "${advertiser}") ${SETTINGS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(one.contact_phone_extension).toEqual(expect.any(String))
    expect(other.Contact_phone_extension).toEqual(expect.any(String))
    expect(data).toMatchObject({
      account: {
        one: {
          notificationEmail: one.notification_email,
          contactPhone: one.contact_phone,
          contactPhoneExtension: one.contact_phone_extension,
          subscribeEmailTypes: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'],
        },
        other: {
          contactPhoneExtension: other.Contact_phone_extension,
          subscribeEmailTypes: null,
          raw: { Contact_phone_extension: other.Contact_phone_extension },
        },
      },
    })
    const path = `/12/accounts/${DEMO_ACCOUNT_ID}/user_settings/`
    expect(graph.sandbox.requests.map((request) => [request.path, request.query])).toEqualInSteps([
      [`${path}1000000001`, []],
      [`${path}${advertiser}`, []],
    ])
  })

  it('are an error for a user without settings, and the ID is sent with all digits', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { userSettings(userId: "9007199254740993") { contactPhone } } }`,
    )
    expect(errors).toMatchObject([{ path: ['account', 'userSettings'], extensions: { code: 'NOT_FOUND' } }])
    expect(data).toEqual({ account: { userSettings: null } })
    expect(graph.sandbox.requests.map(({ path }) => path)).toEqual([
      `/12/accounts/${DEMO_ACCOUNT_ID}/user_settings/9007199254740993`,
    ])
  })

  it('refuse an invalid user ID, and send nothing', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { userSettings(userId: "../1") { raw } } }`,
    )
    expect(errors).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })
})
