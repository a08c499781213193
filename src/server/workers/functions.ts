import type { Credentials } from '../../rest/wire/sign.ts'
import type { BulkFunctions, WorkerBulkFunctions } from './bulk-host.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'
import type { StateFunctions, WorkerStateFunctions } from '../../state/primary/host.ts'

/** What the primary process makes once for all workers. */
export interface WorkerSetup {
  /** The embedded sandbox, which runs in the primary process. Undefined if there is an external service. */
  sandbox: { url: string; credentials: Required<Credentials> } | undefined
  /** The secrets of what the instance seals, newest first: those of SESSION_SECRET, or a random one. */
  secrets: readonly string[]
  /** The first query in GraphiQL. */
  firstQuery: string
}

/** The functions of the primary process that a worker calls. */
export type PrimaryFunctions = StateFunctions &
  BulkFunctions & {
    setup: () => WorkerSetup
    /** Tells that the worker accepts requests at this URL. Resolves when all workers of the instance have begun to. */
    serves: (url: string) => Promise<void>
    /** Resolves when workers have accepted the connections that have arrived, or after some seconds. */
    allHandedOver: () => Promise<void>
    /** Tells why the worker cannot start: a message for the operator. */
    failed: (fault: string) => void
    /** The metrics of all processes, in the format of Prometheus. */
    allMetrics: () => Promise<string>
  }

/** The functions of a worker that the primary process calls. */
export type WorkerFunctions = WorkerStateFunctions &
  WorkerBulkFunctions & {
    /** Asks the worker to finish the requests in progress, and to end. */
    stop: () => void
    metrics: () => Promise<ProcessMetrics>
    /** Shows that the event loop of the worker runs. */
    ping: () => void
  }
