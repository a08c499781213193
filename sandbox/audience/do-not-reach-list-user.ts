import { doNotReachListUser } from '../../reference/audience/do-not-reach-list-user.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { liveRow } from '../endpoint/write.ts'
import { doNotReachLists } from './do-not-reach-list.ts'
import { takeUsers } from './user-upload.ts'

const wire = endpointsOf(doNotReachListUser)

/** The endpoint for uploads of users to a do-not-reach list, as in the live service. */
export const doNotReachListUserEndpoints: Endpoint[] = [
  wire.at('POST', {
    quota: 'users',
    handle(call) {
      const { id } = liveRow(call, doNotReachLists, wire.idName, call.path[wire.idName]!)
      return takeUsers(call, {
        identifiers: doNotReachListUser.objects.DoNotReachUser.service,
        moments: ['expires_at'],
        // The live service sends an array of one item here.
        answer: (counts) => [counts],
        accepted: () => call.store.table(doNotReachLists).update(call.owner, id, { updated_at: timestamp(call.now) }),
      })
    },
  }),
]
