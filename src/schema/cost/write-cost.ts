import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import type { Endpoint, ListEndpoint } from '../../rest/endpoint.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import { lookUpOf, type LookUp } from '../node/entity.ts'
import { referenceReads } from '../write/existence.ts'
import type { Reference } from '../write/input.ts'
import { costOfLookUp, maxRowsOf, rowsOf, type Cost, type CostOf } from './cost.ts'

/** The calls of a mutation. */
export interface WriteCost {
  /** The endpoint of the write. */
  endpoint: LimitedEndpoint & Pick<Endpoint, 'many'>
  /** What the write reads before it is sent, for so many operations. */
  before?: ((operations: number) => Cost[]) | undefined
  /** What `validateOnly` reads in addition, for an input with so many IDs. */
  reads?: ((ids: number) => Cost[]) | undefined
  /** The limits of one call of a batch, and how often a call is sent at most. */
  batch?: BatchLimits | undefined
  /** What the rules of `validateOnly` depend on in any case; undefined if the input is refused. */
  dependencies: (args: Readonly<Record<string, unknown>>) => Dependencies | undefined
}

/** The limits of one call of a batch. */
export interface BatchLimits {
  maxItems: number
  /** The maximum number of bytes of a call, if it is limited. */
  maxBytes?: number | undefined
  /** How often a call is sent at most. Defaults to once. */
  maxSends?: number | undefined
}

/** The accounts of an input, and the references whose entities are looked up. */
export interface Dependencies {
  accounts: readonly string[]
  references: readonly Pick<Reference, 'type' | 'account' | 'id'>[]
}

/** The cost of a mutation: what it reads, and then the write, or the reads of `validateOnly` alone. */
export function writeCost({ endpoint, before, reads, batch, dependencies }: WriteCost): { cost: CostOf } {
  return {
    cost({ parents, args }) {
      const input = args['input'] ?? {}
      if (args['validateOnly'] === true) {
        const found = dependencies(args)
        if (!found) return []
        const inAdvance = [accessCost(found.accounts), ...referenceCosts(found.references)]
        return [...inAdvance, ...(reads?.(idsIn(input)) ?? []).map((cost) => ({ ...cost, waits: true }))].map(prepares)
      }
      const items = batch ? longestListIn(input) : 1
      const calls = { min: 0, max: batch ? callsOfBatch(batch, items, args) : 1 }
      const fetched = batch ? items * (batch.maxSends ?? 1) : maxRowsOf(endpoint)
      const rows = rowsOf(endpoint.path, parents, batch ? items : maxRowsOf(endpoint))
      const write = { endpoint, keysPerCall: batch?.maxItems ?? 1, calls, fetched, rows }
      return [...(before?.(items) ?? []).map(prepares), { ...write, waits: true }]
    },
  }
}

/** The cost of rows that a rule depends on, of which the input can name so many. */
export function readCost(endpoint: LookUp & Partial<Pick<ListEndpoint, 'cache' | 'maxCount'>>, ids = 1): Cost {
  return costOfLookUp(endpoint, { min: 0, max: ids, accounts: Math.min(1, ids) }, true)
}

/** The cost of a call for each operation or ID. */
export function callsCost(endpoint: LimitedEndpoint & { maxCount?: number }, calls: number): Cost {
  return { endpoint, keysPerCall: 1, calls: { min: 0, max: calls }, fetched: calls * (endpoint.maxCount ?? 1) }
}

function prepares(cost: Cost): Cost {
  return { ...cost, rows: undefined }
}

/** The cost of the permissions of the caller in each account. */
function accessCost({ length }: readonly string[]): Cost {
  return { endpoint: getAuthenticatedUserAccess, keysPerCall: 1, calls: { min: length, max: length }, fetched: length }
}

/** The cost of the entities that an input refers to. Those of one type and account are looked up together. */
function referenceCosts(references: Dependencies['references']): Cost[] {
  const groups = new Map<string, { type: string; account: string; ids: Set<string> }>()
  for (const { type, account, id } of references) {
    const key = `${type} ${account}`
    const group = groups.get(key) ?? { type, account, ids: new Set() }
    groups.set(key, group)
    group.ids.add(id)
  }
  return [...groups.values()].flatMap(({ type, account, ids: { size } }) => {
    const lookUp = lookUpOf(type)
    const own = referenceReads(type, size)
    const costs = own ?? (lookUp ? [costOfLookUp(lookUp, { min: size, max: size, accounts: 1 }, true)] : [])
    return costs.map((cost) => ({ ...cost, account }))
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

/** The number of texts in an input: more than it has IDs. */
function idsIn(input: unknown): number {
  return textsIn(input).length
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function longestListIn(input: object): number {
  const lengths = Object.values(input).map((value) => (Array.isArray(value) ? value.length : 0))
  return Math.max(0, ...lengths)
}
