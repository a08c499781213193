import { MAX_IDS } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { isIdText, MAX_ID_LENGTH } from '../../rest/id.ts'
import { accountId, idOf, parentId, type Row } from '../../rest/types.ts'
import { isSameId } from '../../rest/value.ts'
import { badUserInput, show } from '../errors.ts'
import { presentTypeOf } from '../renamed.ts'
import { longOf } from '../scalar/scalar.ts'

/** The parts of a global ID. For an account, `account` and `id` are equal; an entity of no account has an empty `account`. */
interface GlobalId {
  type: string
  account: string
  /** The ID of the entity in the account that the entity belongs to. Undefined for most types. */
  parent?: string | undefined
  id: string
}

/**
 * What the global IDs of a type have before the ID: the account (most types); nothing, for accounts themselves (`self`) and
 * entities of no account (`none`); or the account and the ID of a parent, which has this name in the path of the list.
 */
export type IdScope = 'account' | 'self' | 'none' | { parent: string }

const scopes = new Map<string, IdScope>()

/** Sets what the global IDs of a type have before the ID. */
export function setIdScope(type: string, scope: IdScope): void {
  scopes.set(type, scope)
}

/** No name of a type has more characters than four IDs. */
const MAX_GLOBAL_ID_LENGTH = 8 * MAX_ID_LENGTH

/**
 * An ID in the form in which the service has it, so that equal IDs are equal texts. It takes IDs of accounts and of their entities
 * in uppercase too, and has them in lowercase. Those of other entities, such as the IAB category IAB1, stay as they are.
 */
function normalized(type: string, id: string): string {
  return scopes.get(type) === 'none' ? id : id.toLowerCase()
}

/** Whether entities of a type are found only below a parent in their account. */
export function isBelowParent(type: string): boolean {
  return typeof scopes.get(type) === 'object'
}

/** The ID of the parent of entities of a type, from the path of their list. Undefined for most types. */
export function parentInPath(type: string, path: Readonly<Record<string, string>>): string | undefined {
  const scope = scopes.get(type)
  return typeof scope === 'object' ? path[scope.parent] : undefined
}

/** The global ID of a row, for example `Campaign:<account>:<id>` or `Account:<id>`. Throws if a part of it is not known. */
export function globalId(type: string, row: Row): string {
  const id = globalIdIfKnown(type, row)
  if (id !== undefined) return id
  throw new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `The account or the parent of a ${type} is not known`,
  })
}

/** The global ID of a row. Undefined if a part of it is not known. */
export function globalIdIfKnown(type: string, row: Row): string | undefined {
  const scope = scopes.get(type) ?? 'account'
  if (scope === 'self' || scope === 'none') return `${type}:${idOf(row)}`
  const account = row[accountId]
  if (!account) return undefined
  if (scope === 'account') return `${type}:${account}:${idOf(row)}`
  const parent = row[parentId]
  return parent && `${type}:${account}:${parent}:${idOf(row)}`
}

/** Parses a global ID; undefined if the text is not one. A former name of a type is replaced by its present one. */
export function parseGlobalId(text: string): GlobalId | undefined {
  // Looking for a colon in megabytes takes milliseconds, for each alias.
  if (text.length > MAX_GLOBAL_ID_LENGTH) return undefined
  const typeEnd = text.indexOf(':')
  if (typeEnd < 1) return undefined
  const type = presentTypeOf(text.slice(0, typeEnd))
  const scope = scopes.get(type) ?? 'account'
  const idStart = text.lastIndexOf(':') + 1
  if (!isIdText(text, idStart, text.length)) return undefined
  const id = normalized(type, text.slice(idStart))
  const accountEnd = text.indexOf(':', typeEnd + 1)
  if (scope === 'self' || scope === 'none')
    return accountEnd === -1 ? { type, account: scope === 'self' ? id : '', id } : undefined
  if (accountEnd === -1 || !isIdText(text, typeEnd + 1, accountEnd)) return undefined
  const account = text.slice(typeEnd + 1, accountEnd).toLowerCase()
  if (scope === 'account') return accountEnd === idStart - 1 ? { type, account, id } : undefined
  if (!isIdText(text, accountEnd + 1, idStart - 1)) return undefined
  return { type, account, parent: text.slice(accountEnd + 1, idStart - 1).toLowerCase(), id }
}

/** Neighbors among global IDs that have the same type, account and parent. */
interface IdRun extends Omit<GlobalId, 'account' | 'id'> {
  /** Undefined for accounts: each is its own account. */
  account: string | undefined
  /** The index of the first one. */
  from: number
  /** The service's IDs. */
  ids: string[]
}

