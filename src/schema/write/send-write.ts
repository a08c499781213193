import type { GraphQLResolveInfo } from 'graphql'
import { inTurns, type Steps } from '../../async/turn.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import type { Session } from '../../rest/session.ts'
import { rowOf, unreadRow } from '../node/row.ts'
import { NotSpent, type Spending } from '../spend/spending.ts'
import { camelCase } from '../wire-name.ts'
import { applyInOrder, type Change, indexIn, type ListField, type Operation, refuseItem, validate } from './change.ts'
import type { Check, InputProblem } from './input.ts'
import { lockFor, type WriteLock } from './lock.ts'
import { asData, type Outcome, targetId, validationOf } from './payload.ts'
import { type FieldOf, isAnswered, isRefusal, isUnreadable, refusalError, refusalErrors } from './refusal.ts'
import { beginWrite, type BegunWrite, type Ids, type WriteCall } from './repeat/begun-write.ts'
import { idOfRow, lookFor, readAgain } from './repeat/creation.ts'
import { type MutationUse, report, REUSED, selectsReceipt } from './repeat/use.ts'
import { Incomplete, matchResults } from './result.ts'
import { refuseUntimely } from './rule.ts'
import { Stored } from './stored.ts'
import type { BatchLimits } from './write-cost.ts'

/** The operations of one call, whether it was sent or not. */
export interface Chunk {
  /** The indexes of its operations in the input. */
  indexes: number[]
  status: 'DONE' | 'FAILED' | 'UNKNOWN' | 'NOT_TRIED'
}

/** The result of a write by its operations: a row for each, in order. Null for an operation without a row. */
export interface BatchOutcome<R> extends Outcome<(R | null)[]> {
  chunks: Chunk[]
}

/** The bytes of the brackets of a JSON array. */
const BRACKETS_BYTES = 2

/** Divides operations into calls, each as large as the limits on items and bytes allow. */
function chunksOf(
  indexes: readonly number[],
  { maxItems, maxBytes = Infinity }: BatchLimits,
  sizes: readonly number[] | undefined,
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
      bytes = BRACKETS_BYTES + size
    }
  }
  return chunks
}

/** The parameters that are sent for an operation, including the parameters of its row. */
export interface SentOperation {
  params: object
}

/**
 * A write, prepared from its input: the operations of a batch, or one. What it says of itself besides them is common to all
 * operations.
 */
export interface PreparedWrite<Params extends SentOperation, R> extends Pick<Change<Params>, 'dependsOn' | 'review'> {
  /** Of a batch, one operation for each item of its list, including items that were refused. */
  operations: readonly Operation<Params>[]
  /** The list of a batch. Undefined if the input is one operation. */
  list?: OperationList
  /** Sends operations in one call, and returns the row of each. */
  send: (rest: Session, operations: Params[], info: GraphQLResolveInfo) => Promise<(R | null)[]>
  /** The field for refusals of the service that do not identify a field. Defaults to the list, or else to the whole input. */
  fieldOf?: FieldOf<never>
}

export interface PreparedBatch<Params extends SentOperation, R> extends PreparedWrite<Params, R> {
  list: OperationList
}

interface OperationList {
  /** The field of the input that lists the operations. */
  field: string
  /** The ID of the rule for the maximum number of operations in a call. */
  rule: string
  /**
   * Checks what is too long to check in one turn of the operation at an index, and returns its size in bytes of JSON, as the session
   * sends it, if the size of a call is limited.
   */
  bytesOf?: (index: number, rest: Session) => Steps<number>
}

/** A write with what its mutation declares. */
interface Write<Params extends SentOperation, R> extends PreparedWrite<Params, R> {
  endpoint: Pick<Endpoint, 'path'>
  limits: BatchLimits
  /** The caller needs one of these permissions in the account, if there are any. Defaults to the permissions for campaigns. */
  editors?: readonly string[] | undefined
  /** The limits on what it may spend. Undefined if there are none. */
  spending?: Spending | undefined
  /** What excludes other writes while it is sent. Undefined if nothing must. */
  lock?: WriteLock | undefined
}

/**
 * Sends a write, unless its input is refused or is only validated. A batch is sent in one call, or with `split` in as many calls
 * as it needs, in order, up to the first that fails. If the service refuses the input, the result has user errors. Another failure is
 * thrown if it is in the first call and nothing is known of its rows. Otherwise it is reported.
 */
