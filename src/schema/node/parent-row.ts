import type { Row } from '../../rest/types.ts'
import { badUserInput } from '../errors.ts'
import { parseGlobalId } from './global-id.ts'
import { rowOf, setTypeName } from './row.ts'

/**
 * A row with only the type, the account and the ID that a global ID names, for fields of its type that need nothing else.
 * Throws BAD_USER_INPUT for text that is not a global ID.
 */
export function parentRow(globalId: string): Row {
  const parsed = parseGlobalId(globalId)
  if (!parsed) throw badUserInput('id', `${JSON.stringify(globalId.slice(0, 80))} is not a valid global ID`)
  const { type, account, id } = parsed
  return setTypeName(account === '' ? { id } : rowOf(account, id), type)
}
