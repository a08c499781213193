import type { IncomingMessage } from 'node:http'
import type { GraphQLError } from 'graphql'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { refusal } from '../http/refusal.ts'
import { isTurnOver, nextTurn } from '../../rest/wait/turn.ts'
import type { RequestContext } from './admission.ts'
import { createValueCounter } from './json-values.ts'
import { NO_MEMORY, type Holding } from './memory.ts'
import { overloadedError } from './overload.ts'

/** Most values in the JSON of a body. Two million of them parse for seconds, and nothing that is asked for needs more. */
const MAX_BODY_VALUES = 250_000

/** What a value takes in memory at most: an empty object of three bytes takes 56. */
const BYTES_PER_VALUE = 64

/** In a body up to this length values are not counted. */
const SMALL_BODY_BYTES = 8_192

/**
 * Reads the bodies of POSTs off the request itself: streams of the fetch API, of which Yoga's own limit makes two, cost
 * more than all else of a small request. A body that has more bytes or values than allowed is refused with 413 and
 * REQUEST_ENTITY_TOO_LARGE, and one for which there is no memory with 503 and OVERLOADED.
 */
export function requestBodyPlugin(maxBytes: number): Plugin<object, RequestContext> {
  return {
    onRequestParse({ request: { method, headers }, setRequestParser, serverContext }) {
      if (Number(headers.get('content-length')) > maxBytes) throw tooLarge()
      if (method !== 'POST') return
      setRequestParser(async () => {
        const bytes = await readBody(serverContext.req, maxBytes, serverContext.holding)
        if (bytes.length > SMALL_BODY_BYTES && isTurnOver()) await nextTurn()
        const body = bytes.toString('utf8')
        return paramsIn(body)
      })
    },
  }
}

/** The whole body of a request. After a refusal the rest is taken off the wire, and not kept. */
function readBody(request: IncomingMessage, maxBytes: number, holding: Holding): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const countValues = createValueCounter()
    let bytes = 0
    let values = 0
    let isRefused = false
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return
      bytes += chunk.length
      if (bytes > maxBytes) return refuse(tooLarge())
      chunks.push(chunk)
      if (bytes <= SMALL_BODY_BYTES) return
      // From here on all is counted, also what came before.
      const fresh = bytes - chunk.length <= SMALL_BODY_BYTES ? chunks : [chunk]
      for (const each of fresh) {
        const more = countValues(each)
        values += more
        holding.add(each.length + more * BYTES_PER_VALUE)
      }
      if (values > MAX_BODY_VALUES) return refuse(tooLarge(`The request body has more than ${MAX_BODY_VALUES} values`))
      if (holding.isShort('body')) waitForMemory()
    })
    request.once('end', () => {
      holding.complete('body')
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    request.once('error', () =>
      reject(refusal('BAD_REQUEST', 400, 'The connection broke before the body was complete')),
    )

    function refuse(error: GraphQLError): void {
      isRefused = true
      chunks.length = 0
      holding.complete('body')
      reject(error)
    }

    function waitForMemory(): void {
      request.pause()
      void holding.available('body').then((isAvailable) => {
        if (!isAvailable) refuse(overloadedError(NO_MEMORY))
        request.resume()
      })
    }
  })
}

/** The parameters in a body. Others are ignored, as the specification demands. */
function paramsIn(text: string): GraphQLParams {
  const body = jsonIn(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refusal(
      'BAD_REQUEST',
      400,
      'The body must be a JSON object; several operations in one request are not supported',
    )
  const { query, variables, operationName, extensions, documentId } = body as GraphQLParams & { documentId?: string }
  return { query, variables, operationName, extensions, ...(documentId !== undefined && { documentId }) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message repeats a part of the body.
    throw refusal('BAD_REQUEST', 400, 'The body is not valid JSON')
  }
}

function tooLarge(message = 'Request body too large'): GraphQLError {
  return refusal('REQUEST_ENTITY_TOO_LARGE', 413, message)
}
