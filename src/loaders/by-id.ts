import DataLoader from 'dataloader'
import { type RunTask, asError, handled, valuesOrErrors } from '../async/promise.ts'
import { byIdentity } from '../rest/answer.ts'
import { type Endpoint, type FurtherLookUps, keyOf, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { nullIfNotFound, UpstreamError } from '../rest/errors.ts'
import { referenceIn } from '../rest/id.ts'
import type { Session } from '../rest/session.ts'
import type { ListParams, Page, Row, RowColumns, RowsById } from '../rest/types.ts'
import { comparableId } from '../rest/value.ts'
import {
  type ForAsker,
  ReadAskers,
  inBatches,
  atEndOfTick,
  type LoaderScope,
  type ReadCount,
  variantMap,
  type FoundWith,
} from './batch.ts'
import { countOf } from './pages.ts'

/** Loads the row with an id; null if the service has no such row. Rejects for what is no id: see `referenceIn`. */
export type LoadRow<R extends Row> = (id: string) => Promise<R | null>

/** Look-ups of rows by id. Those of one tick are batched. */
export interface ById {
  /**
   * The function that loads rows of a list by id. `params` are all other parameters that change the answer
   * (`with_deleted`, `lang`): look-ups that differ in them are not batched. With `alone`, a batch of one id is read by the
   * entity's own GET instead of the list.
   */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    options?: ByIdOptions<Params>,
  ): LoadRow<R>
}

/** See `ById`. */
interface ByIdOptions<Params> {
  params?: Partial<Params>
  alone?: boolean
}

/**
 * The loader by id for one operation: at most 200 ids in a call, each id once. `foundWith` determines the order of further look-ups.
 */
export function createById({ session, runLimited, onForget, read }: LoaderScope, foundWith: FoundWith): ForAsker<ById> {
  const loaders = variantMap<ForAsker<LoadRow<Row>>>(onForget)
  const makeLoader = (endpoint: ListEndpoint, [path, params, preferGet]: Variant) => {
    const askers = new ReadAskers()
    const sessionFor = (ids: readonly string[]) => askers.sessionFor(ids, session)
    const readRows = rowsById({ sessionFor, runLimited, foundWith }, endpoint, [path, params, preferGet])
    return outcomeLoader(readRows, endpoint.maxIds, askers, read)
  }

  return (asker) =>
    (endpoint, path, { params = NONE, alone = false } = NONE) => {
      // Without a GET or a filter by ID, a single ID is read like any other, so it shares their loader.
      const preferGet = alone && endpoint.get !== undefined && endpoint.idFilter !== undefined
      return loaders<ListEndpoint, Variant>(endpoint, [path, params, preferGet], makeLoader)(asker) as LoadRow<never>
    }
}

const NONE = {}

/** What the look-ups of a batch have in common: path, parameters, and whether a single id is read by its own GET. */
type Variant = readonly [path: Readonly<Record<string, string>>, params: ListParams, preferGet: boolean]

/**
 * The DataLoader of one variant: it loads what each id has. Its calls of one tick end together, so that the reads below all of their
 * rows are batched. What it returns can be awaited in later turns, because rejections have a handler.
 */
export function outcomeLoader<Found>(
  readOutcomes: ReadOutcomes<Found>,
  maxIds: number,
  askers: ReadAskers,
  count: ReadCount,
): ForAsker<(id: string) => Promise<Found | null>> {
  const together = inBatches((task) => task())
  const known = new Map<string, Promise<Found | null>>()
  const load = async (ids: readonly string[]) => {
    const outcomes = await together(() => outcomesOf(readOutcomes, ids))
    for (const [nth, id] of ids.entries()) {
      const loaded = known.get(id)
      if (loaded && outcomes[nth] instanceof Error) void handled(loaded)
    }
    return outcomes
  }
  const loader = new DataLoader<string, Found | null>(load, {
    maxBatchSize: maxIds,
    batchScheduleFn: atEndOfTick,
    cacheMap: known,
  })
  return (asker) => (text) => {
    // DataLoader would make a promise for each parent that refers to the same row. Only IDs are known.
    const found = known.get(text)
    const id = found ? text : referenceIn(text)
    if (id === null) return Promise.resolve(null)
    if (id instanceof Error) return handled(Promise.reject(id))
    askers.add(id, asker)
    if (found) return found
    count.keys += 1
    return loader.load(id)
  }
}

/** The outcome of each id. A call that fails is the outcome of all of its ids. A list that does not exist has no rows. */
async function outcomesOf<Found>(readOutcomes: ReadOutcomes<Found>, ids: readonly string[]): Promise<Outcome<Found>[]> {
  const outcome = await readOutcomes(ids).catch(nullIfNotFound).catch(asError)
  return Array.isArray(outcome) ? outcome : ids.map(() => outcome)
}

/** Reads what these ids have, at most as many as the list takes in a call. */
type ReadOutcomes<Found> = (ids: readonly string[]) => Promise<Outcome<Found>[]>

/** The outcome of the look-up of one id: what was found, null if the service has no such row, or the error of the look-up. */
type Outcome<Found> = Found | Error | null

type RowOrError = Outcome<Row>

/** What look-ups of all variants share. */
interface Shared {
  sessionFor: (ids: readonly string[]) => Session
  runLimited: RunTask
  foundWith: FoundWith
}

