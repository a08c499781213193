import { timestamp } from '../data/time.ts'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { changeableAudience, customAudiences, withUsers } from './custom-audience.ts'
import { takeUsers } from './user-upload.ts'

/** The endpoint for uploads of users to an audience (Ads Management Interface, section 4.9). */
export const customAudienceUserEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/users',
    quota: 'users',
    json: true,
    parameters: {},
    handle(call) {
      const id = call.path.custom_audience_id
      const { owner_account_id: owner } = changeableAudience(call.store, call.owner, id)
      return takeUsers(
        call,
        {
          identifiers: ['email', 'device_id', 'handle', 'svc_id', 'phone_number', 'partner_user_id'],
          moments: ['effective_at', 'expires_at'],
          answer: (counts) => counts,
        },
        (added) => {
          const table = call.store.table(customAudiences)
          table.update(owner, id, { ...withUsers(table.find(owner, id)!, added), updated_at: timestamp(call.now) })
        },
      )
    },
  }),
]
