import { listMedia } from '../../rest/creative/media.ts'
import { type Cost } from '../cost/cost.ts'
import { readCost, callsCost } from '../cost/write-cost.ts'
import type { Context } from '../../context.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { listPromotableUsers } from '../../rest/account/promotable-user.ts'
import { isCardUri, listCardsByUri } from '../../rest/creative/card.ts'
import { MAX_MEDIA_PER_POST, type DraftPostRow } from '../../rest/creative/draft-post.ts'
import type { InputFields } from '../builder.ts'
import { toParams, type Check } from '../write/input.ts'
import { checkLibrary } from './library.ts'

/** The input field for the author of a new post. */
export const asUserField = (t: InputFields) => ({
  asUserId: t.id({
    required: true,
    description:
      'The ID of the advertiser on whose behalf the post is created. A caller who is not the FULL promotable user ' +
      'needs the permission POST_COMPOSER for promoted-only posts (R-PERM-3). Media for the post must be uploaded ' +
      'with the same user as additional owner (R-CARD-20).',
  }),
})

/** The writable fields of posts of every type (Ads Creative Interface, section 2). */
export const postFields = (t: InputFields) => ({
  text: t.string({ description: 'The text of the post. Required if the post has no media (R-CARD-21).' }),
  cardUri: t.string({ description: 'The URI of the card, `card://<id>` (R-CARD-1).' }),
  mediaKeys: t.idList({
    description:
      'The media items, each by media key or global ID: up to 4 images, or 1 animated GIF, or 1 video ' +
      '(R-CARD-21). They must be in the media library (R-CARD-2).',
  }),
  nullcast: t.boolean({
    description:
      'Whether the post is for promotion only. Defaults to true when a post is created. Organic posts can be ' +
      'created only for the authenticated user (R-CARD-22).',
  }),
  name: t.string({ description: 'The name of the post, up to 80 characters. Only advertisers see it (R-CARD-27).' }),
})

interface PostInput {
  accountId?: string | null
  asUserId?: string
  text?: string | null
  cardUri?: string | null
  mediaKeys?: readonly string[] | null
  nullcast?: boolean | null
  name?: string | null
}

/** Validates the writable fields of a post of any type. */
export function checkPost(check: Check<PostInput>, operation: 'Create' | 'Update'): void {
  const { text, cardUri, mediaKeys, nullcast } = check.input
  const hasContent = operation === 'Create' ? text || mediaKeys?.length : isKept(text) || isKept(mediaKeys)
  if (operation === 'Update') check.notNull('R-CARD-22', 'nullcast')
  check.that(Boolean(hasContent), 'text', 'R-CARD-21', 'is required if `mediaKeys` is empty')
  const isCard = typeof cardUri !== 'string' || isCardUri(cardUri)
  check.that(isCard, 'cardUri', 'R-CARD-1', 'is not a valid card URI; the form is card://<id>')
  const count = mediaKeys?.length ?? 0
  const fits = count <= MAX_MEDIA_PER_POST
  check.that(fits, 'mediaKeys', 'R-CARD-21', `has ${count} media items; the limit is ${MAX_MEDIA_PER_POST}`)
  check.length('name', { max: 80 }, 'R-CARD-27')
  if (count > 0) check.leaveUnchecked('R-CARD-2')
  const removes = operation === 'Update' && !(isKept(text) && isKept(mediaKeys))
  if (count > 1 || removes) check.leaveUnchecked('R-CARD-21')
  if (nullcast === false) check.leaveUnchecked('R-CARD-22')
  if (nullcast !== false) check.leaveUnchecked('R-PERM-3')
}

/** Whether a field has a value after an update: null and an empty value remove it. */
function isKept(value: string | readonly unknown[] | null | undefined): boolean {
  return value === undefined || Boolean(value?.length)
}

/** The request parameters of a post. `ours` are further input fields that are not sent. */
export function postParams<Params extends object>(
  check: Check<PostInput>,
  account: string,
  ours: readonly string[] = [],
): Params {
  const { mediaKeys: given, ...others } = check.input
  const asUserId = check.longId('asUserId', 'User', account)
  const mediaKeys = given === null ? null : check.ids('mediaKeys', 'Media', account)
  return toParams({ ...others, asUserId, mediaKeys }, ['accountId', ...ours])
}

