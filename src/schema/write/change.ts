import { isTurnOver, nextTurn } from '../../async/turn.ts'
import type { Context } from '../../context.ts'
import { comparableId } from '../../rest/value.ts'
import type { Subject } from '../spend/subject.ts'
import { checkExistence, existenceKeys } from './existence.ts'
import type { Check, Reference } from './input.ts'
import { Stored, type Key } from './stored.ts'

/**
 * A change that a write makes to stored data. It is prepared from the input alone: nothing is read before it declares
 * what it depends on.
 */
export interface Change<Params> {
  /** The data that rules depend on. `validateOnly` reads it. What does not apply to the input is undefined. */
  dependsOn?: readonly (Key<unknown> | undefined)[]
  /** The data without which it cannot be sent. */
  needs?: readonly Key<unknown>[]
  /**
   * Whether no other write of the entity that it changes may be under way: it sends again what it has read, or changes what others send
   * again.
   */
  isExclusive?: boolean
  /** Checks the rules that depend on stored data, as far as it is known. */
  review?: (stored: Stored) => void
  /** Changes the stored data as the service will, and returns the parameters to send. */
  apply: (stored: Stored) => Params
}

export interface Operation<Params> extends Change<Params> {
  check: Check<object>
  /** Which of the operations of a batch it is. Undefined if they are of one kind, and outside of batches. */
  kind?: 'create' | 'update' | 'delete'
  /** What it is for the limits on spending. Undefined if there are none. */
  subject?: Subject
}

/** The limits on what operations may spend. */
export interface OperationLimits {
  /** Notes that the store of the limits is unavailable. Throws other errors. */
  fail: (error: unknown) => void
  /** Reads what the limits on these operations rest on. */
  read: (operations: readonly Operation<unknown>[]) => Promise<void>
  /** Applies an operation to the stored data, unless it exceeds a limit: then it is refused, and changes nothing. */
  apply: <Params>(operation: Operation<Params>, stored: Stored) => Params | undefined
}

/** The subject of a review: its rules, which depend on stored data, and the input that they are about. */
interface Reviewed extends Pick<Change<unknown>, 'review'> {
  check: Check<object>
}

/** Checks rules with the data that is known by now. */
export function review({ check, review: rules }: Reviewed, stored: Stored): void {
  if (rules) check.found.review(check, () => rules(stored))
}

/**
 * Applies operations in their order to the stored data. Each is checked against the state after the operations before it.
 * Refused operations change nothing. Returns the parameters of each, at its index.
 */
export async function applyInOrder<Params>(
  operations: readonly Operation<Params>[],
  indexes: Iterable<number>,
  stored: Stored,
  spending?: OperationLimits,
): Promise<Params[]> {
  const params: Params[] = []
  const selected = [...indexes]
  await spending?.read(selected.flatMap((index) => operations[index] ?? []))
  const deletions = new Map<string, number>()
  for (const index of selected) {
    // A long batch is checked in several turns.
    if (isTurnOver()) await nextTurn()
    const operation = operations[index]!
    const { check, kind, apply } = operation
    const target = check.ids.target && comparableId(check.ids.target.id)
    const deletion = target === undefined ? undefined : deletions.get(target)
    if (deletion !== undefined) refuseItem(check, `has the same entity as operation ${deletion}, which deletes it`)
    if (!check.isRefused) review(operation, stored)
    if (check.isRefused) continue
    const applied = spending ? spending.apply(operation, stored) : apply(stored)
    if (check.isRefused || applied === undefined) continue
    params[index] = applied
    if (target !== undefined && kind === 'delete') deletions.set(target, index)
  }
  return params
}

/** Refuses the item of a list that an input is, or is a part of. */
export function refuseItem(check: Check<object>, message: string, rule: string | null = null): void {
  const field = check.path.slice(0, check.path.findLastIndex((name) => /^\d+$/.test(name)) + 1)
  const [list, index] = field.slice(-2)
  check.add({ code: 'BAD_USER_INPUT', message: `\`${list}\`: item ${index} ${message}`, field, rule })
}

/** The list of a batch's operations, by its field. Undefined if the input is one operation. */
export type ListField = { field: string } | undefined

/** The index of the item of a batch's list that has a path. Undefined if the path is not in an item. */
export function indexIn(
  at: readonly string[],
  { path }: Pick<Check<object>, 'path'>,
  list: ListField,
): string | undefined {
  return list && at[path.length] === list.field ? at[path.length + 1] : undefined
}

/** All keys of changes: what they need, and what their rules depend on. */
export function keysOf(changes: Iterable<Pick<Change<unknown>, 'dependsOn' | 'needs'>>): Key<unknown>[] {
  const keys = Array.from(changes).flatMap(({ dependsOn = [], needs = [] }) => [...needs, ...dependsOn])
  return keys.filter((key) => key !== undefined)
}

/** The subject of a validation: operations, and the rules that they have in common. */
interface Validated<Params> extends Pick<Change<unknown>, 'dependsOn' | 'review'> {
  operations: readonly Operation<Params>[]
  list?: ListField
  /** The caller needs one of these permissions in the account, if there are any. Defaults to the permissions for campaigns. */
  editors?: readonly string[] | undefined
  /** The limits on what it may spend. Undefined if there are none. */
  spending?: OperationLimits | undefined
}

/**
 * Reads what the rules of operations depend on, and checks them in order. With `skipInvalid`, others follow a refused one;
 * otherwise nothing is read for an input that refers to what does not exist. Returns the parameters of each, at its index.
 */
export async function validate<Params>(
  context: Context,
  check: Check<object>,
  { operations, list, editors, spending, ...common }: Validated<Params>,
  indexes: readonly number[],
  skipInvalid: boolean,
): Promise<Params[]> {
  const stored = new Stored()
  const before = check.found.problems.length
  const validated = new Set<string | undefined>([undefined, ...indexes.map(String)])
  const isValidated = ({ check: { path }, fieldPath }: Reference) =>
    validated.has(indexIn([...path, ...fieldPath], check, list))
  await stored.read(context, existenceKeys(check, isValidated))
  checkExistence(check, editors, stored, isValidated)
  if (check.found.problems.length > before && !skipInvalid) return []
  const accepted = indexes.map((index) => operations[index]!).filter((operation) => !operation.check.isRefused)
  await stored.read(context, keysOf([common, ...accepted]))
  review({ ...common, check }, stored)
  return applyInOrder(operations, indexes, stored, spending)
}
