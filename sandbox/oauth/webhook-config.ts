import { byId } from '../data/order.ts'
import { NO_ACCOUNT, table, type Row, type Store } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { textList } from '../endpoint/parameter.ts'
import { json } from '../http/reply.ts'
import { checkBearer } from './bearer-token.ts'

/** A webhook configuration as the service sends it, and `updated_at` and `deleted`, which it does not send. */
export interface WebhookConfigRow extends Row {
  url: string
  valid: boolean
}

/** The webhook configurations of the client application; they belong to no account. */
export const webhookConfigs = table<WebhookConfigRow>('webhook_configs', byId(), 12)

const FIELDS = ['created_at', 'id', 'url', 'valid'] as const

/** The list of webhook configurations, which has its own envelope (Authorization Interface, section 4.8). */
export const webhookConfigEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    version: '2',
    path: 'webhooks',
    quota: 'global',
    signed: false,
    // The documents do not have the name of this parameter. It is the name that the live service uses.
    parameters: { 'webhook_config.fields': textList() },
    handle(call) {
      checkBearer(call)
      const wanted = call.params['webhook_config.fields']
      const fields = FIELDS.filter((field) => wanted.length === 0 || field === 'id' || wanted.includes(field))
      const data = call.store
        .table(webhookConfigs)
        .rows(NO_ACCOUNT)
        .map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])))
      return json(200, { data, meta: { result_count: data.length } })
    },
  }),
]

/** Adds two webhook configurations to the client application. The URL of one is not valid. */
export function seedWebhookConfigs(store: Store, today: Date): void {
  for (const [id, url, valid] of [
    ['1146654567674912769', 'https://shop.example.com/hooks/svc', true],
    ['1146654567674912770', 'https://old.example.com/hooks', false],
  ] as const) {
    const created_at = timestamp(today)
    store
      .table(webhookConfigs)
      .insert(NO_ACCOUNT, { id, url, valid, created_at, updated_at: created_at, deleted: false })
  }
}
