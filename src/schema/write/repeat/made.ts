import type { Context } from '../../../context.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import { finderOf, listOf, lookUpOf } from '../../node/entity.ts'
import { globalId, parseGlobalId } from '../../node/global-id.ts'
import { unreadRow } from '../../node/unread-row.ts'
import type { Made } from './look.ts'
import { asData } from '../mutation.ts'

/** What a mutation makes: rows of this type, in the list of their type. */
export function madeOfType(type: string, makes: Made): Made {
  return lookUpOf(type) ? { type, list: listOf(type), ...makes } : makes
}

/** The global ID of a row that a mutation made or changed; null if it has none. */
export function idOfMade({ type }: Pick<Made, 'type'>, row: unknown): string | null {
  return type !== undefined && typeof row === 'object' && row !== null ? globalId(type, row) : null
}

/**
 * Reads a row that a mutation made. Null if it does not exist any more. If it cannot be read, only its account and ID are known: it
 * was made all the same.
 */
export async function readMade<R>(context: Context, { result = null }: Made, id: string | null): Promise<R> {
  const made = parseGlobalId(id ?? '')
  const find = made && finderOf(made.type)
  if (!find) return asData<R>(result)
  // The read belongs to no field, and is no part of the plan.
  const unplanned = { ...context, loaders: context.loaders.askedBy(undefined) }
  try {
    return asData<R>(await find(unplanned, made.account, made.parent)(made.id))
  } catch (error) {
    if (error instanceof UpstreamError) return asData<R>(unreadRow(made.account, made.id, error))
    throw error
  }
}
