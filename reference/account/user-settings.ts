import type { Entity } from '../entity.ts'

export const userSettings = {
  endpoints: {
    'GET 12 accounts/:account_id/user_settings/:user_id': { source: '2 §4.2', documents: [] },
    'PUT 12 accounts/:account_id/user_settings/:user_id': {
      source: '2 §4.2, §5',
      body: 'query/form',
      documents: ['notification_email', 'contact_phone', 'contact_phone_extension', 'subscribe_email_types'],
    },
  },
  parameters: {
    subscribe_email_types: 'text[]',
  },
  rows: {
    UserSettings: {
      documents: ['notification_email', 'contact_phone', 'contact_phone_extension', 'subscribe_email_types'],
      service: ['Contact_phone_extension'],
    },
  },
  enumerations: { subscribe_email_types: { documents: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'] } },
  rules: {
    'R-ACC-12': {
      text: 'Changing user settings needs the context of a user, and is not for account administrators.',
      source: '2 §4.2, §5',
      kinds: 'V E',
    },
  },
} as const satisfies Entity
