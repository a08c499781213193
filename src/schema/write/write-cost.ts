import type { Endpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import type { Key } from './stored.ts'
import { maxRowsOf, rowsOf, type Cost, type CostOf } from '../cost/cost.ts'

/** The calls of a mutation. */
export interface WriteCost {
  /** The endpoint of the write. */
  endpoint: LimitedEndpoint & Pick<Endpoint, 'many'>
  /** The limits of one call of a batch, and how often a call is sent at most. */
  batch?: BatchLimits | undefined
  /** What is read before the write, or by `validateOnly` instead of it; undefined if the input is refused. */
  reads: (args: Readonly<Record<string, unknown>>) => Reads | undefined
}

/** The data that a write reads: first what is certainly read, then what rules can depend on. */
export interface Reads {
  existence: readonly Key<unknown>[]
  others: readonly Key<unknown>[]
}

/** The limits of one call of a batch. */
export interface BatchLimits {
  maxItems: number
  /** The maximum number of bytes of a call, if it is limited. */
  maxBytes?: number | undefined
  /** How often a call is sent at most. Defaults to once. */
  maxSends?: number | undefined
}

/** The cost of a mutation: what it reads, and then the write, or the reads of `validateOnly` alone. */
export function writeCost({ endpoint, batch, reads }: WriteCost): { cost: CostOf } {
  return {
    cost({ parents, args }) {
      const input = args['input'] ?? {}
      const { existence, others } = reads(args) ?? { existence: [], others: [] }
      const known = new Set(existence.map(({ id }) => id))
      const further = costsOf(
        others.filter(({ id }) => !known.has(id)),
        false,
      )
      const costs = [...costsOf(existence, true), ...further.map((cost) => ({ ...cost, waits: existence.length > 0 }))]
      if (args['validateOnly'] === true) return costs
      const items = batch ? longestListIn(input) : 1
      const calls = { min: 0, max: batch ? callsOfBatch(batch, items, args) : 1 }
      const fetched = batch ? items * (batch.maxSends ?? 1) : maxRowsOf(endpoint)
      const rows = rowsOf(endpoint.path, parents, batch ? items : maxRowsOf(endpoint))
      const write = { endpoint, keysPerCall: batch?.maxItems ?? 1, calls, fetched, rows }
      return [...costs, { ...write, waits: true }]
    },
  }
}

/** The cost of reading the data of keys. The data of one group is read together. */
function costsOf(keys: readonly Key<unknown>[], isCertain: boolean): Cost[] {
  const groups = new Map<string, Map<string, Key<unknown>>>()
  for (const key of keys) {
    const group = groups.get(key.group) ?? new Map<string, Key<unknown>>()
    groups.set(key.group, group.set(key.id, key))
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group.values()
    const costs = first?.costs({ min: isCertain ? group.size : 0, max: group.size }) ?? []
    return costs.map((cost) => ({ ...cost, rows: undefined }))
  })
}

/** The calls that a batch is sent in: with `split` as many as its limits need, each as often as it may be sent. */
function callsOfBatch(
  { maxItems, maxBytes = Infinity, maxSends = 1 }: BatchLimits,
  items: number,
  { input, split }: Readonly<Record<string, unknown>>,
): number {
  if (!split) return maxSends
  // Two calls in a row have more bytes than one may have, or the operations of the second would be in the first.
  const bytes =
    maxBytes === Infinity ? 0 : textsIn(input).reduce((sum, text) => sum + BYTES_PER_TEXT + 3 * text.length, 0)
  return Math.max(1, Math.ceil(items / maxItems) + 2 * Math.floor(bytes / maxBytes)) * maxSends
}

/** More bytes than a hash of a text and the names around it take. */
const BYTES_PER_TEXT = 200

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function longestListIn(input: object): number {
  const lengths = Object.values(input).map((value) => (Array.isArray(value) ? value.length : 0))
  return Math.max(0, ...lengths)
}
