import type { Context } from '../../../context.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import { finderOf, listOf, lookUpOf, showsDeleted } from '../../node/entity.ts'
import { globalId, parseGlobalId } from '../../node/global-id.ts'
import { unreadRow } from '../../node/unread-row.ts'
import { snakeCase } from '../../wire-name.ts'
import type { Target } from '../input.ts'
import type { Changed, Look, Made, Sought } from './look.ts'
import { asData, targetId } from '../mutation.ts'

/** What a mutation makes: rows of this type, in the list of their type. */
export function madeOfType(type: string, makes: Made): Made {
  return lookUpOf(type) ? { type, list: listOf(type), ...makes } : makes
}

/** The global ID of a row that a mutation made or changed; null if it has none. */
export function idOfMade({ type }: Pick<Made, 'type'>, row: unknown): string | null {
  return type !== undefined && typeof row === 'object' && row !== null ? globalId(type, row) : null
}

/** The context of reads that belong to no field, and are no part of the plan. */
function unplanned(context: Context): Context {
  return { ...context, loaders: context.loaders.askedBy(undefined) }
}

/** Reads a row. If that fails, only its account and ID are known: the write that it belongs to has happened all the same. */
export async function rowOrId(
  { account, id }: Pick<Target, 'account' | 'id'>,
  read: () => PromiseLike<object | null>,
): Promise<object | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UpstreamError) return unreadRow(account, id, error)
    throw error
  }
}

/** Reads a row that a mutation made or changed. Null if it does not exist any more. */
export async function readMade<R>(context: Context, { result = null }: Made, id: string | null): Promise<R> {
  const made = parseGlobalId(id ?? '')
  const find = made && finderOf(made.type)
  if (!find) return asData<R>(result)
  return asData<R>(await rowOrId(made, () => find(unplanned(context), made.account, made.parent)(made.id)))
}

/** How an entity that a write changes, or deletes if nothing is sent for it, is read. Undefined if it cannot be looked up. */
export function changeOf(
  context: Context,
  target: Target | undefined,
  { position, sent }: Pick<Changed, 'position' | 'sent'>,
): (Changed & { endpoint: string }) | undefined {
  const [find, lookUp] = target ? [finderOf(target.type), lookUpOf(target.type)] : []
  if (!target || !find || !lookUp) return undefined
  const { type, account, parent, id } = target
  const isShownDeleted = sent === undefined && showsDeleted(type)
  return {
    endpoint: `GET ${lookUp.path}`,
    position,
    id: targetId(target),
    sent,
    isShownDeleted,
    async read() {
      context.loaders.forget()
      const load = find(unplanned(context), account, parent, isShownDeleted ? { with_deleted: true } : undefined)
      return load(id)
    },
  }
}

/** An operation of a batch: the entity that it changes, if it makes none, and what is sent for it. */
interface BatchedOperation {
  target: Target | undefined
  deletes: boolean
  made: object
}

/** What the operations of a call make and change. What a later operation changes again is not compared for an earlier one. */
export function soughtAmong(
  context: Context,
  operations: readonly BatchedOperation[],
): Pick<Look, 'sought' | 'changed'> {
  const sought: Sought[] = []
  const changed: Changed[] = []
  const later = new Map<string, Set<string> | 'deleted'>()
  for (const [position, { target, deletes, made }] of [...operations.entries()].reverse()) {
    if (!target) {
      sought.unshift({ position, sent: { ...made } })
      continue
    }
    const before = later.get(target.id) ?? new Set<string>()
    const isDeleted = deletes || before === 'deleted'
    const own = Object.entries(made).filter(([name]) => name !== snakeCase(target.field))
    const sent = before === 'deleted' ? [] : own.filter(([name]) => !before.has(name))
    const change = changeOf(context, target, { position, sent: isDeleted ? undefined : Object.fromEntries(sent) })
    if (change) changed.unshift(change)
    later.set(target.id, isDeleted ? 'deleted' : new Set([...before, ...own.map(([name]) => name)]))
  }
  return { sought, changed }
}
