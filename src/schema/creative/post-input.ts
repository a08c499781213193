import type { Context } from '../../context.ts'
import type { Loaders } from '../../loaders/index.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { listPromotableUsers } from '../../rest/account/promotable-user.ts'
import { isCardUri } from '../../rest/creative/card.ts'
import { MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
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
      'The media items, each by media key or global ID: up to 4 images, or 1 animated image, or 1 video ' +
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
  if (operation === 'Create' && nullcast !== false) check.leaveUnchecked('R-PERM-3')
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

/** Validates a post of any type against the service: reads its media items and the permissions of the caller. */
export async function validatePost(context: Context, check: Check<PostInput>, account: string): Promise<void> {
  await Promise.all([validateMedia(context, check, account), validateAuthor(context, check, account)])
}

/** Validates a new post against the permissions of the caller. If the service does not send them, no rule is checked. */
async function validateAuthor({ loaders }: Context, check: Check<PostInput>, account: string): Promise<void> {
  const author = check.longId('asUserId', 'User', account)
  if (author === undefined) return
  const path = { account_id: account }
  const access = await loaders.once(getAuthenticatedUserAccess, path)
  const caller = access?.user_id?.toString()
  if (caller === undefined) return
  if (check.input.nullcast === false) {
    check.markChecked('R-CARD-22')
    check.that(caller === author, 'nullcast', 'R-CARD-22', 'can be false only for posts of the authenticated user')
    return
  }
  if (!access?.permissions) return
  check.markChecked('R-PERM-3')
  const may = access.permissions.includes('POST_COMPOSER') || (await isFullUser(loaders, path, caller))
  check.that(
    may,
    'asUserId',
    'R-PERM-3',
    'requires a caller who is the FULL promotable user or has the permission POST_COMPOSER',
  )
}

async function isFullUser(loaders: Loaders, path: { account_id: string }, user: string): Promise<boolean> {
  const users = await loaders.whole(listPromotableUsers, path)
  return users.some((row) => row.promotable_user_type === 'FULL' && row.user_id?.toString() === user)
}

/** Validates that the media items of a post are in the library and that their types can be combined. */
async function validateMedia(context: Context, check: Check<PostInput>, account: string): Promise<void> {
  const keys = check.ids('mediaKeys', 'Media', account) ?? []
  if (keys.length === 0) return
  const rows = await checkLibrary(context, check, account, 'mediaKeys', keys)
  const types = rows.flatMap((row) => row?.media_type ?? [])
  if (types.length < keys.length) return
  check.markChecked('R-CARD-21')
  const canCombine = types.length === 1 || types.every((type) => type === 'IMAGE')
  check.that(canCombine, 'mediaKeys', 'R-CARD-21', 'cannot combine an animated image or a video with other media')
}
