import { describe, expect, test } from 'vitest'
import { lineItems } from '../../campaign/line-item.ts'
import { accountMedia } from '../../creative/account-media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import { openSandbox } from '../../../test/support/sandbox.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_creatives`

const { sandbox, client } = await openSandbox()

describe('the campaign filter', () => {
  test('accepts one ID', async () => {
    const all = await client.walk(path)
    const campaignOf = (lineItemId: unknown) =>
      sandbox.store.table(lineItems).find(DEMO_ACCOUNT_ID, String(lineItemId))!.campaign_id
    const campaign_id = campaignOf(all[0]!.line_item_id)
    const found = (await client.get(path, { campaign_id })).body.data
    expect(found).toEqual(all.filter((row) => campaignOf(row.line_item_id) === campaign_id))
    expect((await client.get(path, { campaign_id: `${campaign_id},${campaign_id}` })).body.data).toEqual([])
  })

  test('has no plural', async () => {
    const { status, body } = await client.get(path, { campaign_ids: 'a' })
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'campaign_ids' })
  })
})

describe('a media creative', () => {
  const lineItem = (objective: string) =>
    sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.objective === objective && !row.deleted)!.id
  const media = (creativeType: string) =>
    sandbox.store
      .table(accountMedia)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.creative_type === creativeType && !row.deleted)!.id
  const landing_url = 'https://shop.example.com/?a=b, c&d'

  test('that is created is returned by reads afterwards', async () => {
    const params = { account_media_id: media('BANNER'), line_item_id: lineItem('WEBSITE_CLICKS'), landing_url }
    const { status, body } = await client.post(path, params)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      ...params,
      creative_type: 'BANNER',
      id: expect.stringMatching(/^[0-9a-z]{6}$/),
      entity_status: 'ACTIVE',
      created_at: expect.any(String),
      updated_at: body.data.created_at,
      approval_status: 'UNDER_REVIEW',
      deleted: false,
    })
    expect((await client.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data)
    expect(await client.walk(path, { line_item_ids: params.line_item_id })).toContainEqual(body.data)
  })

  test('with an image for WEBSITE_CLICKS requires a landing URL', async () => {
    const params = { account_media_id: media('BANNER'), line_item_id: lineItem('WEBSITE_CLICKS') }
    for (const landing of [{}, { landing_url: '' }] as Record<string, string>[]) {
      const { status, body } = await client.post(path, { ...params, ...landing })
      expect([status, body.errors]).toEqual([
        400,
        [{ code: 'MISSING_PARAMETER', message: 'landing_url is a required parameter', parameter: 'landing_url' }],
      ])
    }
    const reach = await client.post(path, { ...params, line_item_id: lineItem('REACH') })
    expect([reach.status, reach.body.data.landing_url]).toEqual([201, null])
  })

  test('that is a preroll has no landing URL', async () => {
    const account_media_id = media('PREROLL')
    const clicks = await client.post(path, { account_media_id, line_item_id: lineItem('WEBSITE_CLICKS') })
    expect([clicks.status, clicks.body.data.landing_url]).toEqual([201, null])
    const preroll = await client.post(path, { account_media_id, line_item_id: lineItem('PREROLL_VIEWS'), landing_url })
    expect(preroll.body.data).toMatchObject({ creative_type: 'PREROLL', landing_url: null })
  })

  test('requires a line item and account media that exist', async () => {
    const { body: nothing } = await client.post(path)
    expect(nothing.errors?.map(({ parameter }) => parameter)).toEqual(['account_media_id', 'line_item_id'])
    const params = { account_media_id: media('BANNER'), line_item_id: lineItem('REACH') }
    for (const parameter of ['account_media_id', 'line_item_id']) {
      const { status, body } = await client.post(path, { ...params, [parameter]: 'nobody' })
      expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID_PARAMETER', parameter }]])
    }
  })
})
