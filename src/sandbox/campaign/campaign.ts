import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, nameQuery, singleEndpoint, startingWith } from '../list.ts'
import { columns, newestFirst } from '../order.ts'
import { boolean, idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A campaign as the service sends it. */
export interface CampaignRow extends Row {
  name: string
  budget_optimization: string
  reasons_not_servable: string[]
  servable: boolean | null
  purchase_order_number: string | null
  effective_status: string
  daily_budget_amount_local_micro: number | bigint | null
  funding_instrument_id: string
  duration_in_days: number | null
  standard_delivery: boolean | null
  total_budget_amount_local_micro: number | bigint | null
  entity_status: string
  frequency_cap: number | null
  currency: string
}

/** The campaigns of each account, newest first. */
export const campaigns: TableDefinition<CampaignRow> = { name: 'campaigns', order: newestFirst(), idLength: 5 }

/** The reads of campaigns (document 2, section 4.4). */
export const campaignEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/campaigns',
    quota: 'core',
    table: campaigns,
    filters: { campaign_ids: idList(), funding_instrument_ids: idList(), q: nameQuery(), with_draft: boolean() },
    sortable: {
      ...columns<CampaignRow>(
        'created_at',
        'updated_at',
        'deleted',
        'name',
        'daily_budget_amount_local_micro',
        'total_budget_amount_local_micro',
        'standard_delivery',
      ),
      // The service sorts by these too, though its campaigns no longer have them.
      start_time: () => null,
      end_time: () => null,
    },
    keep({ params }) {
      const wanted = anyOf(params.campaign_ids)
      const funded = anyOf(params.funding_instrument_ids)
      const named = startingWith(params.q)
      return (row) =>
        wanted(row.id) &&
        funded(row.funding_instrument_id) &&
        named(row.name) &&
        (params.with_draft || row.entity_status !== 'DRAFT')
    },
  }),
  singleEndpoint({ path: 'accounts/:account_id/campaigns/:campaign_id', quota: 'core', table: campaigns }),
]
