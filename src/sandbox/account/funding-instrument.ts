import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { byId, columns } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A funding instrument as the service sends it. */
export interface FundingInstrumentRow extends Row {
  start_time: string
  description: string
  credit_limit_local_micro: number | bigint | null
  end_time: string | null
  entity_status: string
  account_id: string
  reasons_not_able_to_fund: string[]
  io_header: string | null
  currency: string
  funded_amount_local_micro: number | bigint | null
  type: string | null
  able_to_fund: boolean
  credit_remaining_local_micro: number | bigint | null
}

/** The funding instruments of each account, in no order one could tell. */
export const fundingInstruments: TableDefinition<FundingInstrumentRow> = {
  name: 'funding_instruments',
  order: byId(),
  idLength: 5,
}

/** The reads of funding instruments (document 2, section 4.3). */
export const fundingInstrumentEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/funding_instruments',
    quota: 'core',
    table: fundingInstruments,
    filters: { funding_instrument_ids: idList() },
    sortable: columns<FundingInstrumentRow>(
      'created_at',
      'updated_at',
      'deleted',
      'funded_amount_local_micro',
      'start_time',
      'end_time',
    ),
    keep({ params }) {
      const wanted = anyOf(params.funding_instrument_ids)
      return (row) => wanted(row.id)
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/funding_instruments/:funding_instrument_id',
    quota: 'core',
    table: fundingInstruments,
  }),
]
