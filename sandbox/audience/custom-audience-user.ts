import { customAudienceUser } from '../../reference/audience/custom-audience-user.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { changeableAudience, customAudiences, withUsers } from './custom-audience.ts'
import { takeUsers } from './user-upload.ts'

const wire = endpointsOf(customAudienceUser)

/** The endpoint for uploads of users to an audience (Ads Management Interface, section 4.9). */
export const customAudienceUserEndpoints: Endpoint[] = [
  wire.at('POST', {
    quota: 'users',
    handle(call) {
      const id = call.path[wire.idName]!
      const { owner_account_id: owner } = changeableAudience(call.store, call.owner, id)
      return takeUsers(call, {
        identifiers: customAudienceUser.objects.AudienceUser.documents,
        moments: ['effective_at', 'expires_at'],
        answer: (counts) => counts,
        accepted(added) {
          const table = call.store.table(customAudiences)
          table.update(owner, id, { ...withUsers(table.find(owner, id)!, added), updated_at: timestamp(call.now) })
        },
      })
    },
  }),
]
