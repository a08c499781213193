import type { Entity, Names } from '../../reference/entity.ts'
import { NO_ACCOUNT, table, type Row, type Store, type TableDefinition } from '../data/store.ts'
import { endpointsOf, type ColumnsOf } from './crud.ts'
import type { Endpoint } from './endpoint.ts'
import type { ListDefinition } from './list.ts'

/** A row of reference data. The service sends it without ID and times, unless they are part of `sent`. */
export interface ReferenceRow<Sent> extends Row {
  place: number
  sent: Sent
}

/**
 * A table of reference data, with the columns of the reference, which are texts unless `Others` has them. It belongs to no account,
 * and its rows are in the order of insertion.
 */
export function referenceTable<Columns extends Names, Others = unknown>(
  name: string,
): TableDefinition<ReferenceRow<ColumnsOf<Columns, Others>>> {
  const attribute = ({ place }: ReferenceRow<unknown>) => place
  return table(name, { name: 'place-asc', terms: [{ attribute, descending: false }] }, 5, { isShared: true })
}

/** Fills a table of reference data. The key identifies its rows. */
export function insertReference<Sent>(
  store: Store,
  definition: TableDefinition<ReferenceRow<Sent>>,
  rows: readonly NoInfer<Sent>[],
  keyOf: (row: Sent) => string,
): void {
  const table = store.table(definition)
  for (const [place, sent] of rows.entries())
    table.insert(NO_ACCOUNT, { id: keyOf(sent), created_at: '', updated_at: '', deleted: false, place, sent })
}

/** What a list of reference data has besides the reference. */
type ReferenceOptions<Sent> = Partial<
  Pick<ListDefinition<ReferenceRow<Sent>>, 'quota' | 'nextCursor' | 'countsUnasked' | 'count'>
> & {
  /** The path, if the entity has several lists. */
  path?: string
  /** Returns the filter of a call, in addition to the filters by columns. */
  keep?: (params: { readonly [name: string]: unknown }) => (sent: Sent) => boolean
}

/** A list that is the same for all callers. */
export function referenceEndpoint<Sent>(
  entity: Entity,
  table: TableDefinition<ReferenceRow<Sent>>,
  { path, keep, ...options }: ReferenceOptions<Sent> = {},
): Endpoint {
  return endpointsOf(entity, path).list(table, {
    quota: 'global',
    ...options,
    keep({ params }) {
      const belongs = keep?.(params)
      return ({ sent }) => belongs?.(sent) ?? true
    },
    present: ({ sent }) => sent,
  })
}
