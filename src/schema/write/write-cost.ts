import { isObject } from '../../json/object.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import type { Key } from './stored.ts'
import { maxRowsOf, rowsOf, type Cost, type Costs } from '../cost/cost.ts'

/** The calls of a mutation. */
export interface WriteCost {
  /** The endpoint of the write. */
  endpoint: LimitedEndpoint & Pick<Endpoint, 'many'>
  /** The limits of one call of a batch, and how often a call is sent at most. */
  batch?: BatchLimits
  /** What each change can need before it is sent, if that is anything: its cost is the same for all of them. */
  canNeed?: Key<unknown>
  /** What is read before the write, or by `validateOnly` instead of it; undefined if the input is refused. */
  reads: (args: Readonly<Record<string, unknown>>) => Reads | undefined
}

/** The data that a write reads: first what is certainly read, then what rules can depend on. */
interface Reads {
  existence: readonly Key<unknown>[]
  others: readonly Key<unknown>[]
}

/** The limits of one call of a batch. */
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
export function writeCost({ endpoint, batch, canNeed, reads }: WriteCost): Costs {
  return {
    cost({ parents, args, hasOpenInput = false }) {
      const items = batch ? longestListIn(args['input'] ?? {}) : 1
      const chunks = batch ? chunksOf(batch, items, args, hasOpenInput) : 1
      const isValidation = args['validateOnly'] === true
      const costs = hasOpenInput ? costsOfAnyInput() : costsOfReads(reads(args), isValidation ? 1 : chunks)
      if (isValidation) return costs
      const sends = batch?.maxSends ?? 1
      const rows = rowsOf(endpoint.path, parents, batch ? items : maxRowsOf(endpoint))
      const write = { endpoint, keysPerCall: batch?.maxItems ?? 1, calls: { min: 0, max: chunks * sends }, rows }
      return [...costs, { ...write, fetched: rows.max * sends, waits: true }]

      function costsOfAnyInput(): Cost[] {
        if (isValidation) return [ANY_READS]
        const keys = Math.min(items, batch?.maxItems ?? 1)
        return (canNeed?.costs({ min: 0, max: keys }) ?? []).map(({ calls, fetched, ...cost }) => ({
          ...cost,
          account: undefined,
          calls: { min: 0, max: calls.max * chunks },
          fetched: fetched * chunks,
          rows: undefined,
        }))
      }
    },
  }
}

/** The reads of `validateOnly` for any input. Only the input tells how many entities and whole lists its rules depend on. */
const ANY_READS: Cost = { endpoint: undefined, keysPerCall: 1, calls: { min: 0, max: Infinity }, fetched: Infinity }

/** The costs of what a known input reads: nothing if it is refused. */
function costsOfReads({ existence, others }: Reads = { existence: [], others: [] }, chunks: number): Cost[] {
  const known = new Set(existence.map(({ id }) => id))
  const further = costsOf(
    others.filter(({ id }) => !known.has(id)),
    { chunks },
  )
  return [
    ...costsOf(existence, { isCertain: true }),
    ...further.map((cost) => ({ ...cost, waits: existence.length > 0 })),
  ]
}

/** The costs of reading the data of keys. The data of one group is read together, for each call of a batch anew. */
function costsOf(keys: readonly Key<unknown>[], { isCertain = false, chunks = 1 }): Cost[] {
  const groups = new Map<string, Map<string, Key<unknown>>>()
  for (const key of keys) {
    const group = groups.get(key.group) ?? new Map<string, Key<unknown>>()
    groups.set(key.group, group.set(key.id, key))
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group.values()
    const costs = first?.costs({ min: isCertain ? group.size : 0, max: group.size }) ?? []
    const anew = Math.min(group.size, chunks)
    return costs.map((cost) => ({
      ...cost,
      calls: { min: cost.calls.min, max: Math.max(cost.calls.max, anew) },
      rows: undefined,
    }))
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

/** More bytes than the texts in a value take when they are sent. */
function maxBytesOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_TEXT + 3 * value.length
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
