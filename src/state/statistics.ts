import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import { pickBy, sortedEntries, valueIn } from '../json/object.ts'
import type { ReferenceStore, Store } from '../rest/store.ts'

/**
 * What was observed of one kind of field: the sums of all observations. The field above is the nearest one for which calls
 * can be made too.
 */
export interface FieldStatistic {
  /** The values of the field above. */
  above: number
  /** The values among them, or inside them, for which the field was resolved. */
  parents: number
  /** The number of parents by the number of their rows: see `sizeClassOf`. Without those whose rows were not read. */
  sizes: Record<string, number>
  /** The rows of these parents. */
  rows: number
  /** The number of parents that have more rows than were read, by the class of that number. */
  cut: Record<string, number>
  /** The calls by the path template of their endpoint. */
  endpoints: Record<string, EndpointStatistic>
}

/** The calls of a field to one endpoint, in the operations that can need any. */
export type EndpointStatistic = {
  /** The values of the field above. */
  above: number
  /** The IDs, lists or parents of lists that were read. */
  keys: number
  /** The calls that the keys and rows would need if they were spread evenly. */
  even: number
  calls: number
  /** The rows that these calls returned. */
  rows: number
}

/** An observation of one operation. */
export interface FieldObservation extends FieldStatistic {
  /** The account of the field, if the operation names it. */
  account: string | undefined
}

/** What one operation has observed of a kind of field. */
export type ObservedKind = readonly [kind: string, FieldObservation]

/** Returns the statistics of a kind of field, in an account if the operation names one. Undefined if nothing is known. */
export type StatisticOf = (kind: string, account: string | undefined) => FieldStatistic | undefined

/** Statistics of what was read, which instances share. */
export interface Statistics {
  /** Whether an operation of a caller that begins now is to be observed. Of many operations, only some are. */
  takes(caller: string): boolean
  /** Adds what an operation of a caller has observed, by the kind of field. */
  add(caller: string, observed: Iterable<ObservedKind>): void
  /** What a caller may know, as far as it is in this process. */
  knownHere(caller: string): StatisticOf
  /** What a caller may know of these accounts. */
  known(caller: string, accounts: Iterable<string>): Promise<StatisticOf>
  /** The statistics of all accounts together, by the kind of field. */
  all(): Promise<Record<string, FieldStatistic>>
}

/** Numbers of rows up to this one have a class of their own; each class above is a tenth wider than the one before. */
const EXACT_SIZES = 20

const GROWTH = Math.log(1.1)

/** The class of a number of rows: at most about 100 classes for all numbers that occur. */
export function sizeClassOf(rows: number): number {
  return rows <= EXACT_SIZES ? rows : EXACT_SIZES + Math.ceil(Math.log(rows / EXACT_SIZES) / GROWTH)
}

/**
 * The sizes of the lists that were observed, and how many have each. A list that was not read whole has the average size, or
 * as many rows as were read if that is more.
 */
export function listsIn({ sizes, rows, cut }: FieldStatistic): [size: number, parents: number][] {
  const lists = Object.entries(sizes).map(([sizeClass, parents]) => [sizeOfClass(Number(sizeClass)), parents] as const)
  const bound = lists.reduce((sum, [size, parents]) => sum + size * parents, 0)
  const parents = lists.reduce((sum, [, parents]) => sum + parents, 0)
  // The classes are upper bounds; the sum of all rows is exact.
  const exact = lists.map(([size, count]): [number, number] => [bound === 0 ? 0 : (size * rows) / bound, count])
  const average = parents === 0 ? 0 : rows / parents
  const others = Object.entries(cut).map(([sizeClass, count]): [number, number] => [
    Math.max(average, sizeOfClass(Number(sizeClass))),
    count,
  ])
  return [...exact, ...others]
}

/** The largest number of rows in a class. */
function sizeOfClass(sizeClass: number): number {
  return sizeClass <= EXACT_SIZES ? sizeClass : EXACT_SIZES * Math.exp((sizeClass - EXACT_SIZES) * GROWTH)
}

export const STATISTICS_PATH = '/statistics'

const NUMBER = z.number().min(0)

const COUNTS = z.record(z.string(), NUMBER)

/** The form of a statistic that comes from outside this process. */
const STATISTIC = z.object({
  above: NUMBER,
  parents: NUMBER,
  sizes: COUNTS,
  rows: NUMBER,
  cut: COUNTS,
  endpoints: z.record(z.string(), z.object({ above: NUMBER, keys: NUMBER, even: NUMBER, calls: NUMBER, rows: NUMBER })),
})

