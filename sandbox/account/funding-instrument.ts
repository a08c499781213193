import { fundingInstrument } from '../../reference/account/funding-instrument.ts'
import { byId, columns } from '../data/order.ts'
import { table } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { crud, sentOrNull, type RowOf } from '../endpoint/crud.ts'
import { brokenRule, missingParameter } from '../http/error.ts'

/** A funding instrument as the service sends it. */
export type FundingInstrumentRow = RowOf<
  typeof fundingInstrument.rows.FundingInstrument,
  {
    credit_limit_local_micro: number | bigint | null
    end_time: string | null
    reasons_not_able_to_fund: string[]
    io_header: string | null
    funded_amount_local_micro: number | bigint | null
    type: string | null
    able_to_fund: boolean
    credit_remaining_local_micro: number | bigint | null
  }
>

/** The funding instruments of each account. Their order is not documented. */
export const fundingInstruments = table<FundingInstrumentRow>('funding_instruments', byId(), 5)

/** The types with a credit limit, a funded amount and a required end time. The reference says only that some have them. */
const WITH_CREDIT_LIMIT = ['AGENCY_CREDIT_LINE', 'CREDIT_LINE']
const WITH_FUNDED_AMOUNT = ['INSERTION_ORDER', 'PARTNER_MANAGED']
const WITH_END = ['INSERTION_ORDER']

/**
 * The endpoints of funding instruments (Ads Management Interface, section 4.3). Create and delete exist only in the
 * sandbox of the service.
 */
export const fundingInstrumentEndpoints = crud(fundingInstrument, fundingInstruments, {
  list: { sortable: columns<FundingInstrumentRow>('funded_amount_local_micro', 'start_time', 'end_time') },
  create(sent, { owner, now }) {
    const columns = sentOrNull(fundingInstrument.rows.FundingInstrument, sent)
    const today = timestamp(now)
    const reasons = [
      ...(columns.end_time !== null && columns.end_time <= today ? ['EXPIRED'] : []),
      ...(columns.start_time > today ? ['STARTS_IN_FUTURE'] : []),
    ]
    return {
      ...columns,
      credit_remaining_local_micro: columns.credit_limit_local_micro,
      description: `Sandbox ${sent.type.toLowerCase().replaceAll('_', ' ')}`,
      entity_status: 'ACTIVE',
      account_id: owner,
      reasons_not_able_to_fund: reasons,
      able_to_fund: reasons.length === 0,
    }
  },
  check: ({ type, start_time: start, end_time: end, ...row }) => [
    end === null && WITH_END.includes(type ?? '') && missingParameter('end_time'),
    end !== null && end <= start && brokenRule('end_time', `${end} is not later than ${start}`),
    row.credit_limit_local_micro !== null &&
      !WITH_CREDIT_LIMIT.includes(type ?? '') &&
      brokenRule('credit_limit_local_micro', `The type ${type} has no credit limit`),
    row.funded_amount_local_micro !== null &&
      !WITH_FUNDED_AMOUNT.includes(type ?? '') &&
      brokenRule('funded_amount_local_micro', `The type ${type} has no funded amount`),
  ],
  remove: ({ reasons_not_able_to_fund: reasons }) => ({
    able_to_fund: false,
    reasons_not_able_to_fund: ['DELETED', ...reasons],
  }),
})
