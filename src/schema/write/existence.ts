import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { isBelowParent } from '../node/global-id.ts'
import { listOf, lookUpOf } from '../node/node-type.ts'
import type { Check, Reference } from './input.ts'
import { known, textsColumn, UNKNOWN } from './known.ts'
import { onceKey, rowKey, type Key, type Stored } from './stored.ts'

// The permissions that allow changes of each kind. One of them is enough (Ads Management Interface, section 5).
export const SETTINGS_EDITORS = ['ACCOUNT_ADMIN']
export const CAMPAIGN_EDITORS = ['ACCOUNT_ADMIN', 'AD_MANAGER']
export const CREATIVE_EDITORS = [...CAMPAIGN_EDITORS, 'CREATIVE_MANAGER']
export const AUDIENCE_EDITORS = [...CAMPAIGN_EDITORS, 'PARTNER_AUDIENCE_MANAGER']

/**
 * Types that are looked up only if the write changes the entity. Otherwise, an input can refer to entities that the caller
 * cannot read: accounts of others, and media that are not in the library yet.
 */
const LOOKED_UP_AS_TARGET = ['Account', 'Media']

/** `isTarget` if the write changes the entity. */
type KeyOf = (account: string, id: string, isTarget: boolean) => Key<unknown>

const keys = new Map<string, KeyOf>()

/** Registers how to look up entities of a type that an input refers to, if they are not looked up like nodes. */
export function registerReference(type: string, keyOf: KeyOf): void {
  keys.set(type, keyOf)
}

/** The permissions of the caller in an account; null if the caller cannot see it. */
export const accessKey = (account: string) => onceKey(getAuthenticatedUserAccess, { account_id: account })

/** Whether what is validated has a reference. A batch that is continued has others. */
type IsValidated = (reference: Reference) => boolean

/** The keys of what every rule of an input rests on: the permissions of the caller, and the entities that it refers to. */
export function existenceKeys(check: Check<object>, isValidated?: IsValidated): Key<unknown>[] {
  const references = lookedUpReferences(check, isValidated).flatMap((reference) => referenceKey(check, reference))
  return [...Array.from(check.found.accounts, accessKey), ...references]
}

/**
 * Checks that the caller has one of these permissions in the account of an input, unless there are none, and that the entities
 * that the input refers to exist.
 */
export function checkExistence(
  check: Check<object>,
  editors: readonly string[] = CAMPAIGN_EDITORS,
  stored: Stored,
  isValidated?: IsValidated,
): void {
  for (const account of check.found.accounts) checkAccess(check, account, editors, stored)
  for (const reference of lookedUpReferences(check, isValidated)) checkReference(check, reference, stored)
}

function lookedUpReferences(root: Check<object>, isValidated: IsValidated = () => true): Reference[] {
  return root.found.references.filter((reference) => {
    const { check, type } = reference
    // The ID of an entity below a parent does not name the parent.
    if (check.isLeftOut || isBelowParent(type) || !isValidated(reference)) return false
    return isTarget(root, reference) || !LOOKED_UP_AS_TARGET.includes(type)
  })
}

function isTarget({ ids: { target } }: Check<object>, { type, id }: Reference): boolean {
  return type === target?.type && id === target.id
}

/**
 * The key of the row of a reference, if rows of its type can be looked up. A rule that depends on the same row does not read it
 * again.
 */
function referenceKey(root: Check<object>, reference: Reference): Key<unknown>[] {
  const { type, account, id } = reference
  const keyOf = keys.get(type)
  if (keyOf) return [keyOf(account, id, isTarget(root, reference))]
  return lookUpOf(type) ? [rowKey(listOf(type), account, id)] : []
}

function checkReference(root: Check<object>, reference: Reference, stored: Stored): void {
  const [key] = referenceKey(root, reference)
  if (!key || stored.get(key) !== null) return
  const { check, fieldPath, type } = reference
  const [field, index] = fieldPath
  const subject = index === undefined ? `\`${field}\`` : `\`${field}\`: item ${index}`
  check.refuseAt(fieldPath, `${subject} is not the ID of a ${type} of the account`)
}

function checkAccess(check: Check<object>, account: string, editors: readonly string[], stored: Stored): void {
  const access = stored.get(accessKey(account))
  // A global ID includes the account, so the input may have no field with it.
  const fieldPath = Object.hasOwn(check.input, 'accountId') ? ['accountId'] : []
  if (access === null) check.refuseAt(fieldPath, `The caller cannot see the account ${account}`)
  else if (access) check.found.seenAccounts.add(account)
  const permissions = known(access, 'permissions', textsColumn)
  if (permissions === null || permissions === UNKNOWN || editors.length === 0) return
  check.note('R-PERM-1', true)
  if (editors.some((permission) => permissions.includes(permission))) return
  const needed = editors.join(' or ')
  check.refuseAt(
    fieldPath,
    `The caller cannot make this change in the account ${account}; it needs ${needed}`,
    'R-PERM-1',
  )
}
