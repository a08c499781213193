import { ENUMS, ROWS } from '../../rest/catalog.ts'
import { passed, warned, type Check } from './report.ts'

/** The rows of an answer, and the type that they have in the graph. */
export interface Sample {
  type: string
  rows: readonly unknown[]
}

/** Columns that only some answers or some versions of the service have. */
const SPARSE: ReadonlySet<string> = new Set([
  'Account.business_id',
  'Account.business_name',
  'Account.industry_type',
  'CustomAudience.is_owner',
  'CustomAudience.metadata',
  'CustomAudience.owner_account_id',
  'LineItem.audience_expansion',
  'LineItem.automatic_post_promotion',
  'LineItem.funding_instrument_id',
])

/** What rows can have that does not fit this version, and what that means. */
const FAULTS = [
  {
    name: 'Missing columns',
    find: missingColumns,
    next: 'Their fields are null. Check the version of the service; with ADS_VOCABULARY, check the names of these columns',
  },
  {
    name: 'Unknown columns',
    find: unknownColumns,
    next: 'They are only in `raw`. A newer version of Adgraph may have fields for them',
  },
  {
    name: 'Unknown values',
    find: unknownValues,
    next: 'Enum fields return UNRECOGNIZED for them, and `raw` has the text. A newer version of Adgraph may know them',
  },
]

/** Compares rows with the columns and the enum values that this version knows. */
export function examineFit(samples: readonly Sample[]): Check[] {
  const filled = samples.filter(({ rows }) => rows.length > 0)
  const faults = FAULTS.flatMap(({ name, find, next }) => {
    const found = filled.flatMap(find)
    return found.length === 0 ? [] : [warned(name, found.join(', '), next)]
  })
  const count = filled.flatMap(({ rows }) => rows).length
  return faults.length > 0 ? faults : [passed('Answers', `the columns and enum values of ${count} rows are known`)]
}

function unknownColumns({ type, rows }: Sample): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(Object(row))))
  return [...names].filter((name) => ROWS[type]?.[name] === undefined).map((name) => `${type}.${name}`)
}

/** Known columns that no row has. */
function missingColumns({ type, rows }: Sample): string[] {
  return Object.keys(ROWS[type] ?? {})
    .filter((name) => !rows.some((row) => name in Object(row)))
    .map((name) => `${type}.${name}`)
    .filter((column) => !SPARSE.has(column))
}

/** The length to which a value is shown. */
const MAX_SHOWN = 60

/** Values of enum columns that are not values of the enum. */
function unknownValues({ type, rows }: Sample): string[] {
  const found = Object.entries(ROWS[type] ?? {}).flatMap(([name, valueType]) => {
    const known = ENUMS[valueType]
    if (!known) return []
    const values = rows.flatMap((row): unknown => Object(row)[name] ?? []).flat(3)
    return values
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .filter((value) => !known.includes(value))
      .map((value) => `${type}.${name} ${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}`)
  })
  return [...new Set(found)]
}
