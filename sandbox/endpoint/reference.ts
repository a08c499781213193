import type { Entity } from '../../reference/entity.ts'
import type { Quota } from '../access/rate-limit.ts'
import { NO_ACCOUNT, type Row, type Store, type TableDefinition } from '../data/store.ts'
import { endpointsOf } from './crud.ts'
import type { Endpoint } from './endpoint.ts'
import { nameQuery, startingWith, type Keep } from './list.ts'
import type { Parameters, Values } from './parameter.ts'

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

/** A list of reference data, as the file of its entity declares it. What it accepts is in the reference. */
interface ReferenceDefinition<Sent, P extends Parameters> {
  /** The path, if the entity has several lists. */
  path?: string
  quota: Quota
  table: TableDefinition<ReferenceRow<Sent>>
  /** The filters besides that of the name. */
  filters?: P
  /** Whether its responses have a `next_cursor`, always null, although it accepts no cursor. */
  nextCursor?: boolean
  countsUnasked?: boolean
  /** The maximum and the default page size, if they are not 1000 and 200. */
  count?: { max: number; absent: number }
  /** Returns the filter of a call, in addition to that of the name. Defaults to all rows. */
  keep?: (params: Values<P>) => Keep<Sent>
}

/** A list that is the same for all callers. */
export function referenceEndpoint<Sent extends object, P extends Parameters>(
  entity: Entity,
  { path, filters, keep, table, ...options }: ReferenceDefinition<Sent, P>,
): Endpoint {
  return endpointsOf(entity, path).list(table, {
    ...options,
    filters: { q: nameQuery(), ...filters },
    keep({ params }) {
      const named = startingWith(params.q)
      const belongs = keep?.(params as unknown as Values<P>)
      return ({ sent }) => named('name' in sent ? String(sent.name) : null) && (belongs?.(sent) ?? true)
    },
    present: (row) => row.sent,
  })
}
