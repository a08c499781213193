import type { Context } from '../../context.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { finderOf } from '../node/entity.ts'
import type { Check, Reference } from './input.ts'

/** The permissions of which a caller needs one to change anything in an account (Ads Management Interface, section 5). */
const EDITORS = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'PARTNER_AUDIENCE_MANAGER']

/**
 * Types whose rows an input can name although no look-up of the caller shows them: accounts of others, posts of others
 * that may be promoted, and media before they are in the library.
 */
const NOT_LOOKED_UP = ['Account', 'Media', 'Post']

/**
 * Checks what a write depends on by reading it: that the caller may change something in its account, and that the rows
 * which the input names exist. Look-ups of the same kind are one call.
 */
export async function checkExistence<Input extends object>(context: Context, check: Check<Input>): Promise<void> {
  const { references, accounts, target } = check
  const isInLibrary = ({ type, id }: Reference) => type === 'Media' && id === target?.id
  const isLookedUp = (reference: Reference) => !NOT_LOOKED_UP.includes(reference.type) || isInLibrary(reference)
  const named = references.filter((reference) => !reference.check.isRefused && isLookedUp(reference))
  await Promise.all([
    ...Array.from(accounts, ([account, field]) => checkAccess(context, check, account, field)),
    ...named.map((reference) => checkReference(context, reference)),
  ])
}

async function checkReference(context: Context, { check, place, type, account, id }: Reference): Promise<void> {
  // A list answers 404 if the account is not there.
  const row = await finderOf(type)?.(context, account, id).catch(nullOf404)
  if (row !== null) return
  const message = `\`${place[0]}\` does not name a ${type} of the account`
  check.add({ code: 'BAD_USER_INPUT', message, field: [...check.path, ...place], rule: null })
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
  if (access === null) refuse('does not name an account that the caller can see', null)
  if (!access?.permissions) return
  check.checked.add('R-PERM-1')
  if (EDITORS.some((permission) => access.permissions?.includes(permission))) return
  refuse(
    `names an account in which the caller cannot change anything; that needs one of ${EDITORS.join(', ')}`,
    'R-PERM-1',
  )
}
