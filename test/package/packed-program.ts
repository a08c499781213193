// A program of a user of the package: it runs the examples of the documentation and prints what they give.

import type { AddressInfo } from 'node:net'
import type { AdgraphOptions } from 'adgraph'
import type { listCampaigns, ParamsOf } from 'adgraph/rest'
import { accountId, sandbox } from './sandbox.js'

const { consumer, user } = sandbox.credentials
Object.assign(process.env, {
  ADS_BASE_URL: sandbox.url,
  CONSUMER_KEY: consumer.key,
  CONSUMER_SECRET: consumer.secret,
  TOKEN: user.token,
  TOKEN_SECRET: user.tokenSecret,
})
const { adgraph } = await import('./graph.js')
const { POST } = await import('./route.js')
const { app: hono } = await import('./hono.js')
const { app: express } = await import('./express.js')
const { app: fastify } = await import('./fastify.js')
const { accountNames } = await import('./job.js')
const { server: metrics } = await import('./metrics.js')
const rest = await import('./rest.js')
// These only have to compile.
fastify.log satisfies AdgraphOptions['log']
void ({ with_deleted: true } satisfies ParamsOf<typeof listCampaigns>)
const { default: codegen } = await import('./codegen.js')
// It prints a line for each row.
await import('./export.js')

interface Answer {
  data?: unknown
  errors?: { extensions: { code: string } }[]
}

const request = (
  query: string,
  url = 'http://app.example/graphql',
  headers: Record<string, string> = { 'x-user': 'alice' },
) =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
const answerOf = async (response: Response) => (await response.json()) as Answer
const codesOf = ({ errors = [] }: Answer) => errors.map(({ extensions }) => extensions.code)

const route = await answerOf(
  await POST(request(`{ account(id: "${accountId}") { name campaigns(first: 1) { totalCount } } }`)),
)
const levels = 8
const deep = await answerOf(
  await POST(
    request(
      `{ account(id: "a") { campaigns { nodes { ${'lineItems { nodes { campaign { '.repeat(levels)} id ${'} } } '.repeat(levels)} } } } }`,
    ),
  ),
)
const nobody = await answerOf(await POST(request(`{ account(id: "${accountId}") { name } }`, undefined, {})))

const listener = express.listen(0, '127.0.0.1')
await new Promise((resolve) => listener.once('listening', resolve))
const expressUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/graphql`
const fastifyUrl = `${await fastify.listen({ port: 0, host: '127.0.0.1' })}/graphql`

metrics.listen(0, '127.0.0.1')
await new Promise((resolve) => metrics.once('listening', resolve))
const metricsUrl = `http://127.0.0.1:${(metrics.address() as AddressInfo).port}`

const names: string[] = []
sandbox.clearRequests()
for await (const name of rest.campaignNames(accountId)) {
  names.push(name)
  if (names.length === 3) break
}
const listCalls = sandbox.requests.length
const objectives = await rest.objectives(accountId)
const { data } = (await answerOf(
  await POST(request(`{ account(id: "${accountId}") { campaigns(first: 1) { nodes { restId } } } }`)),
)) as { data: { account: { campaigns: { nodes: [{ restId: string }] } } } }
const [{ restId }] = data.account.campaigns.nodes
const budgetOf = async () =>
  JSON.stringify(
    await answerOf(
      await POST(request(`{ campaign(id: "Campaign:${accountId}:${restId}") { dailyBudgetAmountLocalMicro } }`)),
    ),
  )
const budget = await budgetOf()
await rest.rename(accountId, restId, 'Renamed')

const result = {
  route,
  tooDeep: codesOf(deep),
  nobody: codesOf(nobody),
  hono: await answerOf(await hono.fetch(request('{ __typename }'))),
  express: await answerOf(await fetch(request('{ __typename }', expressUrl))),
  fastify: await answerOf(await fetch(request('{ __typename }', fastifyUrl))),
  job: await accountNames(request('')),
  metrics: /^adgraph_operation_duration_seconds_count/m.test(await (await fetch(metricsUrl)).text()),
  names,
  listCalls,
  objectives: objectives.size > 1 && [...objectives.values()].every((count) => count > 0),
  refusal: await rest.rename(accountId, restId, ''),
  keptBudget: /\d{3}/.test(budget) && (await budgetOf()) === budget,
  long: Object.values(codegen.generates)[0]?.config.scalars['Long'],
}

listener.close()
metrics.close()
await fastify.close()
await rest.close()
await adgraph.close()
const closed = (await adgraph.fetch(request('{ __typename }'))).status
await sandbox.close()
process.stdout.write(JSON.stringify({ ...result, closed }))
