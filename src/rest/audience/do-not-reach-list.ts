import { del, list, post } from '../endpoint.ts'
import type { EntityColumns, Long } from '../types.ts'
import { LISTED, type Sent, text } from '../value.ts'

export interface DoNotReachListRow extends EntityColumns<{
  name: string
  description: string
  list_size: Long
  targetable: boolean
  reasons_not_targetable: string[]
}> {}

/** An account has at most one list that is not deleted. */
export const listDoNotReachLists = list<DoNotReachListRow>()('accounts/:account_id/do_not_reach_lists', {
  params: { with_deleted: LISTED.with_deleted },
})

const creation = {
  /** The description of the list. Not documented by the service. */
  description: text,
}

/** The parameters of a new do-not-reach list. Not documented by the service. */
export interface DoNotReachListParams extends Sent<typeof creation> {}

/**
 * Creates the do-not-reach list of an account.
 * `POST accounts/:account_id/do_not_reach_lists` (Ads Management Interface, section 4.10).
 */
export const createDoNotReachList = post<DoNotReachListRow, DoNotReachListParams>()(
  'accounts/:account_id/do_not_reach_lists',
  { params: creation },
)
/**
 * Deletes a do-not-reach list, so that ads can reach its users again.
 * `DELETE accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id`. Not documented by the service.
 */
export const deleteDoNotReachList = del<DoNotReachListRow>()(
  'accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id',
)
