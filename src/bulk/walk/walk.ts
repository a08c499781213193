import type { GraphQLError } from 'graphql'
import { fromUpstream } from '../../schema/errors.ts'
import { parseGlobalId } from '../../schema/node/global-id.ts'
import type { ExportList, WalkedList } from '../query/list.ts'
import type { ExportQuery } from '../query/query.ts'
import { harvestNode, harvestObject, newHarvest, newIn, type ExportRow, type Harvest } from './harvest.ts'
import type { JsonObject } from './json.ts'
import type { Patience } from './patience.ts'
import { readPage, readRoot, type LevelPage, type OpenContext, type Parents } from './read.ts'
import type { ExportError, Frame, WalkState } from './state.ts'
import { cutError, ExportFailure, isOutage, isUndocumented, remedyFor } from './trouble.ts'

/** Says which rows of a page have not been exported yet, and remembers them. */
export interface Written {
  /** Whether each of these rows is new for its list and parent. Afterwards, none of them is. */
  add(rows: readonly ExportRow[]): Promise<boolean[]>
}

/** What one page gives. */
export interface Step {
  /** What is outside of lists, with the first step. */
  root: JsonObject | undefined
  rows: readonly ExportRow[]
}

interface WalkOptions {
  query: ExportQuery
  /** Where the walk is. It is changed before each step is given, so that it can be kept once the step has been kept. */
  state: WalkState
  written: Written
  openContext: OpenContext
  patience: Patience
}

/** The maximum number of errors that are kept. Further ones are counted. */
const MAX_ERRORS = 1000

/** The number of times in a row that a list is read again from its start without finding a new row. */
const MAX_RESTARTS = 3

/**
 * Walks a query depth first: a page of a list, everything below it, then the next page. Resumes from the state. Throws an
 * ExportFailure if the caller may no longer call the service.
 */
export function walk(options: WalkOptions): AsyncGenerator<Step, void, undefined> {
  return new Walk(options).steps()
}

