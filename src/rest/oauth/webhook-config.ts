import { get } from '../endpoint.ts'
import type { Columns, RowColumns } from '../types.ts'

export interface WebhookConfigRow extends RowColumns<{
  url: string
  valid: boolean
  created_at: string
}> {}

/** A problem in the format of RFC 7807. */
export interface WebhookProblem extends Columns<{
  title: string
  type: string
  detail: string
  status: number
}> {}

/** The response has no `request`, and can have both rows and problems (R-AUTH-22). */
export interface WebhookConfigList {
  data: readonly WebhookConfigRow[]
  errors?: readonly WebhookProblem[] | null
  meta?: { result_count?: number | null } | null
}

/**
 * All webhook configurations of the client application. The name of the parameter that selects fields is not
 * documented, so it is not sent (R-AUTH-21).
 */
export const listWebhookConfigs = get<WebhookConfigList>()('/2/webhooks', {
  auth: 'app',
  answer: { data: 'rows', beside: { errors: 'objects', meta: 'object' } },
})
