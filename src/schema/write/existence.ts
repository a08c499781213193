import type { Context } from '../../context.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { UpstreamError } from '../../rest/errors.ts'
import type { Cost } from '../cost/cost.ts'
import { finderOf, type FindRow } from '../node/entity.ts'
import type { Row } from '../../rest/types.ts'
import type { Check, Reference } from './input.ts'

// The permissions that allow changes of each kind. One of them is enough (Ads Management Interface, section 5).
export const SETTINGS_EDITORS = ['ACCOUNT_ADMIN']
export const CAMPAIGN_EDITORS = ['ACCOUNT_ADMIN', 'AD_MANAGER']
export const CREATIVE_EDITORS = [...CAMPAIGN_EDITORS, 'CREATIVE_MANAGER']
export const AUDIENCE_EDITORS = [...CAMPAIGN_EDITORS, 'PARTNER_AUDIENCE_MANAGER']
export const ANY_EDITORS = [...CREATIVE_EDITORS, 'PARTNER_AUDIENCE_MANAGER']

/**
 * Types that are looked up only if the write changes the entity. Otherwise, an input can refer to entities that the caller
 * cannot read: accounts of others, and media that are not in the library yet.
 */
const LOOKED_UP_AS_TARGET = ['Account', 'Media']

const finders = new Map<string, FindRow<Row>>()
const readsOfFinders = new Map<string, (ids: number) => Cost[]>()

/**
 * Registers how to look up entities of a type that an input refers to, if they are not looked up like nodes. `reads`
 * returns the cost of looking up a number of IDs.
 */
export function registerReferenceFinder(type: string, reads: (ids: number) => Cost[], find: FindRow<Row>): void {
  finders.set(type, find)
  readsOfFinders.set(type, reads)
}

/** The cost of looking up a number of IDs of a type; undefined if they are looked up like nodes. */
export function referenceReads(type: string, ids: number): Cost[] | undefined {
  return readsOfFinders.get(type)?.(ids)
}

/**
 * Checks what a write depends on by reading it: that the caller has one of the permissions for it in the account, and that
 * the entities that the input refers to exist. Look-ups of the same kind share a call.
 */
export async function checkExistence<Input extends object>(
  context: Context,
  check: Check<Input>,
  editors: readonly string[] = CAMPAIGN_EDITORS,
): Promise<void> {
  await Promise.all([
    ...Array.from(check.accounts, ([account, field]) => checkAccess(context, check, { account, field, editors })),
    ...lookedUpReferences(check).map((reference) => checkReference(context, reference)),
  ])
}

/** The references of an input whose entities `checkExistence` looks up. */
export function lookedUpReferences<Input extends object>({ references, target }: Check<Input>): Reference[] {
  const isTarget = ({ type, id }: Reference) => type === target?.type && id === target.id
  const isLookedUp = (reference: Reference) => !LOOKED_UP_AS_TARGET.includes(reference.type) || isTarget(reference)
  return references.filter((reference) => !reference.check.isRefused && isLookedUp(reference))
}

async function checkReference(context: Context, { check, fieldPath, type, account, id }: Reference): Promise<void> {
  // A list responds with 404 if the account does not exist.
  const find = finders.get(type) ?? finderOf(type)
  const row = await find?.(context, account)(id).catch(nullOf404)
  if (row !== null) return
  const [field, index] = fieldPath
  const subject = index === undefined ? `\`${field}\`` : `\`${field}\`: item ${index}`
  const message = `${subject} is not the ID of a ${type} of the account`
  check.add({ code: 'BAD_USER_INPUT', message, field: [...check.path, ...fieldPath], rule: null })
}

function nullOf404(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
  throw error
}

async function checkAccess<Input extends object>(
  { loaders }: Context,
  check: Check<Input>,
  { account, field, editors }: { account: string; field: string; editors: readonly string[] },
): Promise<void> {
  const access = await loaders.once(getAuthenticatedUserAccess, { account_id: account })
  const refuse = (message: string, rule: string | null) =>
    check.add({ code: 'BAD_USER_INPUT', message: `\`${field}\` ${message}`, field: [...check.path, field], rule })
  if (access === null) refuse('is not the ID of an account that the caller can see', null)
  if (!access?.permissions) return
  check.checked.add('R-PERM-1')
  if (editors.some((permission) => access.permissions?.includes(permission))) return
  refuse(
    `is the ID of an account in which the caller cannot make this change; it needs ${editors.join(' or ')}`,
    'R-PERM-1',
  )
}
