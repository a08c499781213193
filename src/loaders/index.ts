import { lazily, limitConcurrency } from '../async/promise.ts'
import type { Endpoint, PathParams } from '../rest/endpoint.ts'
import { nullIfNotFound } from '../rest/errors.ts'
import type { Session } from '../rest/session.ts'
import { type Asker, type LoaderScope, type ReadCount, type ForAsker, SharedReads, createFoundWith } from './batch.ts'
import { type ById, createById } from './by-id.ts'
import { type ByParent, createByParent } from './by-parent.ts'
import { type Matching, createSlices, createWholes, type Slices, type WholeLists } from './pages.ts'
import { createStats, type Stats } from './stats.ts'

export type { LoadRow } from './by-id.ts'
export type { ChildLists, ParentKey, ParentRows } from './by-parent.ts'
export { canBeCountFailure, emptySlice, sliceOf, type ListPosition, type Slice, type SliceRequest } from './pages.ts'

/**
 * The reads of one operation. The reads of one tick are combined into as few calls as the service allows. Equal reads
 * are one call.
 */
export interface Loaders {
  byId: ById
  byParent: ByParent
  slice: Slices
  whole: WholeLists
  matching: Matching
  stats: Stats
  once: Once
  /** Like `once`, but null for a 404. */
  onceIfFound: Once<null>
  read: Readonly<ReadCount>
  /** Forgets all results, because a write may have changed them, or because the operation has ended. */
  forget: () => void
  /** The same loaders for the reads of one field, whose calls name the field as their asker. */
  askedBy: (asker: Asker) => Loaders
}

/** The maximum number of calls with one key each that an operation makes at the same time. */
const MAX_CONCURRENT_CALLS = 16

/** Creates the loaders of one operation. Nothing that they read is kept after the operation. */
export function createLoaders(session: Session): Loaders {
  const forgetEach: (() => void)[] = []
  const onForget: LoaderScope['onForget'] = (forget) => forgetEach.push(forget)
  const read = { keys: 0 }
  const scope: LoaderScope = { session, runLimited: limitConcurrency(MAX_CONCURRENT_CALLS), onForget, read }
  // Most operations use one or two of them.
  const foundWith = lazily(() => createFoundWith(onForget))
  const byId = lazily(() => createById(scope, foundWith()))
  const byParent = lazily(() => createByParent(scope))
  const slice = lazily(() => createSlices(scope, foundWith()))
  const whole = lazily(() => createWholes(scope))
  const stats = lazily(() => createStats(scope))
  const once = lazily(() => createOnce(scope))
  const forget = () => {
    for (const forget of forgetEach) forget()
  }
  const askedBy = (asker: Asker): Loaders => ({
    byId: (endpoint, path, options) => byId()(asker)(endpoint, path, options),
    byParent: (endpoint, key, path, params) => byParent()(asker)(endpoint, key, path, params),
    slice: (endpoint, path, params, request) => slice()(asker)(endpoint, path, params, request),
    whole: (endpoint, path, params) => whole().rows(asker)(endpoint, path, params),
    matching: (endpoint, path, params, valueOf) => whole().matching(asker)(endpoint, path, params, valueOf),
    stats: (account, query, groups) => stats()(asker)(account, query, groups),
    once: (endpoint, path, params) => once()(asker)(endpoint, path, params),
    onceIfFound: (endpoint, path, params) => once()(asker)(endpoint, path, params).catch(nullIfNotFound),
    read,
    forget,
    askedBy,
  })
  return askedBy(undefined)
}

/** Reads that cannot be batched. Equal reads are one call. */
interface Once<Missing = never> {
  /** The `data` of the answer, or what stands for a 404. Rejects with an UpstreamError as the session's `call` does. */
  <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<Data | Missing>
}

/** The loader of single reads for one operation. */
function createOnce(scope: LoaderScope): ForAsker<Once> {
  const reads = new SharedReads<unknown>(scope)

  return (asker) => (endpoint, path, params) =>
    reads.answer(endpoint, [path, params ?? {}], asker, (session) =>
      session.call(endpoint, path, params),
    ) as Promise<never>
}
