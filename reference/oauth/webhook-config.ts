import type { Entity } from '../entity.ts'

export const webhookConfig = {
  endpoints: { 'GET /2/webhooks': { source: '1 §4.8', documents: [] } },
  rows: {
    WebhookConfigConnection: { documents: ['data', 'errors', 'result_count'] },
    WebhookConfig: { documents: ['id', 'url', 'valid', 'created_at'] },
    WebhookProblem: { documents: ['title', 'type', 'detail', 'status'] },
  },
  rules: {
    'R-AUTH-21': {
      text: 'Webhook configurations are listed with a bearer token. Their fields are `created_at`, `id`, `url` and `valid`.',
      source: '1 §4.8',
      kinds: 'W V',
    },
    'R-AUTH-22': {
      text: 'The list of webhook configurations can hold data and problems at once: the data is returned, and each problem is listed beside it.',
      source: '1 §2, §4.8, §7',
      kinds: 'E',
    },
  },
} as const satisfies Entity
