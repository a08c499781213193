import { problemList } from '../../rest/call-error.ts'
import { UpstreamError } from '../../rest/errors.ts'
import {
  listWebhookConfigs,
  type WebhookConfigList,
  type WebhookConfigRow,
  type WebhookProblem,
} from '../../rest/oauth/webhook-config.ts'
import { idOf } from '../../rest/types.ts'
import { callCost } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { fromUpstream } from '../errors.ts'
import { builder, connectionType, Node, nodeType } from '../kit.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import { MAX_FIRST, rangeOf, wholePage } from '../list/read.ts'
import { restIdOption } from '../node/node-type.ts'

const WebhookConfig = builder.objectRef<WebhookConfigRow>('WebhookConfig')

WebhookConfig.implement({
  description: 'A webhook configuration: where the service sends events of the client application.',
  interfaces: [Node],
  fields: (t) => ({
    restId: t.id(restIdOption("The service's ID.")),
    ...t.columns({
      url: 'The callback URL.',
      valid: ['Boolean', 'Whether the service considers the URL valid.'],
      createdAt: ['DateTime', 'When the configuration was created, in UTC.'],
    }),
    raw: t.raw('The row as the service sent it, including fields that this graph does not know.'),
  }),
})

// The list has an envelope of its own, so it is no list of rows to the loaders.
nodeType(
  WebhookConfig,
  { ...listWebhookConfigs, idFilter: undefined, get: undefined, furtherLookUps: undefined },
  {
    find:
      ({ loaders }) =>
      async (id) =>
        (await loaders.onceIfFound(listWebhookConfigs, {}))?.data.find((row) => idOf(row) === id) ?? null,
    scope: 'none',
  },
)

const Problem = builder.objectRef<WebhookProblem>('WebhookProblem').implement({
  description: 'A problem that the service reports with the webhook configurations, in the format of RFC 7807.',
  fields: (t) =>
    t.columns({
      title: 'The type of the problem in words.',
      type: 'The type of the problem as a URI.',
      detail: 'The details of this occurrence.',
      status: ['Int', 'The HTTP status of the problem.'],
    }),
})

/** A page of the configurations, and the answer that has all of them. */
interface WebhookConfigPage extends Connection<WebhookConfigRow> {
  answer: WebhookConfigList
}

const WebhookConfigConnection = connectionType<WebhookConfigRow, WebhookConfigPage>(WebhookConfig, { isWhole: true })

builder.objectFields(WebhookConfigConnection, (t) => ({
  resultCount: t.int({
    description: 'The number of configurations that the service reports.',
    resolve: ({ answer }) => answer.meta?.result_count,
  }),
  problems: t.field({
    type: [Problem],
    nullable: false,
    description: 'The problems. Each is also in `errors` of the response (R-AUTH-22).',
    resolve: ({ answer }) => answer.errors ?? [],
  }),
}))

builder.queryField('webhookConfigs', (t) =>
  t.field({
    type: WebhookConfigConnection,
    description:
      'The webhook configurations of the client application. They are read with the bearer token of the client ' +
      'application, for every caller (R-AUTH-21).',
    args: pageArgs(MAX_FIRST),
    extensions: { ...semanticNonNull, ...callCost(listWebhookConfigs) },
    async resolve(_root, args, { loaders, reported }) {
      const name = () => listWebhookConfigs.path
      const range = rangeOf(name, args, MAX_FIRST)
      const answer = await loaders.once(listWebhookConfigs, {})
      for (const problem of answer.errors ?? []) reported.push(fromUpstream(asError(problem)))
      return Object.assign(wholePage({ key: undefined }, name, answer.data, range), { answer })
    },
  }),
)

/** A problem as the error of a failed call. */
function asError(problem: WebhookProblem): UpstreamError {
  const errors = problemList([problem])
  const message = errors[0]?.message || 'The service reported a problem without details'
  const status = typeof problem.status === 'number' ? problem.status : undefined
  return new UpstreamError({ code: 'UPSTREAM_ERROR', message, status, errors })
}
