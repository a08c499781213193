import type { OperationPlace, Operations } from '../operation/operations.ts'
import type { RunOptions } from '../operation/run.ts'
import type { Caller } from '../../../server/auth/caller.ts'
import type { UserSession } from '../../../server/auth/session.ts'
import type { ServerParts } from '../../../server/extension.ts'

/** How long work is kept and run. */
export interface BulkSettings extends Pick<RunOptions, 'service' | 'maxAgeMs'> {
  /** The number of operations that run in this process at the same time. */
  slots: number
  /** The share of a rate limit that an operation takes while others use it. */
  share: number
  /** Opens the place of operations. Throws a PlaceFault with the reason if there is none. */
  openPlace: (onFault: (id: string, error: unknown) => void) => Promise<OperationPlace>
  /** Whether there are operations of another process, or of one before this. */
  hasOperations: () => Promise<boolean>
  /** For tests. */
  timing?: Pick<RunOptions, 'checkpointMs' | 'maxOutageMs' | 'maxHeldWaitMs' | 'maxRows'>
}

/** What the operations of long work need of a server, or of a worker. */
export interface OperationParts extends Pick<
  ServerParts,
  'client' | 'store' | 'referenceStore' | 'schema' | 'log' | 'access' | 'signIn' | 'metrics' | 'memory'
> {
  settings: BulkSettings
}

/** The parts of a server that long work needs. */
export interface BulkParts extends ServerParts {
  settings: BulkSettings
}

/** Long work that is in use. */
export interface OpenedBulk {
  place: OperationPlace
  operations: Operations
  /** The sealed credentials of a caller, for an operation. Null if they are those of the server. */
  seal(caller: Caller): Promise<string | null>
  /** Ends the operations of a session, or all of its user if the token is revoked. */
  signedOut(session: UserSession, isRevoked: boolean): Promise<void>
}

/** Opens the long work of a server, once. Rejects with a PlaceFault if it cannot be kept. */
export type OpenBulk = () => Promise<OpenedBulk>

/** Opens it if there is any. Resolves with undefined otherwise, or if it cannot be read. */
export type OpenBulkIfAny = () => Promise<OpenedBulk | undefined>
