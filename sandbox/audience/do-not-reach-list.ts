import { doNotReachList } from '../../reference/audience/do-not-reach-list.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { Refusal } from '../http/error.ts'

/** A do-not-reach list as the service sends it. */
export type DoNotReachListRow = RowOf<
  typeof doNotReachList.rows.DoNotReachList,
  { targetable: boolean; description: string | null; reasons_not_targetable: string[]; list_size: number | null }
>

/** The do-not-reach lists of each account: at most one that is not deleted. */
export const doNotReachLists = table<DoNotReachListRow>('do_not_reach_lists', newestFirst(), 5)

/**
 * The endpoints of do-not-reach lists (Ads Management Interface, section 4.10), which are not paged. Delete is as in
 * the live service.
 */
export const doNotReachListEndpoints = crud(doNotReachList, doNotReachLists, {
  quota: 'account',
  create({ description = null }, { store, owner }) {
    if (
      store
        .table(doNotReachLists)
        .rows(owner)
        .some((row) => !row.deleted)
    )
      throw hasList(owner)
    return {
      targetable: false,
      name: 'Do not reach',
      description,
      reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
      list_size: null,
    }
  },
})

/** The 400 for a second list. The reference does not document its code. */
function hasList(account: string): Refusal {
  return new Refusal(400, [{ code: 'INVALID', message: `Account ${account} already has a do-not-reach list` }])
}
