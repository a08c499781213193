import type { ListEndpoint, PathParams } from '../rest/endpoint.ts'
import type { ListParams, Row } from '../rest/types.ts'
import type { ForAsker } from './batch/askers.ts'
import type { OnForget } from './batch/variant.ts'
import type { WholeLists } from './pages.ts'

/** The value that rows are looked up by; rows without one are not found. */
type ValueOf<R> = (row: R) => string | number | null | undefined

/** Look-ups of rows by a value for which the service has no filter. */
export interface Matching {
  /** The rows of a list, grouped by a value of the row. The whole list is read, once for all values. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Partial<Params>,
    valueOf: ValueOf<R>,
  ): Promise<ReadonlyMap<string, R[]>>
}

/** The loader of rows by a value for one operation. It groups each whole list once for each `valueOf`. */
export function createMatching(whole: ForAsker<WholeLists>, onForget: OnForget): ForAsker<Matching> {
  let known = new WeakMap<Promise<Row[]>, Map<unknown, Promise<ReadonlyMap<string, Row[]>>>>()
  onForget(() => (known = new WeakMap()))

  return (asker) => (endpoint, path, params, valueOf) => {
    // Equal reads return the same promise.
    const rows = whole(asker)(endpoint, path, params)
    let groups = known.get(rows)
    if (!groups) known.set(rows, (groups = new Map()))
    let grouped = groups.get(valueOf)
    if (!grouped) groups.set(valueOf, (grouped = rows.then((all) => groupBy(all, valueOf))))
    return grouped as Promise<ReadonlyMap<string, never[]>>
  }
}

function groupBy<R>(rows: readonly R[], valueOf: ValueOf<R>): ReadonlyMap<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const value = valueOf(row)
    if (value === null || value === undefined) continue
    const group = groups.get(String(value))
    if (group) group.push(row)
    else groups.set(String(value), [row])
  }
  return groups
}
