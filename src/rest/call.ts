import type { Endpoint } from './endpoint.ts'
import type { UpstreamError } from './errors.ts'
import type { Askers, CallRecord } from './types.ts'
import type { AnswerMemory } from './wire/answer-body.ts'
import type { Envelope, ReadBody } from './wire/envelope.ts'
import { credentialKey, type Credentials } from './wire/sign.ts'

/** One call of an endpoint: its parameters, and its context. */
export interface Call {
  readonly endpoint: Endpoint
  readonly path: Readonly<Record<string, string>>
  readonly params: object
  /** The rows of a list that are used for IDs. Undefined if all rows are used as they come. */
  readonly wanted?: Wanted | undefined
  readonly read: ReadBody
  readonly context: CallContext
}

/** The IDs for which rows of a list are used. */
export interface Wanted {
  readonly ids: readonly string[]
  /** The column with the ID of a row's parent, if the IDs are the parents'. */
  readonly column?: string
  /** The column that identifies a row, if that is not its ID. */
  readonly key?: string | undefined
}

/** On whose behalf calls are made, how long they may take, and who observes them. */
export interface CallContext {
  readonly credentials: Credentials
  /** Milliseconds since the epoch by our clock. No attempt and no wait lasts longer. */
  readonly deadline: number
  /** Aborts reads when the caller disconnects. A write that was sent is not aborted. */
  readonly signal?: AbortSignal
  /** Sent with every attempt as `x-request-id`, so that the logs of the service can be matched with ours. */
  readonly requestId?: string
  /** Identifies the caller, so that callers share connections and rate limits fairly. Defaults to the credentials. */
  readonly caller?: string
  /** Counts and limits the memory that answers take. */
  readonly memory?: AnswerMemory
  /** The maximum number of retries of one call. Defaults to 3. */
  readonly retries?: number
  /** Where each attempt is added when it has ended. */
  readonly calls?: Records<CallRecord>
  /** The askers of the calls. Set if the operation is traced. Empty if no field asked for the call. */
  readonly askers?: Askers
  /** Called with a user's token that is no longer valid: the service refused it (401, code 89), or a call has invalidated it. */
  readonly onRevoked?: (credentials: Credentials) => void
  /** Whether other callers wait for the answer: then the call throws RATE_LIMITED instead of waiting until a limit of its caller resets. */
  readonly isShared?: boolean
  /** The error that every call throws, if this caller must not call the service. */
  readonly refused?: UpstreamError
}

/** Who makes the calls in a context. Callers with the same credentials have shares of their own. */
export function callerOf({ credentials, caller = credentialKey(credentials) }: CallContext): string {
  return caller
}

/** A list that is only added to. */
export interface Records<T> {
  push(item: T): unknown
}

/** Makes a call and returns the envelope of its answer. Throws an UpstreamError if there is none. */
export type Send = (call: Call) => Promise<Envelope>

/**
 * A step that every call passes. It calls `next` with the call, or with another one, to continue; it may do so several times or
 * not at all, and returns the envelope of the answer.
 */
export type Middleware = (call: Call, next: Send) => Promise<Envelope>

/** The function that passes each call through these steps, the first one first, to `send`. */
export function compose(middlewares: readonly Middleware[], send: Send): Send {
  return middlewares.reduceRight<Send>((next, middleware) => (call) => middleware(call, next), send)
}
