import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { accountMedia } from '../../creative/account-media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_creatives`

const { sandbox, client, demoRows } = await openSandbox()

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
})

describe('a media creative', () => {
  const lineItem = (objective: string) =>
    demoRows(lineItems).find((row) => row.objective === objective && !row.deleted)!.id
  const media = (creativeType: string) =>
    demoRows(accountMedia).find((row) => row.creative_type === creativeType && !row.deleted)!.id
  const landing_url = 'https://shop.example.com/?a=b, c&d'

  test('with an image needs no landing URL for REACH', async () => {
    const { status, body } = await client.post(path, {
      account_media_id: media('BANNER'),
      line_item_id: lineItem('REACH'),
    })
    expect([status, body.data.landing_url]).toEqual([201, null])
  })

  test.each(['PREROLL', 'VAST_PREROLL'])('that is a %s has no landing URL', async (creative_type) => {
    const account_media_id = media('PREROLL')
    sandbox.store.table(accountMedia).update(DEMO_ACCOUNT_ID, account_media_id, { creative_type })
    const clicks = await client.post(path, { account_media_id, line_item_id: lineItem('WEBSITE_CLICKS') })
    expect([clicks.status, clicks.body.data.landing_url]).toEqual([201, null])
    const preroll = await client.post(path, { account_media_id, line_item_id: lineItem('PREROLL_VIEWS'), landing_url })
    expect(preroll.body.data).toMatchObject({ creative_type, landing_url: null })
  })
})
