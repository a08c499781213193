import type { Context } from '../../context.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { builder } from '../builder.ts'
import type { Check, InputProblem } from './input.ts'
import { isRefusedInput, outcomeOf, Payload, userErrorAt, type Outcome } from './mutation.ts'

export const BatchOperationType = builder.enumType('BatchOperationType', {
  description: 'What an operation of a batch does.',
  values: {
    Create: { description: 'Creates an entity.' },
    Update: { description: 'Changes the entity that the operation names.' },
    Delete: { description: 'Deletes the entity that the operation names.' },
  },
})

const ChunkStatus = builder.enumType('ChunkStatus', {
  description: 'What became of the operations of a chunk, which succeed or fail together.',
  values: {
    DONE: { description: 'All of them were carried out.' },
    FAILED: { description: 'None of them was carried out.' },
    UNKNOWN: { description: 'They may have been carried out: no answer tells. Look before sending them again.' },
    NOT_TRIED: { description: 'They were not sent: the input was refused, or a chunk before them failed.' },
  } as const,
})

/** What became of the operations that went, or would have gone, in one call. */
interface Chunk {
  /** The index of its first operation. */
  start: number
  count: number
  status: 'DONE' | 'FAILED' | 'UNKNOWN' | 'NOT_TRIED'
}

const BatchChunk = builder.objectRef<Chunk>('BatchChunk').implement({
  description: 'What became of the operations of a batch that went in one call.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The index of its first operation in the input.' }),
    count: t.exposeInt('count', { nullable: false, description: 'How many operations it holds.' }),
    status: t.expose('status', { type: ChunkStatus, nullable: false, description: 'What became of them.' }),
  }),
})

/** What a batch came to: a row for each operation, in their order; null where there is none. */
export interface BatchOutcome<R> extends Outcome<(R | null)[]> {
  chunks: Chunk[]
}

/** The interface of every batch's payload. */
export const BatchPayload = builder.interfaceRef<BatchOutcome<unknown>>('BatchPayload').implement({
  description: 'What a batch came to.',
  interfaces: [Payload],
  fields: (t) => ({
    chunks: t.field({
      type: [BatchChunk],
      nullable: false,
      description: 'Call by call, what became of the operations: one call, unless `split` was asked for.',
      resolve: ({ chunks }) => chunks,
    }),
  }),
})

/** The argument that lets a batch go in several calls. */
export const splitArg = builder.args((t) => ({
  split: t.boolean({
    required: true,
    defaultValue: false,
    description:
      'Send more operations than one call takes in several calls, in order, stopping at the first that fails. A call ' +
      'succeeds or fails as a whole, the batch then no longer does: `chunks` tells.',
  }),
}))

interface BatchOptions<Input extends object, Operation, R> {
  check: Check<Input>
  /** The field that lists the operations. */
  field: keyof Input & string
  validateOnly: boolean
  split: boolean
  /** Most operations in a call, and the rule that says so. */
  most: number
  rule: string
  operations: readonly Operation[]
  send: (operations: Operation[]) => Promise<R[]>
  /** The size of each operation as JSON, and most bytes that a call takes, where those are limited too. */
  bytes?: { of: (operation: Operation) => number; most: number }
  /** Reads what rules rest on that are left to the service otherwise, and holds them. */
  look?: () => Promise<void>
}

/** Sends a batch in one call, or with `split` in as many as it needs, in order, up to the first that fails. */
export async function writeBatch<Input extends object, Operation, R>(
  context: Context,
  { check, field, validateOnly, split, most, rule, operations, send, bytes, look }: BatchOptions<Input, Operation, R>,
): Promise<BatchOutcome<R>> {
  const { length } = operations
  check.that(length > 0, field, rule, `is empty; it can hold 1 to ${most}`)
  const sizes = bytes && operations.map(bytes.of)
  const chunks = chunksOf(length, most, sizes, bytes?.most)
  const fits = split || length <= most
  check.that(fits, field, rule, `holds ${length}; a call takes ${most}. Ask for \`split\` to use several`)

  if (sizes && bytes) {
    const isSmall = sizes.every((size) => size + BRACKETS <= bytes.most)
    check.that(isSmall, field, rule, `holds an operation of more than ${bytes.most} bytes, which no call takes`)
    const isOne = split || length > most || chunks.length <= 1
    check.that(isOne, field, rule, `has more than ${bytes.most} bytes. Ask for \`split\` to use several calls`)
  }

  if (validateOnly && check.problems.length === 0) await look?.()

  const outcome = { ...outcomeOf<Input, (R | null)[]>(check, null), chunks }
  if (validateOnly || check.problems.length > 0) return outcome

  const data: (R | null)[] = operations.map(() => null)
  for (const chunk of chunks) {
    try {
      const rows = await send(operations.slice(chunk.start, chunk.start + chunk.count))
      rows.forEach((row, index) => (data[chunk.start + index] = row))
      chunk.status = 'DONE'
    } catch (error) {
      if (error instanceof Incomplete) {
        chunk.status = 'UNKNOWN'
        const { code, message, rule } = error
        return { ...outcome, data, userErrors: [{ code, message, field: [...check.path, field], rule }] }
      }
      if (!(error instanceof UpstreamError)) throw error
      chunk.status = error.outcomeUnknown ? 'UNKNOWN' : 'FAILED'
      // What chunks before it have done must be told: only where there are none is a failure an error of the whole.
      if (chunk.start === 0 && !isRefusedInput(error)) throw error
      return { ...outcome, data, userErrors: userErrorsOf(error, check, field, chunk.start) }
    } finally {
      context.loaders.forget()
    }
  }
  return { ...outcome, data }
}

/** Thrown by a `send` whose call was taken, but not carried out as a whole. */
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
 * Sends, and sends once again what was taken, but not as a whole. Throws what is to be told of it where that is no better,
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

/** What a JSON array has beside its items and their commas. */
const BRACKETS = 2

/** The calls that operations go in, each as full as their number and their bytes allow. */
function chunksOf(length: number, most: number, sizes?: readonly number[], mostBytes = Infinity): Chunk[] {
  const chunks: Chunk[] = []
  let bytes = 0
  for (let index = 0; index < length; index += 1) {
    const size = sizes?.[index] ?? 0
    const last = chunks.at(-1)
    if (last && last.count < most && bytes + 1 + size <= mostBytes) {
      last.count += 1
      bytes += 1 + size
    } else {
      chunks.push({ start: index, count: 1, status: 'NOT_TRIED' })
      bytes = BRACKETS + size
    }
  }
  return chunks
}

/** The problems of a refused call: those of its items at their place in the whole input, those of the call at the list. */
function userErrorsOf<Input extends object>(
  { code, message, errors, operationErrors }: UpstreamError,
  { path, input }: Check<Input>,
  field: keyof Input & string,
  start: number,
): InputProblem[] {
  const list = [...path, field]
  if (errors.length === 0) return [{ code, message, field: list, rule: null }]
  if (!operationErrors) return errors.map((problem) => userErrorAt(problem, path, input, field))
  const operations = input[field] as readonly object[]
  return operationErrors.flatMap((problems, index) => {
    const place = start + index
    return problems.map((problem) => userErrorAt(problem, [...list, String(place)], operations[place] ?? {}))
  })
}
