import type { Context } from '../../context.ts'
import { listMedia, type MediaRow } from '../../rest/creative/media.ts'
import type { Check } from '../write/input.ts'

/**
 * Holds that the media library of an account has what a field of the input names (R-CARD-2), and gives it, in the order of
 * the keys; each is read by a call.
 */
export async function checkLibrary<Input extends object>(
  { loaders }: Context,
  check: Check<Input>,
  account: string,
  field: keyof Input & string,
  keys: readonly string[],
): Promise<(MediaRow | null)[]> {
  const path = { account_id: account }
  const rows = await Promise.all(keys.map((key) => loaders.byId(listMedia, path, key, { alone: true })))
  check.markChecked('R-CARD-2')
  const missing = keys.filter((_, index) => rows[index] === null)
  check.that(missing.length === 0, field, 'R-CARD-2', `names what the library does not have: ${missing.join(', ')}`)
  return rows
}
