import { isTurnOver, nextTurn } from '../../async/turn.ts'
import { UpstreamError } from '../../rest/errors.ts'
import type { Session } from '../../rest/session.ts'
import { builder } from '../builder.ts'
import type { BatchLimits } from './write-cost.ts'
import { rowOf } from '../node/row.ts'
import { unreadRow } from '../node/unread-row.ts'
import { camelCase } from '../wire-name.ts'
import { applyInOrder, validate, type Change, type Operation } from './change.ts'
import { BatchChunk, BRACKETS_BYTES, chunksOf, type Chunk } from './chunk.ts'
import { Incomplete } from './incomplete.ts'
import type { Check, InputProblem } from './input.ts'
import { asData, outcomeOf, Payload, validationOf, type Outcome } from './mutation.ts'
import { isRefusal, isUnreadable, refusalError, refusalErrors } from './refusal.ts'
import { lookFor } from './repeat/look.ts'
import { idOfMade, readMade, soughtAmong } from './repeat/made.ts'
import { UnclearWrite, type RepeatableCall, type RepeatableWrite } from './repeat/repeatable.ts'
import { REUSED, type MutationUse } from './repeat/use.ts'
import { Stored } from './stored.ts'

/** The result of a batch: a row for each operation, in order. Null for an operation without a row. */
export interface BatchOutcome<R> extends Outcome<(R | null)[]> {
  chunks: Chunk[]
}

/** The interface of every batch's payload. */
export const BatchPayload = builder.interfaceRef<BatchOutcome<unknown>>('BatchPayload').implement({
  description: 'The result of a batch.',
  interfaces: [Payload],
  fields: (t) =>
    t.given({
      chunks: [[BatchChunk], 'The chunks of the batch, one for each call. Several calls are made only with `split`.'],
    }),
})

/** A batch, prepared from its input. */
export interface PreparedBatch<Input extends object, Params, R> extends Pick<Change<Params>, 'dependsOn' | 'review'> {
  /** The field of the input that lists the operations. */
  field: keyof Input & string
  /** One operation for each item of that list, including items that were refused. */
  operations: readonly Operation<Params>[]
  /** The ID of the rule for the maximum number of operations in a call. */
  rule: string
  /** Sends operations in one call, and returns a row for each. Null for an operation without a row. */
  send: (rest: Session, operations: Params[]) => Promise<(R | null)[]>
  /** What is sent for the row that an operation makes. Defaults to the parameters of the operation. */
  madeOf?: (params: Params) => object
  /** The size of an operation in bytes of JSON, if the size of a call is limited. */
  bytesOf?: (params: Params) => number
}

/** A batch with the limits of its calls. */
export interface Batch<Input extends object, Params, R> extends PreparedBatch<Input, Params, R>, BatchLimits {
  /** The permissions of which the caller needs one in the account. Defaults to those for campaigns. */
  editors?: readonly string[] | undefined
}

/**
 * Sends a batch in one call, or with `split` in as many calls as it needs, in order, up to the first that fails. A failure
 * that is not a refusal of the input is thrown if it is in the first call and none of its rows are known. Otherwise it is
 * reported.
 */
export async function sendBatch<Input extends object, Params, R>(
  use: MutationUse<Input>,
  batch: Batch<Input, Params, R>,
): Promise<BatchOutcome<R>> {
  const { context, check } = use
  const { split = false, skipInvalid = false, validateOnly = false } = use.args
  const { field, operations, maxItems, maxBytes, rule } = batch
  check.that(operations.length > 0, field, rule, `is empty; it must have 1 to ${maxItems} items`)
  const all = [...operations.keys()]
  // The operations of a long batch were checked in this turn.
  if (isTurnOver()) await nextTurn()
  // Whatever is stored, some operations rule out others.
  const params = applyInOrder(operations, all, new Stored())
  const sizes = sizesOf(batch, params, check)
  const refused = refusedItems(check, field)
  const indexes = skipInvalid ? all.filter((index) => !refused.items.has(index)) : all
  const chunks = chunksOf(indexes, maxItems, sizes, maxBytes)
  check.that(
    split || indexes.length <= maxItems,
    field,
    rule,
    `has ${indexes.length} items; the limit for one call is ${maxItems}. Set \`split\` to use several calls`,
  )
  const isOneCall = split || indexes.length > maxItems || chunks.length <= 1
  if (maxBytes !== undefined)
    check.that(
      isOneCall,
      field,
      rule,
      `has more than ${maxBytes} bytes, the limit for one call. Set \`split\` to use several calls`,
    )

  const isRefused = () => check.problems.length > (skipInvalid ? refused.problems : 0)
  if (validateOnly && !isRefused()) await validate(context, check, batch, indexes, skipInvalid)
  const isAccepted = (input: Check<object>) => (skipInvalid ? !input.isRefused : !check.isRefused)
  const outcome = () => ({
    ...outcomeOf<(R | null)[]>(check, null),
    validation: validateOnly ? validationOf(check, isAccepted) : null,
    chunks: chunks.filter(({ indexes }) => indexes.length > 0),
  })
  if (validateOnly || isRefused()) return outcome()

  const created = indexes.filter((index) => operations[index]?.check.target === undefined)
  const write = await use.begin(created.map((index) => madeOf(batch, params, index)))
  if (write === 'reused') return { ...outcome(), userErrors: [REUSED] }
  try {
    const sent = await sendChunks(use, batch, write, { chunks, params })
    if (!sent) return outcome()
    const userErrors = [...check.problems, ...sent.refusals]
    return { ...outcome(), data: sent.data, userErrors, receipt: write.receipt(operations.length) }
  } finally {
    await write.end()
  }
}

