import type { MemoryBudget, MemoryReservation } from '../async/memory.ts'
import type { MaybePromise } from '../async/promise.ts'
import type { ExtensionContext } from '../context.ts'
import type { OperationBounds } from './admission/admission.ts'
import type { Access, Caller, Callers } from './auth/callers.ts'
import type { UserSession } from './auth/user-session.ts'
import type { HostGuard, Origins } from './guard/guard.ts'
import type { Handler } from './http/request.ts'
import type { ServerMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'
import type { CountedResponse } from './response.ts'

/** Opens an extension for a server, before it listens. */
export type OpenExtension = (server: ServerParts) => MaybePromise<ServerExtension>

export interface ServerExtension {
  /** The name by which the page knows what the server has. */
  name: string
  routes?: readonly ExtensionRoute[]
  /** What the fields of the extension get in the context of an operation of this caller, which uses this part of the memory. */
  contextOf?: (caller: Caller, memory: MemoryReservation | undefined) => ExtensionContext
  /** Ends what belongs to a session that has ended; to all sessions of its user if the token was revoked. Does not reject. */
  signedOut?: (session: UserSession, isRevoked: boolean) => Promise<void>
  /** Called when the server listens. */
  start?: () => void
  /** Called when the server stops. The promise resolves when the requests in progress have been answered. */
  stop?: (answered: Promise<void>) => Promise<void>
}

export interface ExtensionRoute {
  /** A path that ends with a slash stands for everything below it. */
  path: string
  handle: Handler<CountedResponse>
  /** Whether its requests count as requests of operations, and pages of the origins that `handle` allows may read them. */
  isOfOperations?: boolean
}

/** What an extension gets from a server: its options, and what was made of them. */
export interface ServerParts extends ServerOptions {
  access: Access
  callers: Callers
  metrics: ServerMetrics
  /** Refuses requests that a page may have sent under another host name. Undefined if there are none. */
  hostGuard: HostGuard | undefined
  origins: Origins
  memory: MemoryBudget
  /** Answers an operation, behind the same guards and limits as requests of `/graphql`, once the server listens. */
  answer: (request: Request, bounds: OperationBounds) => Promise<Response>
}