export async function sendWrite<Params extends SentOperation, R>(
  use: MutationUse,
  write: Write<Params, R>,
): Promise<BatchOutcome<R>> {
  const { context, check } = use
  const { split = false, skipInvalid = false, validateOnly = false, idempotencyKey = null } = use.args
  const { operations, list, limits, spending } = write
  // A write that was sent in time is answered again later.
  if (validateOnly || idempotencyKey === null) refuseUntimely(check)
  const all = [...operations.keys()]
  checkList(check, list, operations.length > 0, `is empty; it must have 1 to ${limits.maxItems} items`)
  // Whatever is stored, some operations rule out others.
  const params = await applyInOrder(operations, all, new Stored())
  const sizes = await inTurns(sizesOf(write, use))
  const refused = refusedItems(check, list)
  const indexes = skipInvalid ? all.filter((index) => !refused.items.has(index)) : all
  const chunks = chunksOf(indexes, limits, sizes)
  checkList(
    check,
    list,
    split || indexes.length <= limits.maxItems,
    `has ${indexes.length} items; the limit for one call is ${limits.maxItems}. Set \`split\` to use several calls`,
  )
  checkList(
    check,
    list,
    split || indexes.length > limits.maxItems || chunks.length <= 1,
    `has more than ${limits.maxBytes} bytes, the limit for one call. Set \`split\` to use several calls`,
  )

  const isRefused = () => check.found.problems.length > (skipInvalid ? refused.problems : 0)
  if (validateOnly && !isRefused()) await validate(context, check, write, indexes, skipInvalid)
  const outcome = () => ({
    data: null,
    target: check.ids.target,
    userErrors: check.found.problems,
    validation: validateOnly ? validationOf(check, skipInvalid) : null,
    receipt: null,
    chunks: chunks.filter(({ indexes }) => indexes.length > 0),
  })
  if (validateOnly || isRefused()) return outcome()

  const created = indexes.filter((index) => operations[index]?.check.ids.target === undefined)
  const made = created.map((index) => params[index]?.params ?? {})
  const begun = await beginWrite(use, made)
  if (!begun) return { ...outcome(), userErrors: [REUSED] }
  let lock: WriteLock | undefined
  try {
    if (begun.isFirst) refuseUntimely(check)
    if (!isRefused() && !begun.isOver) lock = await lockFor(use, operations, spending)
    const sent = isRefused() ? undefined : await sendChunks(use, { ...write, lock }, begun, { chunks, params })
    if (!sent) return outcome()
    const userErrors = [...check.found.problems, ...sent.refusals]
    return { ...outcome(), data: sent.data, userErrors, receipt: begun.receipt(list && operations.length) }
  } finally {
    await lock?.release()
    await begun.end()
  }
}

