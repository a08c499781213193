import { permissionsOf } from '../account/authenticated-user-access.ts'
import { fullUser, promotableUsers } from '../account/promotable-user.ts'
import type { Call } from '../endpoint/endpoint.ts'
import { changed, referred, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, forbidden, missingParameter, refuseAll, unknownReference } from '../http/error.ts'
import { cards } from './card.ts'
import { mediaLibrary, notInLibrary } from './media.ts'

/** The columns that writes of posts of all types set. */
export interface Written {
  user_id: string
  text: string
  card_uri: string | null
  media_keys: string[]
  nullcast: boolean
  name: string | null
}

/** The parameters of a write. */
type Given = { as_user_id?: string } & {
  [Column in Exclude<keyof Written, 'user_id'>]?: Written[Column] | null | undefined
}

/**
 * Keeps the posts of one user: `user_id`, or by default the FULL promotable user (Ads Creative Interface, sections 4.6
 * and 4.8).
 */
export function byAuthor(call: Pick<Call, 'store' | 'owner'> & { params: { user_id: string | undefined } }) {
  const author = call.params.user_id ?? fullUser(call)?.user_id
  return (row: { user_id: string }) => row.user_id === author
}

/** The columns of a new post, or of a changed one if `before` is set. Throws a Refusal if a rule is broken. */
export function written(given: Given, context: WriteContext, before?: Written): Written {
  const columns: Written = {
    user_id: before?.user_id ?? given.as_user_id ?? '',
    text: (given.text === undefined ? before?.text : given.text) ?? '',
    card_uri: changed(given.card_uri, before?.card_uri ?? null),
    media_keys: (given.media_keys === undefined ? before?.media_keys : given.media_keys) ?? [],
    nullcast: given.nullcast ?? before?.nullcast ?? true,
    name: changed(given.name, before?.name ?? null),
  }
  refuseAll([
    columns.text === '' && columns.media_keys.length === 0 && missingParameter('text'),
    ...notInLibrary(context, 'media_keys', columns.media_keys),
    given.card_uri ? !isCard(context, given.card_uri) && unknownReference('card_uri', given.card_uri) : false,
    given.as_user_id !== undefined &&
      !isAuthor(context, given.as_user_id) &&
      brokenRule('as_user_id', `User ${given.as_user_id} is not a promotable user of the account`),
    !canCombine(context, columns.media_keys) &&
      brokenRule('media_keys', 'A post can have up to 4 images, or 1 animated image, or 1 video'),
    // The other fields of a post that is already organic can be changed.
    given.nullcast === false &&
      columns.user_id !== context.user.id &&
      brokenRule('nullcast', 'Organic posts can be created only for the authenticated user'),
  ])
  if (columns.nullcast) checkComposer(context, columns.user_id)
  return columns
}

/** Whether a card URI belongs to a card of the account. */
function isCard(context: WriteContext, uri: string): boolean {
  return referred(context, cards, uri.replace('card://', '')) !== undefined
}

/** Whether posts can be created for a user: a promotable user of the account, or the caller. */
function isAuthor({ store, owner, user }: WriteContext, author: string): boolean {
  if (author === user.id) return true
  const users = store.table(promotableUsers).rows(owner)
  return users.some((row) => row.user_id === author && !row.deleted)
}

/** The maximum number of images in a post (Ads Creative Interface, section 8). */
const MAX_IMAGES = 4

function canCombine({ store, owner }: WriteContext, keys: readonly string[]): boolean {
  if (keys.length <= 1) return true
  const types = keys.map((key) => store.table(mediaLibrary).find(owner, key)?.media_type ?? 'IMAGE')
  return keys.length <= MAX_IMAGES && types.every((type) => type === 'IMAGE')
}

/**
 * Refuses promoted-only posts if the caller is not the FULL promotable user and does not have the permission
 * POST_COMPOSER (Ads Creative Interface, section 4.8).
 */
function checkComposer({ store, owner, user }: WriteContext, author: string): void {
  const full = store
    .table(promotableUsers)
    .rows(owner)
    .find((row) => row.promotable_user_type === 'FULL' && row.user_id === user.id && !row.deleted)
  if (full || permissionsOf({ store, owner, user }).includes('POST_COMPOSER')) return
  throw forbidden(`User cannot create posts for ${author}`)
}
