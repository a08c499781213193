import type { Context } from '../../context.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { finderOf } from '../node/entity.ts'
import type { Check, Reference } from './input.ts'

/** The permissions that allow changes in an account. One of them is enough (Ads Management Interface, section 5). */
const EDITORS = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'PARTNER_AUDIENCE_MANAGER']

/**
 * Types that are not looked up, because an input can refer to entities that the caller cannot read: accounts and posts of
 * others, and media that are not in the library yet.
 */
const NOT_LOOKED_UP = ['Account', 'Media', 'Post']

/**
 * Checks what a write depends on by reading it: that the caller can make changes in the account, and that the entities
 * that the input refers to exist. Look-ups of the same kind share a call.
 */
export async function checkExistence<Input extends object>(context: Context, check: Check<Input>): Promise<void> {
  const { references, accounts, target } = check
  const isInLibrary = ({ type, id }: Reference) => type === 'Media' && id === target?.id
  const isLookedUp = (reference: Reference) => !NOT_LOOKED_UP.includes(reference.type) || isInLibrary(reference)
  const lookedUp = references.filter((reference) => !reference.check.isRefused && isLookedUp(reference))
  await Promise.all([
    ...Array.from(accounts, ([account, field]) => checkAccess(context, check, account, field)),
    ...lookedUp.map((reference) => checkReference(context, reference)),
  ])
}

async function checkReference(context: Context, { check, fieldPath, type, account, id }: Reference): Promise<void> {
  // A list responds with 404 if the account does not exist.
  const row = await finderOf(type)?.(context, account, id).catch(nullOf404)
  if (row !== null) return
  const message = `\`${fieldPath[0]}\` is not the ID of a ${type} of the account`
  check.add({ code: 'BAD_USER_INPUT', message, field: [...check.path, ...fieldPath], rule: null })
}

function nullOf404(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
  throw error
}

async function checkAccess<Input extends object>(
  { loaders }: Context,
  check: Check<Input>,
  account: string,
  field: string,
): Promise<void> {
  const access = await loaders.once(getAuthenticatedUserAccess, { account_id: account })
  const refuse = (message: string, rule: string | null) =>
    check.add({ code: 'BAD_USER_INPUT', message: `\`${field}\` ${message}`, field: [...check.path, field], rule })
  if (access === null) refuse('is not the ID of an account that the caller can see', null)
  if (!access?.permissions) return
  check.checked.add('R-PERM-1')
  if (EDITORS.some((permission) => access.permissions?.includes(permission))) return
  refuse(
    `is the ID of an account in which the caller cannot make changes; changes need one of ${EDITORS.join(', ')}`,
    'R-PERM-1',
  )
}
