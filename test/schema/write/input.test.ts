import { describe, expect, it } from 'vitest'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1' })

const CREATE = `mutation ($input: CreateCampaignInput!) {
  outcome: createCampaign(input: $input) { campaign { id } userErrors { code message field rule } }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!) {
  outcome: batchCampaigns(input: $input) { campaigns { id } userErrors { field } }
}`
const SETTINGS = `mutation ($input: UpdateUserSettingsInput!) {
  outcome: updateUserSettings(input: $input) { userSettings { contactPhone } userErrors { message field } }
}`

describe('a string with a lone surrogate', () => {
  it('is refused at its field, and nothing is sent', async () => {
    const { data, errors } = await graph.write(CREATE, { accountId: 'a1', fundingInstrumentId: 'f1', name: 'a\ud83d' })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([])
    const message = '`name` contains a lone surrogate (half a character), which cannot be sent'
    expect(data).toEqual({
      outcome: {
        campaign: null,
        userErrors: [{ code: 'BAD_USER_INPUT', message, field: ['input', 'name'], rule: null }],
      },
    })
  })

  it('is refused at its path in a batch, together with all others', async () => {
    const create = (changes: object) => ({ create: { fundingInstrumentId: 'f1', name: 'whole', ...changes } })
    const operations = [
      create({ purchaseOrderNumber: '\ude00' }),
      create({}),
      create({ name: '\ud83dx', purchaseOrderNumber: 'x\ud83d' }),
    ]
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations })

    expect(graph.sent()).toEqual([])
    expect(data).toEqual({
      outcome: {
        campaigns: null,
        userErrors: [
          { field: ['input', 'operations', '0', 'create', 'purchaseOrderNumber'] },
          { field: ['input', 'operations', '2', 'create', 'name'] },
          { field: ['input', 'operations', '2', 'create', 'purchaseOrderNumber'] },
        ],
      },
    })
  })

  it('is refused at its path in a list of strings, by the name of the list', async () => {
    const input = { accountId: 'a1', userId: 1, subscribeEmailTypes: ['WHOLE', '\ud83d'] }
    const { data } = await graph.write(SETTINGS, input)

    expect(graph.sent()).toEqual([])
    const message = '`subscribeEmailTypes` contains a lone surrogate (half a character), which cannot be sent'
    expect(data).toEqual({
      outcome: { userSettings: null, userErrors: [{ message, field: ['input', 'subscribeEmailTypes', '1'] }] },
    })
  })

  it('is not a string with a surrogate pair, which is sent', async () => {
    await graph.write(CREATE, { accountId: 'a1', fundingInstrumentId: 'f1', name: '\ud83d\ude00' })

    expect(graph.sent()).toEqual([['POST accounts/a1/campaigns', { funding_instrument_id: 'f1', name: '😀' }]])
  })
})

describe('a required value', () => {
  it.each<[mutation: string, field: string, rule: string | null, target: object]>([
    ['updateAccount', 'industryType', 'R-ACC-2', { accountId: 'a1' }],
    ['updateCampaign', 'budgetOptimization', 'R-CAMP-2', { campaignId: 'Campaign:a1:c1' }],
    ['updateCampaign', 'entityStatus', 'R-CAMP-4', { campaignId: 'Campaign:a1:c1' }],
    ['updateCampaign', 'name', 'R-CAMP-1', { campaignId: 'Campaign:a1:c1' }],
    ['updateDraftPost', 'nullcast', 'R-CARD-22', { draftPostId: 'DraftPost:a1:1' }],
    ['updateLineItem', 'bidStrategy', 'R-LI-6', { lineItemId: 'LineItem:a1:l1' }],
    ['updateLineItem', 'entityStatus', 'R-LI-16', { lineItemId: 'LineItem:a1:l1' }],
    ['updateLineItem', 'goal', 'R-LI-12', { lineItemId: 'LineItem:a1:l1' }],
    ['updateLineItem', 'payBy', 'R-LI-16', { lineItemId: 'LineItem:a1:l1' }],
    ['updateScheduledPost', 'nullcast', 'R-CARD-22', { scheduledPostId: 'ScheduledPost:a1:1' }],
    ['updateScheduledPost', 'scheduledAt', null, { scheduledPostId: 'ScheduledPost:a1:1' }],
  ])('cannot be removed by null: %s %s (%s)', async (mutation, field, rule, target) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    const { data } = await graph.write(
      `mutation ($input: ${type}!) { outcome: ${mutation}(input: $input) { userErrors { field rule } } }`,
      { ...target, [field]: null },
    )

    expect(graph.sent()).toEqual([])
    expect(data).toEqual({ outcome: { userErrors: [{ field: ['input', field], rule }] } })
  })
})

describe('an empty value', () => {
  const criterion = { accountId: 'a1', lineItemId: 'l1', targetingType: 'AGE', operatorType: 'EQ', targetingValue: 'v' }
  it.each<[mutation: string, field: string, rule: string, input: object]>([
    ['createCampaign', 'name', 'R-CAMP-1', { accountId: 'a1', fundingInstrumentId: 'f1' }],
    ['createCampaign', 'fundingInstrumentId', 'R-CAMP-1', { accountId: 'a1', name: 'New' }],
    ['updateCampaign', 'name', 'R-CAMP-1', { campaignId: 'Campaign:a1:c1' }],
    ['createTargetingCriterion', 'lineItemId', 'R-TGT-2', criterion],
    ['createTargetingCriterion', 'targetingValue', 'R-TGT-2', { ...criterion, targetingType: 'CUSTOM_AUDIENCE' }],
    ['createTargetingCriterion', 'targetingValue', 'R-TGT-2', { ...criterion, targetingType: 'FOLLOWERS_OF_USER' }],
  ])('is refused once: %s %s (%s)', async (mutation, field, rule, input) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    const { data } = await graph.write(
      `mutation ($input: ${type}!) { outcome: ${mutation}(input: $input) { userErrors { field rule } } }`,
      { ...input, [field]: '' },
    )

    expect(graph.sent()).toEqual([])
    expect(data).toEqual({ outcome: { userErrors: [{ field: ['input', field], rule }] } })
  })
})

describe('a rule that only the service can check', () => {
  const draft = { draftPostId: 'DraftPost:a1:1' }
  const campaign = { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: 1 }
  const card = { accountId: 'a1', name: 'x', components: [{ details: { title: 'x' } }] }
  it.each<[rule: string, mutation: string, input: object]>([
    ['R-CAMP-3', 'createCampaign', { accountId: 'a1', fundingInstrumentId: 'f1', name: 'x' }],
    ['R-CAMP-5', 'createCampaign', { accountId: 'a1', fundingInstrumentId: 'f1', name: 'x', standardDelivery: true }],
    ['R-CAMP-7', 'updateCampaign', { ...campaign, entityStatus: 'ACTIVE' }],
    ['R-CARD-18', 'updateMedia', { mediaKey: 'Media:a1:13_1', title: 'x' }],
    ['R-CARD-4', 'createCard', card],
    ['R-CARD-20', 'addMediaToLibrary', { accountId: 'a1', mediaKey: '3_1' }],
    ['R-CARD-21', 'updateDraftPost', { ...draft, text: null }],
  ])('is listed as unchecked: %s of %s', async (rule, mutation, input) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    const { data } = await graph.write(
      `mutation ($input: ${type}!) {
        outcome: ${mutation}(input: $input, validateOnly: true) { userErrors { field } validation { unchecked } }
      }`,
      input,
    )

    expect(data).toEqual({
      outcome: { userErrors: [], validation: { unchecked: expect.arrayContaining([rule]) as string[] } },
    })
  })
})
