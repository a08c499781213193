import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const ROW = {
  id: 't1',
  line_item_id: 'l1',
  tracking_tag_type: 'IMPRESSION_TAG',
  tracking_tag_url: 'https://tags.example/i?a=1&b=%20',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId lineItemId trackingTagType trackingTagUrl createdAt updatedAt deleted raw'

describe('a tracking tag', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ trackingTag(id: "TrackingTag:a1:t1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      trackingTag: {
        id: 'TrackingTag:a1:t1',
        restId: 't1',
        lineItemId: 'l1',
        trackingTagType: 'IMPRESSION_TAG',
        trackingTagUrl: 'https://tags.example/i?a=1&b=%20',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/tracking_tags/t1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 't1' }, `{ trackingTag(accountId: "a1", id: "t1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      trackingTag: {
        id: 'TrackingTag:a1:t1',
        restId: 't1',
        lineItemId: null,
        trackingTagType: null,
        trackingTagUrl: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 't1' },
      },
    })
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { trackingTags(
        ids: ["x1", "TrackingTag:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"]
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/tracking_tags',
        {
          tracking_tag_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })
})
