import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { Refusal } from '../http/error.ts'
import { singleParameters, visible } from '../endpoint/list.ts'
import { newestFirst } from '../data/order.ts'
import { text, unsettable } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { createEndpoint, deleteEndpoint, operation, removal } from '../endpoint/write.ts'

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

const create = operation({
  parameters: unsettable({ description: text({ min: 1 }) }),
  run({ description = null }, { store, owner, now }) {
    const table = store.table(doNotReachLists)
    if (table.rows(owner).some((row) => !row.deleted)) throw hasList(owner)
    const time = timestamp(now)
    return table.insert(owner, {
      targetable: false,
      name: 'Do not reach',
      description,
      id: table.newId(),
      reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
      created_at: time,
      list_size: null,
      updated_at: time,
      deleted: false,
    })
  },
})

/** The 400 for a second list. The reference does not document its code. */
function hasList(account: string): Refusal {
  return new Refusal(400, [{ code: 'INVALID', message: `Account ${account} already has a do-not-reach list` }])
}

/**
 * The endpoints of do-not-reach lists (Ads Management Interface, section 4.10), which are not paged. Delete is as in
 * the live service.
 */
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
  createEndpoint('accounts/:account_id/do_not_reach_lists', create),
  deleteEndpoint(
    'accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id',
    removal({ table: doNotReachLists, idName: 'do_not_reach_list_id' }),
  ),
]