const FILE = z.object({ version: z.literal(1), statistics: z.record(z.string(), STATISTIC) })

/** Reads the statistics of a sandbox before anything was read there: by its accounts, and by the kind of field. */
export function statisticsBeforehand(given: unknown): StatisticOf {
  const known = z.record(z.string(), z.record(z.string(), STATISTIC)).parse(given)
  return (kind, account = '') => known[account]?.[kind]
}

/** Writes statistics by the kind of field, each with its mean, its 95th percentile and the number of observations. */
export function statisticsText(statistics: Readonly<Record<string, FieldStatistic>>): string {
  const described = sortedEntries(statistics).map(([kind, statistic]) => [
    kind,
    { ...summaryOf(statistic), ...statistic },
  ])
  return `${JSON.stringify({ version: 1, statistics: Object.fromEntries(described) }, null, 2)}\n`
}

/** Reads what `statisticsText` has written. Undefined if the text has another form. */
export function statisticsIn(text: string): Record<string, FieldStatistic> | undefined {
  return FILE.safeParse(valueIn(text)).data?.statistics
}

/** The mean and the 95th percentile of the rows of one parent, and the number of parents observed. */
export function summaryOf(statistic: FieldStatistic): { mean: number; p95: number; observations: number } {
  const lists = listsIn(statistic).sort(([one], [other]) => one - other)
  let observations = 0
  let rows = 0
  for (const [size, parents] of lists) {
    observations += parents
    rows += size * parents
  }
  let left = observations * 0.95
  const p95 = lists.find(([, parents]) => (left -= parents) <= 0)?.[0] ?? 0
  return { mean: observations === 0 ? 0 : rows / observations, p95: Math.round(p95), observations }
}

/** The time after which nothing of an observation is left. */
const FORGET_MS = DAY_MS

/** The maximum number of kinds of fields in a document. */
const MAX_KINDS = 500

/** The maximum number of accounts that are remembered for a caller. */
const MAX_ACCOUNTS = 1_000

/** The number of accounts from which on their common statistics serve callers that have read none of them. */
const MIN_ACCOUNTS = 5

/** A statistic, with the accounts that were observed: only as many of them as are needed to know whether there are enough. */
const KIND = STATISTIC.extend({ accounts: z.array(z.string()).max(MIN_ACCOUNTS) })

type Kind = z.output<typeof KIND>

const KINDS = z.record(z.string(), KIND)

/**
 * The statistics of an account, of a caller where the operation names no account, or of all accounts. Observations go to
 * `recent` for half of `FORGET_MS`, then to `before` for the other half.
 */
export const DOCUMENT = z.object({
  since: z.number(),
  recent: KINDS,
  before: KINDS,
  /** Of a caller: when it last read an account. */
  read: z.record(z.string(), z.number()),
})

type Document = z.output<typeof DOCUMENT>

/** What was observed: the sums by the kind of field, and when a caller has read an account. */
type Changes = Pick<Document, 'recent' | 'read'>

function noChanges(): Changes {
  return { recent: {}, read: {} }
}

/** Adds an observation to changes. An operation can have hundreds of one kind: they are summed as they arrive. */
function addObservation(changes: Changes, kind: string, { account, ...observed }: FieldObservation): void {
  addSum(changes, kind, { ...observed, accounts: account === undefined ? [] : [account] })
}

/** Adds other changes to changes. */
function addChanges(changes: Changes, { recent, read }: Changes): void {
  Object.assign(changes.read, read)
  for (const [kind, sum] of Object.entries(recent)) addSum(changes, kind, sum)
}

function addSum({ recent }: Changes, kind: string, observed: Kind): void {
  const sum = recent[kind]
  if (sum) addTo(sum, observed)
  else if (Object.keys(recent).length < MAX_KINDS) recent[kind] = structuredClone(observed)
}

function emptyDocument(now: number): Document {
  return { since: now, recent: {}, before: {}, read: {} }
}

/** A document without the statistics that have expired at this time. */
function rotated(document: Document, now: number): Document {
  const age = now - document.since
  if (age < FORGET_MS / 2) return document
  const before = age < FORGET_MS ? document.recent : {}
  return { since: now, recent: {}, before, read: pickBy(document.read, (at) => at > now - FORGET_MS) }
}

