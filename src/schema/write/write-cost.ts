import { isObject } from '../../json/object.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit.ts'
import { maxRowsOf, rowsOf, sum, type Cost, type Costs, type FieldUse } from '../cost/cost.ts'
import type { Key } from './stored.ts'

/** The calls of a mutation. */
export interface WriteCost {
  endpoint: LimitedEndpoint & Pick<Endpoint, 'answer'>
  /** The limits of one call of a batch, and how often a call is sent at most. */
  batch?: BatchLimits
  /** What a change of any input can need before it is sent, with these limits: a key for each kind of data. */
  canNeed: (limits: FieldUse['limits']) => readonly Key<unknown>[]
  /** The reads before the write, or by `validateOnly` instead of it; undefined if the input is refused. */
  reads: (args: Readonly<Record<string, unknown>>, use: Pick<FieldUse, 'write' | 'limits'>) => Reads | undefined
}

interface Reads {
  /** The reads that come first. */
  existence: readonly Key<unknown>[]
  /** What rules can depend on, read once. */
  dependsOn: readonly Key<unknown>[]
  /** What each change needs, read before each call that it has not been read for. */
  needs: readonly (readonly Key<unknown>[])[]
}

export interface BatchLimits {
  maxItems: number
  /** The maximum number of bytes of a call, if it is limited. */
  maxBytes?: number
  /** How often a call is sent at most. Defaults to once. */
  maxSends?: number
}

/**
 * The cost of a mutation: what it reads, and then the write, or the reads of `validateOnly` alone. An input whose values are
 * not known counts as the one that costs most.
 */
export function writeCost(write: WriteCost): Costs {
  return { cost: (use) => mostCalls(withFlags(use).map((each) => costsOfWrite(write, each))) }
}

/** The use of a mutation with each value of the flags that decide about reads, if they are not known. */
function withFlags(use: FieldUse): FieldUse[] {
  const names = ['validateOnly', 'skipInvalid'].filter((name) => use.open?.has(name))
  return names.reduce<FieldUse[]>(
    (uses, name) =>
      uses.flatMap((each) => [true, false].map((value) => ({ ...each, args: { ...each.args, [name]: value } }))),
    [use],
  )
}

function mostCalls(all: readonly Cost[][]): Cost[] {
  const callsOf = (costs: readonly Cost[]) => sum(costs, ({ calls }) => calls.max)
  return all.reduce((most, costs) => (callsOf(costs) > callsOf(most) ? costs : most))
}

function costsOfWrite(
  { endpoint, batch, canNeed, reads }: WriteCost,
  { parents, args, open, write: kept, limits }: FieldUse,
): Cost[] {
  const hasOpenInput = open?.has('input') ?? false
  const items = batch ? longestListIn(args['input'] ?? {}) : 1
  const chunks = batch ? chunksOf(batch, items, args, hasOpenInput) : 1
  const isValidation = args['validateOnly'] === true
  const isReviewed = isValidation || args['skipInvalid'] === true
  // The review has read what the first call needs.
  const readingCalls = isReviewed ? chunks - 1 : chunks
  const costs = hasOpenInput
    ? costsOfAnyInput()
    : costsOfReads(reads(args, { write: kept, limits }), isValidation, readingCalls, batch?.maxItems)
  if (isValidation) return costs
  const sends = batch?.maxSends ?? 1
  const rows = rowsOf(endpoint.path, parents, batch ? items : maxRowsOf(endpoint))
  const write = { endpoint, keysPerCall: batch?.maxItems ?? 1, calls: { min: 0, max: chunks * sends }, rows }
  return [...costs, { ...write, fetched: rows.max * sends, waits: true }]

  function costsOfAnyInput(): Cost[] {
    if (isReviewed) return [ANY_READS]
    const keys = Math.min(items, batch?.maxItems ?? 1)
    return canNeed(limits ?? kept?.writes.spend)
      .flatMap((key) => key.costs({ min: 0, max: keys }))
      .map(({ calls, fetched, ...cost }) => ({
        ...cost,
        account: undefined,
        calls: { min: 0, max: calls.max * chunks },
        fetched: fetched * chunks,
        rows: undefined,
      }))
  }
}

