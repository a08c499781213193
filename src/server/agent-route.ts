import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import type { GraphQLError } from 'graphql'
import { createFairQueue } from '../async/fair-queue.ts'
import { QUEUE_TIMEOUT_MS } from './admission/admission.ts'
import { type MemoryBudget, type MemoryReservation, NO_MEMORY } from './admission/memory.ts'
import { overloadedError } from './admission/overload.ts'
import type { Caller } from './auth/caller.ts'
import type { Callers } from './auth/callers.ts'
import type { AgentCaller, Agents } from './agent-access.ts'
import { countJson, type JsonCounts } from './guard/json-values.ts'
import type { HostGuard } from './guard/host.ts'
import type { Origins } from './guard/origin.ts'
import { disconnectSignal } from './http/connections.ts'
import { answerRefusal, JSON_TYPE, refusal } from './http/refusal.ts'
import { REQUEST_ID_HEADER } from './observe/request-id.ts'
import { AGENTS_PATH } from './http/path.ts'
import type { SlicedResponse } from './response/sliced-response.ts'

interface AgentRouteOptions {
  agents: Agents
  callers: Callers
  origins: Origins
  /** Refuses requests that a page may have sent under another host name. */
  hostGuard: HostGuard
  /** The URL at which browsers reach this server. Defaults to that of the request. */
  publicUrl: string | undefined
  /** The memory budget of the process. */
  memory: MemoryBudget
  /** The maximum number of requests that are answered at the same time. */
  maxRequests: number
  onRefusal: (code: unknown) => void
}

/** The maximum length of a request. The largest that an agent sends is a document with its variables. */
const MAX_BODY_BYTES = 262_144

const MAX_COUNTS: JsonCounts = { values: 20_000, shapes: 2_000 }

/** The headers of a request by which `/graphql` knows its caller. */
const CALLER_HEADERS = ['authorization', 'cookie', REQUEST_ID_HEADER] as const

/**
 * Creates the handler of the requests of agents. Host, origin and caller are checked as those of `/graphql`, and callers share the
 * slots fairly. The operations that a request needs pass the guards of `/graphql` themselves.
 */
export function createAgentRoute(options: AgentRouteOptions) {
  const { agents, callers, origins, hostGuard, publicUrl, memory, maxRequests, onRefusal } = options
  const queue = createFairQueue({ isFree: (taken) => taken < maxRequests, maxWaiting: maxRequests })

  return async (request: IncomingMessage, response: SlicedResponse): Promise<void> => {
    try {
      const refused = hostGuard(request) ?? originRefusal(request)
      if (refused) throw refused
      allowOrigin(request, response)
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end()
        return
      }
      await answer(request, response)
    } catch (error) {
      // A client that has gone before the end of its body gets no answer.
      if (request.destroyed && !request.complete) return
      if (!isRefusal(error)) throw error
      onRefusal(error.extensions['code'])
      if (!response.headersSent) answerRefusal(response, error)
    }
  }

  async function answer(request: IncomingMessage, response: SlicedResponse): Promise<void> {
    const caller = await callers.callerOf(request, response)
    if (caller.refused && caller.unknown)
      throw refusal(caller.refused.code, 401, caller.refused.message, { 'www-authenticate': 'Bearer' })
    const gone = disconnectSignal(request.socket)
    if (!(await queue.enter(caller.key, { maxWaitMs: QUEUE_TIMEOUT_MS, signal: gone })))
      throw overloadedError(`The server is already answering ${maxRequests} requests of agents`)
    const reservation = memory.open(caller.key, gone)
    try {
      const url = new URL(AGENTS_PATH, originOf(request))
      const agent = agentCallerOf(request, caller, publicUrl ?? url.origin)
      const body = request.method === 'POST' ? await readJson(request, reservation) : undefined
      if (body && body.value === undefined) return void response.writeHead(400, JSON_HEADERS).end(PARSE_ERROR)
      const { method = 'GET' } = request
      const headers = new Headers(
        Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
      )
      const answered = await agents.answer(
        new Request(url, { method, headers, signal: gone, ...(body && { body: body.text }) }),
        agent,
        body?.value,
      )
      await send(answered, response)
    } finally {
      reservation.close()
      queue.leave(caller.key)
    }
  }

  /** The refusal of a page of another site. Clients that are no browsers send no `Origin`. */
  function originRefusal({ headers }: IncomingMessage): GraphQLError | undefined {
    const { origin, host } = headers
    const site = headers['sec-fetch-site'] ?? 'none'
    const isOwn = origin === undefined ? site === 'none' || site === 'same-origin' : isOriginOf(origin, host)
    if (isOwn || origins.allows(origin ?? null)) return undefined
    return refusal('CSRF_PREVENTED', 403, 'The origin is not listed in CORS_ORIGINS, so its pages cannot use the tools')
  }

  function allowOrigin({ headers }: IncomingMessage, response: SlicedResponse): void {
    response.setHeader('vary', 'Origin')
    const { origin } = headers
    if (origin === undefined || !origins.allows(origin)) return
    response.setHeader('access-control-allow-origin', origin)
    if (origins.allowsCookies(origin)) response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-expose-headers', `${REQUEST_ID_HEADER}, retry-after, mcp-session-id`)
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
    const asked = headers['access-control-request-headers']
    if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
  }
}

