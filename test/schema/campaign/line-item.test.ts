import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const ROW = {
  id: 'l1',
  campaign_id: 'c1',
  funding_instrument_id: 'f1',
  name: 'Phones, iOS',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_POSTS',
  placements: ['ALL_ON_SVC', 'SVC_SEARCH'],
  goal: 'SITE_VISITS',
  start_time: '2026-06-01T08:00:00Z',
  end_time: null,
  bid_strategy: 'TARGET',
  bid_amount_local_micro: 9007199254740991,
  target_cpa_local_micro: null,
  daily_budget_amount_local_micro: 1,
  total_budget_amount_local_micro: 1000000000000000,
  currency: 'JPY',
  standard_delivery: true,
  pay_by: 'LINK_CLICK',
  frequency_cap: 5,
  duration_in_days: 30,
  entity_status: 'DRAFT',
  creative_source: 'MANUAL',
  automatic_post_promotion: false,
  audience_expansion: 'BROAD',
  advertiser_user_id: '756201191646691328',
  advertiser_domain: 'shop.example',
  primary_web_event_tag: 'o3bk1',
  categories: ['IAB1', 'IAB2-3'],
  android_app_store_identifier: 'com.example.app',
  ios_app_store_identifier: '333903271',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS =
  'id restId campaignId fundingInstrumentId name objective productType placements goal startTime endTime bidStrategy bidAmountLocalMicro targetCpaLocalMicro dailyBudgetAmountLocalMicro totalBudgetAmountLocalMicro currency standardDelivery payBy frequencyCap durationInDays entityStatus creativeSource automaticPostPromotion audienceExpansion advertiserUserId advertiserDomain primaryWebEventTag categories androidAppStoreIdentifier iosAppStoreIdentifier createdAt updatedAt deleted raw'

const STATUSES = graphql(`query LineItemStatuses($account: ID!, $withDraft: Boolean) {
  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }
}`)

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a line item', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ lineItem(id: "LineItem:a1:l1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      lineItem: {
        id: 'LineItem:a1:l1',
        restId: 'l1',
        campaignId: 'c1',
        fundingInstrumentId: 'f1',
        name: 'Phones, iOS',
        objective: 'WEBSITE_CLICKS',
        productType: 'PROMOTED_POSTS',
        placements: ['ALL_ON_SVC', 'SVC_SEARCH'],
        goal: 'SITE_VISITS',
        startTime: '2026-06-01T08:00:00Z',
        endTime: null,
        bidStrategy: 'TARGET',
        bidAmountLocalMicro: '9007199254740991',
        targetCpaLocalMicro: null,
        dailyBudgetAmountLocalMicro: '1',
        totalBudgetAmountLocalMicro: '1000000000000000',
        currency: 'JPY',
        standardDelivery: true,
        payBy: 'LINK_CLICK',
        frequencyCap: 5,
        durationInDays: 30,
        entityStatus: 'DRAFT',
        creativeSource: 'MANUAL',
        automaticPostPromotion: 'false',
        audienceExpansion: 'BROAD',
        advertiserUserId: '756201191646691328',
        advertiserDomain: 'shop.example',
        primaryWebEventTag: 'o3bk1',
        categories: ['IAB1', 'IAB2-3'],
        androidAppStoreIdentifier: 'com.example.app',
        iosAppStoreIdentifier: '333903271',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/line_items/l1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'l1' }, `{ lineItem(accountId: "a1", id: "l1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      lineItem: {
        id: 'LineItem:a1:l1',
        restId: 'l1',
        campaignId: null,
        fundingInstrumentId: null,
        name: null,
        objective: null,
        productType: null,
        placements: null,
        goal: null,
        startTime: null,
        endTime: null,
        bidStrategy: null,
        bidAmountLocalMicro: null,
        targetCpaLocalMicro: null,
        dailyBudgetAmountLocalMicro: null,
        totalBudgetAmountLocalMicro: null,
        currency: null,
        standardDelivery: null,
        payBy: null,
        frequencyCap: null,
        durationInDays: null,
        entityStatus: null,
        creativeSource: null,
        automaticPostPromotion: null,
        audienceExpansion: null,
        advertiserUserId: null,
        advertiserDomain: null,
        primaryWebEventTag: null,
        categories: null,
        androidAppStoreIdentifier: null,
        iosAppStoreIdentifier: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'l1' },
      },
    })
  })

  it('is paged in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, 'lineItems', 'line_items')

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { lineItems(
        ids: ["x1", "LineItem:a1:x2"], campaignIds: ["c1", "Campaign:a1:c2"], fundingInstrumentIds: ["f1"]
        namePrefix: "a"
        first: 3, withDeleted: true, withDraft: true, sortBy: [{ field: BID_AMOUNT_LOCAL_MICRO, direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/line_items',
        {
          line_item_ids: 'x1,x2',
          campaign_ids: 'c1,c2',
          funding_instrument_ids: 'f1',
          q: 'a',
          with_draft: 'true',
          sort_by: 'bid_amount_local_micro-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('is found through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      '{ node(id: "LineItem:a1:l1") { __typename id ... on LineItem { restId } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: 'LineItem', id: 'LineItem:a1:l1', restId: 'l1' } })
    expect(sent).toHaveLength(1)
  })

  it('is read in one call for one campaign and for 50', async () => {
    for (const first of [1, 50]) {
      const { errors, calls } = await graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${first}) { nodes { lineItems(first: 10) { nodes { id } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': 1,
        'GET accounts/:account_id/line_items': 1,
      })
      expect(calls.map(({ keys }) => keys)).toEqual([0, first])
    }
  })

  it('reads the campaigns and the funding instruments of all in one call each', async () => {
    const { errors, calls } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 50) { nodes { campaign { name } fundingInstrument { type } } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/line_items': 1,
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/funding_instruments': 1,
    })
  })

  it('returns drafts by ID, and in lists only with `withDraft`', async () => {
    const list = async (withDraft?: boolean) => {
      const { data } = await graph.query(STATUSES, { account: DEMO_ACCOUNT_ID, withDraft })
      return data!.account!.lineItems!.nodes
    }
    const drafts = (await list(true)).filter(({ entityStatus }) => entityStatus === 'DRAFT')
    const plain = await list()
    const found = await graph.query(
      `{ node(id: "${drafts[0]!.id}") { id } lineItem(id: "${drafts[0]!.id}") { restId } }`,
    )

    expect(drafts.length).toBeGreaterThan(0)
    expect(plain.filter(({ entityStatus }) => entityStatus === 'DRAFT')).toEqual([])
    expect(found.data).toMatchObject({ node: { id: drafts[0]!.id }, lineItem: { restId: drafts[0]!.id.split(':')[2] } })
  })

  it('refuses an ID of another type or another account, and a missing account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: lineItem(id: "Nobody:a1:l1") { createdAt }
        account: lineItem(id: "LineItem:a2:l1", accountId: "a1") { createdAt }
        raw: lineItem(id: "l1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the ID of a LineItem; "Nobody:a1:l1" is the ID of a Nobody',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      ['`accountId`: "LineItem:a2:l1" belongs to another account', { code: 'BAD_USER_INPUT', field: 'accountId' }],
      [
        '`accountId` is required with "l1", which is not a global ID',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
