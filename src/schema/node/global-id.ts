import { MAX_IDS } from '../../rest/endpoint.ts'
import { accountId, idOf, type Row } from '../../rest/types.ts'
import { badUserInput } from '../errors.ts'

/** A global id taken apart. An account has no account but itself. */
export interface GlobalId {
  type: string
  account: string
  id: string
}

// The service's ids are lower-case base 36 or decimal; media keys hold an underscore. Nothing else can stand in one,
// so nothing else reaches a path.
const REST_ID = /^[A-Za-z0-9_-]{1,64}$/

/** The id by which the whole graph knows a row: `Campaign:<account>:<id>`, for accounts `Account:<id>`. */
export function globalId(type: string, row: Row): string {
  return type === 'Account' ? `Account:${idOf(row)}` : `${type}:${row[accountId]}:${idOf(row)}`
}

/** Reads a global id; undefined where the text is none. */
export function parseGlobalId(text: string): GlobalId | undefined {
  const typeEnd = text.indexOf(':')
  const accountEnd = text.indexOf(':', typeEnd + 1)
  if (typeEnd < 1 || (accountEnd === -1) !== (text.slice(0, typeEnd) === 'Account')) return undefined
  const account = text.slice(typeEnd + 1, accountEnd === -1 ? undefined : accountEnd)
  const id = accountEnd === -1 ? account : text.slice(accountEnd + 1)
  return REST_ID.test(account) && REST_ID.test(id) ? { type: text.slice(0, typeEnd), account, id } : undefined
}

/**
 * The service's own id out of an argument that takes either kind, for rows of an account that is known.
 * Refuses a global id of another type or account, and text that can be no id, by the argument's name.
 */
export function restId(type: string, account: string, text: string, field: string): string {
  if (!text.includes(':')) return checked(text, field)
  const parsed = globalIdOf(type, text, field)
  if (parsed.account !== account && type !== 'Account')
    throw badUserInput(field, `\`${field}\`: ${show(text)} belongs to another account than ${account}`)
  return parsed.id
}

/** As restId for an argument with many ids; undefined where it was left out. The interface takes at most 200 (R-CONV-16). */
export function restIds(
  type: string,
  account: string,
  texts: readonly string[] | null | undefined,
  field: string,
): string[] | undefined {
  if (!texts) return undefined
  if (texts.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` names ${texts.length} ids; at most ${MAX_IDS} are allowed`, 'R-CONV-16')
  return texts.map((text) => restId(type, account, text, field))
}

/**
 * Account and id out of an argument that takes either kind where no account is known yet. A raw id leaves its account
 * open: then `accountId` is required.
 */
export function accountAndId(
  type: string,
  { id, accountId }: { id: string; accountId?: string | null | undefined },
  field = 'id',
): { account: string; id: string } {
  if (id.includes(':')) {
    const parsed = globalIdOf(type, id, field)
    if (accountId && restId('Account', '', accountId, 'accountId') !== parsed.account)
      throw badUserInput('accountId', `\`accountId\`: ${show(id)} belongs to another account`)
    return parsed
  }
  if (!accountId)
    throw badUserInput(
      'accountId',
      `\`accountId\` is required beside ${show(id)}, which does not name its account`,
      'R-CONV-7',
    )
  return { account: restId('Account', '', accountId, 'accountId'), id: checked(id, field) }
}

function globalIdOf(type: string, text: string, field: string): GlobalId {
  const parsed = parseGlobalId(text)
  if (!parsed) throw badUserInput(field, `\`${field}\`: ${show(text)} is no id`)
  if (parsed.type !== type)
    throw badUserInput(
      field,
      `\`${field}\` takes the id of ${one(type)}; ${show(text)} is the id of ${one(parsed.type)}`,
    )
  return parsed
}

/** A type's name with its article. */
function one(type: string): string {
  return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
}

function checked(text: string, field: string): string {
  if (REST_ID.test(text)) return text
  throw badUserInput(field, `\`${field}\`: ${show(text)} is no id: ids hold letters, digits, _ and - only`)
}

function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
