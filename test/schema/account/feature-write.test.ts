import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

const FEATURES = graphql(`query Features($account: ID!) { account(id: $account) { features } }`)

const graph = useWriteGraph(['BRAND_TPN', 'DR_TAP'], { environment: 'sandbox' })

const ADD = `mutation ($input: AddAccountFeaturesInput!, $validateOnly: Boolean = false) {
  outcome: addAccountFeatures(input: $input, validateOnly: $validateOnly) {
    features userErrors { code field rule } validation { checked }
  }
}`
const REMOVE = `mutation ($input: RemoveAccountFeaturesInput!, $validateOnly: Boolean = false) {
  outcome: removeAccountFeatures(input: $input, validateOnly: $validateOnly) {
    features userErrors { code field rule } validation { checked }
  }
}`

/** The keys in section 4.2, in the same order. */
const GRANTABLE =
  'AGE_TARGETING, ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE, AWARENESS_OBJECTIVE, BRAND_TPN, CHARGE_FOR_GOOD_CLICK, CONVERSATION_CARD, CONVERSATION_CARD_FOUR_OPTIONS, CONVERSATION_CARD_UNLOCK, CPI_CHARGING, DIRECT_MESSAGE_CARD, DR_TAP, ENGAGER_RETARGETING, EVENT_TARGETING, INSTALLED_APP_CATEGORY_TARGETING, MOBILE_CONVERSION_TRANSACTION_VALUE, OPTIMIZED_ACTION_BIDDING, REACH_AND_FREQUENCY_ANALYTICS, REACH_FREQUENCY_CAP, VALIDATED_AGE_TARGETING, VIDEO_VIEWS_MIDROLL_OBJECTIVE, PREROLL_VIEWS_OBJECTIVE, VIDEO_APP_DOWNLOAD_CARD'.split(
    ', ',
  )

describe.each([
  ['addAccountFeatures', ADD, 'POST accounts/a1/features'],
  ['removeAccountFeatures', REMOVE, 'DELETE accounts/a1/features'],
])('%s', (_name, document, request) => {
  it('sends the 22 keys as one comma-separated list (R-ACC-4)', async () => {
    const { data, errors } = await graph.write(document, { accountId: 'Account:a1', featureKeys: GRANTABLE })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([[request, { feature_keys: GRANTABLE.join(',') }]])
    expect(data).toEqual({
      outcome: { features: ['BRAND_TPN', 'DR_TAP'], userErrors: [], validation: null },
    })
  })

  it.each(['WEBSITE_CLICKS_CPM_BILLING', 'PROMOTED_MEDIA_POLLS', 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'])(
    'refuses %s (R-ACC-4), and sends nothing',
    async (key) => {
      const { errors } = await graph.write(document, { accountId: 'a1', featureKeys: [key] })

      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(graph.sent()).toEqual([])
    },
  )

  it('refuses an empty list (R-ACC-4), and sends nothing', async () => {
    const { data } = await graph.write(document, { accountId: 'a1', featureKeys: [] })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        features: null,
        userErrors: [{ code: 'BAD_USER_INPUT', field: ['input', 'featureKeys'], rule: 'R-ACC-4' }],
      },
    })
  })
})

it('later reads return what was written to features', async () => {
  const sandbox = await openSandboxGraph()
  const features = async () => {
    const { data } = await sandbox.query(FEATURES, { account: DEMO_ACCOUNT_ID })
    return data!.account!.features!
  }
  const before = await features()
  expect(before).not.toContain('DR_TAP')

  const input = { accountId: DEMO_ACCOUNT_ID, featureKeys: ['DR_TAP'] }
  await sandbox.query(ADD, { input })
  expect(await features()).toEqual([...before, 'DR_TAP'].sort())

  await sandbox.query(REMOVE, { input })
  expect(await features()).toEqual(before)
  await sandbox.close()
})