/**
 * Validates a post of any type against the service: reads its media items, its card, its author and the permissions of
 * the caller. For an update, `readPost` reads the post, whose values stay where the input has none.
 */
export async function validatePost(
  context: Context,
  check: Check<PostInput>,
  account: string,
  readPost?: () => Promise<StoredPost | null>,
): Promise<void> {
  const stored = (await readPost?.()) ?? undefined
  await Promise.all([
    validateContent(context, check, account, stored),
    validateCard(context, check, account),
    validateAuthor(context, check, account, stored),
  ])
}

/** A post that an update changes. The list of posts does not have `media_keys`. */
type StoredPost = Pick<DraftPostRow, 'text' | 'media_keys' | 'user_id'>

/** Validates that a post has text or media, that its media items are in the library, and that their types can be combined. */
async function validateContent(
  context: Context,
  check: Check<PostInput>,
  account: string,
  stored?: StoredPost,
): Promise<void> {
  const { text = stored?.text, mediaKeys = stored?.media_keys } = check.input
  const keys = check.ids('mediaKeys', 'Media', account) ?? []
  const rows = keys.length > 0 ? await checkLibrary(context, check, account, 'mediaKeys', keys) : []
  const types = rows.flatMap((row) => row?.media_type ?? [])
  if (types.length < keys.length || (stored && mediaKeys === undefined)) return
  check.markChecked('R-CARD-21')
  check.that(Boolean(text || mediaKeys?.length), 'text', 'R-CARD-21', 'is required if `mediaKeys` is empty')
  const canCombine = types.length <= 1 || types.every((type) => type === 'IMAGE')
  check.that(canCombine, 'mediaKeys', 'R-CARD-21', 'cannot combine an animated GIF or a video with other media')
}

async function validateCard({ loaders }: Context, check: Check<PostInput>, account: string): Promise<void> {
  const { cardUri } = check.input
  if (!cardUri) return
  const card = await loaders.byId(listCardsByUri, { account_id: account })(cardUri)
  if (card === null) check.refuse('cardUri', 'is not the URI of a card of the account')
}

/**
 * Validates the author of a post and the permissions of the caller. If the service does not send who the caller is,
 * nothing is checked.
 */
async function validateAuthor(
  { loaders }: Context,
  check: Check<PostInput>,
  account: string,
  stored?: StoredPost,
): Promise<void> {
  const author = check.longId('asUserId', 'User', account) ?? stored?.user_id?.toString()
  const path = { account_id: account }
  const [access, users] = await Promise.all([
    loaders.once(getAuthenticatedUserAccess, path),
    loaders.whole(listPromotableUsers, path),
  ])
  const caller = access?.user_id?.toString()
  if (caller === undefined || author === undefined) return
  const isPromotable = caller === author || users.some((row) => row.user_id?.toString() === author)
  if (!stored && !isPromotable) check.refuse('asUserId', 'is not the ID of a promotable user of the account')
  if (check.input.nullcast === false) {
    check.markChecked('R-CARD-22')
    check.that(caller === author, 'nullcast', 'R-CARD-22', 'can be false only for posts of the authenticated user')
    return
  }
  if (!access?.permissions) return
  const isFullUser = users.some((row) => row.promotable_user_type === 'FULL' && row.user_id?.toString() === caller)
  const may = isFullUser || access.permissions.includes('POST_COMPOSER')
  // The rule is about new posts. The service decides about changes of others' posts.
  if (stored && !may) return
  check.markChecked('R-PERM-3')
  check.that(
    may,
    'asUserId',
    'R-PERM-3',
    'requires a caller who is the FULL promotable user or has the permission POST_COMPOSER',
  )
}

/** The cost of the data that `validatePost` reads for a post with so many media items at most. */
export function postCosts(media: number): Cost[] {
  return [
    readCost(listMedia, media),
    readCost(listCardsByUri),
    callsCost(getAuthenticatedUserAccess, 1),
    callsCost(listPromotableUsers, 1),
  ]
}
