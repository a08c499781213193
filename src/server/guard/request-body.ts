import type { IncomingMessage } from 'node:http'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, Plugin } from 'graphql-yoga'

/**
 * Reads the bodies of POSTs off the request itself: streams of the fetch API, of which Yoga's own limit makes two, cost
 * more than all else of a small request. What has more bytes than that is refused with 413 and REQUEST_ENTITY_TOO_LARGE.
 */
export function requestBodyPlugin(maxBytes: number): Plugin<object, { req: IncomingMessage }> {
  return {
    onRequestParse({ request: { method, url, headers }, requestParser, setRequestParser, serverContext, fetchAPI }) {
      if (Number(headers.get('content-length')) > maxBytes) throw tooLarge()
      if (method !== 'POST' || !requestParser) return
      setRequestParser(async () => {
        const body = (await readBody(serverContext.req, maxBytes)).toString('utf8')
        // Yoga has the words for what is no object.
        return objectIn(body) ?? requestParser(new fetchAPI.Request(url, { method, body }))
      })
    },
  }
}

/** The whole body of a request. From the first byte too many on it is taken off the wire, and not kept. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
      } else {
        chunks.length = 0
        reject(tooLarge())
      }
    })
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', () =>
      reject(refusal('BAD_REQUEST', 400, 'The connection broke before the body was complete')),
    )
  })
}

function objectIn(text: string): GraphQLParams | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

function tooLarge(): GraphQLError {
  return refusal('REQUEST_ENTITY_TOO_LARGE', 413, 'Request body too large')
}

function refusal(code: string, status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}
