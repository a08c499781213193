import { del, get, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface FundingInstrumentRow extends EntityRow {
  account_id?: string | null
  description?: string | null
  type?: string | null
  currency?: string | null
  start_time?: string | null
  end_time?: string | null
  entity_status?: string | null
  able_to_fund?: boolean | null
  reasons_not_able_to_fund?: string[] | null
  io_header?: string | null
  credit_limit_local_micro?: Long | null
  credit_remaining_local_micro?: Long | null
  funded_amount_local_micro?: Long | null
}

export interface FundingInstrumentFilters extends ListParams {
  funding_instrument_ids?: readonly string[]
}

export const getFundingInstrument = get<FundingInstrumentRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/funding_instruments/:funding_instrument_id',
)
export const listFundingInstruments = list<FundingInstrumentRow, FundingInstrumentFilters>()(
  'accounts/:account_id/funding_instruments',
  { ids: 'funding_instrument_ids', get: getFundingInstrument },
)

/** The parameters of a new funding instrument, in the sandbox only (Ads Management Interface, section 2). */
export interface FundingInstrumentParams {
  currency?: string
  start_time?: string
  type?: string
  end_time?: string
  credit_limit_local_micro?: bigint | Long
  funded_amount_local_micro?: bigint | Long
}

export const createFundingInstrument = post<FundingInstrumentRow, FundingInstrumentParams>()(
  'accounts/:account_id/funding_instruments',
  { sandboxOnly: true },
)
export const deleteFundingInstrument = del<FundingInstrumentRow>()(
  'accounts/:account_id/funding_instruments/:funding_instrument_id',
  { sandboxOnly: true },
)
