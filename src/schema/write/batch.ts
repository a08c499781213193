import type { Context } from '../../context.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { builder } from '../builder.ts'
import { rowOf } from '../node/entity.ts'
import { checkExistence } from './existence.ts'
import type { Check, InputProblem } from './input.ts'
import { outcomeOf, Payload, type Outcome } from './mutation.ts'
import { isRefusal, isUnreadable, refusalError, refusalErrors } from './refusal.ts'

export const BatchOperationType = builder.enumType('BatchOperationType', {
  description: 'What an operation of a batch does.',
  values: {
    Create: { description: 'Creates an entity.' },
    Update: { description: 'Changes the entity that the operation names.' },
    Delete: { description: 'Deletes the entity that the operation names.' },
  },
})

const ChunkStatus = builder.enumType('ChunkStatus', {
  description: 'The result of the operations of a chunk, which succeed or fail together.',
  values: {
    DONE: { description: 'All of them were carried out.' },
    FAILED: { description: 'None of them was carried out.' },
    UNKNOWN: { description: 'They may have been carried out: no answer says so. Check before sending them again.' },
    NOT_TRIED: { description: 'They were not sent: the input was refused, or a chunk before them failed.' },
  } as const,
})

/** The operations that were sent, or would have been sent, in one call. */
interface Chunk {
  /** The indexes of its operations in the input. */
  indexes: number[]
  status: 'DONE' | 'FAILED' | 'UNKNOWN' | 'NOT_TRIED'
}

const BatchChunk = builder.objectRef<Chunk>('BatchChunk').implement({
  description: 'The result of the operations of a batch that were sent in one call.',
  fields: (t) => ({
    start: t.int({
      nullable: false,
      description: 'The index of its first operation in the input.',
      resolve: ({ indexes }) => indexes[0] ?? 0,
    }),
    count: t.int({
      nullable: false,
      description: 'How many operations it has. Operations that `skipInvalid` left out are not counted.',
      resolve: ({ indexes }) => indexes.length,
    }),
    status: t.expose('status', { type: ChunkStatus, nullable: false, description: 'Their result.' }),
  }),
})

/** The result of a batch: a row for each operation, in their order; null where there is none. */
export interface BatchOutcome<R> extends Outcome<(R | null)[]> {
  chunks: Chunk[]
}

/** The interface of every batch's payload. */
export const BatchPayload = builder.interfaceRef<BatchOutcome<unknown>>('BatchPayload').implement({
  description: 'The result of a batch.',
  interfaces: [Payload],
  fields: (t) => ({
    chunks: t.field({
      type: [BatchChunk],
      nullable: false,
      description: 'The result of the operations, call by call: one call, unless `split` asks for several.',
      resolve: ({ chunks }) => chunks,
    }),
  }),
})

/** A batch whose input was checked, ready to be sent. */
export interface Batch<Input extends object, Operation, R> {
  /** The field of the input that lists the operations. */
  field: keyof Input & string
  /** One for each item of that list, also for those that were refused. */
  operations: readonly Operation[]
  /** The most operations in a call, and the rule that says so. */
  maxItems: number
  rule: string
  /** Sends operations in one call, and gives a row for each; null where there is none. */
  send: (operations: Operation[]) => Promise<(R | null)[]>
  /** The row that an operation changes or deletes, if it names one. */
  target?: (operation: Operation) => { account: string; id: string } | undefined
  /** The size of each operation as JSON, and the most bytes that a call takes, if that is limited too. */
  bytes?: { of: (operation: Operation) => number; max: number }
  /** With `validateOnly`: reads what rules depend on that are left to the service otherwise, and checks them. */
  validate?: (operations: Operation[]) => Promise<void>
}

interface BatchArgs {
  split: boolean
  skipInvalid: boolean
  validateOnly: boolean
}

/**
 * Sends a batch in one call, or with `split` in as many as it needs, in order, up to the first that fails. Failures that
 * are no refusals are reported beside what other calls have done; only a first call that fails is thrown.
 */
export async function sendBatch<Input extends object, Operation, R>(
  context: Context,
  check: Check<Input>,
  { split, skipInvalid, validateOnly }: BatchArgs,
  batch: Batch<Input, Operation, R>,
  report: (error: UpstreamError) => void,
): Promise<BatchOutcome<R>> {
  const { field, operations, maxItems, rule } = batch
  check.that(operations.length > 0, field, rule, `is empty; it can have 1 to ${maxItems} items`)
  const sizes = sizesOf(check, batch)
  const refused = refusedItems(check, field)
  const all = [...operations.keys()]
  const indexes = skipInvalid ? all.filter((index) => !refused.items.has(index)) : all
  const chunks = chunksOf(indexes, maxItems, sizes, batch.bytes?.max)
  check.that(
    split || indexes.length <= maxItems,
    field,
    rule,
    `has ${indexes.length} items; a call takes ${maxItems}. Set \`split\` to use several calls`,
  )
  const isOneCall = split || indexes.length > maxItems || chunks.length <= 1
  if (batch.bytes)
    check.that(isOneCall, field, rule, `has more than ${batch.bytes.max} bytes. Set \`split\` to use several calls`)

  const isRefused = () => check.problems.length > (skipInvalid ? refused.problems : 0)
  if (validateOnly && !isRefused()) {
    const before = check.problems.length
    await checkExistence(context, check)
    if (check.problems.length === before) await batch.validate?.(indexes.map((index) => operations[index]!))
  }
  const outcome = { ...outcomeOf<Input, (R | null)[]>(check, null), chunks }
  if (validateOnly || isRefused()) return outcome

  const data: (R | null)[] = operations.map(() => null)
  const userErrors = [...check.problems]
  for (const chunk of chunks) {
    const sent = chunk.indexes.map((index) => operations[index]!)
    try {
      const rows = await batch.send(sent)
      rows.forEach((row, index) => (data[chunk.indexes[index]!] = row))
      chunk.status = 'DONE'
    } catch (error) {
      if (error instanceof Incomplete) {
        chunk.status = 'UNKNOWN'
        const { code, message, rule } = error
        userErrors.push({ code, message, field: [...check.path, field], rule })
        break
      }
      if (!(error instanceof UpstreamError)) throw error
      const { rows } = error
      chunk.status = error.outcomeUnknown ? 'UNKNOWN' : 'FAILED'
      if (isRefusal(error)) {
        userErrors.push(...itemErrors(error, check, field, chunk.indexes))
        break
      }
      const isKnown = isUnreadable(error) && placeKnown(batch, chunk.indexes, rows, data)
      // What chunks before it have done must be told: only where there are none is a failure one of the whole.
      if (chunk === chunks[0] && !isKnown) throw error
      report(error)
      break
    } finally {
      // What was read before the write may have changed.
      context.loaders.forget()
    }
  }
  return { ...outcome, data, userErrors }
}