/** The statistics of a kind that are not forgotten yet. */
function kindIn(document: Document | undefined, kind: string, now: number): Kind | undefined {
  if (!document) return undefined
  const { recent, before } = rotated(document, now)
  const [one, other] = [recent[kind], before[kind]]
  return one && other ? addTo(structuredClone(one), other) : (one ?? other)
}

function kindsIn(document: Document | undefined): string[] {
  return Object.keys({ ...document?.recent, ...document?.before })
}

function changed(document: Document, changes: Changes): Document {
  const recent = { ...document.recent }
  for (const kind of Object.keys(changes.recent)) {
    const known = recent[kind]
    if (known) recent[kind] = structuredClone(known)
  }
  const after = { ...document, recent, read: { ...document.read } }
  addChanges(after, changes)
  return { ...after, read: newest(after.read) }
}

function newest(read: Document['read']): Document['read'] {
  const entries = Object.entries(read)
  if (entries.length <= MAX_ACCOUNTS) return read
  return Object.fromEntries(entries.sort(([, one], [, other]) => other - one).slice(0, MAX_ACCOUNTS))
}

/** Adds a statistic to a sum, and returns the sum. */
function addTo(sum: Kind, { above, parents, sizes, rows, cut, endpoints, accounts }: Kind): Kind {
  sum.above += above
  sum.parents += parents
  sum.rows += rows
  addCounts(sum.sizes, sizes)
  addCounts(sum.cut, cut)
  for (const [path, observed] of Object.entries(endpoints)) {
    const known = sum.endpoints[path]
    if (known) addCounts(known, observed)
    else sum.endpoints[path] = { ...observed }
  }
  for (const account of accounts)
    if (sum.accounts.length < MIN_ACCOUNTS && !sum.accounts.includes(account)) sum.accounts.push(account)
  return sum
}

function addCounts(sum: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
}

/** How often observations are written to the shared documents. */
const FLUSH_MS = 1_000

/** The age at which a document of other instances is read again. */
const REFRESH_MS = 1_000

/** The number of parents of fields that are observed of a caller between two flushes: a sample of many is enough. */
const MAX_PARENTS = 4_000

/** What an operation counts as at least, so that no more than 20 are observed. */
const MIN_PARENTS = MAX_PARENTS / 20

/** The number of all callers together: a short operation that is observed takes half as much CPU again. */
const MAX_ALL_PARENTS = 5 * MAX_PARENTS

/** The maximum number of documents that a process keeps. */
const MAX_DOCUMENTS = 1_000

/** The document of all accounts together. */
const ALL = 'all'

interface StatisticsOptions {
  /** Where the documents are, which instances share. */
  documents: ReferenceStore
  /** Lets one instance at a time write a document. */
  leases: Pick<Store, 'lease'>
  /** The statistics of the service before anything was read: for the embedded sandbox, the numbers of its rows. */
  beforehand?: StatisticOf | undefined
  now?: () => number
}

/**
 * Creates the statistics of reads. They contain numbers only, are written in the background, and failures of the
 * stores lose observations, nothing else. Close it to stop writing.
 */
