import type { GraphQLError } from 'graphql'
import { UpstreamError } from '../../../rest/errors.ts'
import { Way } from '../../../rest/page-reader.ts'
import type { KnownRateLimit } from '../../../rest/policy/rate-limit.ts'
import { fromUpstream } from '../../../schema/errors.ts'
import { MAX_FIRST } from '../../../schema/list/read.ts'
import { parseGlobalId } from '../../../schema/node/global-id.ts'
import type { BulkListProgress } from '../bulk-operation.ts'
import { type ExportList, type WalkedList, type ExportQuery, pathsOf } from '../query/query.ts'
import {
  harvestObject,
  harvestPage,
  newHarvest,
  newIn,
  type ExportRow,
  type Harvest,
  type ResultObject,
  MAX_PAGE_BYTES,
  readPage,
  readRoot,
  type LevelPage,
  type OpenContext,
  type PageRequest,
  type Parents,
} from './page.ts'
import { pagesIn, type ExportError, type Frame, type WalkState } from './state.ts'
import { type PageError, type PageTooLarge, type Patience, cutError, ExportFailure, isPassing } from './trouble.ts'

/** What one page gives. */
export interface WalkStep {
  /** The fields outside of lists, with the first step. */
  root: ResultObject | undefined
  rows: readonly ExportRow[]
}

interface WalkOptions {
  query: ExportQuery
  /** Where the walk is. It is changed before each step is given, so that it can be kept once the step has been kept. */
  state: WalkState
  /** Says which rows of a page have not been exported yet, and remembers them. */
  written: { add(rows: readonly ExportRow[]): Promise<boolean[]> }
  openContext: OpenContext
  patience: Patience
}

/** The number of bytes that pages of a list with wide rows have: half of the most, because rows differ. */
const TARGET_PAGE_BYTES = MAX_PAGE_BYTES / 2

/** How many times smaller the next page is if one is too large. */
const REDUCTION = 4

/** The number of windows of a rate limit in a row that may have too few calls for the smallest page. */
const MAX_WINDOWS = 4

/** The maximum number of errors that are kept. Further ones are counted. */
const MAX_ERRORS = 1000

/** The number of times in a row that a list is read again from its start without finding a new row. */
const MAX_RESTARTS = 3

/** The number of lists in a row that are left although nothing else could be read either: more of them are the service. */
const MAX_LEFT = 3

/**
 * Walks a query depth first: a page of a list, everything below it, then the next page. Resumes from the state. Throws an
 * ExportFailure if the caller may no longer call the service.
 */
export class Walk {
  readonly #options: WalkOptions
  readonly #state: WalkState
  /** By list, the number of restarts since the last new row. */
  readonly #restarts = new Map<number, number>()
  /** By position in a list, the way through its pages. */
  readonly #ways = new WeakMap<Frame, Way>()
  /** The number of lists that were left since anything was read. */
  #left = 0

  constructor(options: WalkOptions) {
    this.#options = options
    this.#state = options.state
  }

