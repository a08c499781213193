import type { Endpoint } from './endpoint.ts'
import type { Quota } from '../access/rate-limit.ts'
import { listEndpoint, type Keep } from './list.ts'
import type { Parameters, Values } from './parameter.ts'
import { NO_ACCOUNT, type Row, type Store, type TableDefinition } from '../data/store.ts'

/** A row of reference data. The service sends it without ID and times, unless they are part of `sent`. */
export interface ReferenceRow<Sent> extends Row {
  place: number
  sent: Sent
}

/** A table of reference data. It belongs to no account, and its rows are in the order of insertion. */
export function referenceTable<Sent>(name: string): TableDefinition<ReferenceRow<Sent>> {
  const order = { name: 'place-asc', terms: [{ attribute: (row: ReferenceRow<Sent>) => row.place, descending: false }] }
  return { name, order, idLength: 5 }
}

/** Fills a table of reference data. The key identifies its rows. */
export function insertReference<Sent>(
  store: Store,
  definition: TableDefinition<ReferenceRow<Sent>>,
  rows: readonly Sent[],
  keyOf: (row: Sent) => string,
): void {
  const table = store.table(definition)
  for (const [place, sent] of rows.entries())
    table.insert(NO_ACCOUNT, { id: keyOf(sent), created_at: '', updated_at: '', deleted: false, place, sent })
}

/** A list of reference data, as the file of its entity declares it. */
interface ReferenceDefinition<Sent, Path extends string, P extends Parameters> {
  path: Path
  quota: Quota
  table: TableDefinition<ReferenceRow<Sent>>
  filters: P
  /** Which of `count`, `cursor` and `with_total_count` it accepts. Defaults to none. */
  takes?: readonly ('count' | 'cursor' | 'with_total_count')[]
  /** Whether its responses have a `next_cursor`, always null, although it accepts no cursor. */
  nextCursor?: boolean
  countsUnasked?: boolean
  /** The maximum and the default page size, if they are not 1000 and 200. */
  count?: { max: number; absent: number }
  /** Returns the filter of a call. Defaults to all rows. */
  keep?: (params: Values<P>) => Keep<Sent>
}

const PAGING = ['count', 'cursor', 'with_total_count'] as const

/** A list that is the same for all callers. */
export function referenceEndpoint<Sent, const Path extends string, P extends Parameters>({
  takes = [],
  keep,
  ...definition
}: ReferenceDefinition<Sent, Path, P>): Endpoint {
  return listEndpoint({
    ...definition,
    omits: [...PAGING.filter((name) => !takes.includes(name)), 'sort_by', 'with_deleted'],
    sortable: {},
    keep({ params }) {
      const belongs = keep?.(params as Values<P>)
      return (row) => belongs?.(row.sent) ?? true
    },
    present: (row) => row.sent,
  })
}