/** Checks the rule of a batch's list. */
function checkList(
  check: Check<object>,
  list: Pick<OperationList, 'field' | 'rule'> | undefined,
  holds: boolean,
  message: string,
): void {
  if (!list) return
  const { field, rule } = list
  if (holds) check.note(rule, true)
  else check.refuseAt([field], `\`${field}\` ${message}`, rule)
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
async function sendChunks<Params extends SentOperation, R>(
  use: MutationUse,
  write: Write<Params, R>,
  begun: BegunWrite,
  { chunks, params }: PreparedChunks<Params>,
): Promise<{ data: (R | null)[]; refusals: InputProblem[] } | undefined> {
  const { context, check } = use
  const { skipInvalid = false } = use.args
  const { list, operations, spending } = write
  const data: (R | Error | null)[] = operations.map(() => null)
  const refusals: InputProblem[] = []
  /** The first call that was not sent by an earlier use of the key. The data that is stored by then decides which operations are left out. */
  const first = skipInvalid ? chunks.findIndex((_chunk, nth) => !begun.sentCall(nth)) : -1
  const ofInput = check.found.problems.length
  let stored: Stored | undefined
  /** Applies the operations of a chunk to what is stored now, and to what earlier chunks have sent. */
  const apply = async ({ indexes }: Chunk, limits?: Spending) => {
    stored = new Stored(stored)
    await stored.read(
      context,
      indexes.flatMap((index) => operations[index]!.needs ?? []),
    )
    return applyInOrder(operations, indexes, stored, limits)
  }
  for (const [nth, chunk] of chunks.entries()) {
    const isLast = chunk === chunks.at(-1)
    try {
      const all = new Set(chunk.indexes.map(String))
      const sent = begun.sentCall(nth)
      if (sent) chunk.indexes = [...sent.indexes]
      const known = check.found.problems.length
      if (nth === first) {
        const left = chunks.slice(nth).flatMap(({ indexes }) => indexes)
        Object.assign(params, await validate(context, check, write, left, skipInvalid))
      } else if (begun.sends(nth)) {
        Object.assign(params, await apply(chunk, spending))
      }
      if (check.found.problems.length > known) {
        const refused = refusedItems(check, list)
        if (!skipInvalid || check.found.problems.length > refused.problems) {
          // Nothing was sent yet, as for input that is refused without a read.
          if (nth === 0) return undefined
          break
        }
        for (const { indexes } of chunks.slice(nth)) remove(indexes, refused.items)
      }
      // The parameters of its operations are known. Later chunks need what they change.
      if (nth === first && !isLast) await apply(chunk)
      if (sent) check.found.problems.push(...sent.problems)
      // What the input alone refuses is refused at each use of the key.
      const ofStored = check.found.problems
        .slice(ofInput)
        .filter(({ field }) => all.has(indexIn(field, check, list) ?? ''))
      const leftOut = skipInvalid ? ofStored : undefined
      if (chunk.indexes.length === 0) {
        await begun.skip({ nth, isLast, leftOut })
        continue
      }
      const rows = await begun.run({ nth, isLast, leftOut, ...callOf(use, write, params, chunk.indexes) })
      rows.forEach((row, index) => (data[chunk.indexes[index]!] = row))
      chunk.status = 'DONE'
    } catch (error) {
      if (error instanceof Incomplete) {
        chunk.status = 'UNKNOWN'
        const { code, message, rule, row } = error
        data[chunk.indexes[0]!] = (row as R | undefined) ?? null
        refusals.push({ code, message, field: pathOfList(check, list), rule })
        break
      }
      if (!(error instanceof UpstreamError)) throw error
      if (error instanceof NotSpent) {
        if (nth === 0) return undefined
        break
      }
      const { code, retryAt, outcomeUnknown, isOfOther } = error
      chunk.status = outcomeUnknown ? 'UNKNOWN' : 'FAILED'
      if (isRefusal(error)) {
        const problems = itemErrors(error, check, write, params, chunk.indexes)
        refusals.push(...(chunks.length > 1 ? ofOperations(problems, check, list, chunk.indexes) : problems))
        break
      }
      for (const index of chunk.indexes) data[index] = error
      const answered = isAnswered(error)
      if (answered) await addAnsweredRows(use, write, params, chunk.indexes, error, data)
      await addKnownRows(callOf(use, write, params, chunk.indexes), begun.knownIds(nth), data)
      const isTold = (answered && isOfOther) || chunk.indexes.some((index) => data[index] !== error)
      // The results of earlier chunks must be returned. Only without any is the failure a failure of the whole batch.
      if (chunk === chunks[0] && !isTold && !(begun.receipt() && selectsReceipt(use))) throw error
      const notSent = new UpstreamError({ code, message: NOT_SENT, retryAt })
      for (const { indexes, status } of chunks)
        if (status === 'NOT_TRIED') for (const index of indexes) data[index] = notSent
      report(use, error)
      break
    } finally {
      // What was read before the write may have changed.
      context.loaders.forget()
    }
  }
  return { data: asData<(R | null)[]>(data), refusals }
}

/** Removes these from a list. */
function remove(indexes: number[], removed: ReadonlySet<number>): void {
  indexes.splice(0, Infinity, ...indexes.filter((index) => !removed.has(index)))
}

/** The call of a chunk with these operations. */
function callOf<Params extends SentOperation, R>(
  use: MutationUse,
  write: Write<Params, R>,
  params: readonly Params[],
  indexes: readonly number[],
): Omit<WriteCall<(R | null)[]>, 'nth' | 'isLast'> {
  const { context, check, creation, info } = use
  const { list, endpoint, spending, lock } = write
  const operations = sentOperations(write, params, indexes)
  const sent = indexes.map((index) => params[index]!)
  const targets = operations.map(({ target }) => (target ? targetId(target) : null))
  const idsOf = (rows: readonly unknown[]) =>
    targets.map((target, position) => (creation ? idOfRow(creation.type, rows[position]) : target))
  const called = indexes.flatMap((index) => write.operations[index] ?? [])
  return {
    send: () => (spending ? spending.send(called, locked) : locked()),
    indexes,
    targets,
    idsOf,
    confirmedIds: async ({ rows }) => (rows ? idsOf(await resultsOf(use, operations, rows)) : []),
    sought: operations.flatMap(({ target, made }, position) => (target ? [] : [{ position, sent: { ...made } }])),
    look: lookFor(context, creation, pathTo(endpoint, check.ids.inPath)),
    read: (ids) =>
      Promise.all(
        ids.map(async (id, position) => {
          const row = await readAgain<R>(context, id)
          const { target, isDeletion } = operations[position] ?? {}
          return row ?? (isDeletion && target ? asData<R>(rowOf(target.account, target.id, target.parent)) : null)
        }),
      ),
  }

  function locked() {
    return lock ? lock.send(called, send) : send(context.rest)
  }

  async function send(rest: Session): Promise<(R | null)[]> {
    // The response to a single operation, or to operations without rows of their own, is compared with its call in
    // `src/rest/answer.ts`.
    const haveRows = creation !== undefined || operations.some(({ target }) => target)
    if (!list || !haveRows) return write.send(rest, sent, info)
    const { rows, error } = await write.send(rest, sent, info).then(
      (rows) => ({ rows, error: resultsUnknown(rows) }),
      (error: unknown) => {
        // A row too many hides none of those that have the IDs of the operations.
        if (isUnreadable(error) && error.rows) return { rows: error.rows, error }
        throw error
      },
    )
    const matched = await resultsOf(use, operations, rows)
    if (matched.every((row) => row !== undefined)) return matched as (R | null)[]
    throw error
  }
}

/** Adds the rows of a call that are known by their IDs, although not all of them are, unless its answer has them. */
async function addKnownRows<R>(
  { indexes, read }: Pick<WriteCall<(R | null)[]>, 'indexes' | 'read'>,
  known: Ids,
  data: (R | Error | null)[],
): Promise<void> {
  const ids = indexes.map((index, position) => (data[index] instanceof Error ? (known[position] ?? null) : null))
  if (ids.every((id) => id === null)) return
  const rows = await read(ids)
  indexes.forEach((index, position) => {
    if (ids[position] !== null) data[index] = rows[position] ?? null
  })
}

/** What was sent for operations of a batch, and which entities they change. */
function sentOperations<Params extends SentOperation>(
  write: Pick<Write<Params, unknown>, 'operations'>,
  params: readonly Params[],
  indexes: readonly number[],
) {
  return indexes.map((index) => ({
    target: write.operations[index]?.check.ids.target,
    isDeletion: write.operations[index]?.kind === 'delete',
    made: params[index]?.params ?? {},
  }))
}

/** The row of each operation of a call; undefined where the rows do not show it. */
function resultsOf(
  { creation }: MutationUse,
  operations: ReturnType<typeof sentOperations>,
  rows: readonly unknown[],
): Promise<unknown[]> {
  return matchResults(
    operations.map(({ target, made }) => ({ id: target?.id, sent: made })),
    rows,
    creation,
  )
}

/** The error of a response whose rows cannot all be matched with the operations of its call. */
function resultsUnknown(rows: readonly unknown[]): UpstreamError {
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The service accepted the operations, but its response does not show which row belongs to which of them',
    status: 200,
    outcomeUnknown: true,
    isOfOther: true,
    rows,
  })
}