interface PreparedChunks<Params> {
  chunks: Chunk[]
  /** The parameters of each operation, at its index. */
  params: Params[]
}

/**
 * Sends chunks in order, up to the first that fails, and sets their status. Returns the rows, and the problems of the chunk
 * that the service refused; undefined if the input is refused by what was read before the first chunk.
 */
async function sendChunks<Input extends object, Params, R>(
  use: MutationUse<Input>,
  batch: Batch<Input, Params, R>,
  write: RepeatableWrite,
  { chunks, params }: PreparedChunks<Params>,
): Promise<{ data: (R | null)[]; refusals: InputProblem[] } | undefined> {
  const { context, check } = use
  const { skipInvalid } = use.args
  const { field, operations } = batch
  const data: (R | Error | null)[] = operations.map(() => null)
  const refusals: InputProblem[] = []
  for (const [nth, chunk] of chunks.entries()) {
    try {
      const done = write.doneIndexes(nth)
      if (done) chunk.indexes = [...done]
      const needs = done ? [] : chunk.indexes.flatMap((index) => operations[index]!.needs ?? [])
      if (needs.length > 0) {
        const known = check.problems.length
        const stored = new Stored()
        await stored.read(context, needs)
        Object.assign(params, applyInOrder(operations, chunk.indexes, stored))
        if (check.problems.length > known) {
          // Nothing was sent yet, as for input that is refused without a read.
          if (!skipInvalid && chunk === chunks[0]) return undefined
          if (!skipInvalid) break
          const { items } = refusedItems(check, field)
          chunk.indexes = chunk.indexes.filter((index) => !items.has(index))
        }
      }
      const isLast = chunk === chunks.at(-1)
      if (chunk.indexes.length === 0) {
        write.skip({ nth, isLast })
        continue
      }
      const rows = await write.run({ nth, isLast, ...callOf(use, batch, params, chunk) })
      rows.forEach((row, index) => (data[chunk.indexes[index]!] = row))
      chunk.status = 'DONE'
    } catch (thrown) {
      const error = thrown instanceof UnclearWrite ? thrown.error : thrown
      if (error instanceof Incomplete) {
        chunk.status = 'UNKNOWN'
        const { code, message, rule, row } = error
        data[chunk.indexes[0]!] = (row as R | undefined) ?? null
        refusals.push({ code, message, field: [...check.path, field], rule })
        break
      }
      if (!(error instanceof UpstreamError)) throw error
      const { code, retryAt, outcomeUnknown } = error
      chunk.status = outcomeUnknown ? 'UNKNOWN' : 'FAILED'
      if (isRefusal(error)) {
        refusals.push(...itemErrors(error, check, batch, params, chunk.indexes))
        break
      }
      for (const index of chunk.indexes) data[index] = error
      const isKnown = isUnreadable(error) && addKnownRows(batch, chunk.indexes, error, data)
      // The results of earlier chunks must be returned. Only without any is the failure a failure of the whole batch.
      if (chunk === chunks[0] && !isKnown && !(thrown instanceof UnclearWrite && use.selectsReceipt)) throw error
      const notSent = new UpstreamError({ code, message: NOT_SENT, retryAt })
      for (const { indexes, status } of chunks)
        if (status === 'NOT_TRIED') for (const index of indexes) data[index] = notSent
      use.report(error)
      break
    } finally {
      // What was read before the write may have changed.
      context.loaders.forget()
    }
  }
  return { data: asData<(R | null)[]>(data), refusals }
}

