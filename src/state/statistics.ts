import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { endpointSum, type FieldObservation, type StatisticOf, type Statistics } from '../rest/statistics.ts'
import { STATISTIC } from './statistics-file.ts'
import type { KeyValueStore, ReferenceStore } from '../rest/store.ts'

/** The time after which nothing of an observation is left. */
const FORGET_MS = 86_400_000

/** How often observations are written to the shared documents. */
const FLUSH_MS = 1_000

/** The age at which a document of other instances is read again. */
const REFRESH_MS = 1_000

/** The number of operations of a caller that are observed between two flushes: a sample of many is enough. */
const MAX_SAMPLES = 20

/** The maximum number of documents that a process keeps, and of kinds of fields in one. */
const MAX_DOCUMENTS = 1_000
const MAX_KINDS = 500

/** The maximum number of accounts that are remembered for a caller. */
const MAX_ACCOUNTS = 1_000

/** The number of accounts from which on their common statistics serve callers that have read none of them. */
const MIN_ACCOUNTS = 5

/** The document of all accounts together. */
const ALL = 'all'

/** A statistic, with the accounts that were observed: no more of them than tell whether there are enough. */
const KIND = STATISTIC.extend({ accounts: z.array(z.string()).max(MIN_ACCOUNTS) })

type Kind = z.output<typeof KIND>

const KINDS = z.record(z.string(), KIND)

/**
 * The statistics of an account, of a caller where the operation names no account, or of all accounts. Observations go to
 * `recent` for half of `FORGET_MS`, then to `before` for the other half.
 */
const DOCUMENT = z.object({
  since: z.number(),
  recent: KINDS,
  before: KINDS,
  /** Of a caller: when it last read an account. */
  read: z.record(z.string(), z.number()),
})

type Document = z.output<typeof DOCUMENT>

const NOTHING: Kind = { above: 0, parents: 0, sizes: {}, rows: 0, cut: {}, endpoints: {}, accounts: [] }

interface StatisticsOptions {
  /** Where the documents are, which instances share. */
  documents: ReferenceStore
  /** Lets one instance at a time write a document. */
  leases: Pick<KeyValueStore, 'acquireLease'>
  now?: () => number
}

/**
 * Creates the statistics of what is read. They contain numbers only, are written in the background, and failures of the
 * stores lose observations, nothing else. Close it to stop writing.
 */