const NOT_SENT = 'An earlier call of this batch failed; this operation was not sent'

/** The size of each operation in bytes. Refuses operations that are too large for any call. */
function* sizesOf<Params extends SentOperation, R>(
  { operations, list, limits: { maxBytes } }: Write<Params, R>,
  { check: batch, context: { rest } }: MutationUse,
): Steps<number[] | undefined> {
  const { bytesOf, rule } = list ?? {}
  if (!bytesOf || rule === undefined || maxBytes === undefined) return undefined
  batch.note(rule, true)
  const sizes: number[] = []
  for (const [index, { check }] of operations.entries()) {
    const size = yield* bytesOf(index, rest)
    if (!check.isRefused && size + BRACKETS_BYTES > maxBytes)
      refuseItem(check, `has more than ${maxBytes} bytes, the limit for one call`, rule)
    sizes.push(check.isRefused ? 0 : size)
  }
  return sizes
}

/** The indexes of the refused items of a batch's list, and the number of their problems. */
export function refusedItems(
  { path, found }: Check<object>,
  list: ListField,
): { items: Set<number>; problems: number } {
  const items = new Set<number>()
  const ofItems = found.problems.filter(({ field }) => {
    const index = indexIn(field, { path }, list)
    if (index !== undefined) items.add(Number(index))
    return index !== undefined
  })
  return { items, problems: ofItems.length }
}

