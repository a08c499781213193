import { Agent, request } from 'undici'

/** One attempt on the wire. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body: string | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** An answer, whatever its status, with its body as it came. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/**
 * Why no answer came. What is `unsent` (the time was up) or `unreached` surely never left this machine; after any other
 * the service may have acted. `oversized` is an answer longer than is read.
 */
export type WireFailure = 'unsent' | 'unreached' | 'broken' | 'timeout' | 'oversized' | 'aborted'

/** Thrown instead of an answer. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly failure: WireFailure

  constructor(failure: WireFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** Sends attempts over sockets that are kept open. */
export interface Transport {
  /** Sends one attempt and reads the whole answer, whatever its status. Throws a WireError where none came. */
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}

export interface TransportOptions {
  /** Sockets to one host. More requests than that wait in line. */
  connections?: number
  maxResponseBytes?: number
}

/** One keep-alive pool for everything that is sent. */
export function createTransport({
  connections = 64,
  maxResponseBytes = 64 * 2 ** 20,
}: TransportOptions = {}): Transport {
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async send({ method, url, headers, body, timeoutMs, signal }) {
      const attempt = new AbortController()
      const timer = setTimeout(() => attempt.abort(new WireError('timeout')), timeoutMs)
      const onAbort = () => attempt.abort(new WireError('aborted'))
      if (signal?.aborted) onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        const answer = await request(url, {
          method,
          headers,
          body: body ?? null,
          dispatcher: agent,
          signal: attempt.signal,
        })
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: await readBounded(answer.body, maxResponseBytes),
        }
      } catch (error) {
        throw error instanceof WireError ? error : new WireError(failureOf(error), error)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    close: () => agent.destroy(),
  }
}

async function readBounded(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new WireError('oversized')
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

// Failures to connect: no byte of the request was sent.
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function failureOf(error: unknown): WireFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return UNREACHED.has(code) ? 'unreached' : 'broken'
}
