import { Agent, type Dispatcher } from 'undici'
import { onAbort } from './abort.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** One attempt on the wire. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body: string | undefined
  /** How long the attempt may take, once it has a connection. */
  timeoutMs: number
  /** Milliseconds since the epoch; neither the wait for a connection nor the attempt goes beyond it. */
  deadline: number
  signal: AbortSignal | undefined
  /** Tells callers apart that share connections fairly. */
  caller: string
  memory?: AnswerMemory | undefined
}

/** The memory that answers take, counted and limited by whoever asks for them. */
export interface AnswerMemory {
  /** Whether a call has to wait for memory. */
  isShort(): boolean
  /** Waits for memory; false where there is none. */
  available(): Promise<boolean>
  /** Counts bytes of an answer as they arrive; a negative number hands bytes back. */
  add(bytes: number): void
}

/** An answer, whatever its status, with its body as it came. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/**
 * Why no answer came. What is `unsent` (the time was up while it waited), `overloaded` (there was no memory for the
 * answer) or `unreached` surely never left this machine;
 * after any other the service may have acted. `oversized` is an answer longer than is read.
 */
export type WireFailure = 'unsent' | 'overloaded' | 'unreached' | 'broken' | 'timeout' | 'oversized' | 'aborted'

/** Sends attempts over sockets that are kept open. */
export interface Transport {
  /** Sends one attempt and reads the whole answer, whatever its status; or tells why none came. */
  send(request: WireRequest): Promise<WireAnswer | WireFailure>
  close(): Promise<void>
}

/** Sockets to one host, unless told otherwise. */
export const DEFAULT_CONNECTIONS = 64

export interface TransportOptions {
  /** Sockets to one host. More requests than that wait in line. */
  connections?: number
  maxResponseBytes?: number
}

/** One keep-alive pool for everything that is sent. */
export function createTransport({
  connections = DEFAULT_CONNECTIONS,
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
  const queues = new Map<string, FairQueue>()

  return { send, close: () => agent.destroy() }

  async function send(request: WireRequest): Promise<WireAnswer | WireFailure> {
    const { url, caller, deadline, signal, memory } = request
    const origin = url.slice(0, pathAt(url))
    let queue = queues.get(origin)
    if (!queue) queues.set(origin, (queue = createFairQueue({ slots: connections })))
    for (;;) {
      if (memory?.isShort() && !(await memory.available())) return 'overloaded'
      const entered = queue.enter(caller, { maxWaitMs: deadline - Date.now(), signal })
      const hasConnection = entered === true || (await entered)
      if (!hasConnection) return signal?.aborted ? 'aborted' : 'unsent'
      // While it waited for the connection, others may have used up the memory. Whoever waits holds no connection.
      if (!memory?.isShort()) break
      queue.leave(caller)
    }
    memory?.add(EXPECTED_BYTES)
    try {
      return await sendOver(agent, request)
    } finally {
      memory?.add(-EXPECTED_BYTES)
      queue.leave(caller)
    }
  }
}

/** What is counted of an answer before it arrives. */
const EXPECTED_BYTES = 65_536

/** Where the path of a URL begins. */
function pathAt(url: string): number {
  return url.indexOf('/', url.indexOf('//') + 2)
}

/** One attempt over undici's pool, by its events: `undici.request` makes a stream and an AbortController of each. */
function sendOver(
  pool: Dispatcher,
  { method, url, headers, body, timeoutMs, deadline, signal, memory }: WireRequest,
): Promise<WireAnswer | WireFailure> {
  if (signal?.aborted) return Promise.resolve('aborted')
  const leftMs = Math.min(timeoutMs, deadline - Date.now())
  if (leftMs <= 0) return Promise.resolve('unsent')
  return new Promise((resolve) => {
    let underWay: Dispatcher.DispatchController | undefined
    let over: Error | undefined
    const timer = setTimeout(() => breakOff(underWay ? 'timeout' : 'unsent'), leftMs)
    const unlisten = signal && onAbort(signal, () => breakOff('aborted'))

    const answer = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    const path = pathAt(url)
    pool.dispatch(
      { origin: url.slice(0, path), path: url.slice(path), method, headers, body: body ?? null },
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
          memory?.add(chunk.length)
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