/** The path of a batch's list, or of the whole input. */
function pathOfList({ path }: Pick<Check<object>, 'path'>, list: ListField): string[] {
  return list ? [...path, list.field] : [...path]
}

/**
 * Adds the rows of a response that cannot be used as a whole, and, if it does not have the documented form, rows with only the
 * ID of the operation's target, whose other columns have the error.
 */
async function addAnsweredRows<Params extends SentOperation, R>(
  use: MutationUse,
  write: Write<Params, R>,
  params: readonly Params[],
  indexes: readonly number[],
  error: UpstreamError,
  data: (R | Error | null)[],
): Promise<void> {
  const operations = sentOperations(write, params, indexes)
  // Of a single operation, only the ID is known.
  const matched = write.list ? await resultsOf(use, operations, error.rows ?? []) : []
  indexes.forEach((index, position) => {
    const { target } = operations[position]!
    const row =
      matched[position] ??
      (target && !error.isOfOther && unreadRow(rowOf(target.account, target.id, target.parent), error))
    if (row) data[index] = asData<R>(row)
  })
}

/** The problems of a refused call. Problems of operations are at their index in the input, problems of the whole call at the list. */
function itemErrors<Params extends SentOperation>(
  error: UpstreamError,
  check: Check<object>,
  { list, operations, fieldOf }: Pick<Write<Params, unknown>, 'list' | 'operations' | 'fieldOf'>,
  params: readonly SentOperation[],
  indexes: readonly number[],
): InputProblem[] {
  if (!error.operationErrors) {
    const problems = refusalErrors(error, check, fieldOf ?? (() => (error.status === 404 ? undefined : list?.field)))
    return problems.map((problem, position) => {
      const { parameter, value } = error.errors[position] ?? {}
      if (!list || camelCase(parameter ?? '') !== list.field) return problem
      // The operations are one parameter, a list of IDs. The service may return the ID that it refuses.
      const isOf = (one: number) => Object.values(params[one]?.params ?? {}).includes(String(value))
      const index = indexes.length === 1 ? indexes[0] : indexes.find(isOf)
      return index === undefined ? problem : { ...problem, field: [...problem.field, String(index)] }
    })
  }
  const ofOperations = new Set(error.operationErrors.flat())
  const ofCall = error.errors.filter((problem) => !ofOperations.has(problem))
  return [
    ...ofCall.map((problem) => refusalError(problem, check, list?.field)),
    ...error.operationErrors.flatMap((problems, index) => {
      const item = operations[indexes[index] ?? -1]?.check
      return problems.map((problem) => (item ? refusalError(problem, item) : refusalError(problem, check, list?.field)))
    }),
  ]
}

/** Problems of one of several calls: those of the whole call are problems of each of its operations, because others can be done. */
function ofOperations(
  problems: readonly InputProblem[],
  check: Check<object>,
  list: ListField,
  indexes: readonly number[],
): InputProblem[] {
  const all = pathOfList(check, list)
  return problems.flatMap((problem) => {
    const isOfCall = problem.field.every((name, position) => name === all[position])
    return isOfCall ? indexes.map((index) => ({ ...problem, field: [...all, String(index)] })) : problem
  })
}

/** The parameters of an endpoint's path, which has these IDs in this order. */
export function pathTo({ path }: Pick<Endpoint, 'path'>, ids: readonly string[]): Record<string, string> {
  const names = path.split('/').filter((segment) => segment.startsWith(':'))
  return Object.fromEntries(names.map((name, index) => [name.slice(1), ids[index] ?? '']))
}
