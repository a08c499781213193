import { list } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'
import { ids, text, time } from '../value.ts'

/** An entity whose stats have changed. `activity_start_time` and `activity_end_time` say which of its stats did. */
export interface ActiveEntityRow extends RowColumns<{
  entity_id: string
  activity_start_time: string
  activity_end_time: string
  placements: string[]
}> {}

/** The longest period of a call in days (R-STAT-22). Where clocks change, these days can have an hour more. */
export const MAX_ACTIVE_DAYS = 90

/** The entities whose stats have changed in a period. Not documented by the service. */
export const listActiveEntities = list<ActiveEntityRow>()('stats/accounts/:account_id/active_entities', {
  key: 'entity_id',
  repeatsParams: true,
  params: {
    /** The type of the entities: CAMPAIGN, FUNDING_INSTRUMENT, LINE_ITEM, PROMOTED_ACCOUNT or PROMOTED_POST. */
    entity: text,
    /** The start of the period in which they changed, a whole hour. */
    start_time: time,
    /** The end of the period, exclusive, a whole hour, at most 90 days later. */
    end_time: time,
    /** Only entities of these campaigns, up to 200 IDs. At most one of the filters by parents can be sent. */
    campaign_ids: ids,
    /** Only entities of these funding instruments, up to 200 IDs. */
    funding_instrument_ids: ids,
    /** Only entities of these line items, up to 200 IDs. */
    line_item_ids: ids,
  },
})