/** Thrown by a `send` whose call was accepted, but not carried out as a whole. */
export class Incomplete extends Error {
  readonly code: string
  readonly rule: string

  constructor(code: string, message: string, rule: string) {
    super(message)
    this.code = code
    this.rule = rule
  }
}

/**
 * Sends, and sends once again what was accepted, but not as a whole. Throws what `incomplete` gives if that is no better,
 * or fails: the first call has done something, whatever became of its repetition.
 */
export async function sendWhole<R>(
  send: () => Promise<R>,
  isWhole: (row: R) => boolean,
  incomplete: (row: R, end: string) => Incomplete,
): Promise<R> {
  const first = await send()
  if (isWhole(first)) return first
  const second = await send().catch((error: unknown) => {
    if (error instanceof UpstreamError) throw incomplete(first, `and repeating it failed: ${error.message}`)
    throw error
  })
  if (isWhole(second)) return second
  throw incomplete(second, 'twice')
}

/** The size of each operation; refuses those that fit no call. */
function sizesOf<Input extends object, Operation, R>(
  check: Check<Input>,
  { field, operations, bytes, rule }: Batch<Input, Operation, R>,
): number[] | undefined {
  if (!bytes) return undefined
  const items = check.each(
    field,
    operations.map((operation) => ({ operation })),
  )
  return operations.map((operation, index) => {
    const size = bytes.of(operation)
    const fits = size + BRACKETS <= bytes.max
    check.checked.add(rule)
    if (!fits) items[index]!.refuseAll(`has more than ${bytes.max} bytes, which is the most that a call takes`, rule)
    return size
  })
}

/** The items of the input's list that were refused, and how many of all problems are theirs. */
function refusedItems<Input extends object>(
  { path, problems }: Check<Input>,
  field: string,
): { items: Set<number>; problems: number } {
  const items = new Set<number>()
  const theirs = problems.filter(({ field: place }) => {
    const index = place[path.length] === field ? place[path.length + 1] : undefined
    if (index !== undefined) items.add(Number(index))
    return index !== undefined
  })
  return { items, problems: theirs.length }
}

/** What a JSON array has beside its items and their commas. */
const BRACKETS = 2

/** The calls that operations go in, each as full as their number and their bytes allow. */
function chunksOf(
  indexes: readonly number[],
  maxItems: number,
  sizes: readonly number[] | undefined,
  maxBytes = Infinity,
): Chunk[] {
  const chunks: Chunk[] = []
  let bytes = 0
  for (const index of indexes) {
    const size = sizes?.[index] ?? 0
    const last = chunks.at(-1)
    if (last && last.indexes.length < maxItems && bytes + 1 + size <= maxBytes) {
      last.indexes.push(index)
      bytes += 1 + size
    } else {
      chunks.push({ indexes: [index], status: 'NOT_TRIED' })
      bytes = BRACKETS + size
    }
  }
  return chunks
}

/**
 * Puts what is known of an answer that does not have the documented form: rows that have it, and the ids that operations
 * name. Gives whether there is any.
 */
function placeKnown<Input extends object, Operation, R>(
  { operations, target }: Batch<Input, Operation, R>,
  indexes: readonly number[],
  rows: readonly unknown[] | undefined,
  data: (R | null)[],
): boolean {
  // Rows of another number cannot be matched with operations.
  const answered = rows?.length === indexes.length ? rows : []
  indexes.forEach((index, place) => {
    const named = target?.(operations[index]!)
    const row = answered[place] ?? (named && rowOf(named.account, named.id))
    if (row !== undefined) data[index] = row as R
  })
  return indexes.some((index) => data[index] !== null)
}

/** The problems of a refused call: those of its items at their index in the whole input, those of the call at the list. */
function itemErrors<Input extends object>(
  error: UpstreamError,
  check: Check<Input>,
  field: keyof Input & string,
  indexes: readonly number[],
): InputProblem[] {
  if (!error.operationErrors) return refusalErrors(error, check, () => (error.status === 404 ? undefined : field))
  const items = check.each(field, check.input[field] as readonly object[])
  return error.operationErrors.flatMap((problems, index) => {
    const place = indexes[index]
    const item = place === undefined ? undefined : items[place]
    return problems.map((problem) => (item ? refusalError(problem, item) : refusalError(problem, check, field)))
  })
}
