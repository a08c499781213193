import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { selectionOf } from '../../execute/selection/selection.ts'
import type { Row } from '../../rest/types.ts'
import type { Writes } from '../../rest/write-store.ts'
import type { MutationFields } from '../builder.ts'
import { finderOf } from '../node/entity.ts'
import { globalId, parseGlobalId } from '../node/global-id.ts'
import { rowOf } from '../node/row.ts'
import type { Check, InputProblem, Target } from './input.ts'
import { lookFor, type Look, type Recognition } from './look.ts'
import { asData } from './mutation.ts'

/** What a mutation makes. A mutation that declares it takes an idempotency key. */
export interface Made extends Partial<Recognition> {
  /** The type of its rows, which are read again by their global IDs. Undefined if its rows cannot be read again. */
  type?: string
  /** The result if nothing can be read again. Defaults to null. */
  result?: unknown
}

/** The arguments that concern the key and the sending of a write. */
export interface WriteArgs {
  idempotencyKey?: string | null | undefined
  validateOnly: boolean
}

type KeyArg = Record<'idempotencyKey', ReturnType<MutationFields['arg']['string']>>

/** The argument `idempotencyKey` of a mutation that makes something. Other mutations do not have it. */
export function keyArg(t: MutationFields, made: Made | undefined): KeyArg
export function keyArg(t: MutationFields, made: Made | undefined): KeyArg | Record<string, never> {
  return made ? { idempotencyKey: t.arg.string(KEY) } : {}
}

const KEY = {
  description:
    'A key of the caller for this write, 1 to 255 printable characters, for example a UUID. Within 24 hours, another use of ' +
    'the key by the same caller in the same account gives the first result, and sends nothing; with other arguments it ' +
    'gives the user error IDEMPOTENCY_KEY_REUSED. After a refusal the key is free again.',
}

/** The records of the writes of an operation. */
export function writesOf({ writes }: Context): Writes {
  if (!writes) throw new Error('This operation has no mutations')
  return writes
}

/** Refuses a key that cannot be used. */
export function checkKey(check: Check<object>, context: Context, key: string | null | undefined): void {
  if (typeof key !== 'string') return
  const writes = writesOf(context)
  if (writes.keyFault !== undefined) check.add(problemOf(writes.keyFault, 'BAD_USER_INPUT'))
  if (!/^\P{C}{1,255}$/u.test(key)) check.add(problemOf('must have 1 to 255 printable characters', 'BAD_USER_INPUT'))
}

/** The problem with a key that was used with other arguments. */
export const REUSED = problemOf('was used with other arguments within the last 24 hours', 'IDEMPOTENCY_KEY_REUSED')

function problemOf(message: string, code: string): InputProblem {
  return { code, message: `\`idempotencyKey\` ${message}`, field: ['idempotencyKey'], rule: null }
}

/** The global ID of a row that a mutation made; null if it has none. */
export function idOfMade({ type }: Made, row: unknown): string | null {
  return type !== undefined && typeof row === 'object' && row !== null ? globalId(type, row) : null
}

/** Reads a row that a mutation made. Null if it does not exist any more. The call is no part of the plan. */
export async function readMade<R>(context: Context, { type, result = null }: Made, id: string | null): Promise<R> {
  const parsed = id === null ? undefined : parseGlobalId(id)
  const find = parsed && finderOf(parsed.type)
  const unplanned = { ...context, loaders: context.loaders.askedBy(undefined) }
  const row: Row | null = parsed && find ? await find(unplanned, parsed.account, parsed.parent)(parsed.id) : null
  return asData<R>(type === undefined ? result : row)
}

/** Whether the operation selects the receipt of a mutation: then a write that is unclear has a payload. */
export function selectsReceipt(info: GraphQLResolveInfo): boolean {
  return selectionOf(info)?.names.has('receipt') ?? false
}

/** How the rows of a call are looked for. Undefined if it makes none, or if no list shows them. */
export function lookForMade(
  { rest }: Context,
  { type, list, ...recognition }: Made,
  path: Record<string, string>,
  sought: Pick<Look, 'sought' | 'known'>,
): Look | undefined {
  if (type === undefined || !list || sought.sought.length === 0) return undefined
  return lookFor(rest, type, { list, ...recognition }, path, sought)
}

/** What the operations of a call make, and the global IDs of what the others change. */
export function soughtAmong(
  makes: Made,
  indexes: readonly number[],
  operationAt: (index: number) => { target: Target | undefined; made: object },
): Pick<Look, 'sought' | 'known'> {
  const operations = indexes.map(operationAt)
  return {
    known: operations.map(({ target }) => (target ? idOfMade(makes, rowOf(target.account, target.id)) : null)),
    sought: operations.flatMap(({ target, made }, position) =>
      target ? [] : { position, sent: Object.fromEntries(Object.entries(made)), made },
    ),
  }
}
