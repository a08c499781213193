import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import { mapValues, pickBy } from '../json/object.ts'
import { sumOf, type FieldObservation } from '../rest/statistics.ts'
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

/** A change of a document: an account that a caller has read, or an observation. */
export interface Change {
  account?: string
  kind?: string
  observation?: FieldObservation
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
  return one && other ? sumOfKinds(one, other) : (one ?? other)
}

/** The names of the kinds in a document. */
export function kindsIn(document: Document | undefined): string[] {
  return Object.keys({ ...document?.recent, ...document?.before })
}

/** A document after these changes. */
export function changed(document: Document, changes: readonly Change[], now: number): Document {
  const recent = { ...document.recent }
  let { read } = document
  for (const { account, kind, observation } of changes) {
    if (account !== undefined) read = { ...newest(read), [account]: now }
    if (kind === undefined || !observation) continue
    const known = recent[kind]
    if (!known && Object.keys(recent).length >= MAX_KINDS) continue
    recent[kind] = added(known, observation)
  }
  return { ...document, recent, read }
}

function newest(read: Document['read']): Document['read'] {
  const entries = Object.entries(read)
  if (entries.length < MAX_ACCOUNTS) return read
  return Object.fromEntries(entries.sort(([, one], [, other]) => other - one).slice(0, MAX_ACCOUNTS - 1))
}

function added(known: Kind | undefined, { account, ...observed }: FieldObservation): Kind {
  const own = { ...observed, accounts: account === undefined ? [] : [account] }
  return known ? sumOfKinds(known, own) : own
}

function sumOfKinds(one: Kind, other: Kind): Kind {
  const endpoints = mapValues(other.endpoints, (observed, path) => {
    const known = one.endpoints[path]
    return known ? sumOf(known, observed) : observed
  })
  return {
    above: one.above + other.above,
    parents: one.parents + other.parents,
    sizes: sumOf(one.sizes, other.sizes),
    rows: one.rows + other.rows,
    cut: sumOf(one.cut, other.cut),
    endpoints: { ...one.endpoints, ...endpoints },
    accounts: [...new Set([...one.accounts, ...other.accounts])].slice(0, MIN_ACCOUNTS),
  }
}
