import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import { createFairQueue, freeOf, type FairQueue, withFirst } from '../../async/fair-queue.ts'
import type { MemoryUse } from '../../async/memory.ts'
import { onAbort } from '../../async/promise.ts'
import { viewed, type ViewedBytes } from '../../async/viewed-bytes.ts'
import type { Method } from '../endpoint.ts'
import { ACCEPTED_CODINGS, type AnswerMemory, createBody, decode, type Room } from './answer-body.ts'
import { skipInterim } from './skip-interim.ts'
import { holdEnd, ON_READ, placeNext, watchReads } from './socket-read.ts'
import { userAgentOf } from './user-agent.ts'

// Only the modules that are needed are imported, because the index takes 0.1 s to load. They are not part of undici's interface:
// `undici.d.ts` gives them the types of the index. The test of this file shows when the index loads as little.

/** One attempt on the wire. */
interface WireRequest {
  method: Method
  url: string
  /** Belongs to the attempt, which adds its own. */
  headers: Record<string, string>
  body: string | undefined
  /** How long the attempt may take once it has a connection. */
  timeoutMs: number
  /** Milliseconds since the epoch, for the wait for a connection and the attempt together. */
  deadline: number
  /** Whether the attempt may be aborted after it was sent. */
  safe: boolean
  /** Once it aborts, no attempt starts, and running attempts that are safe are aborted. */
  signal: AbortSignal | undefined
  /** Identifies the caller, so that callers share connections fairly. */
  caller: string
  /** Called when the attempt has a connection and is sent. */
  onStart: () => void
  memory?: AnswerMemory
}

/** An answer, whatever its status. Its body is decoded; one that cannot be decoded is empty. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: ViewedBytes
}

/** The part of an answer that announces rate limits. */
export type AnswerHead = Pick<WireAnswer, 'status' | 'headers'>

/** Why an attempt has no answer. */
export interface WireFailure {
  /**
   * `overloaded`: there is no memory for the answer. `oversized`: the answer is too long. `certificate`: the TLS certificate of
   * the service is not accepted. `broken`: any other fault of the connection, or no connection.
   */
  reason: 'timeout' | 'broken' | 'certificate' | 'oversized' | 'overloaded' | 'aborted'
  /** Whether the request was handed to a socket. If not, the service cannot have acted, and a write may be repeated. */
  sent: boolean
  /** The code of the fault, for a person. Nothing is decided by it. */
  code?: string | undefined
}

/** Whether an attempt was answered. */
export function isAnswer(result: WireAnswer | WireFailure): result is WireAnswer {
  return 'status' in result
}

/** Sends attempts over sockets that are kept open. */
export type Transport = ReturnType<typeof createTransport>

export interface TransportOptions {
  /** The maximum number of connections to one host, beside a few for callers who have none; other requests wait. Defaults to 64. */
  connections?: number
  /** The longest body that is read, before and after decompression. Defaults to 64 MiB. */
  maxResponseBytes?: number
  /** The name of the program in the `User-Agent` of every request, before the name of Adgraph, such as `acme-ads/2.1`. */
  userAgent?: string | undefined
}

/** The connections that no answer keeps which waits for memory: whoever is to release memory needs one. */
const KEPT_CONNECTIONS = 4

