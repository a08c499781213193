import { del, post } from '../endpoint.ts'
import { resource, type RowOf } from '../resource.ts'
import { flag, id, ids, LISTED, long, type Sent, text, time, word, words } from '../value.ts'

/** The columns that are set when a funding instrument is created, in the sandbox only (Ads Management Interface, section 2). */
const creation = {
  /** The currency: a three-letter ISO 4217 code (R-FI-1). */
  currency: text,
  /** The time from which it can fund campaigns (R-FI-1). */
  start_time: time,
  /** The payment type (R-FI-1). */
  type: word('FundingInstrumentType'),
  /**
   * The time until which it can fund campaigns, later than `start_time`. Some types require it; the service decides
   * which (R-FI-2).
   */
  end_time: time,
  /** The credit limit, in micros. Allowed for some types only; the service decides which (R-FI-2). */
  credit_limit_local_micro: long,
  /** The funded amount, in micros. Allowed for some types only; the service decides which (R-FI-2). */
  funded_amount_local_micro: long,
}

/** Funding instruments (Ads Management Interface, section 4.3). */
const fundingInstruments = resource('accounts/:account_id/funding_instruments/:funding_instrument_id', {
  columns: {
    ...creation,
    account_id: id,
    description: text,
    entity_status: word('EntityStatus'),
    able_to_fund: flag,
    reasons_not_able_to_fund: words('ReasonNotAbleToFund'),
    io_header: text,
    credit_remaining_local_micro: long,
  },
  list: {
    ...LISTED,
    /** Only rows with one of these IDs, at most 200. */
    funding_instrument_ids: ids,
  },
})

export interface FundingInstrumentRow extends RowOf<typeof fundingInstruments> {}
/** The parameters of a new funding instrument. */
export interface FundingInstrumentParams extends Sent<typeof creation> {}

/** The funding instruments of the account. */
export const listFundingInstruments = fundingInstruments.list
/** One funding instrument. */
export const getFundingInstrument = fundingInstruments.get
/** Creates a funding instrument. */
export const createFundingInstrument = post<FundingInstrumentRow, FundingInstrumentParams>()(
  'accounts/:account_id/funding_instruments',
  { params: creation, sandboxOnly: true },
)
/** Deletes a funding instrument. */
export const deleteFundingInstrument = del<FundingInstrumentRow>()(
  'accounts/:account_id/funding_instruments/:funding_instrument_id',
  { sandboxOnly: true },
)
