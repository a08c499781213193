import type { BulkListProgress } from '../bulk-operation.ts'
import type { KnownRateLimit } from '../../../rest/policy/rate-limit.ts'
import { pathsOf, type ExportList } from '../query/list.ts'
import type { WalkState } from './state.ts'

/** How far an export is. */
export interface ExportProgress {
  rows: number
  calls: number
  lists: BulkListProgress[]
  /** When it goes on, in milliseconds since the epoch, while it waits for a rate limit or for the service. */
  waitingUntil: number | undefined
  /** Whether it waits for the service, and not for a rate limit. */
  isOutage: boolean
  /** The part that has been read, from 0 to 1. Undefined as long as nothing tells how much there is. */
  share: number | undefined
  /** The rate limit of which the smallest part is left, if any is known. */
  rateLimit: Pick<KnownRateLimit, 'limit' | 'remaining' | 'resetAt'> | undefined
}

/** How far each list is. Lists with the same path count together. */
export function listProgress(
  lists: readonly ExportList[],
  { isRootRead, stack, lists: counts }: WalkState,
): BulkListProgress[] {
  const pending = new Set(stack.flatMap(({ list, parents, from }) => (from < parents.length ? list : [])))
  const isDone = (list: ExportList | undefined): boolean => !list || (!pending.has(list.index) && isDone(list.above))
  return pathsOf(lists).map((path) => {
    const own = lists.filter((list) => list.path === path)
    const known = own.map(({ index }) => counts[index])
    return {
      path,
      rows: known.reduce((sum, count) => sum + (count?.rows ?? 0), 0),
      pages: known.reduce((sum, count) => sum + (count?.pages ?? 0), 0),
      done: isRootRead && own.every(isDone),
    }
  })
}

/**
 * The part that has been read: of the parents of the first list that has not been read to its end, once all of them are
 * known. An estimate, because their lists can have any length.
 */
export function shareOf({ isRootRead, stack }: WalkState): number | undefined {
  const open = stack.find(({ parents, from }) => from < parents.length)
  if (!open) return isRootRead ? 1 : undefined
  return open.parents.length > 1 && open.from > 0 ? open.from / open.parents.length : undefined
}

/** The rate limit of which the smallest part is left. */
export function tightest(limits: readonly KnownRateLimit[]): KnownRateLimit | undefined {
  const left = ({ remaining, limit }: KnownRateLimit) => remaining / Math.max(1, limit)
  return limits.toSorted((a, b) => left(a) - left(b))[0]
}
