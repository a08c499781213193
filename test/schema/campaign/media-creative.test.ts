import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'

const ROW = {
  id: 'm1',
  line_item_id: 'l1',
  account_media_id: '2pi',
  creative_type: 'PREROLL',
  landing_url: 'https://shop.example/a,b',
  entity_status: 'ACTIVE',
  approval_status: 'REJECTED',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS =
  'id restId lineItemId accountMediaId creativeType landingUrl entityStatus approvalStatus createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a media creative', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ mediaCreative(id: "MediaCreative:a1:m1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      mediaCreative: {
        id: 'MediaCreative:a1:m1',
        restId: 'm1',
        lineItemId: 'l1',
        accountMediaId: '2pi',
        creativeType: 'PREROLL',
        landingUrl: 'https://shop.example/a,b',
        entityStatus: 'ACTIVE',
        approvalStatus: 'REJECTED',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/media_creatives/m1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'm1' }, `{ mediaCreative(accountId: "a1", id: "m1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      mediaCreative: {
        id: 'MediaCreative:a1:m1',
        restId: 'm1',
        lineItemId: null,
        accountMediaId: null,
        creativeType: null,
        landingUrl: null,
        entityStatus: null,
        approvalStatus: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'm1' },
      },
    })
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { mediaCreatives(
        ids: ["x1", "MediaCreative:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"], campaignId: "Campaign:a1:c1"
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/media_creatives',
        {
          media_creative_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          campaign_id: 'c1',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('is read in one call per campaign, because the interface accepts one campaign here', async () => {
    const { errors, calls } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 3) { nodes { mediaCreatives(first: 5) { nodes { id } } } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/media_creatives': 3,
    })
  })
})
