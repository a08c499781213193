import { listMedia, type MediaRow } from '../../rest/creative/media.ts'
import { type Key, rowKey, rulesFor, type Stored } from '../kit.ts'
import { known, wordColumn, type StoredRow } from '../write/known.ts'
import { need, type Rule } from '../write/rule.ts'

/** A media item in the media library of an account. Each is read with one call. */
export const mediaKey = (account: string, key: string): Key<StoredRow<MediaRow> | null> =>
  rowKey(listMedia, account, key, { alone: true })

/** The rule that the media items of an input field are in the media library of the account (R-CARD-2). */
export function inLibrary<Field extends string>(
  account: string,
  field: Field,
  keys: readonly string[],
  stored: Stored,
): Rule<Partial<Record<Field, unknown>>> {
  const isMissing = (key: string) => need(stored.get(mediaKey(account, key))) === null
  return rulesFor<Partial<Record<Field, unknown>>>()(
    'R-CARD-2',
    [field],
    () => !keys.some(isMissing),
    () => `has media that is not in the library: ${keys.filter(isMissing).join(', ')}`,
  )
}

/** The type of a media item, for a rule that rests on it. */
export function needMediaType(account: string, key: string, stored: Stored): string | null {
  return need(known(stored.get(mediaKey(account, key)), 'media_type', wordColumn))
}
