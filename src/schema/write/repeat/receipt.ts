import { builder } from '../../builder.ts'
import { closedEnum } from '../../scalar/enum.ts'

/** The maximum number of rows that are named as possibly created. */
export const MAX_CANDIDATES = 10

const WriteOutcomeType = closedEnum('WriteOutcome', 'The outcome of a write.', {
  DONE: 'The service confirmed the write.',
  REPLAYED: 'The write was done by an earlier use of the idempotency key. Nothing was sent.',
  RECOVERED:
    'The response of the service was lost. Exactly one entity that shows everything that was sent was found afterwards.',
  UNKNOWN:
    'The response of the service was lost, and it is not known whether the write happened. It is not sent again. ' +
    '`candidates` has the entities that it may have created. Another use of the idempotency key looks for it again.',
})

/** The outcome of a write. */
export type WriteOutcome = typeof WriteOutcomeType.$inferType

/** The outcome of one operation of a batch. */
interface ReceiptItem {
  outcome: WriteOutcome
  id: string | null
  /** The global IDs of what it can have made. */
  candidates: readonly string[]
}

/** The outcome of a write. */
export interface Receipt {
  outcome: WriteOutcome
  /** The global IDs of what it made or changed. */
  ids: readonly string[]
  /** The global IDs of what it can have made. */
  candidates: readonly string[]
  /** The IDs of the requests to Adgraph that have sent it. */
  requestIds: readonly string[]
  keyStore: 'PROCESS' | 'SHARED' | null
  /** Of a batch, an item for each operation; null for an operation that was not sent. */
  items: readonly (ReceiptItem | null)[] | null
}

const KeyStore = closedEnum('KeyStore', 'Where idempotency keys are recorded.', {
  PROCESS: 'In the memory of the server. They are lost when it restarts.',
  SHARED: 'In Redis. All instances share them, and they last as long as the data of Redis.',
})

const ReceiptItem = builder.objectRef<ReceiptItem>('ReceiptItem').implement({
  description: 'The outcome of one operation of a batch.',
  fields: (t) => ({
    ...t.given({
      outcome: [WriteOutcomeType, 'The outcome of the operation.'],
      candidates: [
        ['ID'],
        'If `outcome` is UNKNOWN, the global IDs of entities that the operation may have created, newest first, at most ten.',
      ],
    }),
    ...t.properties({ id: ['ID', 'The global ID of the entity. Null if it has none, or if it is not known.'] }),
  }),
})

export const Receipt = builder.objectRef<Receipt>('Receipt').implement({
  description: 'The outcome of a write.',
  fields: (t) => ({
    ...t.given({
      outcome: [
        WriteOutcomeType,
        'The outcome of the write. For a batch with several outcomes, the first of UNKNOWN, RECOVERED, DONE and REPLAYED.',
      ],
      ids: [['ID'], 'The global IDs of the entities that the write created or changed.'],
      candidates: [
        ['ID'],
        'If `outcome` is UNKNOWN, the global IDs of entities that the write may have created, newest first, at most ten. They ' +
          'are looked for only with an idempotency key.',
      ],
      requestIds: [
        ['String'],
        'The `x-request-id` of each request that sent the write. The service received the same ID.',
      ],
    }),
    ...t.properties({ keyStore: [KeyStore, 'Where the idempotency key is recorded. Null without a key.'] }),
    items: t.field({
      type: [ReceiptItem],
      nullable: { list: true, items: true },
      description:
        'The outcome of each operation of a batch, in order. Null for an operation that was not sent, and for mutations ' +
        'that are not batches.',
      resolve: ({ items }) => items,
    }),
  }),
})

/** The outcome of a write is the first of these that one of its operations has. */
const ORDER = ['UNKNOWN', 'RECOVERED', 'DONE', 'REPLAYED'] as const

/** The outcome of one call of a write. */
export interface CallResult {
  /** Its operations, each with its index in a batch, and 0 for any other write. */
  items: readonly { index: number; item: ReceiptItem }[]
  /** The global IDs of what it can have made, newest first. */
  candidates: readonly string[]
}

/** The outcome of a write, by its calls; null if nothing did. `count` is the number of operations of a batch. */
export function receiptOf(
  calls: readonly CallResult[],
  known: Pick<Receipt, 'requestIds' | 'keyStore'>,
  count: number | undefined,
): Receipt | null {
  const all = calls.flatMap(({ items }) => items)
  const outcome = ORDER.find((one) => all.some(({ item }) => item.outcome === one))
  if (outcome === undefined) return null
  const items = Array.from({ length: count ?? 0 }, (): ReceiptItem | null => null)
  for (const { index, item } of all) if (index < items.length) items[index] = item
  const candidates = calls.flatMap((call) => call.candidates)
  return {
    ...known,
    outcome,
    ids: all.map(({ item }) => item.id).filter((id) => id !== null),
    candidates: candidates.slice(0, MAX_CANDIDATES),
    items: count === undefined ? null : items,
  }
}