/**
 * Decodes global IDs. Neighbors mostly have the same type, account and parent, so that only the service's ID is read in each. Values
 * that are not valid global IDs, or that have another type than `types` at their index, are left out.
 */
export function runsOfIds(globalIds: readonly unknown[], types?: readonly unknown[]): IdRun[] {
  const runs: IdRun[] = []
  let run: IdRun | undefined
  /** What its IDs begin with, such as `Campaign:<account>:`. */
  let prefix = ''
  globalIds.forEach((text, index) => {
    const isLike = run && (!types || types[index] === run.type)
    const next = run && isLike && typeof text === 'string' ? restIdAfter(prefix, run.type, text) : undefined
    if (run && next !== undefined) {
      run.ids.push(next)
      return
    }
    run = undefined
    if (typeof text !== 'string') return
    const parsed = parseGlobalId(text)
    if (!parsed || (types && types[index] !== parsed.type)) return
    const { type, account, parent, id } = parsed
    prefix = text.slice(0, text.length - id.length)
    run = { type, account: scopes.get(type) === 'self' ? undefined : account, parent, from: index, ids: [id] }
    runs.push(run)
  })
  return runs
}

/** The service's ID in a global ID of this type with this prefix; undefined for any other text. */
function restIdAfter(prefix: string, type: string, text: string): string | undefined {
  // For prefixes of this length, comparing a slice takes two thirds of the time of `startsWith`.
  if (text.slice(0, prefix.length) !== prefix || !isIdText(text, prefix.length, text.length)) return undefined
  return normalized(type, text.slice(prefix.length))
}

/**
 * The service's ID from an argument that takes a global ID or the service's ID, if the account is known, and the parent of an entity
 * below one. Throws BAD_USER_INPUT for a global ID of another type, account or parent, and for text that is not a valid ID.
 */
export function restId(type: string, account: string, text: string, field: string, parent?: string): string {
  if (!text.includes(':')) return checked(type, text, field)
  const parsed = globalIdOf(type, text, field)
  const isElsewhere = parsed.account !== account && type !== 'Account'
  if (!isElsewhere && (parsed.parent === undefined || isSameId(parsed.parent, parent))) return parsed.id
  const place = isElsewhere ? `account ${account}` : `audience ${parent}`
  throw badUserInput(field, `\`${field}\`: ${show(text)} does not belong to the ${place}`)
}

/** Like restId, for IDs that are 64-bit integers (R-CONV-22). */
export function restLong(type: string, account: string, text: string, field: string): string {
  const id = restId(type, account, text, field)
  if (isLongId(id)) return id
  throw badUserInput(field, `\`${field}\`: ${show(id)} is not a valid ID; it must be a 64-bit number`, 'R-CONV-22')
}

/** Whether an ID is a 64-bit integer (R-CONV-22). */
export function isLongId(id: string): boolean {
  return /^\d{1,19}$/.test(id) && longOf(id) !== undefined
}

/** The service's ID of the user in an argument; undefined if it is not set. Users have no global ID. */
export function restUserId(userId: string | null | undefined): string | undefined {
  return typeof userId === 'string' ? restLong('User', '', userId, 'userId') : undefined
}

/**
 * Like restId, for an argument with several IDs, of one type or each of its own; undefined if it is not set. The service accepts up to
 * 200 (R-CONV-16).
 */
export function restIds(
  type: string | ((text: string) => string),
  account: string,
  texts: readonly string[] | null | undefined,
  field: string,
  parent?: string,
): string[] | undefined {
  if (!texts) return undefined
  if (texts.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` has ${texts.length} IDs; the limit is ${MAX_IDS}`, 'R-CONV-16')
  return texts.map((text) => restId(typeof type === 'string' ? type : type(text), account, text, field, parent))
}

/**
 * The account and the service's ID from an argument that takes either kind of ID, if the account is not known. The
 * service's ID does not contain the account, so it requires `accountId`.
 */
export function accountAndId(
  type: string,
  { id, accountId }: { id: string; accountId?: string | null },
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
  return { account: restId('Account', '', accountId, 'accountId'), id: checked(type, id, field) }
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
export function withArticle(type: string): string {
  return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
}

function checked(type: string, text: string, field: string): string {
  if (isIdText(text)) return normalized(type, text)
  throw badUserInput(field, `\`${field}\`: ${show(text)} is not a valid ID; IDs consist of letters, digits, _ and -`)
}
