import { LRUCache } from 'lru-cache'
import type { StatisticOf, Statistics } from '../rest/statistics.ts'
import type { KeyValueStore, ReferenceStore } from '../rest/store.ts'
import {
  addChanges,
  addObservation,
  changed,
  type Changes,
  DOCUMENT,
  type Document,
  emptyDocument,
  FORGET_MS,
  kindIn,
  kindsIn,
  MIN_ACCOUNTS,
  noChanges,
  rotated,
} from './statistics-document.ts'

/** How often observations are written to the shared documents. */
const FLUSH_MS = 1_000

/** The age at which a document of other instances is read again. */
const REFRESH_MS = 1_000

/** The number of parents of fields that are observed of a caller between two flushes: a sample of many is enough. */
const MAX_PARENTS = 4_000

/** What an operation counts as at least, so that no more than 20 are observed. */
const MIN_PARENTS = MAX_PARENTS / 20

/** The maximum number of documents that a process keeps. */
const MAX_DOCUMENTS = 1_000

/** The document of all accounts together. */
const ALL = 'all'

interface StatisticsOptions {
  /** Where the documents are, which instances share. */
  documents: ReferenceStore
  /** Lets one instance at a time write a document. */
  leases: KeyValueStore
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
  /** The number of observed parents of each caller, without those that flushes allow. */
  const samples = new Map<string, number>()
  const shared = createDocuments({ documents, leases, now }, allowMore)

  return {
    takes: (caller) => (samples.get(caller) ?? 0) < MAX_PARENTS,
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
      samples.set(caller, (samples.get(caller) ?? 0) + Math.max(sampled, MIN_PARENTS))
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
      if (found) return found
      const common = kindIn(shared.here(ALL), kind, now())
      return common && common.accounts.length >= MIN_ACCOUNTS ? common : undefined
    }
  }
}

/** Creates the documents that instances share. `onFlush` is called before changes are written. */
function createDocuments({ documents, leases, now }: Required<StatisticsOptions>, onFlush: () => void) {
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
    const lease = await leases.acquireLease(keyOf(name))
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