/** Whether a page of this origin was loaded from the host that it sends its request to. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

function originOf({ headers: { host = 'localhost' } }: IncomingMessage): string {
  return URL.canParse(`http://${host}`) ? `http://${host}` : 'http://localhost'
}

function agentCallerOf({ headers }: IncomingMessage, { key }: Caller, pageOrigin: string): AgentCaller {
  const known = CALLER_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { key, headers: Object.fromEntries(known), pageUrl: `${pageOrigin}/graphql` }
}

const JSON_HEADERS = { 'content-type': JSON_TYPE }

/** The answer of the protocol to a body that is not JSON. */
const PARSE_ERROR = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'The body is not valid JSON' },
})

/** A body is held as bytes, as text, and as the values that are parsed from it. */
const COPIES = 3

/**
 * Reads the body of a request; its value is undefined if it is not JSON. Refuses one that is too long or has too many values with
 * 413, and one that there is no memory for with 503.
 */
async function readJson(
  request: IncomingMessage,
  reservation: MemoryReservation,
): Promise<{ text: string; value: unknown }> {
  const chunks: Buffer[] = []
  let bytes = 0
  let hasMemory = true
  const body: AsyncIterable<Buffer> = request
  for await (const chunk of body) {
    bytes += chunk.length
    // What is left of the body is read and dropped, so that the client gets the answer.
    if (bytes > MAX_BODY_BYTES || !hasMemory) {
      chunks.length = 0
      continue
    }
    chunks.push(chunk)
    reservation.add(chunk.length * COPIES)
    hasMemory = !reservation.isShort('body', 0) || (await reservation.available('body'))
  }
  if (bytes > MAX_BODY_BYTES)
    throw refusal('REQUEST_ENTITY_TOO_LARGE', 413, `The request body has more than ${MAX_BODY_BYTES} bytes`)
  if (!hasMemory) throw overloadedError(NO_MEMORY)
  reservation.complete('body')
  const text = Buffer.concat(chunks).toString('utf8')
  const { values, shapes } = await countJson(text, MAX_COUNTS)
  if (values > MAX_COUNTS.values || shapes > MAX_COUNTS.shapes)
    throw refusal('REQUEST_ENTITY_TOO_LARGE', 413, 'The request body has too many values')
  try {
    const value: unknown = JSON.parse(text)
    return { text, value }
  } catch {
    return { text, value: undefined }
  }
}

/** Sends a response. A stream is sent while it arrives, after the slot of its request has been returned. */
async function send(answered: Response, response: SlicedResponse): Promise<void> {
  for (const [name, value] of answered.headers) response.setHeader(name, value)
  response.statusCode = answered.status
  const { body } = answered
  if (body && answered.headers.get('content-type')?.startsWith('text/event-stream')) {
    const source = Readable.from(body)
    response.once('close', () => source.destroy())
    source.once('error', () => response.destroy())
    source.pipe(response)
    return
  }
  response.end(Buffer.from(await answered.arrayBuffer()))
}

function isRefusal(error: unknown): error is GraphQLError {
  return error instanceof Error && 'extensions' in error
}
