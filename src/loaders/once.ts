import type { Endpoint, PathParams } from '../rest/endpoint.ts'
import type { RunTask } from '../async/concurrency.ts'
import { type ForAsker, SharedReads } from './batch/askers.ts'
import { inBatches } from './batch/concurrency.ts'
import { type LoaderScope, variantMap } from './batch/variant.ts'

/** Reads that cannot be batched. Equal reads are one call. */
export interface Once<Missing = never> {
  /** The `data` of the answer, or what stands for a 404. Rejects with an UpstreamError as the session's `call` does. */
  <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<Data | Missing>
}

/** The loader of single reads for one operation. */
export function createOnce(scope: LoaderScope): ForAsker<Once> {
  const batches = variantMap<RunTask>(scope.onForget)
  const reads = new SharedReads<unknown>(scope)

  return (asker) => (endpoint, path, params) => {
    const runInBatch = batches(endpoint, [], () => inBatches(scope.runLimited))
    const answer = reads.answer(endpoint, [path, params ?? {}], asker, (session) =>
      runInBatch(() => session.call(endpoint, path, params)),
    )
    return answer as Promise<never>
  }
}
