import { describe, expect, it } from 'vitest'
import { accounts } from '../../../sandbox/account/account.ts'
import { userPermissions } from '../../../sandbox/account/authenticated-user-access.ts'
import { features } from '../../../sandbox/account/feature.ts'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { customAudiencePermissions } from '../../../sandbox/audience/custom-audience-permission.ts'
import { customAudiences } from '../../../sandbox/audience/custom-audience.ts'
import { campaigns } from '../../../sandbox/campaign/campaign.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { posts } from '../../../sandbox/creative/post.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, NO_ACCOUNT, TAILORED_AUDIENCE_ID } from '../../../sandbox/index.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { exampleInput } from '../../wire/write-case.ts'

const graph = useSandboxGraph()

interface Reported {
  outcome: { userErrors: { code: string; field: string[]; rule: string | null }[]; validation: { checked: string[] } }
}

/** The user errors of an input with `validateOnly`, and the calls that are made. */
async function validate(mutation: string, input: object) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
  const { data, errors, calls } = await graph.query<Reported>(
    `mutation ($input: ${type}) {
      outcome: ${mutation}(input: $input, validateOnly: true) { userErrors { code field rule } validation { checked } }
    }`,
    { input },
  )
  expect(errors).toBeUndefined()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  return { ...data.outcome, calls }
}

const ACCOUNT = { accountId: DEMO_ACCOUNT_ID }
const demoCampaign = () =>
  graph.sandbox.store
    .table(campaigns)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted)!
const SHARED = { ...ACCOUNT, grantedAccountId: EURO_ACCOUNT_ID, permissionLevel: 'READ_ONLY' }
const TIMES = { created_at: '', updated_at: '', deleted: false }
const CRITERION = { targetingType: 'GENDER', operatorType: 'EQ', targetingValue: '1' }

