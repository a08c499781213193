import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import { pickBy } from '../json/object.ts'
import type { FieldObservation } from '../rest/statistics.ts'
import { STATISTIC } from './statistics-file.ts'

/** The time after which nothing of an observation is left. */
export const FORGET_MS = DAY_MS

/** The maximum number of kinds of fields in a document. */
const MAX_KINDS = 500

/** The maximum number of accounts that are remembered for a caller. */
const MAX_ACCOUNTS = 1_000

/** The number of accounts from which on their common statistics serve callers that have read none of them. */
export const MIN_ACCOUNTS = 5

/** A statistic, with the accounts that were observed: no more of them than tell whether there are enough. */
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

export type Document = z.output<typeof DOCUMENT>

/** What was observed: the sums by the kind of field, and when a caller has read an account. */
export type Changes = Pick<Document, 'recent' | 'read'>

export function noChanges(): Changes {
  return { recent: {}, read: {} }
}

/** Adds an observation to changes. An operation can have hundreds of one kind: they are summed as they arrive. */
export function addObservation(changes: Changes, kind: string, { account, ...observed }: FieldObservation): void {
  addSum(changes, kind, { ...observed, accounts: account === undefined ? [] : [account] })
}

/** Adds other changes to changes. */
export function addChanges(changes: Changes, { recent, read }: Changes): void {
  Object.assign(changes.read, read)
  for (const [kind, sum] of Object.entries(recent)) addSum(changes, kind, sum)
}

function addSum({ recent }: Changes, kind: string, observed: Kind): void {
  const sum = recent[kind]
  if (sum) addTo(sum, observed)
  else if (Object.keys(recent).length < MAX_KINDS) recent[kind] = structuredClone(observed)
}

export function emptyDocument(now: number): Document {
  return { since: now, recent: {}, before: {}, read: {} }
}

/** A document without what is forgotten at this time. */
export function rotated(document: Document, now: number): Document {
  const age = now - document.since
  if (age < FORGET_MS / 2) return document
  const before = age < FORGET_MS ? document.recent : {}
  return { since: now, recent: {}, before, read: pickBy(document.read, (at) => at > now - FORGET_MS) }
}

/** The statistics of a kind that are not forgotten yet. */
export function kindIn(document: Document | undefined, kind: string, now: number): Kind | undefined {
  if (!document) return undefined
  const { recent, before } = rotated(document, now)
  const [one, other] = [recent[kind], before[kind]]
  return one && other ? addTo(structuredClone(one), other) : (one ?? other)
}

/** The names of the kinds in a document. */
export function kindsIn(document: Document | undefined): string[] {
  return Object.keys({ ...document?.recent, ...document?.before })
}

/** A document after these changes. */
export function changed(document: Document, changes: Changes): Document {
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
