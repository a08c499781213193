import { describe, expect, test } from 'vitest'
import { lineItems } from '../../campaign/line-item.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import { openSandbox } from '../../../test/support/sandbox.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/tracking_tags`

const { sandbox, client } = await openSandbox()

describe('a tracking tag', () => {
  const lineItem = () =>
    sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!.id
  const usual = () => ({
    line_item_id: lineItem(),
    tracking_tag_type: 'CLICK_TRACKER',
    tracking_tag_url: 'https://track.example.com/?a=1&b=[timestamp], c#d',
  })

  test('that is created is returned by reads afterwards', async () => {
    const { status, body } = await client.post(path, usual())
    expect(status).toBe(201)
    expect(body.data).toEqual({
      ...usual(),
      id: expect.stringMatching(/^[0-9a-z]{6}$/),
      created_at: expect.any(String),
      updated_at: body.data.created_at,
      deleted: false,
    })
    expect((await client.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data)
    expect(await client.walk(path, { line_item_ids: lineItem() })).toContainEqual(body.data)
  })

  test.each<[parameter: string, value: string]>([
    ['line_item_id', ''],
    ['line_item_id', 'nobody'],
    ['tracking_tag_type', 'PIXEL'],
    ...['', 'nonsense'].map((url): [string, string] => ['tracking_tag_url', url]),
  ])('with %s "%s" is 400', async (parameter, value) => {
    const { status, body } = await client.post(path, { ...usual(), [parameter]: value })
    expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID_PARAMETER', parameter }]])
  })

  test('that is updated has another URL, and no other change', async () => {
    const [before] = await client.walk(path)
    const url = { tracking_tag_url: 'https://other.example' }
    const changed = await client.put(`${path}/${before!.id}`, url)
    expect([changed.status, changed.body.data]).toEqual([200, { ...before, ...url, updated_at: expect.any(String) }])
    expect((await client.get(`${path}/${before!.id}`)).body.data).toEqual(changed.body.data)
    const unchanged = await client.put(`${path}/${before!.id}`)
    expect([unchanged.status, unchanged.body.errors?.[0]?.code]).toEqual([400, 'MISSING_PARAMETER'])
    const typed = { ...url, tracking_tag_type: 'CLICK_TRACKER' }
    expect((await client.put(`${path}/${before!.id}`, typed)).body.errors?.[0]?.message).toBe(
      'Unknown parameter for tracking_tag_type',
    )
  })
})
