import { del, get, list, post } from '../endpoint.ts'
import type { EntityColumns, Long, WithDeleted } from '../types.ts'

export interface FundingInstrumentRow extends EntityColumns<{
  account_id: string
  description: string
  type: string
  currency: string
  start_time: string
  end_time: string
  entity_status: string
  able_to_fund: boolean
  reasons_not_able_to_fund: string[]
  io_header: string
  credit_limit_local_micro: Long
  credit_remaining_local_micro: Long
  funded_amount_local_micro: Long
}> {}

/**
 * One funding instrument.
 * `GET accounts/:account_id/funding_instruments/:funding_instrument_id` (Ads Management Interface, section 4.3).
 */
export const getFundingInstrument = get<FundingInstrumentRow, WithDeleted>()(
  'accounts/:account_id/funding_instruments/:funding_instrument_id',
)
/**
 * The funding instruments of the account.
 * `GET accounts/:account_id/funding_instruments` (Ads Management Interface, section 4.3).
 */
export const listFundingInstruments = list<FundingInstrumentRow>()('accounts/:account_id/funding_instruments', {
  ids: 'funding_instrument_ids',
  get: getFundingInstrument,
})

/** The parameters of a new funding instrument, in the sandbox only (Ads Management Interface, section 2). */
export interface FundingInstrumentParams {
  /** The currency: a three-letter ISO 4217 code (R-FI-1). */
  currency?: string
  /** The time from which it can fund campaigns (R-FI-1). */
  start_time?: string
  /** The payment type (R-FI-1). */
  type?: string
  /**
   * The time until which it can fund campaigns, later than `start_time`. Some types require it; the service decides
   * which (R-FI-2).
   */
  end_time?: string
  /** The credit limit, in micros. Allowed for some types only; the service decides which (R-FI-2). */
  credit_limit_local_micro?: bigint | Long
  /** The funded amount, in micros. Allowed for some types only; the service decides which (R-FI-2). */
  funded_amount_local_micro?: bigint | Long
}

/**
 * Creates a funding instrument.
 * `POST accounts/:account_id/funding_instruments` (Ads Management Interface, section 2).
 */
export const createFundingInstrument = post<FundingInstrumentRow, FundingInstrumentParams>()(
  'accounts/:account_id/funding_instruments',
  { sandboxOnly: true },
)
/**
 * Deletes a funding instrument.
 * `DELETE accounts/:account_id/funding_instruments/:funding_instrument_id` (Ads Management Interface, section 4.3).
 */
export const deleteFundingInstrument = del<FundingInstrumentRow>()(
  'accounts/:account_id/funding_instruments/:funding_instrument_id',
  { sandboxOnly: true },
)
