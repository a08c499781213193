import { timestamp } from '../data/time.ts'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { liveRow } from '../endpoint/write.ts'
import { doNotReachLists } from './do-not-reach-list.ts'
import { takeUsers } from './user-upload.ts'

/** The endpoint for uploads of users to a do-not-reach list, as in the live service. */
export const doNotReachListUserEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
    quota: 'users',
    json: true,
    parameters: {},
    handle(call) {
      const { id } = liveRow(call, doNotReachLists, 'do_not_reach_list_id', call.path.do_not_reach_list_id)
      return takeUsers(
        call,
        {
          identifiers: ['email', 'phone_number'],
          moments: ['expires_at'],
          // The live service sends an array of one item here.
          answer: (counts) => [counts],
        },
        () => call.store.table(doNotReachLists).update(call.owner, id, { updated_at: timestamp(call.now) }),
      )
    },
  }),
]