/** The reads of `validateOnly` and `skipInvalid` for any input, which decides how many entities and whole lists rules depend on. */
const ANY_READS: Cost = { endpoint: undefined, keysPerCall: 1, calls: { min: 0, max: Infinity }, fetched: Infinity }

/** The costs of what a known input reads: nothing if it is refused. A call of a batch has at most `maxItems` changes. */
function costsOfReads(
  { existence, dependsOn, needs }: Reads = { existence: [], dependsOn: [], needs: [] },
  isValidation: boolean,
  calls: number,
  maxItems = 1,
): Cost[] {
  const known = new Set(existence.map(({ id }) => id))
  const waits = existence.length > 0
  return [
    // A write that is answered again reads nothing.
    ...groupsOf([existence]).flatMap(({ first, keys }) =>
      first.costs({ min: isValidation ? keys.size : 0, max: keys.size }),
    ),
    ...groupsOf([dependsOn.filter(({ id }) => !known.has(id))])
      .flatMap((group) => costsInChunks(group, 1, 1))
      .map((cost) => ({ ...cost, waits })),
    ...(calls > 0 ? groupsOf(needs) : [])
      .flatMap((group) => costsInChunks(group, calls, maxItems))
      .map((cost) => ({ ...cost, waits })),
  ].map((cost) => ({ ...cost, rows: undefined }))
}

/** Keys whose data is read together. */
interface KeyGroup {
  first: Key<unknown>
  keys: Set<string>
  /** How often changes need one of the keys. */
  uses: number
  /** How many of them one change needs at most. */
  maxOfChange: number
}

function groupsOf(changes: readonly (readonly Key<unknown>[])[]): KeyGroup[] {
  const groups = new Map<string, KeyGroup>()
  for (const keys of changes) {
    const ofChange = new Map<KeyGroup, number>()
    for (const key of keys) {
      const group = groups.get(key.group) ?? { first: key, keys: new Set(), uses: 0, maxOfChange: 0 }
      groups.set(key.group, group)
      group.keys.add(key.id)
      group.uses += 1
      ofChange.set(group, (ofChange.get(group) ?? 0) + 1)
    }
    for (const [group, uses] of ofChange) group.maxOfChange = Math.max(group.maxOfChange, uses)
  }
  return [...groups.values()]
}

/** The costs of reading the data of a group: each call of a batch reads anew what its changes need. */
function costsInChunks({ first, keys, uses, maxOfChange }: KeyGroup, chunks: number, maxItems: number): Cost[] {
  const reading = Math.min(chunks, uses)
  const ofChunk = first.costs({ min: 0, max: Math.min(keys.size, maxItems * maxOfChange) })
  return first.costs({ min: 0, max: Math.min(uses, keys.size * chunks) }).map((cost, nth) => {
    // Reads of several calls are not as full as they would be together.
    const max = Math.min(cost.calls.max + reading - 1, reading * (ofChunk[nth]?.calls.max ?? Infinity))
    return { ...cost, calls: { min: cost.calls.min, max } }
  })
}

/** The calls that a batch is sent in: with `split` as many as its limits need. */
function chunksOf(
  { maxItems, maxBytes = Infinity }: BatchLimits,
  items: number,
  { input, split }: Readonly<Record<string, unknown>>,
  hasOpenInput: boolean,
): number {
  if (!split) return 1
  if (maxBytes === Infinity) return Math.max(1, Math.ceil(items / maxItems))
  // Each operation can have as many bytes as a call.
  if (hasOpenInput) return Math.max(1, items)
  // Two calls in a row have more bytes than one may have, or the operations of the second would be in the first.
  return Math.max(1, Math.ceil(items / maxItems) + 2 * Math.floor(maxBytesOf(input) / maxBytes))
}

/** More bytes than a hash of a text and the names around it take. */
const BYTES_PER_TEXT = 200

/** More bytes than the texts in a value take when they are sent. A control character takes six in JSON. */
function maxBytesOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_TEXT + 6 * value.length
  let bytes = 0
  if (Array.isArray(value)) for (const item of value) bytes += maxBytesOf(item)
  // `Object.values` would create a list for each of thousands of users.
  else if (isObject(value)) for (const name in value) bytes += maxBytesOf(value[name])
  return bytes
}

function longestListIn(input: object): number {
  const lengths = Object.values(input).map((value) => (Array.isArray(value) ? value.length : 0))
  return Math.max(0, ...lengths)
}
