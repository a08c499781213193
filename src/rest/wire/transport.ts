import { Agent, buildConnector, type Dispatcher } from 'undici'
import { onAbort } from '../wait/abort.ts'
import { ACCEPTED_CODINGS, decode } from './decode.ts'
import { skipContinue } from './skip-continue.ts'
import { createFairQueue, type FairQueue } from '../wait/fair-queue.ts'

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
  /** Whether it may be broken off while it is under way. */
  safe: boolean
  /** Once it is aborted, no attempt begins, and those that are safe are broken off. */
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
  /** Whether the whole operation has been refused, and its answer given: nobody waits for its calls any more. */
  isRefused(): boolean
  /** Counts bytes of an answer as they arrive; a negative number hands bytes back. */
  add(bytes: number): void
}

/** An answer, whatever its status. Its body is decoded; one that cannot be decoded is empty. */
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

/** The default of `connections`. */
export const DEFAULT_CONNECTIONS = 64

export interface TransportOptions {
  /** Most connections to one host; beyond it requests wait. Defaults to 64. */
  connections?: number
  /** Longest body that is read, before and after it is decompressed. Defaults to 64 MiB. */
  maxResponseBytes?: number
}

/** The text of a header, or the first where it came twice. */
export function header(answer: WireAnswer, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** One keep-alive pool for everything that is sent. */
export function createTransport({
  connections = DEFAULT_CONNECTIONS,
  maxResponseBytes = 64 * 2 ** 20,
}: TransportOptions = {}): Transport {
  const connect = buildConnector({ timeout: 5_000 })
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: (options, callback) =>
      connect(options, (...result) => {
        if (result[1]) skipContinue(result[1])
        callback(...result)
      }),
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxResponseBytes,
  })
  const queues = new Map<string, FairQueue>()

  return { send, close: () => agent.destroy() }

  /** The answer with its body decompressed, within the limit too. */
  async function decoded(answer: WireAnswer | WireFailure, { memory }: WireRequest): Promise<WireAnswer | WireFailure> {
    const coding = typeof answer === 'string' ? undefined : header(answer, 'content-encoding')
    if (typeof answer === 'string' || coding === undefined || answer.body.length === 0) return answer
    const body = await decode(answer.body, coding, maxResponseBytes)
    if (body === 'oversized') return body
    memory?.add((body?.length ?? 0) - answer.body.length)
    return { ...answer, body: body ?? Buffer.alloc(0) }
  }

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
      return await decoded(await sendOver(agent, request), request)
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
  { method, url, headers, body, timeoutMs, deadline, safe, signal, memory }: WireRequest,
): Promise<WireAnswer | WireFailure> {
  if (signal?.aborted) return Promise.resolve('aborted')
  const leftMs = Math.min(timeoutMs, deadline - Date.now())
  if (leftMs <= 0) return Promise.resolve('unsent')
  return new Promise((resolve) => {
    let underWay: Dispatcher.DispatchController | undefined
    let over: Error | undefined
    const timer = setTimeout(() => breakOff(underWay ? 'timeout' : 'unsent'), leftMs)
    const unlisten =
      signal &&
      onAbort(signal, () => {
        if (safe || !underWay) breakOff('aborted')
      })

    const answer = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    const path = pathAt(url)
    pool.dispatch(
      {
        origin: url.slice(0, path),
        path: url.slice(path),
        method,
        headers: { ...headers, 'accept-encoding': ACCEPTED_CODINGS },
        body: body ?? null,
      },
      {
        onRequestStart(controller) {
          // Broken off while it waited for a connection: by throwing, it is not sent, and the connection stays for others.
          if (over) throw over
          underWay = controller
        },
        onResponseStart(_controller, status, headers) {
          // Those of an interim answer are followed by those of the answer.
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
