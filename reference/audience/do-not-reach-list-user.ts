import type { Entity } from '../entity.ts'

export const doNotReachListUser = {
  endpoints: {
    'POST 12 batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users': {
      body: 'JSON array',
      documents: [],
      service: ['operation_type!', 'users!', 'expires_at'],
    },
  },
  rows: { UpdateDoNotReachListUsersPayload: { documents: [], service: ['success_count', 'total_count'] } },
  objects: { DoNotReachUser: { documents: [], service: ['email', 'phone_number'] } },
  enumerations: { DoNotReachListUsersOperation: { documents: [], service: ['Update', 'Delete'] } },
} as const satisfies Entity