/** The call of a chunk. */
function callOf<Input extends object, Params, R>(
  { context, check, makes = {} }: MutationUse<Input>,
  batch: Batch<Input, Params, R>,
  params: readonly Params[],
  { indexes }: Chunk,
): Omit<RepeatableCall<(R | null)[]>, 'nth' | 'isLast'> {
  const { operations } = batch
  const operationAt = (index: number) => ({
    target: operations[index]?.check.target,
    deletes: operations[index]?.deletes ?? false,
    made: madeOf(batch, params, index),
  })
  const path = { account_id: check.pathIds[0] ?? '' }
  const sent = indexes.map((index) => params[index]!)
  return {
    send: () => batch.send(context.rest, sent),
    indexes,
    idsOf: (rows) => indexes.map((_, position) => idOfMade(makes, rows[position])),
    look: lookFor(context, makes, path, soughtAmong(context, indexes, operationAt)),
    read: (ids) =>
      Promise.all(
        ids.map(async (id, position) => {
          const { target, deletes } = operationAt(indexes[position] ?? -1)
          const row = await readMade<R | null>(context, makes, id)
          return row ?? (deletes && target ? asData<R>(rowOf(target.account, target.id)) : null)
        }),
      ),
  }
}

/** What is sent for the row that an operation makes. */
function madeOf<Input extends object, Params>(
  { madeOf }: Batch<Input, Params, unknown>,
  params: readonly Params[],
  index: number,
): object {
  const given = params[index]
  if (given === undefined) return {}
  if (madeOf) return madeOf(given)
  return typeof given === 'object' && given !== null && 'params' in given ? Object(given.params) : {}
}

const NOT_SENT = 'An earlier call of this batch failed; this operation was not sent'

/** The size of each operation in bytes. Refuses operations that are too large for any call. */
function sizesOf<Input extends object, Params, R>(
  { operations, bytesOf, maxBytes, rule }: Batch<Input, Params, R>,
  params: readonly Params[],
  batch: Check<Input>,
): number[] | undefined {
  if (!bytesOf || maxBytes === undefined) return undefined
  batch.checked.add(rule)
  return operations.map(({ check }, index) => {
    const size = check.isRefused ? 0 : bytesOf(params[index]!)
    if (size + BRACKETS_BYTES > maxBytes)
      check.refuseAll(`has more than ${maxBytes} bytes, the limit for one call`, rule)
    return size
  })
}

/** The indexes of the refused items of a list in the input, and the number of their problems. */
function refusedItems<Input extends object>(
  { path, problems }: Check<Input>,
  field: string,
): { items: Set<number>; problems: number } {
  const items = new Set<number>()
  const ofItems = problems.filter(({ field: fieldPath }) => {
    const index = fieldPath[path.length] === field ? fieldPath[path.length + 1] : undefined
    if (index !== undefined) items.add(Number(index))
    return index !== undefined
  })
  return { items, problems: ofItems.length }
}

/**
 * Adds the rows that are known after a response without the documented form: its valid rows, and rows with only the ID of
 * the operation's target, whose other columns have the error. Returns whether there are any.
 */
function addKnownRows<Input extends object, Params, R>(
  { operations }: Batch<Input, Params, R>,
  indexes: readonly number[],
  error: UpstreamError,
  data: (R | Error | null)[],
): boolean {
  // Rows can be matched with operations only if their numbers are equal.
  const received = error.rows?.length === indexes.length ? error.rows : []
  indexes.forEach((index, position) => {
    const entity = operations[index]!.check.target
    const row = received[position] ?? (entity && unreadRow(entity.account, entity.id, error))
    if (row !== undefined) data[index] = asData<R>(row)
  })
  return indexes.some((index) => data[index] !== error)
}

/** The problems of a refused call. Problems of operations are at their index in the input, those of the call at the list. */
function itemErrors<Input extends object, Params>(
  error: UpstreamError,
  check: Check<Input>,
  { field, operations }: Pick<PreparedBatch<Input, Params, unknown>, 'field' | 'operations'>,
  params: readonly Params[],
  indexes: readonly number[],
): InputProblem[] {
  if (!error.operationErrors) {
    const problems = refusalErrors(error, check, () => (error.status === 404 ? undefined : field))
    return problems.map((problem, position) => {
      const { parameter, value } = error.errors[position] ?? {}
      if (camelCase(parameter ?? '') !== field) return problem
      // The operations are one parameter, a list of IDs. The service may return the ID that it refuses.
      const index = indexes.length === 1 ? indexes[0] : indexes.find((one) => params[one] === String(value))
      return index === undefined ? problem : { ...problem, field: [...problem.field, String(index)] }
    })
  }
  return error.operationErrors.flatMap((problems, index) => {
    const item = operations[indexes[index] ?? -1]?.check
    return problems.map((problem) => (item ? refusalError(problem, item) : refusalError(problem, check, field)))
  })
}
