import { listMedia, type MediaRow } from '../../rest/creative/media.ts'
import { type Check, type Key, rowKey, type Stored, UNKNOWN } from '../kit.ts'

/** A media item in the media library of an account. Each is read with one call. */
export const mediaKey = (account: string, key: string): Key<MediaRow | null> =>
  rowKey(listMedia, account, key, { alone: true })

/**
 * Validates that the media items of an input field are in the media library of the account (R-CARD-2), if they are known.
 * Returns the rows in the order of the keys: null for a missing one, and undefined for one that is not known.
 */
export function checkLibrary<Input extends object>(
  check: Check<Input>,
  account: string,
  field: keyof Input & string,
  keys: readonly string[],
  stored: Stored,
): (MediaRow | null | undefined)[] {
  const rows = keys.map((key) => stored.get(mediaKey(account, key)))
  const missing = keys.filter((_, index) => rows[index] === null)
  const areFound = rows.includes(undefined) ? UNKNOWN : missing.length === 0
  check.that(areFound, field, 'R-CARD-2', `has media that is not in the library: ${missing.join(', ')}`)
  return rows
}
