import {
  array,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  tuple,
  uniqueArray,
  type Arbitrary,
} from 'fast-check'
import { BODIES, PROBLEMS_FAULTS, ROW_FAULTS, type Fault } from '../support/faulty-service.ts'

/** Values that a column has instead of its own; undefined removes it. */
export const ODD_VALUES = [undefined, null, '', 'oops', '7', 7, 1.5, true, [], {}]

/** The columns that faults are about. */
const COLUMNS = [
  'id',
  'name',
  'created_at',
  'budget_optimization',
  'daily_budget_amount_local_micro',
  'total_budget_amount_local_micro',
  'funding_instrument_id',
  'campaign_id',
  'line_item_id',
  'post_id',
]

/** A fault of the columns of one row. */
export const oddColumns: Arbitrary<Record<string, unknown>> = uniqueArray(
  tuple(constantFrom(...COLUMNS), constantFrom(...ODD_VALUES)),
  {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  },
).map((pairs) => Object.fromEntries(pairs))

/** The columns that decide about money. */
const MONEY = ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro', 'budget_optimization'] as const

/** Other values of the columns that decide about money: each is as often missing or null as it has any other value. */
const oddMoney: Arbitrary<Record<string, unknown>> = uniqueArray(
  tuple(constantFrom(...MONEY, MONEY[0]), oneof(constant(undefined), constant(null), constantFrom(...ODD_VALUES))),
  { minLength: 1, maxLength: 2, selector: ([name]) => name },
).map((pairs) => Object.fromEntries(pairs))

/** The columns of a stored row that have other values. */
export const storedColumns = oneof(
  { arbitrary: constant<Record<string, unknown>>({}), weight: 1 },
  { arbitrary: oddMoney, weight: 3 },
  { arbitrary: oddColumns, weight: 1 },
)

const at = nat({ max: 4 })

/** Answers with rows, but other ones. */
const ofRows: Arbitrary<Fault> = oneof(
  record({ rows: constantFrom(...ROW_FAULTS), at }),
  record({ columns: oddColumns, at }),
  record({ columns: oddMoney, at }),
  record({ rows: constantFrom(...ROW_FAULTS), columns: oddColumns, at }),
)

const body = oneof(
  { arbitrary: constantFrom(...BODIES.slice(0, 4)), weight: 6 },
  { arbitrary: constantFrom(...BODIES.slice(4)), weight: 1 },
)

/** A service that is about to recover: 429 among 503. */
const statuses = constantFrom(500, 502, 503, 503, 504, 429, 429)

/** What becomes of a read. */
export const readFault: Arbitrary<Fault> = oneof(
  { arbitrary: constant<Fault>({}), weight: 4 },
  { arbitrary: record({ answer: statuses }), weight: 2 },
  { arbitrary: record({ answer: constantFrom('none', 'reset', 'cut') }), weight: 2 },
  { arbitrary: record({ answer: constantFrom(403, 404) }), weight: 1 },
  { arbitrary: record({ answer: body }), weight: 1 },
  { arbitrary: record({ answer: constant('hang') }), weight: 1 },
  { arbitrary: ofRows, weight: 6 },
)

/** What becomes of a write. */
export const writeFault: Arbitrary<Fault> = oneof(
  { arbitrary: constant<Fault>({}), weight: 3 },
  { arbitrary: record({ answer: constant<429>(429), happens: constant(false) }), weight: 3 },
  {
    arbitrary: record({
      answer: constantFrom(400, 401, 403, 404, 409),
      happens: constant(false),
    }),
    weight: 1,
  },
  {
    arbitrary: record({
      answer: constantFrom(400, 400, 404, 409),
      happens: constant(false),
      problems: constantFrom(...PROBLEMS_FAULTS),
      at,
    }),
    weight: 1,
  },
  {
    arbitrary: record({
      answer: constantFrom<NonNullable<Fault['answer']>[]>(
        303,
        307,
        408,
        423,
        500,
        502,
        503,
        503,
        504,
        'none',
        'reset',
        'reset',
        'cut',
      ),
      happens: boolean(),
    }),
    weight: 6,
  },
  { arbitrary: record({ answer: constant('hang'), happens: boolean() }), weight: 1 },
  { arbitrary: record({ answer: body }), weight: 2 },
  { arbitrary: record({ errors: constantFrom('errors', 'operation_errors'), happens: boolean() }), weight: 1 },
  { arbitrary: ofRows, weight: 6 },
)

export const faultsOf = (fault: Arbitrary<Fault>): Arbitrary<Fault[]> => array(fault, { maxLength: 4 })

/** What becomes of a read where no limit of time or bytes is short. */
export const shortReadFault = readFault.filter(({ answer }) => !['huge', 'endless', 'bomb'].includes(String(answer)))

/** A use of a mutation: what becomes of its reads and writes. */
export interface Use {
  reads: Fault[]
  writes: Fault[]
  /** Whether its IDs are in uppercase. */
  isUppercase: boolean
}

export const usesOf = (maxLength: number): Arbitrary<Use[]> =>
  array(record({ reads: faultsOf(readFault), writes: faultsOf(writeFault), isUppercase: rarely }), {
    minLength: 1,
    maxLength,
  })

export const rarely = oneof({ arbitrary: constant(false), weight: 4 }, { arbitrary: constant(true), weight: 1 })
