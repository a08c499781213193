import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWriteGraph, type WriteGraph } from '../support/write.ts'

let graph: WriteGraph
beforeAll(async () => {
  graph = await openWriteGraph({ id: 'c1' })
})
beforeEach(() => graph.reset())
afterAll(() => graph.close())

const CREATE = `mutation ($input: CreateCampaignInput!) {
  outcome: createCampaign(input: $input) { campaign { id } userErrors { code message field rule } }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!) {
  outcome: batchCampaigns(input: $input) { campaigns { id } userErrors { field } }
}`
const SETTINGS = `mutation ($input: UpdateUserSettingsInput!) {
  outcome: updateUserSettings(input: $input) { userSettings { contactPhone } userErrors { field } }
}`

describe('a text with half a character', () => {
  it('is refused at its field, and nothing is sent', async () => {
    const { data, errors } = await graph.write(CREATE, { accountId: 'a1', fundingInstrumentId: 'f1', name: 'a\ud83d' })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([])
    const message = '`name` holds half a character (a lone surrogate), which cannot be sent'
    expect(data).toEqual({
      outcome: {
        campaign: null,
        userErrors: [{ code: 'BAD_USER_INPUT', message, field: ['input', 'name'], rule: null }],
      },
    })
  })

  it('is refused at its place in a batch, with all others', async () => {
    const create = { operationType: 'Create', fundingInstrumentId: 'f1', name: 'whole' }
    const operations = [
      { ...create, purchaseOrderNumber: '\ude00' },
      create,
      { ...create, name: '\ud83dx', purchaseOrderNumber: 'x\ud83d' },
    ]
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations })

    expect(graph.sent()).toEqual([])
    expect(data).toEqual({
      outcome: {
        campaigns: null,
        userErrors: [
          { field: ['input', 'operations', '0', 'purchaseOrderNumber'] },
          { field: ['input', 'operations', '2', 'name'] },
          { field: ['input', 'operations', '2', 'purchaseOrderNumber'] },
        ],
      },
    })
  })

  it('is refused at its place in a list of texts', async () => {
    const input = { accountId: 'a1', userId: 1, subscribeEmailTypes: ['WHOLE', '\ud83d'] }
    const { data } = await graph.write(SETTINGS, input)

    expect(graph.sent()).toEqual([])
    expect(data).toEqual({
      outcome: { userSettings: null, userErrors: [{ field: ['input', 'subscribeEmailTypes', '1'] }] },
    })
  })

  it('is no character of two halves, which is sent', async () => {
    await graph.write(CREATE, { accountId: 'a1', fundingInstrumentId: 'f1', name: '\ud83d\ude00' })

    expect(graph.sent()).toEqual([['POST accounts/a1/campaigns', { funding_instrument_id: 'f1', name: '😀' }]])
  })
})
