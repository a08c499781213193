import type { Credentials } from '../../rest/wire/sign.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'

/** What the primary process makes once for all workers. */
export interface WorkerSetup {
  /** The embedded sandbox, which runs in the primary process. Undefined if there is an external service. */
  sandbox: { url: string; credentials: Required<Omit<Credentials, 'bearer'>> } | undefined
  /** The secrets of what the instance seals, newest first: those of SESSION_SECRET, or a random one. */
  secrets: readonly string[]
  /** The first query in GraphiQL. */
  firstQuery: string
}

/** The functions of the primary process that a worker calls. */
export type PrimaryFunctions = {
  setup: () => WorkerSetup
  /** Tells that the worker accepts requests at this URL. */
  serves: (url: string) => void
  /** Tells why the worker cannot start: a message for the operator. */
  failed: (fault: string) => void
  /** The metrics of all processes, in the format of Prometheus. */
  allMetrics: () => Promise<string>
}

/** The functions of a worker that the primary process calls. */
export type WorkerFunctions = {
  /** Asks the worker to finish the requests in progress, and to end. */
  stop: () => void
  metrics: () => Promise<ProcessMetrics>
  /** Shows that the event loop of the worker runs. */
  ping: () => void
}