export function createStatistics({ documents, leases, beforehand, now = Date.now }: StatisticsOptions): Statistics & {
  /** Writes what has been observed so far. */
  flush(): Promise<void>
} {
  /** The number of observed parents of each caller, without those that flushes allow. */
  const samples = new Map<string, number>()
  /** The sum of those of all callers. One operation counts as at most `MAX_PARENTS`, so that it does not keep others from being observed. */
  let sampledParents = 0
  const shared = createDocuments({ documents, leases, now }, allowMore)

  return {
    takes: (caller) => sampledParents < MAX_ALL_PARENTS && (samples.get(caller) ?? 0) < MAX_PARENTS,
    add(caller, observed) {
      let sampled = 0
      for (const [kind, observation] of observed) {
        const { account, parents } = observation
        sampled += parents
        const add = (changes: Changes) => addObservation(changes, kind, observation)
        if (account === undefined) shared.change(ofCaller(caller), add)
        else {
          shared.change(ofCaller(caller), ({ read }) => (read[account] = now()))
          shared.change(ofAccount(account), add)
          shared.change(ALL, add)
        }
      }
      const counted = Math.max(sampled, MIN_PARENTS)
      samples.set(caller, (samples.get(caller) ?? 0) + counted)
      sampledParents += Math.min(counted, MAX_PARENTS)
      shared.flushSoon()
    },
    knownHere,
    async known(caller, accounts) {
      await Promise.all([ofCaller(caller), ALL, ...Array.from(new Set(accounts), ofAccount)].map(shared.refresh))
      return knownHere(caller)
    },
    async all() {
      await shared.refresh(ALL)
      const document = shared.here(ALL)
      return Object.fromEntries(
        kindsIn(document).flatMap((kind) => {
          const known = kindIn(document, kind, now())
          if (!known || known.above === 0) return []
          const { accounts: _, ...statistic } = known
          return [[kind, statistic]]
        }),
      )
    },
    flush: shared.flush,
  }

  function allowMore(): void {
    sampledParents = Math.max(0, sampledParents - MAX_ALL_PARENTS)
    for (const [caller, parents] of samples)
      if (parents > MAX_PARENTS) samples.set(caller, parents - MAX_PARENTS)
      else samples.delete(caller)
    if (samples.size > 0) shared.flushSoon()
  }

  function knownHere(caller: string): StatisticOf {
    const own = shared.here(ofCaller(caller))
    return (kind, account) => {
      const isReader = account !== undefined && (own?.read[account] ?? 0) > now() - FORGET_MS
      const document = account === undefined ? own : isReader ? shared.here(ofAccount(account)) : undefined
      const found = kindIn(document, kind, now())
      const before = beforehand?.(kind, account)
      // Statistics that are known beforehand count as an observation, so that a short `first` does not replace them.
      if (found) return before ? addTo({ ...structuredClone(before), accounts: [] }, found) : found
      const common = kindIn(shared.here(ALL), kind, now())
      return common && common.accounts.length >= MIN_ACCOUNTS ? common : before
    }
  }
}

/** Creates the documents that instances share. `onFlush` is called before changes are written. */
function createDocuments(
  { documents, leases, now }: Required<Omit<StatisticsOptions, 'beforehand'>>,
  onFlush: () => void,
) {
  /** The documents as they were last read, with observations of this process since then. */
  const kept = new LRUCache<string, { document: Document; readAt: number }>({ max: MAX_DOCUMENTS })
  /** The changes that `kept` does not have yet, and those that no other instance has. */
  const unread = new Map<string, Changes>()
  let pending = new Map<string, Changes>()
  let timer: NodeJS.Timeout | undefined
  return { here, change, refresh, flush, flushSoon }

  /** A document with all observations of this process. */
  function here(name: string): Document | undefined {
    const known = kept.get(name)
    const changes = unread.get(name)
    if (!changes) return known?.document
    const document = changed(rotated(known?.document ?? emptyDocument(now()), now()), changes)
    keep(name, document, known?.readAt ?? 0)
    return document
  }

  function change(name: string, add: (changes: Changes) => unknown): void {
    add(changesIn(unread, name))
    add(changesIn(pending, name))
  }

  function keep(name: string, document: Document, readAt: number): void {
    unread.delete(name)
    kept.set(name, { document, readAt })
  }

  async function refresh(name: string): Promise<void> {
    const known = kept.get(name)
    if (known && known.readAt > now() - REFRESH_MS) return
    const stored = await read(name)
    if (stored) keep(name, changed(stored, pending.get(name) ?? noChanges()), now())
  }

  async function read(name: string): Promise<Document | undefined> {
    const found = await documents.get(keyOf(name)).catch(() => undefined)
    const { data } = DOCUMENT.safeParse(found?.answer)
    return data && rotated(data, now())
  }

  function flushSoon(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    onFlush()
    const due = pending
    pending = new Map()
    for (const [name, changes] of due) await write(name, changes).catch(() => undefined)
  }

  async function write(name: string, changes: Changes): Promise<void> {
    const lease = await leases.lease(keyOf(name))
    if (!lease.held) {
      // Another instance writes it: these changes are written with the next ones.
      addChanges(changesIn(pending, name), changes)
      flushSoon()
      return void lease.released()
    }
    try {
      const document = changed((await read(name)) ?? emptyDocument(now()), changes)
      await documents.set(keyOf(name), document, FORGET_MS)
      keep(name, changed(document, pending.get(name) ?? noChanges()), now())
    } finally {
      await lease.release()
    }
  }
}

function changesIn(all: Map<string, Changes>, name: string): Changes {
  let changes = all.get(name)
  if (!changes) all.set(name, (changes = noChanges()))
  return changes
}

function ofCaller(caller: string): string {
  return `caller ${caller}`
}

function ofAccount(account: string): string {
  return `account ${account}`
}

function keyOf(name: string): string {
  return `statistics:1:${name}`
}
