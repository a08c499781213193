import type { Context } from '../../../context.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import { finderOf, listOf, lookUpOf } from '../../node/entity.ts'
import { globalId, parseGlobalId } from '../../node/global-id.ts'
import { unreadRow } from '../../node/unread-row.ts'
import type { Values } from '../../../rest/value.ts'
import { unrepeatable, type Declared, type DeclaredOperations } from '../declared.ts'
import type { Creation } from './look.ts'
import { asData } from '../mutation.ts'

/** What a mutation creates, by what it does and the parameters of its endpoint. Undefined if it can be repeated. */
export function creationBy(does: Declared | DeclaredOperations, params: Values = {}): Creation | undefined {
  const declared = unrepeatable(does)
  if (!declared) return undefined
  const type = lookUpOf(declared.type) && declared.type
  return { type, list: type === undefined ? undefined : listOf(type), ...declared.recognized, params }
}

/** The global ID of a row that a mutation created or changed; null if it has none. */
export function idOfRow(type: string | undefined, row: unknown): string | null {
  return type !== undefined && typeof row === 'object' && row !== null ? globalId(type, row) : null
}

/**
 * Reads a row that a mutation created or changed. Null if it does not exist any more. If it cannot be read, only its account and ID are known: it
 * was made all the same.
 */
export async function readAgain<R>(context: Context, id: string | null): Promise<R | null> {
  const made = parseGlobalId(id ?? '')
  const find = made && finderOf(made.type)
  if (!find) return null
  // The read belongs to no field, and is no part of the plan.
  const unplanned = { ...context, loaders: context.loaders.askedBy(undefined) }
  try {
    return asData<R | null>(await find(unplanned, made.account, made.parent)(made.id))
  } catch (error) {
    if (error instanceof UpstreamError) return asData<R>(unreadRow(made.account, made.id, error))
    throw error
  }
}
