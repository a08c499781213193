import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Callers } from '../auth/callers.ts'
import type { Handler, OutgoingResponse } from '../http/exchange.ts'
import { answerRefusal, JSON_TYPE, refusal, unauthorized } from '../http/refusal.ts'

/** The path of the faults of the embedded sandbox, here as there. */
export const FAULTS_PATH = '/sandbox/faults'

const METHODS = new Set(['GET', 'POST', 'DELETE'])

/** The most bytes of a request with fault rules. */
const MAX_BYTES = 65_536

const NOT_ALLOWED = refusal('METHOD_NOT_ALLOWED', 405, 'Faults are listed by GET, added by POST and removed by DELETE')
const NOT_JSON = refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send fault rules as application/json')
const TOO_LONG = refusal('PAYLOAD_TOO_LARGE', 413, `Fault rules are at most ${MAX_BYTES} bytes long`)
const UNREACHABLE = refusal('UPSTREAM_UNAVAILABLE', 502, 'The embedded sandbox does not answer')

/**
 * Creates the handler that passes fault rules on to the embedded sandbox, which pages of this server cannot reach. If callers must
 * present a token, it is for them only.
 */
export function createFaults(sandboxUrl: string, callers: Callers): Handler<ServerResponse & OutgoingResponse> {
  return async (request, response) => {
    const { method = 'GET', headers } = request
    if (!METHODS.has(method)) return answerRefusal(response, NOT_ALLOWED)
    const { refused, unknown } = await callers.callerOf(request, response)
    if (refused && unknown && callers.onlyKnown) return answerRefusal(response, unauthorized(refused))
    // Pages of other origins may send a text without asking first, but no JSON.
    const isJson = headers['content-type']?.startsWith('application/json') ?? false
    if (method === 'POST' && !isJson) return answerRefusal(response, NOT_JSON)
    try {
      const body = method === 'POST' ? await bodyOf(request) : null
      if (body === undefined) return answerRefusal(response, TOO_LONG)
      const answer = await fetch(new URL(FAULTS_PATH, sandboxUrl), {
        method,
        body,
        ...(body !== null && { headers: { 'content-type': JSON_TYPE } }),
      })
      const text = await answer.text()
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? JSON_TYPE }).end(text)
    } catch {
      answerRefusal(response, UNREACHABLE)
    }
  }
}

/** The body of a request. Undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MAX_BYTES) return undefined
  }
  return text
}
