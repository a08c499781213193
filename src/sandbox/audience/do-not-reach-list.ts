import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { singleParameters, visible } from '../list.ts'
import { newestFirst } from '../order.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A do-not-reach list as the service sends it. */
export interface DoNotReachListRow extends Row {
  targetable: boolean
  name: string
  description: string | null
  reasons_not_targetable: string[]
  list_size: number | null
}

/** The do-not-reach lists of each account: at most one that is not deleted. */
export const doNotReachLists: TableDefinition<DoNotReachListRow> = {
  name: 'do_not_reach_lists',
  order: newestFirst(),
  idLength: 5,
}

/** The read of do-not-reach lists (document 2, section 4.10), which comes in one piece. */
export const doNotReachListEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/do_not_reach_lists',
    quota: 'account',
    parameters: singleParameters,
    handle(call) {
      const rows = call.store.table(doNotReachLists).rows(call.owner)
      return envelope(call, { data: rows.filter((row) => visible(row, call.params.with_deleted)) })
    },
  }),
]