class Walk {
  readonly #options: WalkOptions
  readonly #state: WalkState
  /** By list, the number of restarts since the last new row. */
  readonly #restarts = new Map<number, number>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#state = options.state
  }

  async *steps(): AsyncGenerator<Step, void, undefined> {
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

  async #firstStep(): Promise<Step> {
    const { query, openContext } = this.#options
    for (;;) {
      const { data, errors } = await readRoot(query, openContext)
      if (await this.#isWaitedOut(errors)) continue
      for (const error of errors) this.#addError(error, (error.path ?? []).map(String))
      const harvest = newHarvest()
      const root = harvestObject(harvest, query.root.shape, data, { within: -1, parent: undefined })
      const found = await this.#newRowsIn(harvest)
      this.#state.isRootRead = true
      return { root, rows: this.#settle(found, query.lists.filter(isOfRoot)) }
    }
  }

  /** Reads the next page of a list. Returns its rows, or undefined if it must be read in another way. */
  async #nextStep(frame: Frame, list: ExportList, walked: WalkedList): Promise<readonly ExportRow[] | undefined> {
    const { query, openContext, patience } = this.#options
    const parents = this.#nextParents(frame, list, walked)
    const { cursor } = frame
    const progress = this.#progressOf(list)
    const page = await readPage(query, list, walked, { parents, cursor, unsorted: progress.unsorted }, openContext)
    if (page.failed.length > 0 || page.partial.length > 0) {
      const isReadAgain = await this.#recover(frame, list, parents, page)
      if (isReadAgain) return undefined
    }
    patience.end()
    if (page.lacksParents) {
      progress.oneByOne = true
      frame.cursor = null
      return undefined
    }
    const harvest = newHarvest()
    for (const { parent, nodes } of page.groups)
      for (const node of nodes) harvestNode(harvest, list, node, { within: -1, parent })
    const found = await this.#newRowsIn(harvest)
    progress.pages += 1
    if (found.rows.length > 0) this.#restarts.delete(list.index)
    if (page.next === null) {
      frame.from += parents.length
      frame.cursor = null
      delete frame.together
    } else frame.cursor = page.next
    for (const { parent, cursor } of page.more.toReversed())
      this.#state.stack.push({ list: list.index, parents: [parent ?? null], from: 0, cursor })
    return this.#settle(found, [])
  }

  /** The parents whose lists are read next: neighbors in one account. */
  #nextParents(frame: Frame, list: ExportList, { maxParents }: WalkedList): Parents {
    const most = this.#progressOf(list).oneByOne ? 1 : Math.min(maxParents, frame.together ?? maxParents)
    const next = frame.parents.slice(frame.from, frame.from + most)
    const account = accountIn(next[0])
    const end = next.findIndex((parent) => accountIn(parent) !== account)
    return (end === -1 ? next : next.slice(0, end)).map((parent) => parent ?? undefined)
  }

  /** Does what is to be done about errors. Returns whether the page is read again. */
  async #recover(frame: Frame, list: ExportList, parents: Parents, { failed, partial }: LevelPage): Promise<boolean> {
    const remedies = failed.map(({ error }) => remedyFor(error, frame.cursor !== null).kind)
    const progress = this.#progressOf(list)
    if (remedies.includes('unsort') && !progress.unsorted && list.walked?.unsorted) {
      progress.unsorted = true
      frame.cursor = null
      return true
    }
    if (remedies.includes('restart')) {
      const times = (this.#restarts.get(list.index) ?? 0) + 1
      this.#restarts.set(list.index, times)
      if (times <= MAX_RESTARTS) {
        frame.cursor = null
        return true
      }
    }
    if (await this.#isWaitedOut([...failed.map(({ error }) => error), ...partial])) return true
    // One of several parents can be what the service refuses. The others are read without it.
    if (failed.length > 0 && parents.length > 1 && list.walked?.shared) {
      frame.together = Math.ceil(parents.length / 2)
      frame.cursor = null
      return true
    }
    for (const { parents, error } of failed) this.#addError(error, list.path.split('.'), parents)
    for (const error of partial) this.#addError(error, [...list.path.split('.'), ...belowNodes(error.path)])
    return false
  }

  /**
   * Waits, if one of these errors goes away by itself. Returns false if none does, or not in time. Throws an ExportFailure
   * if the service no longer accepts the caller, or does not answer at all: whatever else is read would fail too.
   */
  async #isWaitedOut(errors: readonly GraphQLError[]): Promise<boolean> {
    for (const error of errors) {
      const remedy = remedyFor(error, false)
      if (remedy.kind === 'end') throw remedy.failure
      if (remedy.kind !== 'wait') continue
      if (await this.#options.patience.wait(remedy.until, isUndocumented(error))) return true
      if (isOutage(error))
        throw new ExportFailure('UPSTREAM_UNAVAILABLE', `The service has not answered for too long: ${error.message}`)
    }
    return false
  }

  /** What has not been exported before. The state must not have been changed for it: this can fail. */
  async #newRowsIn(harvest: Harvest): Promise<Harvest> {
    return newIn(harvest, await this.#options.written.add(harvest.rows))
  }

  /** Counts what a page has given, and puts the lists below it on the stack, with those of the root that are given. */
  #settle({ rows, parents, cut }: Harvest, ofRoot: readonly ExportList[]): readonly ExportRow[] {
    for (const { list } of rows) this.#progressOf(list).rows += 1
    for (const { list, parent } of cut)
      this.#addError(fromUpstream(cutError(list.path)), list.path.split('.'), parent === undefined ? [] : [parent])
    const below = new Map<ExportList, Set<string | null>>(ofRoot.map((list) => [list, new Set([null])]))
    for (const { list, id } of parents) {
      const ids = below.get(list)
      if (ids) ids.add(id)
      else below.set(list, new Set([id]))
    }
    for (const [list, ids] of Array.from(below).sort(([a], [b]) => b.index - a.index))
      this.#state.stack.push({ list: list.index, parents: [...ids], from: 0, cursor: null })
    return rows
  }

  #progressOf({ index }: ExportList): WalkState['lists'][number] {
    return this.#state.lists[index] ?? { rows: 0, pages: 0, unsorted: false, oneByOne: false }
  }

  #addError({ message, extensions }: GraphQLError, path: ExportError['path'], parents?: Parents): void {
    if (this.#state.errors.length >= MAX_ERRORS) this.#state.moreErrors += 1
    else
      this.#state.errors.push({
        message,
        path,
        ...(parents && { parents: parents.flatMap((parent) => parent ?? []) }),
        extensions: { ...extensions },
      })
  }
}

function isOfRoot({ walked }: ExportList): boolean {
  return walked?.hasParents === false
}

function accountIn(parent: string | null | undefined): string | undefined {
  return typeof parent === 'string' ? parseGlobalId(parent)?.account : undefined
}

/** The response keys of a field below a node, without indexes. */
function belowNodes(path: readonly (string | number)[] = []): string[] {
  return path.slice(path.lastIndexOf('nodes') + 1).filter((key) => typeof key === 'string')
}
