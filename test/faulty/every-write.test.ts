import { array, boolean, constant, constantFrom, nat, oneof, record } from 'fast-check'
import { getNamedType, isCompositeType, isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql'
import { expect, inject, it } from 'vitest'
import { schema } from '../../src/graph.ts'
import { answerAsAsked } from '../support/asked-row.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { BODIES, changed, ROW_FAULTS, sentIn, spoiled, type Body, type RowsFault } from '../support/faulty-service.ts'
import { useGraphOver } from '../support/graph.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { writesIn } from '../support/schema.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'
import { ACCOUNT, WRITES, type WriteCase } from '../wire/write-case.ts'
import { ODD_VALUES } from './faults.ts'
import { DEADLINE_MS, GRAPH_OPTIONS, idIn, isObject, isUnknown, MARGIN_MS, type Columns } from './reckoning.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.1)

/** A success that is odd: its body, its rows, one of the columns of a row, or the types of all columns. */
interface Odd {
  body?: Body
  rows?: RowsFault
  at?: number
  column?: number
  value?: unknown
  types?: 'texts' | 'numbers'
}

type Answer = number | 'reset' | 'usual' | Odd

/** The requests of a run, and how its writes are answered, one after the other. */
interface Log {
  answers: Answer[]
  writes: { request: string; answer: Answer; data?: unknown }[]
}

const SURELY_UNDONE = [400, 403, 404, 429]
const logs = new Map<string, Log>()

/** What the steps of the authorization answer with, all of them. */
const TOKENS = {
  oauth_token: 't',
  oauth_token_secret: 's',
  oauth_callback_confirmed: 'true',
  user_id: '1',
  screen_name: 'n',
}

const { graph } = useGraphOver(
  (request): UpstreamAnswer => {
    const { method, target, path, body, headers } = request
    const log = logs.get(String(headers['x-request-id']).split('.')[0]!)
    // The estimate is a read.
    if (!log || method === 'GET' || path.endsWith('/audience_estimate')) return answerAsAsked(request)
    const answer = log.answers.shift() ?? 'usual'
    const [data, answered] = answerTo(request, answer)
    log.writes.push({ request: `${method} ${target} ${body}`, answer, data })
    return answered
  },
  { ...GRAPH_OPTIONS, environment: 'sandbox', operatorTokens: ['operator'] },
)

/** The data of an answer, and the answer. */
function answerTo(request: UpstreamRequest, answer: Answer): [data: unknown, answer: UpstreamAnswer] {
  if (answer === 'reset') return [undefined, { raw: (response) => void response.socket?.resetAndDestroy() }]
  if (typeof answer === 'number') {
    const errors = [{ code: 'REFUSED', message: `It is refused with ${answer}` }]
    return [undefined, { status: answer, body: { errors } }]
  }
  const odd = answer === 'usual' ? {} : answer
  if (odd.body) return [undefined, spoiled(odd.body)]
  if (request.path.includes('oauth')) {
    // Without a token of its own, the operator's is invalidated.
    const { access_token = ANY_CREDENTIALS.accessToken } = sentIn(request) as Columns
    const usual = request.path.includes('invalidate') ? { access_token } : TOKENS
    const [tokens = {}] = [oddData(usual, odd)].flat() as Columns[]
    return [tokens, { body: tokens }]
  }
  const sent = sentIn(request)
  const usual = answerAsAsked(request, isObject(sent) ? sent : {}) as { body: { data: unknown } }
  const data = oddData(usual.body.data, odd)
  return [data, { body: { data } }]
}

function oddData(data: unknown, { rows, at, column, value, types }: Odd): unknown {
  const [first] = [data].flat()
  if (!isObject(first)) return data
  const names = Object.keys(first)
  const columns = column === undefined ? {} : { [names[column % names.length]!]: value }
  const spoilt = changed(data, { rows, at, columns })
  if (types === undefined) return spoilt
  const typed = (row: unknown) =>
    isObject(row) ? Object.fromEntries(Object.entries(row).map(([name, each]) => [name, typedAs(types, each)])) : row
  return Array.isArray(spoilt) ? spoilt.map(typed) : typed(spoilt)
}

function typedAs(types: 'texts' | 'numbers', value: unknown): unknown {
  if (types === 'texts') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
}

const odd = oneof(
  record({ body: constantFrom(...BODIES.slice(0, 4)) }),
  record({ rows: constantFrom(...ROW_FAULTS), at: nat({ max: 4 }) }),
  record({ column: nat({ max: 20 }), value: constantFrom(...ODD_VALUES), at: nat({ max: 4 }) }),
  record({ types: constantFrom('texts', 'numbers') }),
)

/** Adgraph answers with the bearer token that it has. */
const SENT = WRITES.filter(({ mutation }) => mutation !== 'createBearerToken')

const OF_TOKENS = SENT.filter(({ endpoint }) => endpoint.includes('oauth'))

const run = record({
  write: constantFrom(...SENT, ...OF_TOKENS, ...OF_TOKENS),
  answers: oneof(
    array(
      oneof(
        constantFrom<Answer[]>(...SURELY_UNDONE, 429, 429),
        constantFrom<Answer[]>(303, 307, 408, 423, 500, 502, 503, 504, 'reset'),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    odd.map((answer): Answer[] => [answer]),
    odd.map((answer): Answer[] => [429, answer]),
  ),
  validateOnly: oneof(constant(false), constant(false), boolean()),
})

/** The field of a payload with the entity, or with what else the mutation returns, and what is selected of it. */
const entities = new Map(
  writesIn(schema).map(({ name, type }) => {
    const payload = getNamedType(type)
    const fields = isObjectType(payload) ? Object.values(payload.getFields()) : []
    const own = fields.find(
      (field) => !['userErrors', 'validation', 'receipt', 'chunks', 'deletedId'].includes(field.name),
    )!
    return [name, { field: own.name, selection: selectionOf(getNamedType(own.type)) }]
  }),
)

function selectionOf(type: GraphQLNamedType): string {
  if (!isCompositeType(type)) return ''
  const hasId = (isObjectType(type) || isInterfaceType(type)) && 'restId' in type.getFields()
  return hasId ? '{ restId }' : '{ __typename }'
}

interface Payload {
  entity: unknown
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
      const { field, selection } = entities.get(mutation)!
      const document = `mutation ${variable} {
        outcome: ${mutation}(${argument} validateOnly: ${validateOnly}) {
          entity: ${field} ${selection} userErrors { code } receipt { outcome }
        }
      }`
      const headers = { authorization: 'Bearer operator', 'x-request-id': `${id}.1` }
      const startMs = Date.now()
      const { data, errors = [] } = await graph.query<{ outcome: Payload | null } | null>(document, { input }, headers)
      const tookMs = Date.now() - startMs
      logs.delete(id)

      const { userErrors = [], receipt = null, entity = null } = data?.outcome ?? {}
      const last = log.writes.at(-1)
      // A busy machine can send a request, or read its answer, too late.
      const isLate = errors.some((error) => isUnknown(error) && error.extensions.code === 'UPSTREAM_TIMEOUT')
      const isOpen = receipt?.outcome === 'UNKNOWN' || errors.some(isUnknown)
      const isDone = receipt?.outcome === 'DONE' && errors.length === 0
      const isRefused = receipt === null && userErrors.length + errors.length > 0 && !errors.some(isUnknown)
      const isTold = () => {
        if (!last) return validateOnly || isRefused
        const { answer, data: answered } = last
        if (answer === 'usual') return isDone && isOwn(write, entity, answered)
        if (typeof answer === 'number') return SURELY_UNDONE.includes(answer) ? isRefused : isOpen
        if (answer === 'reset') return isOpen
        const isClosed = isDone && isOwn(write, entity, answered)
        return {
          done: isClosed,
          open: isOpen,
          other: isOpen && isNothing(entity),
          any: isClosed || isOpen || isRefused,
        }[toldBy(write, answered, answer)]
      }
      const demands: Demand[] = [
        ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
        ['nothing is sent', !validateOnly || log.writes.length === 0],
        [
          'only what surely did not happen is sent again',
          log.writes.slice(0, -1).every(({ answer }) => answer === 429 || (isUpload(write) && isIncomplete(answer))),
        ],
        ['nothing is our fault', !errors.some(({ extensions }) => extensions.code === 'INTERNAL')],
        [`the outcome of ${JSON.stringify(last?.answer)} is reported`, isLate || isTold()],
      ]
      return { demands, seen: { log, data, errors } }
    })
    expect(failure).toBeUndefined()
  },
)

