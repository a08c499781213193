import { MAX_IDS } from '../../rest/endpoint.ts'
import { accountId, idOf, type Row } from '../../rest/types.ts'
import { badUserInput } from '../errors.ts'

/** The parts of a global ID. For an account, `account` and `id` are equal. */
export interface GlobalId {
  type: string
  account: string
  id: string
}

// The service's IDs are lower-case base 36 or decimal; media keys have an underscore. Other characters are refused, so
// they cannot get into a path.
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

const MAX_ID_LENGTH = 64

/** 1 for each code of a character that IDs can have. */
const IS_ID_CODE = new Uint8Array(128)
for (const character of ID_CHARACTERS) IS_ID_CODE[character.charCodeAt(0)] = 1

/** Whether a part of a text is an ID. A request can have thousands of IDs: this takes a fraction of the time of a pattern. */
function isRestId(text: string, start: number, end: number): boolean {
  if (end <= start || end - start > MAX_ID_LENGTH) return false
  for (let at = start; at < end; at += 1) if (IS_ID_CODE[text.charCodeAt(at)] !== 1) return false
  return true
}

/** The global ID of a row: `Campaign:<account>:<id>`, for accounts `Account:<id>`. */
export function globalId(type: string, row: Row): string {
  return type === 'Account' ? `Account:${idOf(row)}` : `${type}:${row[accountId]}:${idOf(row)}`
}

/** Parses a global ID; undefined if the text is not one. */
export function parseGlobalId(text: string): GlobalId | undefined {
  const typeEnd = text.indexOf(':')
  if (typeEnd < 1) return undefined
  const type = text.slice(0, typeEnd)
  const next = text.indexOf(':', typeEnd + 1)
  if ((next === -1) !== (type === 'Account')) return undefined
  const accountEnd = next === -1 ? text.length : next
  if (!isRestId(text, typeEnd + 1, accountEnd)) return undefined
  const account = text.slice(typeEnd + 1, accountEnd)
  if (next === -1) return { type, account, id: account }
  return isRestId(text, next + 1, text.length) ? { type, account, id: text.slice(next + 1) } : undefined
}

/** What all global IDs of the same type and account begin with: `Campaign:<account>:`, for accounts `Account:`. */
export function prefixOf(text: string, { id }: GlobalId): string {
  return text.slice(0, text.length - id.length)
}

/** The service's ID in a global ID with this prefix; undefined for any other text. */
export function restIdAfter(prefix: string, text: string): string | undefined {
  // For prefixes of this length, comparing a slice takes two thirds of the time of `startsWith`.
  if (text.slice(0, prefix.length) !== prefix || !isRestId(text, prefix.length, text.length)) return undefined
  return text.slice(prefix.length)
}

/**
 * The service's ID from an argument that takes a global ID or the service's ID, if the account is known. Throws
 * BAD_USER_INPUT for a global ID of another type or account, and for text that is not a valid ID.
 */
export function restId(type: string, account: string, text: string, field: string): string {
  if (!text.includes(':')) return checked(text, field)
  const parsed = globalIdOf(type, text, field)
  if (parsed.account !== account && type !== 'Account')
    throw badUserInput(field, `\`${field}\`: ${show(text)} does not belong to the account ${account}`)
  return parsed.id
}

/**
 * Like restId, for an argument with several IDs; undefined if it is not set. The service accepts up to 200 (R-CONV-16).
 */
export function restIds(
  type: string,
  account: string,
  texts: readonly string[] | null | undefined,
  field: string,
): string[] | undefined {
  if (!texts) return undefined
  if (texts.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` has ${texts.length} IDs; the limit is ${MAX_IDS}`, 'R-CONV-16')
  return texts.map((text) => restId(type, account, text, field))
}

/**
 * The account and the service's ID from an argument that takes either kind of ID, if the account is not known. The
 * service's ID does not contain the account, so it requires `accountId`.
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
    throw badUserInput('accountId', `\`accountId\` is required with ${show(id)}, which is not a global ID`, 'R-CONV-7')
  return { account: restId('Account', '', accountId, 'accountId'), id: checked(id, field) }
}

function globalIdOf(type: string, text: string, field: string): GlobalId {
  const parsed = parseGlobalId(text)
  if (!parsed) throw badUserInput(field, `\`${field}\`: ${show(text)} is not a valid ID`)
  if (parsed.type !== type)
    throw badUserInput(
      field,
      `\`${field}\` takes the ID of ${withArticle(type)}; ${show(text)} is the ID of ${withArticle(parsed.type)}`,
    )
  return parsed
}

/** The name of a type with its article. */
function withArticle(type: string): string {
  return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
}

function checked(text: string, field: string): string {
  if (isRestId(text, 0, text.length)) return text
  throw badUserInput(field, `\`${field}\`: ${show(text)} is not a valid ID; IDs consist of letters, digits, _ and -`)
}

function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
