import type { Session } from '../rest/session.ts'
import type { Endpoint, PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { RunTask } from '../rest/wait/concurrency.ts'
import { answerOf, startRead, type SharedRead } from './batch/askers.ts'
import { inBatches } from './batch/concurrency.ts'
import type { OnForget } from './batch/forget.ts'
import { variantMap } from './batch/variant.ts'

/** Reads that cannot be batched. Equal reads are one call. `asker` is the field that asks, if the operation is traced. */
export interface Once {
  /** The `data` of the answer, or null for status 404. Rejects with an UpstreamError as the session's `call` does. */
  <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
    asker?: string,
  ): Promise<Data | null>
}

/** The loader of single reads for one operation. `runLimited` limits how many calls are made at the same time. */
export function createOnce(session: Session, runLimited: RunTask, onForget: OnForget): Once {
  const batches = variantMap<RunTask>(onForget)
  const reads = variantMap<SharedRead<unknown>>(onForget)

  return function once<Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params: Params = {} as Params,
    asker?: string,
  ) {
    const runInBatch = batches(endpoint, [], () => inBatches(runLimited))
    const read = reads(endpoint, [path, params], () =>
      startRead(session, asker, (session) =>
        runInBatch(() => session.call(endpoint, path, params)).catch(nullIfNotFound),
      ),
    )
    return answerOf(read as SharedRead<Data | null>, asker)
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
  throw error
}
