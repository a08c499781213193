import { array, boolean, constant, constantFrom, oneof, record } from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { answerAsAsked } from '../support/asked-row.ts'
import { openGraph, type Graph } from '../support/graph.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../support/upstream.ts'
import { WRITES } from '../wire/write-case.ts'
import { DEADLINE_MS, GRAPH_OPTIONS, isUnknown, MARGIN_MS } from './reckoning.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.1)

type Answer = number | 'reset' | 'usual'

/** The requests of a run, and how its writes are answered, one after the other. */
interface Log {
  answers: Answer[]
  writes: { request: string; answer: Answer }[]
}

const SURELY_UNDONE = [400, 403, 404, 429]
const logs = new Map<string, Log>()

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startUpstream((request): UpstreamAnswer => {
    const { method, target, path, body, headers } = request
    const log = logs.get(String(headers['x-request-id']).split('.')[0]!)
    // The estimate is a read.
    if (!log || method === 'GET' || path.endsWith('/audience_estimate')) return answerAsAsked(request)
    const answer = log.answers.shift() ?? 'usual'
    log.writes.push({ request: `${method} ${target} ${body}`, answer })
    if (answer === 'reset') return { raw: (response) => void response.socket?.resetAndDestroy() }
    if (answer === 'usual') return answerAsAsked(request)
    return { status: answer, body: { errors: [{ code: 'REFUSED', message: `It is refused with ${answer}` }] } }
  })
  graph = await openGraph(upstream.url, { ...GRAPH_OPTIONS, environment: 'sandbox', operatorTokens: ['operator'] })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

const run = record({
  write: constantFrom(...WRITES.filter(({ endpoint }) => endpoint.includes('accounts/'))),
  answers: array(
    oneof(
      constantFrom<Answer[]>(...SURELY_UNDONE, 429, 429),
      constantFrom<Answer[]>(408, 423, 500, 502, 503, 504, 'reset'),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  validateOnly: oneof(constant(false), constant(false), boolean()),
})

interface Payload {
  userErrors: object[]
  receipt: { outcome: string } | null
}

it(
  'of a service that fails, no write is sent again that may have happened, and it is reported as unknown',
  { timeout: 60_000 + RUNS * 1_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ write, answers, validateOnly }, id) => {
      const { mutation, input } = write
      const log: Log = { answers: [...answers], writes: [] }
      logs.set(id, log)
      const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
      const [variable, argument] = input ? [`($input: ${type}!)`, 'input: $input,'] : ['', '']
      const document = `mutation ${variable} {
        outcome: ${mutation}(${argument} validateOnly: ${validateOnly}) { userErrors { code } receipt { outcome } }
      }`
      const headers = { authorization: 'Bearer operator', 'x-request-id': `${id}.1` }
      const startMs = Date.now()
      const { data, errors = [] } = await graph.query<{ outcome: Payload | null } | null>(document, { input }, headers)
      const tookMs = Date.now() - startMs
      logs.delete(id)

      const { userErrors = [], receipt = null } = data?.outcome ?? {}
      const last = log.writes.at(-1)?.answer
      // A busy machine can send a request, or read its answer, too late.
      const isLate = errors.some((error) => isUnknown(error) && error.extensions.code === 'UPSTREAM_TIMEOUT')
      const isUndone = typeof last === 'number' && SURELY_UNDONE.includes(last)
      const isOpen = receipt?.outcome === 'UNKNOWN' || errors.some(isUnknown)
      const isDone = receipt?.outcome === 'DONE' && errors.length === 0
      const isRefused = receipt === null && userErrors.length + errors.length > 0 && !errors.some(isUnknown)
      const outcome = { usual: isDone, none: validateOnly || isRefused }[last === undefined ? 'none' : String(last)]
      const demands: Demand[] = [
        ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
        ['nothing is sent', !validateOnly || log.writes.length === 0],
        [
          'only what surely did not happen is sent again',
          log.writes.slice(0, -1).every(({ answer }) => answer === 429),
        ],
        [`the outcome of ${last} is reported`, isLate || (outcome ?? (isUndone ? isRefused : isOpen))],
      ]
      return { demands, seen: { log, data, errors } }
    })
    expect(failure).toBeUndefined()
  },
)
