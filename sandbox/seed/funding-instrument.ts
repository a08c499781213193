import { fundingInstruments, type FundingInstrumentRow } from '../account/funding-instrument.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { newColumns, micros, type Seeding } from './seeding.ts'

interface Variety {
  type: string
  description: string
  creditUnits: number | null
  fundedUnits: number | null
  endsInDays: number | null
  reasons: string[]
  deleted: boolean
}

const usual = { creditUnits: null, fundedUnits: null, endsInDays: null, reasons: [], deleted: false }

const varieties: Variety[] = [
  { ...usual, type: 'CREDIT_CARD', description: 'Card ending in 4242' },
  { ...usual, type: 'INSERTION_ORDER', description: 'IO 0117, brand', fundedUnits: 250_000, endsInDays: 213 },
  { ...usual, type: 'CREDIT_LINE', description: 'Credit line', creditUnits: 1_200_000 },
  { ...usual, type: 'AGENCY_CREDIT_LINE', description: 'Agency credit line (Häberli & Søn)', creditUnits: 400_000 },
  {
    ...usual,
    type: 'INSERTION_ORDER',
    description: 'IO 0042',
    fundedUnits: 60_000,
    endsInDays: -152,
    reasons: ['EXPIRED'],
  },
  {
    ...usual,
    type: 'CREDIT_CARD',
    description: 'Card ending in 0005',
    reasons: ['DELETED', 'CREDIT_CARD_DELETED'],
    deleted: true,
  },
]

/** Adds one funding instrument of each variety to an account. The first four are able to fund. */
export function seedFundingInstruments(seeding: Seeding): void {
  const { store, random, today, plan } = seeding
  for (const variety of varieties) {
    const start = daysAfter(today, -plan.ageInDays + random.integer(1, 20))
    store.table(fundingInstruments).insert(plan.id, fundingInstrument(variety, start, seeding))
  }
}

function fundingInstrument(variety: Variety, start: Date, seeding: Seeding): FundingInstrumentRow {
  const { random, today, plan } = seeding
  const born = newColumns(fundingInstruments, start, seeding)
  const credit = amount(variety.creditUnits, plan.currency)
  return {
    ...born,
    start_time: born.created_at,
    description: variety.description,
    credit_limit_local_micro: credit,
    end_time: variety.endsInDays === null ? null : timestamp(daysAfter(today, variety.endsInDays)),
    entity_status: 'ACTIVE',
    account_id: plan.id,
    reasons_not_able_to_fund: variety.reasons,
    io_header: null,
    currency: plan.currency,
    funded_amount_local_micro: amount(variety.fundedUnits, plan.currency),
    type: variety.type,
    able_to_fund: variety.reasons.length === 0,
    credit_remaining_local_micro: credit === null ? null : Math.floor(credit * random.next()),
    deleted: variety.deleted,
  }
}

function amount(units: number | null, currency: string): number | null {
  return units === null ? null : micros(units, currency)
}