describe('validateOnly', () => {
  it.each<[mutation: string, field: string, input: object]>([
    ['createCampaign', 'fundingInstrumentId', { ...ACCOUNT, fundingInstrumentId: 'none', name: 'New' }],
    ['createTrackingTag', 'lineItemId', { ...exampleInput('createTrackingTag'), ...ACCOUNT, lineItemId: 'none' }],
    ['createPromotedPosts', 'lineItemId', { ...ACCOUNT, lineItemId: 'none', postIds: ['1'] }],
    ['createTargetingCriterion', 'lineItemId', { ...ACCOUNT, lineItemId: 'none', ...CRITERION }],
    ['createScheduledPromotedPost', 'lineItemId', { ...ACCOUNT, lineItemId: 'none', scheduledPostId: '1' }],
    ['updateCampaign', 'campaignId', { ...ACCOUNT, campaignId: 'none', dailyBudgetAmountLocalMicro: 1 }],
    ['deleteCampaign', 'campaignId', { ...ACCOUNT, campaignId: 'none' }],
    ['deleteLineItem', 'lineItemId', { ...ACCOUNT, lineItemId: 'none' }],
    ['deletePromotedPost', 'promotedPostId', { ...ACCOUNT, promotedPostId: 'none' }],
    ['deleteTargetingCriterion', 'targetingCriterionId', { ...ACCOUNT, targetingCriterionId: 'none' }],
    ['deleteTrackingTag', 'trackingTagId', { ...ACCOUNT, trackingTagId: 'none' }],
    ['deleteCustomAudience', 'customAudienceId', { ...ACCOUNT, customAudienceId: 'none' }],
    ['deleteCard', 'cardId', { ...ACCOUNT, cardId: 'none' }],
    ['deleteDraftPost', 'draftPostId', { ...ACCOUNT, draftPostId: '1' }],
    ['removeMediaFromLibrary', 'mediaKey', { ...ACCOUNT, mediaKey: '3_1' }],
    ['renamePost', 'postId', { ...ACCOUNT, postId: '1', name: 'New' }],
    ['updateScheduledPost', 'scheduledPostId', { ...ACCOUNT, scheduledPostId: '1', text: 'New' }],
    ['createScheduledPromotedPost', 'scheduledPostId', { ...ACCOUNT, lineItemId: 'none', scheduledPostId: '1' }],
    ['createPost', 'asUserId', { ...ACCOUNT, asUserId: '1', text: 'New' }],
    ['createPost', 'cardUri', { ...ACCOUNT, asUserId: '1', text: 'New', cardUri: 'card://none' }],
    ['deleteDoNotReachList', 'doNotReachListId', { ...ACCOUNT, doNotReachListId: 'none' }],
    ['grantTailoredAudiencePermission', 'tailoredAudienceId', { ...SHARED, tailoredAudienceId: 'none' }],
    [
      'revokeTailoredAudiencePermission',
      'permissionId',
      { ...ACCOUNT, tailoredAudienceId: TAILORED_AUDIENCE_ID, permissionId: 'none' },
    ],
  ])('%s: refuses an entity that does not exist, at `%s`', async (mutation, field, input) => {
    const { userErrors } = await validate(mutation, input)

    expect(userErrors).toContainEqual({ code: 'BAD_USER_INPUT', field: ['input', field], rule: null })
  })

  it('refuses each post that no promotable user of the account has written, at its index', async () => {
    const [lineItem] = graph.sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)
    const reposted = graph.sandbox.store
      .table(promotableUsers)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.promotable_user_type === 'REPOSTS_ONLY' && !row.deleted)!
    const [own] = graph.sandbox.store.table(posts).rows(DEMO_ACCOUNT_ID)
    const other = { ...own!, id: '9007199254740993', user_id: reposted.user_id }
    graph.sandbox.store.table(posts).insert(DEMO_ACCOUNT_ID, other)
    const postIds = [own!.id, '1', other.id]
    const { userErrors } = await validate('createPromotedPosts', { ...ACCOUNT, lineItemId: lineItem!.id, postIds })

    expect(userErrors).toEqual([{ code: 'BAD_USER_INPUT', field: ['input', 'postIds', '1'], rule: null }])
  })

  it('refuses a permission that is not one of the audience', async () => {
    const [first, ...others] = graph.sandbox.store.table(customAudiencePermissions).rows(DEMO_ACCOUNT_ID)
    const { id: permissionId } = others.find((row) => row.custom_audience_id !== first!.custom_audience_id)!
    const input = { ...ACCOUNT, customAudienceId: first!.custom_audience_id }
    const wrong = await validate('revokeCustomAudiencePermission', { ...input, permissionId })
    const right = await validate('revokeCustomAudiencePermission', { ...input, permissionId: first!.id })

    expect(wrong.userErrors).toEqual([{ code: 'BAD_USER_INPUT', field: ['input', 'permissionId'], rule: null }])
    expect(right.userErrors).toEqual([])
  })

  it('refuses to share with an account of another business, and leaves it open if the business cannot be seen (R-AUD-17)', async () => {
    const { store } = graph.sandbox
    const { id: customAudienceId } = store
      .table(customAudiences)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.owner_account_id === DEMO_ACCOUNT_ID && !row.deleted)!
    const share = (grantedAccountId: string) =>
      validate('grantCustomAudiencePermission', {
        ...ACCOUNT,
        customAudienceId,
        grantedAccountId,
        permissionLevel: 'READ_ONLY',
      })
    const inBusiness = (business_id: string) =>
      store.table(accounts).update(NO_ACCOUNT, EURO_ACCOUNT_ID, { business_id })
    const { business_id: business } = store.table(accounts).find(NO_ACCOUNT, DEMO_ACCOUNT_ID)!
    inBusiness(business!)
    const inside = await share(EURO_ACCOUNT_ID)
    inBusiness('another')
    const outside = await share(EURO_ACCOUNT_ID)
    store.table(features).insert(DEMO_ACCOUNT_ID, { ...TIMES, id: 'SHARE_AUDIENCE_OUTSIDE_BUSINESS' })
    const allowed = await share(EURO_ACCOUNT_ID)
    const unknown = await share('unknown')

    expect([inside, allowed, unknown].map(({ userErrors }) => userErrors)).toEqual([[], [], []])
    expect([inside, allowed, unknown].map(({ validation }) => validation.checked.includes('R-AUD-17'))).toEqual([
      true,
      true,
      false,
    ])
    expect(outside.userErrors).toEqual([
      { code: 'BAD_USER_INPUT', field: ['input', 'grantedAccountId'], rule: 'R-AUD-17' },
    ])
  })

  it('reads the entities of a batch in one call for each type, and refuses each operation at its index', async () => {
    const { id, funding_instrument_id: fundingInstrumentId } = demoCampaign()
    const create = (fundingInstrumentId: string) => ({ create: { fundingInstrumentId, name: 'New' } })
    const operations = [
      create(fundingInstrumentId),
      create('none'),
      { delete: { campaignId: id } },
      { delete: { campaignId: 'gone' } },
    ]
    const { userErrors, calls } = await validate('batchCampaigns', { ...ACCOUNT, operations })

    expect(userErrors.map(({ field }) => field.slice(2))).toEqual([
      ['1', 'create', 'fundingInstrumentId'],
      ['3', 'delete', 'campaignId'],
    ])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/authenticated_user_access': 1,
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/funding_instruments': 1,
    })
  })

  it.each<[permission: string, allowed: string[]]>([
    ['ACCOUNT_ADMIN', ['updateTaxSettings', 'updateAccount', 'addMediaToLibrary', 'createCustomAudience']],
    ['AD_MANAGER', ['updateAccount', 'addMediaToLibrary', 'createCustomAudience']],
    ['CREATIVE_MANAGER', ['addMediaToLibrary']],
    ['PARTNER_AUDIENCE_MANAGER', ['createCustomAudience']],
    ['CAMPAIGN_ANALYST', []],
    ['ANALYST', []],
    ['POST_COMPOSER', []],
  ])(
    'refuses what the permissions of the caller do not allow, as the service does (R-PERM-1): %s',
    async (...given) => {
      const [permission, allowed] = given
      const permissions = graph.sandbox.store.table(userPermissions)
      const rows = permissions.rows(EURO_ACCOUNT_ID)
      for (const { id } of rows) permissions.remove(EURO_ACCOUNT_ID, id)
      permissions.insert(EURO_ACCOUNT_ID, { ...TIMES, id: permission })
      const changes = {
        updateTaxSettings: { taxId: '7' },
        updateAccount: { name: 'New' },
        addMediaToLibrary: { mediaKey: '3_1' },
        createCustomAudience: { name: `Of ${permission}` },
      }
      const sent: string[] = []
      for (const [mutation, fields] of Object.entries(changes)) {
        const input = { accountId: EURO_ACCOUNT_ID, ...fields }
        const { userErrors, validation } = await validate(mutation, input)
        const isAllowed = allowed.includes(mutation)
        const refused = { code: 'BAD_USER_INPUT', field: ['input', 'accountId'], rule: 'R-PERM-1' }
        expect([mutation, userErrors]).toEqual([mutation, isAllowed ? [] : [refused]])
        expect(validation.checked).toContain('R-PERM-1')
        const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
        const { errors } = await graph.query(
          `mutation ($input: ${type}) { ${mutation}(input: $input) { userErrors { code } } }`,
          { input },
        )
        if (!errors) sent.push(mutation)
      }

      expect(sent).toEqual(allowed)
    },
  )
})

