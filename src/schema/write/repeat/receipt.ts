import { builder } from '../../builder.ts'
import { closedEnum } from '../../scalar/closed-enum.ts'
import type { Found } from './look.ts'
import type { CallOfRecord } from './write-record.ts'

const WriteOutcomeType = closedEnum('WriteOutcome', 'What became of a write.', {
  DONE: 'The service confirmed the write.',
  REPLAYED: 'The write was done by an earlier use of the idempotency key. Nothing was sent.',
  RECOVERED:
    'The response of the service was lost. What the write made was found afterwards, or what it changed was read and shows ' +
    'the change, so that it is done.',
  NOT_FOUND:
    'The response of the service was lost, and what the write makes or changes was not found. It may still appear: this ' +
    'does not mean that the write did not happen.',
  AMBIGUOUS:
    'The response of the service was lost, and it cannot be decided which entity the write made, or whether it changed ' +
    'one: `ids` has those that it can be.',
  STILL_UNCLEAR:
    'It is not known yet whether the write happened. Send the mutation again with the same idempotency key, at ' +
    '`retryAt` or later if it is set. A mutation without such a key is not sent again: read what it changes.',
})

/** What became of a write. */
export type WriteOutcome = typeof WriteOutcomeType.$inferType

/** What became of one operation of a batch. */
interface ReceiptItem {
  outcome: WriteOutcome
  /** Its global ID. */
  id: string | null
}

/** What became of a write, how that is known, and when to ask again. */
export interface Receipt {
  outcome: WriteOutcome
  /** The global IDs of what it made, or of what it can have made. */
  ids: readonly string[]
  /** How often it was sent. */
  attempts: number
  /** The list in which it was looked for. */
  lookedBy: string | null
  /** The IDs of the requests to Adgraph that have sent it. */
  requestIds: readonly string[]
  keyStore: 'PROCESS' | 'SHARED' | null
  retryAt: string | null
  /** Of a batch, an item for each operation; null for an operation that was not sent. */
  items: readonly (ReceiptItem | null)[] | null
}

const KeyStore = closedEnum('KeyStore', 'Where idempotency keys are recorded.', {
  PROCESS: 'In the memory of the server: a restart forgets them.',
  SHARED: 'In Redis: all instances know them, and they survive what Redis survives.',
})

const ReceiptItem = builder.objectRef<ReceiptItem>('ReceiptItem').implement({
  description: 'What became of one operation of a batch.',
  fields: (t) => ({
    ...t.given({ outcome: [WriteOutcomeType, 'What became of it.'] }),
    ...t.properties({ id: ['ID', 'The global ID of the entity. Null if it has none, or if it is not known.'] }),
  }),
})

export const Receipt = builder.objectRef<Receipt>('Receipt').implement({
  description: 'What became of a write, and how that is known.',
  fields: (t) => ({
    ...t.given({
      outcome: [WriteOutcomeType, 'What became of the write.'],
      ids: [
        ['ID'],
        'The global IDs of what the write made or changed. If `outcome` is AMBIGUOUS, those of all entities that it can have made.',
      ],
      attempts: ['Int', 'How often the write was sent, in all uses of the idempotency key.'],
      requestIds: [
        ['String'],
        'The `x-request-id` of each request that sent the write. The service received the same ID.',
      ],
    }),
    ...t.properties({
      lookedBy: 'The endpoint by which the write was looked for. Null if it was not looked for.',
      keyStore: [KeyStore, 'Where the idempotency key is recorded. Null without a key.'],
      retryAt: [
        'DateTime',
        'The time from which another use of the idempotency key can decide what became of the write. Null if that time is ' +
          'not known, or if nothing is left to decide.',
      ],
    }),
    items: t.field({
      type: [ReceiptItem],
      nullable: { list: true, items: true },
      description:
        'What became of each operation of a batch, in their order. Null for an operation that was not sent, and for ' +
        'mutations that are no batch.',
      resolve: ({ items }) => items,
    }),
  }),
})

/** What became of a call in this use of the key, and how that is known. */
export interface CallResult {
  outcome?: WriteOutcome
  /** What the last look that did not fail has found. */
  found?: Found
  lookedBy?: string
  /** When another use of the key can decide what became of it, by our clock. */
  retryMs?: number
}

/** What became of a write, by its calls; null if nothing did. `count` is the number of operations of a batch. */
export function receiptOf(
  calls: readonly CallOfRecord[],
  results: readonly CallResult[],
  known: Pick<Receipt, 'requestIds' | 'keyStore'>,
  count: number | undefined,
): Receipt | null {
  // Calls that were not made have no result.
  const present = Object.values(results)
  const outcome = ORDER.find((one) => present.some((result) => result.outcome === one))
  if (outcome === undefined) return null
  const ids = calls.flatMap((call, nth) => {
    const { ids = [], candidates = [] } = results[nth]?.found ?? {}
    return [...(call.ids ?? ids), ...candidates]
  })
  const retryMs = present.at(-1)?.retryMs
  return {
    ...known,
    outcome,
    ids: ids.filter((id) => id !== null),
    attempts: Math.max(...calls.map(({ sent }) => sent)),
    lookedBy: present.findLast(({ lookedBy }) => lookedBy)?.lookedBy ?? null,
    retryAt: retryMs === undefined ? null : new Date(retryMs).toISOString(),
    items: count === undefined ? null : itemsOf(calls, results, count),
  }
}

function itemsOf(
  calls: readonly CallOfRecord[],
  results: readonly CallResult[],
  count: number,
): (ReceiptItem | null)[] {
  const items: (ReceiptItem | null)[] = Array.from({ length: count }, () => null)
  calls.forEach(({ indexes, ids }, nth) => {
    const { outcome, found } = results[nth] ?? {}
    indexes.forEach((index, position) => {
      const id = (ids ?? found?.ids)?.[position] ?? null
      if (outcome) items[index] = { outcome: ids === null && id !== null ? 'RECOVERED' : outcome, id }
    })
  })
  return items
}

/** The outcome of a write is the first of these that one of its calls has. */
const ORDER = ['STILL_UNCLEAR', 'AMBIGUOUS', 'NOT_FOUND', 'RECOVERED', 'DONE', 'REPLAYED'] as const
