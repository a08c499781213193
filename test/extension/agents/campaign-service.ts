import { startUpstream, type Upstream, type UpstreamRequest } from '../../support/upstream.ts'

/** What `prepare_write` returns. */
export interface Prepared {
  confirmation: string
  writes: {
    mutation: string
    changes: { path: string; name: string; current: unknown; new: unknown }[]
    validation: { checked: string[]; unchecked: string[] }
  }[]
  asks: string[]
  user_errors?: { rule: string | null; field: string[] }[]
}

export const CAMPAIGN = {
  id: 'c1',
  name: 'One',
  entity_status: 'PAUSED',
  currency: 'USD',
  funding_instrument_id: 'f1',
  daily_budget_amount_local_micro: 5_000_000,
  total_budget_amount_local_micro: 50_000_000,
  start_time: '2026-01-01T00:00:00Z',
  end_time: null,
  budget_optimization: 'CAMPAIGN',
  servable: false,
  deleted: false,
}

export const LONG_ID = 'f'.repeat(41)

const LINE_ITEM = {
  campaign_id: 'c1',
  name: 'Item',
  currency: 'USD',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_ACCOUNT',
  placements: ['ALL_ON_SERVICE'],
  bid_strategy: 'MAX',
  bid_amount_local_micro: 1_000_000,
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-02-01T00:00:00Z',
}

const LINE_ITEMS = [
  { ...LINE_ITEM, id: 'l1', entity_status: 'ACTIVE' },
  { ...LINE_ITEM, id: 'l2', entity_status: 'PAUSED' },
  { ...LINE_ITEM, id: 'l3', entity_status: 'ACTIVE', product_type: 'PROMOTED_POSTS' },
  { ...LINE_ITEM, id: 'l4', entity_status: 'PAUSED', daily_budget_amount_local_micro: 7_000_000 },
  { ...LINE_ITEM, id: 'l5', entity_status: 'PAUSED', daily_budget_amount_local_micro: undefined },
  {
    ...LINE_ITEM,
    id: 'l6',
    entity_status: 'ACTIVE',
    product_type: 'PROMOTED_ACCOUNT',
    bid_amount_local_micro: undefined,
  },
]

/** A service with one campaign, which a write changes. */
export function startService(): Promise<Upstream & { row: Record<string, unknown> }> {
  const row: Record<string, unknown> = { ...CAMPAIGN }
  const answer = ({ method, path, query, body }: UpstreamRequest) => {
    if (path.endsWith('/campaigns') && method === 'POST') return { body: { data: { ...row, id: 'c9' } } }
    if (path.endsWith('/campaigns') && method === 'GET')
      return { body: { data: [{ ...row, id: query['campaign_ids'] ?? 'c1' }], next_cursor: null } }
    if (path.endsWith('/campaigns/c1')) {
      if (method === 'PUT')
        for (const [name, value] of new URLSearchParams(body)) row[name] = /^\d+$/.test(value) ? Number(value) : value
      return { body: { data: row } }
    }
    if (path.endsWith('/authenticated_user_access'))
      return { body: { data: { user_id: '1', permissions: ['ACCOUNT_ADMIN'] } } }
    if (path.endsWith('/line_items'))
      return {
        body: {
          data: LINE_ITEMS.filter(({ id }) => query['line_item_ids']?.split(',').includes(id) ?? true),
          next_cursor: null,
        },
      }
    if (path.endsWith('/scheduled_posts/5'))
      return { body: { data: { id: '5', scheduled_at: '2099-01-01T00:00:00Z' } } }
    if (path.endsWith('/funding_instruments'))
      return {
        body: {
          data: ['f1', 'f2', 'fi-1', 'fi-2', LONG_ID].map((id) => ({
            id,
            type: 'CREDIT_CARD',
            currency: 'USD',
            able_to_fund: true,
          })),
          next_cursor: null,
        },
      }
    return { body: { data: [], next_cursor: null } }
  }
  return startUpstream(answer).then((upstream) => ({ ...upstream, row }))
}

export const UPDATE = (fields: string) =>
  `mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", ${fields} }) { campaign { id name dailyBudgetAmountLocalMicro } } }`
export const UPDATE_LINE_ITEM = (fields: string) =>
  `mutation { updateLineItem(input: { lineItemId: "LineItem:a1:l1", ${fields} }) { userErrors { code } } }`
export const CREATE_CAMPAIGN = (fields: string) =>
  `mutation { createCampaign(input: { fundingInstrumentId: "FundingInstrument:a1:f1", name: "New", ${fields} }) { userErrors { code } } }`
export const PROMOTE = (mutation: string, lineItem: string, fields: string) =>
  `mutation { ${mutation}(input: { lineItemId: "LineItem:a1:${lineItem}", ${fields} }) { userErrors { code } } }`
export const LOWER = UPDATE('dailyBudgetAmountLocalMicro: 4000000')

/** The writes that were sent to the service. */
export const writesOf = ({ requests }: Upstream) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, target, body }) => `${method} ${target} ${body}`)
