import { fundingInstrument } from '../../reference/account/funding-instrument.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, missingParameter, refuseAll } from '../http/error.ts'
import { byId, columns } from '../data/order.ts'
import { amount, currency, moment, oneOf, unsettable } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { liveRow, operation } from '../endpoint/write.ts'

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

/** The funding instruments of each account. Their order is not documented. */
export const fundingInstruments: TableDefinition<FundingInstrumentRow> = {
  name: 'funding_instruments',
  order: byId(),
  idLength: 5,
}

/** The types with a credit limit, a funded amount and a required end time. The reference says only that some have them. */
const WITH_CREDIT_LIMIT = ['AGENCY_CREDIT_LINE', 'CREDIT_LINE']
const WITH_FUNDED_AMOUNT = ['INSERTION_ORDER', 'PARTNER_MANAGED']
const WITH_END = ['INSERTION_ORDER']

const create = operation({
  parameters: given(fundingInstrument, 'POST 12 accounts/:account_id/funding_instruments', {
    currency: currency(),
    start_time: moment(),
    type: oneOf(...fundingInstrument.enumerations.FundingInstrumentType.documents),
    ...unsettable({
      end_time: moment(),
      credit_limit_local_micro: amount(),
      funded_amount_local_micro: amount(),
    }),
  }),
  run(params, { store, owner, now }) {
    const table = store.table(fundingInstruments)
    const { type, start_time, end_time = null } = params
    const { credit_limit_local_micro: credit = null, funded_amount_local_micro: funded = null } = params
    refuseAll([
      end_time === null && WITH_END.includes(type) && missingParameter('end_time'),
      end_time !== null &&
        end_time <= start_time &&
        brokenRule('end_time', `${end_time} is not later than ${start_time}`),
      credit !== null &&
        !WITH_CREDIT_LIMIT.includes(type) &&
        brokenRule('credit_limit_local_micro', `The type ${type} has no credit limit`),
      funded !== null &&
        !WITH_FUNDED_AMOUNT.includes(type) &&
        brokenRule('funded_amount_local_micro', `The type ${type} has no funded amount`),
    ])
    const today = timestamp(now)
    const reasons = [
      ...(end_time !== null && end_time <= today ? ['EXPIRED'] : []),
      ...(start_time > today ? ['STARTS_IN_FUTURE'] : []),
    ]
    return table.insert(owner, {
      start_time,
      description: `Sandbox ${type.toLowerCase().replaceAll('_', ' ')}`,
      credit_limit_local_micro: credit,
      end_time,
      id: table.newId(),
      entity_status: 'ACTIVE',
      account_id: owner,
      reasons_not_able_to_fund: reasons,
      io_header: null,
      currency: params.currency,
      funded_amount_local_micro: funded,
      created_at: today,
      type,
      able_to_fund: reasons.length === 0,
      updated_at: today,
      credit_remaining_local_micro: credit,
      deleted: false,
    })
  },
})

const remove = operation({
  parameters: {},
  run(_, context, id) {
    const before = liveRow(context, fundingInstruments, 'funding_instrument_id', id)
    return context.store.table(fundingInstruments).update(context.owner, id, {
      deleted: true,
      able_to_fund: false,
      reasons_not_able_to_fund: ['DELETED', ...before.reasons_not_able_to_fund],
      updated_at: timestamp(context.now),
    })
  },
})

const wire = endpointsOf(fundingInstrument)

/**
 * The endpoints of funding instruments (Ads Management Interface, section 4.3). Create and delete exist only in the
 * sandbox of the service.
 */
export const fundingInstrumentEndpoints: Endpoint[] = [
  wire.list(fundingInstruments, {
    sortable: columns<FundingInstrumentRow>('funded_amount_local_micro', 'start_time', 'end_time'),
  }),
  wire.single(fundingInstruments),
  wire.create(create),
  wire.delete(remove),
]