/** The text of a header, or the first if there are several. */
export function header(answer: AnswerHead, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Creates a transport with one pool of keep-alive connections for all requests. */
export function createTransport({
  connections = 64,
  maxResponseBytes = 64 * 2 ** 20,
  userAgent: program,
}: TransportOptions = {}) {
  const userAgent = userAgentOf(program)
  const connect = buildConnector({ timeout: 5_000, onread: ON_READ })
  const isFree = freeOf(connections)
  const agents = { shared: agentOf(withFirst(connections)), kept: agentOf(KEPT_CONNECTIONS) }
  const hosts = new Map<string, Connections>()

  return {
    send,
    /** Closes the connections, and ends the attempts in progress. */
    close: async () => {
      await Promise.all([agents.shared.destroy(), agents.kept.destroy()])
    },
  }

  function agentOf(connections: number): Agent {
    return new Agent({
      connections,
      pipelining: 1,
      connect: (options, callback) =>
        connect(options, (...result) => {
          if (result[1]) watchReads(skipInterim(result[1]))
          callback(...result)
        }),
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: maxResponseBytes,
    })
  }

  /** Sends one attempt and reads the whole answer, whatever its status; or returns why there is none. */
  async function send(request: WireRequest): Promise<WireAnswer | WireFailure> {
    const { url, caller, signal } = request
    const origin = url.slice(0, pathAt(url))
    let host = hosts.get(origin)
    if (!host) {
      host = {
        shared: { queue: createFairQueue({ isFree }), agent: agents.shared },
        kept: { queue: createFairQueue({ isFree: (taken) => taken < KEPT_CONNECTIONS }), agent: agents.kept },
      }
      hosts.set(origin, host)
    }
    const entered = enterOne(host, request)
    const pool = entered instanceof Promise ? await entered : entered
    if (!pool) return unsent(signal?.aborted ? 'aborted' : 'timeout')
    try {
      return await sendOver(pool.agent, request, userAgent, maxResponseBytes)
    } finally {
      pool.queue.leave(caller)
    }
  }
}

/** Connections to one host, and the queue for them. */
interface ConnectionPool {
  queue: FairQueue
  agent: Agent
}

interface Connections {
  shared: ConnectionPool
  /** For the operation that continues whatever others hold, and for writes. */
  kept: ConnectionPool
}

/** Takes a connection of one of the pools, and returns that pool; undefined if there was none in time. */
function enterOne(
  { shared, kept }: Connections,
  { caller, deadline, signal, safe, memory }: WireRequest,
): ConnectionPool | Promise<ConnectionPool | undefined> {
  const wait = { maxWaitMs: deadline - Date.now(), signal }
  const entered = shared.queue.enter(caller, wait)
  return entered === true ? shared : first()

  async function first(): Promise<ConnectionPool | undefined> {
    const ofShared = Promise.resolve(entered).then((hasEntered) => (hasEntered ? shared : undefined))
    if (!memory) return ofShared
    let isOver = false
    const ofKept = (safe ? memory.favored() : Promise.resolve()).then(async () =>
      !isOver && (await kept.queue.enter(caller, wait)) ? kept : undefined,
    )
    const pool = await Promise.race([ofShared, ofKept])
    isOver = true
    // The other one may be entered later.
    for (const other of [ofShared, ofKept])
      void other.then((entered) => {
        if (entered && entered !== pool) entered.queue.leave(caller)
      })
    return pool
  }
}

/** What the memory of an answer is used for. */
function useOf(safe: boolean): MemoryUse {
  return safe ? 'rows' : 'write'
}

/** The index at which the path of a URL begins. */
function pathAt(url: string): number {
  return url.indexOf('/', url.indexOf('//') + 2)
}

/** One attempt over undici's pool, with its events: `undici.request` would create a stream and an AbortController. */
function sendOver(
  pool: Dispatcher,
  { method, url, headers, body, timeoutMs, deadline, safe, signal, onStart, memory }: WireRequest,
  userAgent: string,
  maxResponseBytes: number,
): Promise<WireAnswer | WireFailure> {
  if (signal?.aborted) return Promise.resolve(unsent('aborted'))
  const leftMs = Math.min(timeoutMs, deadline - Date.now())
  if (leftMs <= 0) return Promise.resolve(unsent('timeout'))
  return new Promise((resolve) => {
    /** Set when the request is handed to a socket. */
    let underWay: Dispatcher.DispatchController | undefined
    let over: Error | undefined
    let isReceived = false
    let isOver = false
    let endPlacing: (() => void) | undefined
    let timer = setTimeout(abortWith, leftMs, 'timeout')
    /** When the attempt has ended, unless its answer is paused. */
    let endMs = Date.now() + leftMs
    const unlisten =
      signal &&
      onAbort(signal, () => {
        if (safe || !underWay) abortWith('aborted')
      })

    let head: AnswerHead = { status: 0, headers: {} }
    const arriving = createBody(memory, useOf(safe), maxResponseBytes)
    const path = pathAt(url)
    pool.dispatch(
      {
        origin: url.slice(0, path),
        path: url.slice(path),
        method,
        headers: Object.assign(headers, { 'accept-encoding': ACCEPTED_CODINGS, 'user-agent': userAgent }),
        body: body ?? null,
      },
      {
        onRequestStart(controller) {
          // The attempt was aborted while it waited for a connection. Throwing prevents sending it, and keeps the
          // connection open.
          if (over) throw over
          underWay = controller
          onStart()
        },
        onResponseStart(controller, statusCode, headers) {
          // An interim answer has no body, whatever its headers say.
          if (statusCode < 200) return
          head = { status: statusCode, headers }
          // Raw headers are parts of the first read, of up to 64 kB, and would keep all of it as long as the attempt is referred to.
          controller.rawHeaders = null
          endPlacing = placeNext(arriving)
          const room = arriving.expect(Number(headers['content-length']))
          if (room !== true) pause(controller, room)
        },
        onResponseData(controller, chunk) {
          // undici flushes its parser with nothing when it goes on. Its end may follow, so it must not be paused.
          if (chunk.length === 0) return
          const room = arriving.add(chunk)
          if (room !== true) pause(controller, room)
        },
        onResponseEnd() {
          isReceived = true
          // While the body is decoded, the socket can have the next answer.
          endPlacing?.()
          const body = arriving.whole()
          const coding = header(head, 'content-encoding')
          if (coding !== undefined && body.bytes.length > 0) {
            void decodeBody(body, coding)
            return
          }
          end()
          // Without a spread, which is slow here (bench/README.md).
          resolve({ status: head.status, headers: head.headers, body })
        },
        onResponseError(_controller, error) {
          end()
          arriving.discard()
          resolve({ ...faultOf(error), sent: underWay !== undefined })
        },
      },
    )

    /** Reads no more of the answer until there is memory for it. */
    function pause(controller: Dispatcher.DispatchController, room: false | Promise<boolean>): void {
      controller.pause()
      const releaseEnd = holdEnd()
      void afterWait(room).then((mayGoOn) => {
        if (!mayGoOn) return
        releaseEnd()
        controller.resume()
      })
    }

    /** Whether the attempt may go on, after it has waited for memory. The service is not charged for the time of this wait. */
    async function afterWait(room: false | Promise<boolean>): Promise<boolean> {
      clearTimeout(timer)
      const pausedMs = Date.now()
      timer = setTimeout(abortWith, deadline - pausedMs, 'overloaded')
      const hasRoom = await room
      if (isOver) return false
      if (!hasRoom) {
        abortWith('overloaded')
        return false
      }
      const now = Date.now()
      endMs = Math.min(endMs + now - pausedMs, deadline)
      clearTimeout(timer)
      timer = setTimeout(abortWith, endMs - now, 'timeout')
      return true
    }

    /** Ends the attempt with its body decompressed, within the same limits of bytes and time. */
    async function decodeBody(body: ViewedBytes, coding: string): Promise<void> {
      const decoding = createBody(memory, useOf(safe), maxResponseBytes)
      const add = (chunk: Buffer): Room => {
        if (isOver) return false
        const room = decoding.add(chunk)
        return room === true || afterWait(room)
      }
      const decoded = await decode(body, coding, { ...decoding, add }, maxResponseBytes)
      if (decoded !== body) arriving.discard()
      if (isOver) return decoding.discard()
      end()
      if (decoded === 'undecodable') resolve({ ...head, body: viewed(Buffer.alloc(0)) })
      else resolve(typeof decoded === 'string' ? { reason: decoded, sent: true } : { ...head, body: decoded })
    }

    function abortWith(reason: WireFailure['reason']): void {
      end()
      resolve({ reason, sent: underWay !== undefined })
      over = new Error(reason)
      if (!isReceived) underWay?.abort(over)
    }

    function end(): void {
      isOver = true
      endPlacing?.()
      clearTimeout(timer)
      unlisten?.()
    }
  })
}

function unsent(reason: WireFailure['reason']): WireFailure {
  return { reason, sent: false }
}

/** The fault of a connection, for a person. Whether the request was sent does not follow from it. */
function faultOf(error: Error): Pick<WireFailure, 'reason' | 'code'> {
  const code = 'code' in error ? String(error.code) : undefined
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { reason: 'oversized' }
  return { reason: code !== undefined && isCertificateFault(code) ? 'certificate' : 'broken', code }
}

/** Whether a code of Node.js says that a certificate is not accepted, such as CERT_HAS_EXPIRED. */
export function isCertificateFault(code: string): boolean {
  return /CERT|^UNABLE_TO_|_CRL|^INVALID_CA$|^INVALID_PURPOSE$|^HOSTNAME_MISMATCH$/.test(code)
}
