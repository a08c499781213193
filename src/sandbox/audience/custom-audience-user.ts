import { endpoint, type Endpoint } from '../endpoint.ts'
import { timestamp } from '../time.ts'
import { liveRow } from '../write.ts'
import { customAudiences } from './custom-audience.ts'
import { takeUsers } from './user-upload.ts'

/** The upload of users of an audience (document 2, section 4.9). */
export const customAudienceUserEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/users',
    quota: 'users',
    json: true,
    parameters: {},
    handle(call) {
      const { id } = liveRow(call, customAudiences, 'custom_audience_id', call.path.custom_audience_id)
      return takeUsers(
        call,
        {
          identifiers: ['email', 'device_id', 'handle', 'svc_id', 'phone_number', 'partner_user_id'],
          moments: ['effective_at', 'expires_at'],
          answer: (counts) => counts,
        },
        () => call.store.table(customAudiences).update(call.owner, id, { updated_at: timestamp(call.now) }),
      )
    },
  }),
]
