import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'

const ROW = {
  id: 'c1',
  name: 'Ünïcode ☕ & more',
  funding_instrument_id: 'f1',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 5500000,
  total_budget_amount_local_micro: 1000000000000000,
  standard_delivery: false,
  entity_status: 'ACTIVE',
  effective_status: 'RUNNING',
  servable: true,
  reasons_not_servable: [],
  purchase_order_number: 'PO-1',
  currency: 'EUR',
  duration_in_days: 7,
  frequency_cap: 0,
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS =
  'id restId name fundingInstrumentId budgetOptimization dailyBudgetAmountLocalMicro totalBudgetAmountLocalMicro standardDelivery entityStatus effectiveStatus servable reasonsNotServable purchaseOrderNumber currency durationInDays frequencyCap createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a campaign', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ campaign(id: "Campaign:a1:c1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      campaign: {
        id: 'Campaign:a1:c1',
        restId: 'c1',
        name: 'Ünïcode ☕ & more',
        fundingInstrumentId: 'f1',
        budgetOptimization: 'CAMPAIGN',
        dailyBudgetAmountLocalMicro: '5500000',
        totalBudgetAmountLocalMicro: '1000000000000000',
        standardDelivery: false,
        entityStatus: 'ACTIVE',
        effectiveStatus: 'RUNNING',
        servable: true,
        reasonsNotServable: [],
        purchaseOrderNumber: 'PO-1',
        currency: 'EUR',
        durationInDays: 7,
        frequencyCap: 0,
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/campaigns/c1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'c1' }, `{ campaign(accountId: "a1", id: "c1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      campaign: {
        id: 'Campaign:a1:c1',
        restId: 'c1',
        name: null,
        fundingInstrumentId: null,
        budgetOptimization: null,
        dailyBudgetAmountLocalMicro: null,
        totalBudgetAmountLocalMicro: null,
        standardDelivery: null,
        entityStatus: null,
        effectiveStatus: null,
        servable: null,
        reasonsNotServable: null,
        purchaseOrderNumber: null,
        currency: null,
        durationInDays: null,
        frequencyCap: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'c1' },
      },
    })
  })

  it('is paged in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, 'campaigns', 'campaigns')

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { campaigns(
        ids: ["x1", "Campaign:a1:x2"], fundingInstrumentIds: ["FundingInstrument:a1:f1"]
        namePrefix: "Spring, 50% + more"
        first: 3, withDeleted: true, withDraft: true, sortBy: [{ field: NAME, direction: ASC }, { field: TOTAL_BUDGET_AMOUNT_LOCAL_MICRO, direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/campaigns',
        {
          campaign_ids: 'x1,x2',
          funding_instrument_ids: 'f1',
          q: 'Spring, 50% + more',
          with_draft: 'true',
          sort_by: 'name-asc,total_budget_amount_local_micro-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('is found through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      '{ node(id: "Campaign:a1:c1") { __typename id ... on Campaign { restId } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: 'Campaign', id: 'Campaign:a1:c1', restId: 'c1' } })
    expect(sent).toHaveLength(1)
  })

  it('is read for one line item and for 50 in one call, and in none if only its ID and lists are selected', async () => {
    const list = (first: number, selection: string) =>
      graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: ${first}) { nodes { campaign { ${selection} } } } } }`,
      )
    for (const first of [1, 50]) {
      const { errors, calls } = await list(first, 'name')
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/line_items': 1,
        'GET accounts/:account_id/campaigns': 1,
      })
    }
    const keyed = await list(50, 'id restId __typename lineItems(first: 1) { nodes { id } }')
    expect(callCounts(keyed.calls)).toEqual({ 'GET accounts/:account_id/line_items': 2 })
  })

  it('distinguishes null from absent, false and 0', async () => {
    const { data } = await readRow(
      {
        id: 'c1',
        servable: null,
        standard_delivery: false,
        daily_budget_amount_local_micro: 0,
        reasons_not_servable: null,
      },
      '{ campaign(id: "Campaign:a1:c1") { servable standardDelivery dailyBudgetAmountLocalMicro reasonsNotServable name raw } }',
    )
    expect(data).toEqual({
      campaign: {
        servable: null,
        standardDelivery: false,
        dailyBudgetAmountLocalMicro: '0',
        reasonsNotServable: null,
        name: null,
        raw: {
          id: 'c1',
          servable: null,
          standard_delivery: false,
          daily_budget_amount_local_micro: 0,
          reasons_not_servable: null,
        },
      },
    })
  })

  it('refuses an ID of another type or another account, and a missing account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: campaign(id: "Nobody:a1:c1") { createdAt }
        account: campaign(id: "Campaign:a2:c1", accountId: "a1") { createdAt }
        raw: campaign(id: "c1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the ID of a Campaign; "Nobody:a1:c1" is the ID of a Nobody',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      ['`accountId`: "Campaign:a2:c1" belongs to another account', { code: 'BAD_USER_INPUT', field: 'accountId' }],
      [
        '`accountId` is required with "c1", which is not a global ID',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
