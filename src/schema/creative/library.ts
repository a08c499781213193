import type { Context } from '../../context.ts'
import { listMedia, type MediaRow } from '../../rest/creative/media.ts'
import type { Check } from '../write/input.ts'

/**
 * Validates that the media items of an input field are in the media library of the account (R-CARD-2). Reads each with
 * one call and returns the rows in the order of the keys, null for a missing one.
 */
export async function checkLibrary<Input extends object>(
  { loaders }: Context,
  check: Check<Input>,
  account: string,
  field: keyof Input & string,
  keys: readonly string[],
): Promise<(MediaRow | null)[]> {
  const path = { account_id: account }
  const rows = await Promise.all(keys.map(loaders.byId(listMedia, path, { alone: true })))
  check.markChecked('R-CARD-2')
  const missing = keys.filter((_, index) => rows[index] === null)
  check.that(missing.length === 0, field, 'R-CARD-2', `has media that is not in the library: ${missing.join(', ')}`)
  return rows
}
