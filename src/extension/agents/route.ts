import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { GraphQLError } from 'graphql'
import { createFairQueue, freeOf } from '../../async/fair-queue.ts'
import { isTurnOver, nextTurn } from '../../async/turn.ts'
import { isDeeper, MAX_DEPTH } from '../../json/json.ts'
import { isObject, valueIn } from '../../json/object.ts'
import { overloadedError } from '../../server/admission/admission.ts'
import type { Caller } from '../../server/auth/callers.ts'
import type { ServerParts } from '../../server/extension.ts'
import { allowOrigin } from '../../server/guard/guard.ts'
import { readText } from '../../server/guard/request-body.ts'
import { disconnectSignal } from '../../server/http/connections.ts'
import { answerRefusal, JSON_TYPE, methodNotAllowed, refusal, unauthorized } from '../../server/http/refusal.ts'
import { REQUEST_ID_HEADER } from '../../server/observe/headers.ts'
import type { CountedResponse } from '../../server/response.ts'
import { AGENTS_PATH, type AgentCaller, type Agents } from './agent.ts'

/** The limits of a request. The largest that an agent sends is a document with its variables. */
const LIMITS = { maxBytes: 262_144, maxCounts: { values: 20_000, shapes: 2_000 } }

/** There are no sessions, which GET and DELETE would be for. */
const METHOD = 'POST'

const NO_METHOD = methodNotAllowed(METHOD, 'Tools are called by POST')

/** The maximum number of messages in one body. Clients of a former version of the protocol may send several. */
const MAX_MESSAGES = 10

const TOO_MANY = refusal('BAD_REQUEST', 400, `The body has more than ${MAX_MESSAGES} messages`)

const TOO_DEEP = refusal('BAD_REQUEST', 400, `The body is nested more than ${MAX_DEPTH} deep`)

const CORS_HEADERS = {
  'access-control-allow-methods': METHOD,
  'access-control-expose-headers': `${REQUEST_ID_HEADER}, retry-after, mcp-session-id`,
}

/** The headers of a request by which `/graphql` knows its caller, and the trace that it belongs to. */
const CALLER_HEADERS = ['authorization', 'cookie', REQUEST_ID_HEADER, 'traceparent', 'tracestate'] as const

/**
 * Creates the handler of requests of agents. Host, origin and caller are checked as for `/graphql`, and
 * callers share the slots fairly. The operations that a request needs pass the same handler as requests of `/graphql`.
 */
export function createAgentRoute(agents: Agents, options: ServerParts) {
  const { callers, origins, hostGuard, publicUrl, memory, maxOperations: maxRequests, timeouts, metrics } = options
  const { queueTimeoutMs: maxWaitMs } = options
  const queue = createFairQueue({ isFree: freeOf(maxRequests), maxWaiting: maxRequests })

  return route

  async function route(request: IncomingMessage, response: CountedResponse): Promise<void> {
    try {
      const refused = hostGuard?.(request) ?? origins.refusalOf(request, 'allowed')
      if (refused) throw refused
      allowOrigin(origins, request, response, CORS_HEADERS)
      if (request.method === 'OPTIONS') {
        response.writeHead(204, { allow: METHOD }).end()
        return
      }
      if (request.method !== METHOD) throw NO_METHOD
      await answer(request, response)
    } catch (error) {
      // A client that has gone before the end of its body gets no answer.
      if (request.destroyed && !request.complete) return
      if (!(error instanceof GraphQLError)) throw error
      metrics.onRefusal(error.extensions['code'])
      if (!response.headersSent) answerRefusal(response, error)
    }
  }

  async function answer(request: IncomingMessage, response: CountedResponse): Promise<void> {
    const caller = await callers.callerOf(request, response)
    if (caller.refused && caller.unknown) throw unauthorized(caller.refused)
    const gone = disconnectSignal(request.socket)
    if (!(await queue.enter(caller.key, { maxWaitMs, signal: gone })))
      throw overloadedError(`The server is already answering ${maxRequests} requests of agents`)
    const reservation = memory.open(caller.key, gone)
    response.onLongWrite = (bytes) => reservation.add(bytes)
    let hasLeft = false
    // Most answers are streams that begin before their tool runs, and take memory until they are read.
    if (response.closed) return leave()
    response.once('close', leave)
    // The host is well formed, or absent.
    const url = new URL(AGENTS_PATH, `http://${request.headers.host || 'localhost'}`)
    const agent = agentCallerOf(request, caller, publicUrl ?? url.origin)
    const body = await readText(
      { req: request, res: response, reservation },
      { ...LIMITS, withinMs: timeouts.requestMs },
    )
    const value = valueIn(body)
    if (value === undefined) return void response.writeHead(400, { 'content-type': JSON_TYPE }).end(PARSE_ERROR)
    if (isDeeper(value, MAX_DEPTH)) throw TOO_DEEP
    if (Array.isArray(value) && value.length > MAX_MESSAGES) throw TOO_MANY
    const headers = new Headers(
      Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
    )
    // Creating the server of a message takes milliseconds: each has a turn for it.
    if (isTurnOver()) await nextTurn()
    const answered = await agents.answer(
      new Request(url, { method: METHOD, headers, signal: gone, body }),
      agent,
      value,
    )
    // This stream lasts as long as its client wants. Their number has a limit of its own.
    if (isObject(value) && value['method'] === 'subscriptions/listen') leave()
    await send(answered, response)

    function leave(): void {
      if (hasLeft) return
      hasLeft = true
      // A connection that is kept refers to its last response.
      response.onLongWrite = undefined
      reservation.close()
      queue.leave(caller.key)
    }
  }
}

function agentCallerOf({ headers }: IncomingMessage, { key }: Caller, pageOrigin: string): AgentCaller {
  const known = CALLER_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { key, headers: Object.fromEntries(known), pageUrl: `${pageOrigin}/graphql` }
}

/** The answer of the protocol to a body that is not JSON. */
const PARSE_ERROR = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'The body is not valid JSON' },
})

/** Sends a response. A stream is sent while it arrives. */
async function send(answered: Response, response: CountedResponse): Promise<void> {
  for (const [name, value] of answered.headers) response.setHeader(name, value)
  response.statusCode = answered.status
  const { body } = answered
  if (body && answered.headers.get('content-type')?.startsWith('text/event-stream')) {
    // A stream that breaks off, on either side, ends the other side too.
    pipeline(Readable.from(body), response, () => {})
    return
  }
  response.end(Buffer.from(await answered.arrayBuffer()))
}