const isUpload = ({ endpoint }: WriteCase) => endpoint.endsWith('/users')

/** Whether the counts of an upload show, or can show, that it was carried out in part. */
const isIncomplete = (answer: Answer) => typeof answer === 'object' && answer.types === undefined

const isNothing = (entity: unknown) => entity === null || entity === false

/** The ID of the entity that a write changes or deletes; undefined if it creates it, or makes several. */
function targetOf({ endpoint, ids = [] }: WriteCase): string | undefined {
  if (endpoint.endsWith(':account_id')) return ACCOUNT.accountId
  return /:\w+(\/name)?$/.test(endpoint) && !endpoint.includes('user_settings') ? ids.at(-1) : undefined
}

/** Whether what is shown is the entity of the write: that of the answer, if it creates it. */
function isOwn(write: WriteCase, entity: unknown, answered: unknown): boolean {
  if (!isObject(entity) || !('restId' in entity)) return true
  const [row] = [answered].flat()
  const made = isObject(row) ? (row['id'] ?? row['media_key']) : undefined
  return entity['restId'] === (targetOf(write) ?? String(made))
}

/** The tokens that are invalidated. */
const INVALIDATED: Record<string, string | undefined> = {
  invalidateAccessToken: ANY_CREDENTIALS.accessToken,
  invalidateBearerToken: 'bearer',
}

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

/**
 * What an odd success tells: that the write is done, that this is open, or that the answer is about another entity. `any` where that
 * is told by what is sent.
 */
function toldBy(write: WriteCase, data: unknown, { body, column }: Odd): 'done' | 'open' | 'other' | 'any' {
  const { endpoint, mutation } = write
  if (endpoint.includes('oauth')) {
    const token = INVALIDATED[mutation]
    const names = token === undefined ? ['oauth_token', 'oauth_token_secret'] : ['access_token']
    if (!isObject(data) || !names.every((name) => isText(data[name]))) return 'open'
    // A callback that is not accepted is refused.
    if (token === undefined) return 'any'
    return data['access_token'] === token ? 'done' : 'other'
  }
  // The service documents no data.
  if (endpoint.includes('/preview/')) return body === 'html' || body === 'empty' ? 'open' : 'any'
  if (isUpload(write) || /batch|promoted_posts$|features$|_settings|media_library/.test(endpoint)) return 'any'
  const rows = [data].flat()
  const [row] = rows
  if (rows.length !== 1 || idIn(row) === undefined)
    return endpoint.endsWith('promoted_accounts') && Array.isArray(data) ? 'any' : 'open'
  const target = targetOf(write)
  if (target !== undefined) return idIn(row) === target ? 'done' : 'other'
  // A creation shows the IDs that were sent.
  return column === undefined ? 'done' : 'any'
}