  async *steps(): AsyncGenerator<WalkStep, void, undefined> {
    const { stack, isRootRead } = this.#state
    if (!isRootRead) yield await this.#firstStep()
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const list = this.#options.query.lists[frame.list]
      if (!list?.walked || frame.from >= frame.parents.length) {
        stack.pop()
        continue
      }
      const rows = await this.#nextStep(frame, list, list.walked)
      if (rows) yield { root: undefined, rows }
    }
  }

  async #firstStep(): Promise<WalkStep> {
    const { query, openContext } = this.#options
    for (;;) {
      const { data, errors } = await readRoot(query, () => openContext())
      if (await this.#isNextWindow(this.#state, errors, 'The fields outside of lists take')) continue
      if (await this.#isWaitedOut(errors, this.#state)) continue
      for (const each of errors) if (isPassing(each)) this.#end(each)
      delete this.#state.failing
      delete this.#state.windows
      for (const { error } of errors) this.#addError(error, (error.path ?? []).map(String))
      const harvest = newHarvest()
      const root = harvestObject(harvest, query.root.shape, data, { within: -1, parent: null })
      const found = await this.#newRowsIn(harvest)
      this.#state.isRootRead = true
      const ofRoot = query.lists.filter(({ walked }) => walked?.hasParents === false)
      return { root, rows: this.#settle(found, ofRoot) }
    }
  }

  /** Reads the next page of a list. Returns its rows, or undefined if it must be read in another way. */
  async #nextStep(frame: Frame, list: ExportList, walked: WalkedList): Promise<readonly ExportRow[] | undefined> {
    const { query, openContext, patience } = this.#options
    const progress = this.#progressOf(list)
    const { cursor } = frame
    const taken = cursor === null ? 0 : (frame.taken ?? 0)
    const left = (list.first ?? Infinity) - taken
    const { oneByOne, unsorted, maxRows = MAX_FIRST, maxParents = Infinity } = progress
    const first = Math.min(maxRows, left)
    const parents = nextParents(frame, oneByOne ? 1 : Math.min(walked.maxParents, maxParents))
    const retries = this.#isTry(frame, parents, walked) ? 0 : undefined
    const asked = { parents, cursor, first, left, unsorted }
    const page = await readPage(query, list, walked, asked, () => openContext(retries))
    if (await this.#isReadAgain(frame, list, asked, page)) return undefined
    if (isAnswered(page, parents)) {
      patience.end()
      this.#left = 0
      progress.pages += 1
      delete frame.windows
      // The others of a list that has failed for too long are not waited for as long again.
      if (frame.failing && !patience.isOver(frame.failing.since)) delete frame.failing
    }
    if (page.lacksParents) {
      progress.oneByOne = true
      frame.cursor = null
      return undefined
    }
    const harvest = newHarvest()
    await harvestPage(harvest, list, page.rows)
    const found = await this.#newRowsIn(harvest)
    // Pages that are as large as one may be take the fewest calls.
    if (progress.maxRows !== undefined && page.rows.length > 0)
      progress.maxRows = Math.min(
        progress.mostRows ?? MAX_FIRST,
        Math.ceil(TARGET_PAGE_BYTES / (page.bytes / page.rows.length)),
      )
    if (found.rows.length > 0) this.#restarts.delete(list.index)
    frame.cursor = this.#nextOf(frame, list, parents, page)
    frame.taken = taken + page.rows.length
    if (frame.cursor === null) frame.from += parents.length
    for (const { parent, ...rest } of page.more.toReversed())
      this.#state.stack.push({ list: list.index, parents: [parent], from: 0, ...rest })
    return this.#settle(found, [])
  }

  /** Whether a page has failed, and is read again before it is known whether it can be read at all: one attempt is enough. */
  #isTry({ failing }: Frame, parents: Parents, { shared }: WalkedList): boolean {
    if (!failing) return false
    const isSplit = parents.length === 1 || !shared
    return !(isSplit && this.#options.patience.isOver(failing.since) && pagesIn(this.#state) > failing.pages)
  }

  /** The cursor of the next page. Null at the end, and where a list has no end, which is an error of it. */
  #nextOf(frame: Frame, list: ExportList, parents: Parents, { next, rows }: LevelPage): string | null {
    if (next === null) return null
    // A list that is read from its start again comes by the same cursors.
    const way = frame.cursor === null ? new Way(undefined) : (this.#ways.get(frame) ?? new Way(frame.cursor))
    this.#ways.set(frame, way)
    try {
      way.follow(next, rows.length)
      return next
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      this.#addError(fromUpstream(error), list.path.split('.'), parents)
      return null
    }
  }

  /** Makes the pages of a list smaller than one that was too large. Returns false if they cannot be. */
  #readsLess(list: ExportList, { parents, first }: PageRequest, { rows }: LevelPage, excess: PageTooLarge): boolean {
    const progress = this.#progressOf(list)
    if (parents.length > 1 && !list.walked?.shared) {
      progress.maxParents = Math.ceil(parents.length / REDUCTION)
      return true
    }
    const had = Math.min(first, rows.length || first)
    const { rowsPerCall, extensions } = excess
    if (had <= rowsPerCall) return false
    progress.maxRows = Math.max(1, Math.floor(had / REDUCTION / rowsPerCall)) * rowsPerCall
    if (extensions['limit'] !== 'bytes') progress.mostRows = progress.maxRows
    return true
  }

  /** Handles errors. Returns whether the page is read again. */
  async #isReadAgain(frame: Frame, list: ExportList, asked: PageRequest, page: LevelPage): Promise<boolean> {
    const { patience } = this.#options
    const { parents } = asked
    const { failed, partial } = page
    const errors = [...failed, ...partial]
    const progress = this.#progressOf(list)
    const [excess] = errors.flatMap((each) => each.excess ?? [])
    if (excess && this.#readsLess(list, asked, page, excess)) {
      if (excess.until !== undefined) await patience.until(excess.until)
      return true
    }
    if (await this.#isNextWindow(frame, errors, `The smallest page of \`${list.path}\` takes`)) return true
    if (failed.some(({ trouble }) => trouble === 'order') && !progress.unsorted && list.walked?.unsorted) {
      progress.unsorted = true
      frame.cursor = null
      return true
    }
    if (frame.cursor !== null && failed.some(({ trouble }) => trouble === 'cursor')) {
      const times = (this.#restarts.get(list.index) ?? 0) + 1
      this.#restarts.set(list.index, times)
      if (times <= MAX_RESTARTS) {
        frame.cursor = null
        return true
      }
    }
    if (await this.#isWaitedOut(errors, frame)) {
      if (patience.isLong) this.#leave(this.#state.stack.pop() ?? frame)
      return true
    }
    // One of several parents can be what the service refuses. The others are read without it.
    if (failed.length > 0 && parents.length > 1 && list.walked?.shared) {
      frame.together = Math.ceil(parents.length / 2)
      frame.cursor = null
      return true
    }
    // Nothing else has been read since either: what fails is the service, and not this list.
    const isOfService = pagesIn(this.#state) === frame.failing?.pages && !isAnswered(page, parents)
    if (parents.length === 1 && !isOfService) delete frame.together
    const fault = failed.find((each) => isPassing(each) && each.trouble !== 'process')
    if (fault && isOfService && (this.#left += 1) > MAX_LEFT) this.#end(fault)
    const isLeft = (each: PageError) => isPassing(each) && (isOfService || each.trouble === 'process')
    const left = failed.filter(isLeft).flatMap(({ parents }) => parents)
    if (left.length > 0) this.#leave({ ...frame, parents: left, from: 0 })
    const path = list.path.split('.')
    for (const each of failed) if (!isLeft(each)) this.#addError(each.error, path, each.parents)
    for (const { error } of partial) this.#addError(error, [...path, ...belowNodes(error.path)])
    return false
  }

  /**
   * Waits for the next window of a rate limit that has too few calls for what has no smaller part. Returns false if there is none. Throws
   * an ExportFailure after several windows in a row.
   */
  async #isNextWindow(failed: Pick<Frame, 'windows'>, errors: readonly PageError[], what: string): Promise<boolean> {
    const excess = errors.find((each) => each.excess?.until !== undefined)?.excess
    if (excess?.until === undefined) return false
    failed.windows = (failed.windows ?? 0) + 1
    if (failed.windows >= MAX_WINDOWS) {
      // When the export continues, it begins anew.
      delete failed.windows
      throw new ExportFailure('RATE_LIMITED', `${what} more calls than a window has: ${excess.message}`)
    }
    await this.#options.patience.until(excess.until)
    return true
  }

  /** Waits, if one of these errors goes away by itself. Returns false if none does, or not in time. */
  async #isWaitedOut(errors: readonly PageError[], failed: Pick<Frame, 'failing'>): Promise<boolean> {
    const { patience } = this.#options
    const refused = errors.find(({ trouble }) => trouble === 'caller')?.error
    if (refused) throw new ExportFailure('UNAUTHENTICATED', `The service refuses the caller: ${refused.message}`)
    const passing = errors.filter(isPassing)
    if (passing.length === 0) return false
    const until = passing.find(({ trouble }) => trouble === 'limit')?.until
    if (until !== undefined) {
      // Who announces a limit answers.
      delete failed.failing
      patience.end()
      await patience.until(until)
      return true
    }
    if (passing.every(({ trouble }) => trouble === 'process')) {
      await patience.retreat()
      return true
    }
    failed.failing ??= { since: Date.now(), pages: pagesIn(this.#state) }
    return patience.pause(failed.failing.since)
  }

  /** Leaves a position in a list until everything else has been read. */
  #leave(frame: Frame): void {
    this.#state.stack.unshift(frame)
  }

  /** Ends the export, because whatever else is read would fail too. When it continues, it waits anew. */
  #end({ error: { message } }: PageError): never {
    for (const failed of [this.#state, ...this.#state.stack]) delete failed.failing
    throw new ExportFailure('UPSTREAM_UNAVAILABLE', `The service has not answered for too long: ${message}`)
  }

  /** What has not been exported before. The state must not have been changed for it: this can fail. */
  async #newRowsIn(harvest: Harvest): Promise<Harvest> {
    return newIn(harvest, await this.#options.written.add(harvest.rows))
  }

  /** Counts the rows of a page, and puts the lists below it on the stack, with the given lists of the root. */
  #settle({ rows, parents, cut }: Harvest, ofRoot: readonly ExportList[]): readonly ExportRow[] {
    for (const { list } of rows) this.#progressOf(list).rows += 1
    for (const { list, parent } of cut)
      this.#addError(fromUpstream(cutError(list.path)), list.path.split('.'), [parent])
    const below = new Map(ofRoot.map(({ index }) => [index, new Set<string | null>([null])]))
    for (const { list, id } of parents) below.set(list.index, (below.get(list.index) ?? new Set()).add(id))
    for (const [list, ids] of [...below].sort(([a], [b]) => b - a))
      this.#state.stack.push({ list, parents: [...ids], from: 0, cursor: null })
    return rows
  }

  #progressOf({ index }: ExportList): WalkState['lists'][number] {
    return this.#state.lists[index] ?? { rows: 0, pages: 0, unsorted: false, oneByOne: false }
  }

  #addError({ message, extensions }: GraphQLError, path: ExportError['path'], parents?: Parents): void {
    const ids = parents && { parents: parents.filter((parent) => parent !== null) }
    if (this.#state.errors.length >= MAX_ERRORS) this.#state.moreErrors += 1
    else this.#state.errors.push({ message, path, ...ids, extensions: { ...extensions } })
  }
}

/** Whether a page was answered for one of its parents, if only by a refusal. */
function isAnswered({ failed }: LevelPage, parents: Parents): boolean {
  const passing = failed.filter(isPassing)
  return passing.flatMap((each) => each.parents).length < parents.length
}

/** The parents whose lists are read next: at most so many, in one account. */
function nextParents({ parents, from, together = Infinity }: Frame, most: number): Parents {
  const next = parents.slice(from, from + Math.min(most, together))
  const account = accountIn(next[0])
  const end = next.findIndex((parent) => accountIn(parent) !== account)
  return end === -1 ? next : next.slice(0, end)
}

function accountIn(parent: string | null | undefined): string | undefined {
  return typeof parent === 'string' ? parseGlobalId(parent)?.account : undefined
}

/** The response keys of a field below a node, without indexes. */
function belowNodes(path: readonly (string | number)[] = []): string[] {
  return path.slice(path.lastIndexOf('nodes') + 1).filter((key) => typeof key === 'string')
}

export interface ExportProgress {
  rows: number
  calls: number
  lists: BulkListProgress[]
  /** When it continues, in milliseconds since the epoch, while it waits for a rate limit or for the service. */
  waitingUntil: number | undefined
  /** Whether it waits for the service, and not for a rate limit. */
  isOutage: boolean
  /** The part that has been read, from 0 to 1. Undefined as long as the total is not known. */
  share: number | undefined
  /** The rate limit with the smallest part left, if any is known. */
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

/** The rate limit with the smallest part left. */
export function tightest(limits: readonly KnownRateLimit[]): KnownRateLimit | undefined {
  const left = ({ remaining, limit }: KnownRateLimit) => remaining / Math.max(1, limit)
  return limits.toSorted((a, b) => left(a) - left(b))[0]
}
