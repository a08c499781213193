import { Agent, type Dispatcher } from 'undici'
import { onAbort } from './abort.ts'

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
 * Why no answer came. What is `unsent` (the time was up while it waited) or `unreached` surely never left this machine;
 * after any other the service may have acted. `oversized` is an answer longer than is read.
 */
export type WireFailure = 'unsent' | 'unreached' | 'broken' | 'timeout' | 'oversized' | 'aborted'

/** Sends attempts over sockets that are kept open. */
export interface Transport {
  /** Sends one attempt and reads the whole answer, whatever its status; or tells why none came. */
  send(request: WireRequest): Promise<WireAnswer | WireFailure>
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
    maxResponseSize: maxResponseBytes,
  })
  return { send: (request) => sendOver(agent, request), close: () => agent.destroy() }
}

/** One attempt over undici's pool, by its events: `undici.request` makes a stream and an AbortController of each. */
function sendOver(
  pool: Dispatcher,
  { method, url, headers, body, timeoutMs, signal }: WireRequest,
): Promise<WireAnswer | WireFailure> {
  if (signal?.aborted) return Promise.resolve('aborted')
  return new Promise((resolve) => {
    let underWay: Dispatcher.DispatchController | undefined
    let over: Error | undefined
    const timer = setTimeout(() => breakOff(underWay ? 'timeout' : 'unsent'), timeoutMs)
    const unlisten = signal && onAbort(signal, () => breakOff('aborted'))

    const answer = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    const pathAt = url.indexOf('/', url.indexOf('//') + 2)
    pool.dispatch(
      { origin: url.slice(0, pathAt), path: url.slice(pathAt), method, headers, body: body ?? null },
      {
        onRequestStart(controller) {
          // Broken off while it waited for a connection: by throwing, it is not sent, and the connection stays for others.
          if (over) throw over
          underWay = controller
        },
        onResponseStart(_controller, status, headers) {
          // Those of a 1xx are followed by those of the answer.
          Object.assign(answer, { status, headers })
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk)
        },
        onResponseEnd() {
          end()
          resolve({ ...answer, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
        },
        onResponseError(_controller, error) {
          end()
          resolve(failureOf(error))
        },
      },
    )

    function breakOff(failure: WireFailure): void {
      end()
      resolve(failure)
      over = new Error(failure)
      underWay?.abort(over)
    }

    function end(): void {
      clearTimeout(timer)
      unlisten?.()
    }
  })
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

function failureOf(error: Error): WireFailure {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'oversized'
  return UNREACHED.has(code) ? 'unreached' : 'broken'
}