/** The function that reads a batch of rows of one variant. */
function rowsById(
  { sessionFor, runLimited, foundWith }: Shared,
  endpoint: ListEndpoint,
  [path, params, preferGet]: Variant,
): ReadOutcomes<Row> {
  const { idFilter, get, furtherLookUps } = endpoint
  /** The page whose rows determine the parameters of further look-ups. */
  let determining: Promise<Pick<Page<Row>, 'rows'>> | undefined
  /** The answer that determines the parameters of the last one. */
  let determiningLast: Promise<object> | undefined
  return (ids) => {
    if (idFilter !== undefined && !(preferGet && ids.length === 1)) {
      const count = ids.length > endpoint.defaultCount ? countOf(endpoint, ids.length) : undefined
      const found = fromList(ids, { [idFilter]: ids, count })
      if (!get || !endpoint.cache) return found
      // The rate limits of lists that are cached are low. Those of single entities are higher.
      return found.catch((error: unknown) => {
        if (error instanceof UpstreamError && error.code === 'RATE_LIMITED') return getEach(get, ids)
        throw error
      })
    }
    if (get) return getEach(get, ids)
    // Lists without a filter by ID and without GETs of their rows are short, so the whole list is read.
    return fromList(ids, { count: countOf(endpoint, Infinity) })
  }

  function getEach(get: Endpoint<string, object, Row>, ids: readonly string[]): Promise<RowOrError[]> {
    return valuesOrErrors(ids.map((id) => runLimited(() => getOne(get, id))))
  }

  /** Rows are matched by id, because the service sends them in its own order and omits unknown ids. */
  async function fromList(ids: readonly string[], filter: object): Promise<RowOrError[]> {
    const { lookup } = endpoint
    const leavesOutDeleted = lookup.with_deleted === true && !params.with_deleted
    /** The rows of each page that has been read. */
    const pages: RowsById[] = []
    await find(ids, filter)
    const failure = furtherLookUps && (await findFurther(furtherLookUps).catch(asError))
    return ids.map((id) => foundRow(id) ?? failure ?? null)

    function foundRow(id: string): Row | undefined {
      for (const page of pages) {
        const row = page.get(comparableId(id))
        if (!row || (leavesOutDeleted && isDeleted(row))) continue
        // Only IDs that the service looks up are known to be taken in uppercase too.
        if (idFilter !== undefined || keyOf(endpoint, row) === id) return row
      }
      return undefined
    }

    function missingIds(): readonly string[] {
      return ids.filter((id) => !foundRow(id))
    }

    async function findFurther({ list, params: paramsOf, max, last }: FurtherLookUps): Promise<void> {
      let missing = missingIds()
      if (missing.length === 0) return
      determining ??= list
        ? sessionFor(missing).page(list, path, { count: list.maxCount })
        : Promise.resolve({ rows: [] })
      const { rows } = await determining
      const lookUps = foundWith.sort(path, paramsOf(rows))
      for (const lookUp of lookUps.slice(0, max)) {
        await findMissing(lookUp)
        if (missing.length === 0) return
      }
      if (last) {
        determiningLast ??= sessionFor(missing).call(last.get, path)
        const lookUp = last.params(await determiningLast, rows)
        if (lookUp) await findMissing(lookUp)
        if (missing.length === 0) return
      }
      const message = `The service has the row in one of several lists; it is not in the first ${max}, and no more are searched`
      if (lookUps.length > max) throw new UpstreamError({ code: 'UPSTREAM_ERROR', message })

      async function findMissing(lookUp: ListParams): Promise<void> {
        await find(missing, { ...filter, ...lookUp, [idFilter!]: missing })
        const before = missing.length
        missing = missingIds()
        if (missing.length < before) foundWith.add(path, lookUp)
      }
    }

    async function find(wantedIds: readonly string[], query: object): Promise<void> {
      const sent = Object.assign({}, params, lookup, query)
      // Without a filter by ID, the whole list is read.
      const wanted = idFilter === undefined ? undefined : { ids: wantedIds, key: endpoint.key }
      for await (const { rows, nextCursor, checked } of sessionFor(wantedIds).pages(endpoint, path, sent, wanted)) {
        pages.push(checked?.byId ?? byIdentity(endpoint, rows))
        if (nextCursor !== null && wantedIds.every(foundRow)) break
      }
    }
  }

  /** Reads one row; null if the service has no such row. */
  async function getOne(get: Endpoint<string, object, Row>, id: string): Promise<Row | null> {
    const idParam = get.path.slice(get.path.lastIndexOf(':') + 1)
    try {
      return (await sessionFor([id]).call(get, { ...path, [idParam]: id }, params)) ?? null
    } catch (error) {
      if (error instanceof UpstreamError && isUnknownId(error, idParam)) return null
      throw error
    }
  }
}

/**
 * Whether the service does not know an ID: a list omits it, so the entity's own GET gives null for it too. A 403 can say so with a
 * code: ACCOUNT_NOT_FOUND is about an account that is read, but not about an entity in it.
 */
function isUnknownId({ code, errors }: UpstreamError, idParam: string): boolean {
  const unknown = `${idParam.replace(/_id$/, '').toUpperCase()}_NOT_FOUND`
  return code === 'NOT_FOUND' || errors.some((problem) => problem.code === unknown)
}

function isDeleted({ deleted }: RowColumns<{ deleted: boolean }>): boolean {
  return deleted === true
}
