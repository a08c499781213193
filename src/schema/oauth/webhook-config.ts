import { UpstreamError } from '../../rest/errors.ts'
import {
  listWebhookConfigs,
  type WebhookConfigList,
  type WebhookConfigRow,
  type WebhookProblem,
} from '../../rest/oauth/webhook-config.ts'
import { idOf } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { fromUpstream } from '../errors.ts'

const WebhookConfig = builder.objectRef<WebhookConfigRow>('WebhookConfig').implement({
  description: 'Where the service sends events of the client application.',
  fields: (t) => ({
    restId: t.id({ nullable: false, description: "The service's own id.", resolve: idOf }),
    url: t.exposeString('url', { description: 'The callback address.' }),
    valid: t.exposeBoolean('valid', { description: 'Whether the service takes the address for valid.' }),
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it was created, in UTC.' }),
    raw: t.field({
      type: 'JSON',
      description: 'The row as the service sent it, fields included that this graph does not know.',
      resolve: (row) => row,
    }),
  }),
})

const Problem = builder.objectRef<WebhookProblem>('WebhookProblem').implement({
  description: 'A problem that the service tells beside webhook configurations, as RFC 7807 has it.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What kind of problem it is, in words.' }),
    type: t.exposeString('type', { description: 'What kind of problem it is, as a URI.' }),
    detail: t.exposeString('detail', { description: 'What it is about this time.' }),
    status: t.exposeInt('status', { description: 'The HTTP status it would have by itself.' }),
  }),
})

const WebhookConfigs = builder.objectRef<WebhookConfigList>('WebhookConfigList').implement({
  description: 'The webhook configurations of the client application, with problems where the service tells any.',
  fields: (t) => ({
    nodes: t.field({
      type: [WebhookConfig],
      nullable: false,
      description: 'The configurations.',
      resolve: ({ data }) => listOf(data),
    }),
    resultCount: t.int({
      description: 'How many the service says there are.',
      resolve: ({ meta }) => meta?.result_count,
    }),
    problems: t.field({
      type: [Problem],
      nullable: false,
      description: 'The problems. Each is an error of the answer too (R-AUTH-22).',
      resolve: ({ errors }) => errors ?? [],
    }),
  }),
})

builder.queryField('webhookConfigs', (t) =>
  t.field({
    type: WebhookConfigs,
    description:
      'The webhook configurations of the client application, read with its own bearer token, whoever asks (R-AUTH-21).',
    // The list, and the bearer token where there is none yet.
    extensions: callCost(2),
    async resolve(_root, _args, { rest, report }) {
      const list = await rest.envelope(listWebhookConfigs, {})
      for (const problem of list.errors ?? []) report(fromUpstream(asError(problem)))
      return list
    },
  }),
)

/** A problem as the errors of refused calls are told. */
function asError({ title, type, detail, status }: WebhookProblem): UpstreamError {
  const message = detail ?? title ?? 'The service told a problem without a word about it'
  const errors = [{ code: type ?? 'UNKNOWN', message }]
  return new UpstreamError({ code: 'UPSTREAM_ERROR', message, status: status ?? undefined, errors })
}

function listOf(data: WebhookConfigList['data']): readonly WebhookConfigRow[] {
  if (data === null || data === undefined) return []
  return Array.isArray(data) ? (data as readonly WebhookConfigRow[]) : [data as WebhookConfigRow]
}