describe('an input that breaks no numbered rule', () => {
  const line = { ...ACCOUNT, campaignId: 'c1', objective: 'REACH', productType: 'PROMOTED_POSTS' }
  const times = { startTime: '2031-01-01T00:00:00Z', endTime: '2030-01-01T00:00:00Z' }
  it.each<[what: string, mutation: string, input: object, field: string]>([
    [
      'a negative budget',
      'createCampaign',
      { ...ACCOUNT, fundingInstrumentId: 'f1', name: 'New', totalBudgetAmountLocalMicro: -1 },
      'totalBudgetAmountLocalMicro',
    ],
    [
      'an end before the start',
      'createLineItem',
      { ...line, placements: ['ALL_ON_SVC'], ...times, bidAmountLocalMicro: 1 },
      'endTime',
    ],
    [
      'an end within the second of the start',
      'createFundingInstrument',
      {
        ...ACCOUNT,
        currency: 'EUR',
        type: 'CREDIT_CARD',
        startTime: '2030-01-01T00:00:00.1Z',
        endTime: '2030-01-01T00:00:00.9Z',
      },
      'endTime',
    ],
    [
      'a schedule in the past',
      'createScheduledPost',
      { ...ACCOUNT, asUserId: '1', text: 'Late', scheduledAt: '2020-01-01T00:00:00Z' },
      'scheduledAt',
    ],
    [
      'a schedule that is more than a year ahead',
      'updateScheduledPost',
      { scheduledPostId: 'ScheduledPost:a1:1', scheduledAt: '2999-01-01T00:00:00Z' },
      'scheduledAt',
    ],
    ['an account without a name', 'updateAccount', { ...ACCOUNT, name: '' }, 'name'],
    [
      'an operation after the deletion of its entity',
      'batchCampaigns',
      {
        ...ACCOUNT,
        operations: ['delete', 'update'].map((change) => ({ [change]: { campaignId: 'c1' } })),
      },
      'operations.1',
    ],
  ])('is refused here, with or without validateOnly: %s', async (_what, mutation, input, field) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
    const { data, calls } = await graph.query<Reported>(
      `mutation ($input: ${type}) { outcome: ${mutation}(input: $input) { userErrors { code field rule } } }`,
      { input },
    )

    expect(data.outcome.userErrors).toEqual([
      { code: 'BAD_USER_INPUT', field: ['input', ...field.split('.')], rule: null },
    ])
    expect(calls).toEqual([])
  })
})