export function createStatistics({ documents, leases, now = Date.now }: StatisticsOptions): Statistics & {
  /** Writes what has been observed so far. */
  flush(): Promise<void>
} {
  /** The documents as they were last read, with observations of this process since then. */
  const here = new LRUCache<string, { document: Document; readAt: number }>({ max: MAX_DOCUMENTS })
  /** The changes that `here` does not have yet, and those that no other instance has. */
  const unread = new Map<string, Change[]>()
  let pending = new Map<string, Change[]>()
  /** The number of operations of each caller since the last flush. */
  const samples = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  return {
    takes: (caller) => (samples.get(caller) ?? 0) < MAX_SAMPLES,
    add(caller, observed) {
      samples.set(caller, (samples.get(caller) ?? 0) + 1)
      flushSoon()
      for (const [kind, observation] of observed) {
        const { account } = observation
        if (account === undefined) change(ofCaller(caller), { kind, observation })
        else {
          change(ofCaller(caller), { account })
          change(ofAccount(account), { kind, observation })
          change(ALL, { kind, observation })
        }
      }
    },
    knownHere,
    async known(caller, accounts) {
      const names = [ofCaller(caller), ALL, ...Array.from(new Set(accounts), ofAccount)]
      await Promise.all(names.map(refresh))
      return knownHere(caller)
    },
    async all() {
      await refresh(ALL)
      const document = documentHere(ALL) ?? emptyDocument()
      const kinds = new Set([...Object.keys(document.recent), ...Object.keys(document.before)])
      return Object.fromEntries(
        Array.from(kinds).flatMap((kind) => {
          const { accounts: _, ...statistic } = kindIn(document, kind) ?? NOTHING
          return statistic.above === 0 ? [] : [[kind, statistic]]
        }),
      )
    },
    flush,
  }

  function knownHere(caller: string): StatisticOf {
    const own = documentHere(ofCaller(caller))
    return (kind, account) => {
      const readAt = account === undefined ? undefined : own?.read[account]
      const isReader = readAt !== undefined && readAt > now() - FORGET_MS
      const document = account === undefined ? own : isReader ? documentHere(ofAccount(account)) : undefined
      const found = document && kindIn(document, kind)
      if (found) return found
      const all = documentHere(ALL)
      const common = all && kindIn(all, kind)
      return common && common.accounts.length >= MIN_ACCOUNTS ? common : undefined
    }
  }

  /** The statistics of a kind that are not forgotten yet. */
  function kindIn(document: Document, kind: string): Kind | undefined {
    const { recent, before } = rotated(document)
    const [one, other] = [recent[kind], before[kind]]
    return one && other ? sumOf(one, other) : (one ?? other)
  }

  function rotated(document: Document): Document {
    const age = now() - document.since
    if (age < FORGET_MS / 2) return document
    const before = age < FORGET_MS ? document.recent : {}
    return { since: now(), recent: {}, before, read: readSince(document.read, now() - FORGET_MS) }
  }

  function change(name: string, one: Change): void {
    push(unread, name, one)
    push(pending, name, one)
    flushSoon()
  }

  function flushSoon(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  /** A document with all observations of this process. */
  function documentHere(name: string): Document | undefined {
    const known = here.get(name)
    const changes = unread.get(name)
    if (!changes) return known?.document
    const document = changed(rotated(known?.document ?? emptyDocument()), changes)
    keep(name, document, known?.readAt ?? 0)
    return document
  }

  function keep(name: string, document: Document, readAt: number): void {
    unread.delete(name)
    here.set(name, { document, readAt })
  }

  async function refresh(name: string): Promise<void> {
    const known = here.get(name)
    if (known && known.readAt > now() - REFRESH_MS) return
    const stored = await read(name)
    if (stored) keep(name, changed(stored, pending.get(name) ?? []), now())
  }

  async function read(name: string): Promise<Document | undefined> {
    const found = await documents.get(keyOf(name)).catch(() => undefined)
    const parsed = DOCUMENT.safeParse(found?.answer)
    return parsed.success ? rotated(parsed.data) : undefined
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    samples.clear()
    const due = pending
    pending = new Map()
    for (const [name, changes] of due) await write(name, changes).catch(() => undefined)
  }

  async function write(name: string, changes: Change[]): Promise<void> {
    const lease = await leases.acquireLease(keyOf(name))
    if (!lease.held) {
      // Another instance writes it: these changes are written with the next ones.
      pending.set(name, [...changes, ...(pending.get(name) ?? [])])
      flushSoon()
      return void lease.released()
    }
    try {
      const document = changed((await read(name)) ?? emptyDocument(), changes)
      await documents.set(keyOf(name), document, FORGET_MS)
      keep(name, changed(document, pending.get(name) ?? []), now())
    } finally {
      await lease.release()
    }
  }

  function emptyDocument(): Document {
    return { since: now(), recent: {}, before: {}, read: {} }
  }

  function changed(document: Document, changes: readonly Change[]): Document {
    const recent = { ...document.recent }
    let { read } = document
    for (const { account, kind, observation } of changes) {
      if (account !== undefined) read = { ...newest(read), [account]: now() }
      if (kind === undefined || !observation) continue
      const known = recent[kind]
      if (!known && Object.keys(recent).length >= MAX_KINDS) continue
      recent[kind] = added(known, observation)
    }
    return { ...document, recent, read }
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** A change of a document: an account that a caller has read, or an observation. */
interface Change {
  account?: string
  kind?: string
  observation?: FieldObservation
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

function readSince(read: Document['read'], since: number): Document['read'] {
  return Object.fromEntries(Object.entries(read).filter(([, at]) => at > since))
}

function newest(read: Document['read']): Document['read'] {
  const entries = Object.entries(read)
  if (entries.length < MAX_ACCOUNTS) return read
  return Object.fromEntries(entries.sort(([, one], [, other]) => other - one).slice(0, MAX_ACCOUNTS - 1))
}

function added(known: Kind | undefined, { account, ...observed }: FieldObservation): Kind {
  const own = { ...observed, accounts: account === undefined ? [] : [account] }
  return known ? sumOf(known, own) : own
}

function sumOf(one: Kind, other: Kind): Kind {
  const endpoints = { ...one.endpoints }
  for (const [path, observed] of Object.entries(other.endpoints)) {
    const known = endpoints[path]
    endpoints[path] = known ? endpointSum(known, observed) : observed
  }
  return {
    above: one.above + other.above,
    parents: one.parents + other.parents,
    sizes: countsOf(one.sizes, other.sizes),
    rows: one.rows + other.rows,
    cut: countsOf(one.cut, other.cut),
    endpoints,
    accounts: [...new Set([...one.accounts, ...other.accounts])].slice(0, MIN_ACCOUNTS),
  }
}

function countsOf(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const counts = { ...one }
  for (const [key, count] of Object.entries(other)) counts[key] = (counts[key] ?? 0) + count
  return counts
}
