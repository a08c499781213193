import type { Context } from '../../context.ts'
import type { Loaders } from '../../loaders/index.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { listPromotableUsers } from '../../rest/account/promotable-user.ts'
import { isCardUri } from '../../rest/creative/card.ts'
import { MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
import type { InputFields } from '../builder.ts'
import { toParams, type Check } from '../write/input.ts'
import { checkLibrary } from './library.ts'

/** Whose the new post is. */
export const asUserField = (t: InputFields) => ({
  asUserId: t.id({
    required: true,
    description:
      'The advertiser on whose behalf it is made. A caller who is not the FULL promotable user needs the permission ' +
      'POST_COMPOSER for promoted-only posts (R-PERM-3). Media uploaded for it name the same user as additional owner (R-CARD-20).',
  }),
})

/** The fields that can be written of posts of every type (Ads Creative Interface, section 2). */
export const postFields = (t: InputFields) => ({
  text: t.string({ description: 'Its text; required where it has no media (R-CARD-21).' }),
  cardUri: t.string({ description: 'The URI of its card, `card://<id>` (R-CARD-1).' }),
  mediaKeys: t.idList({
    description:
      'Its media, each by its media key or global id: up to 4 images, or 1 animated image, or 1 video (R-CARD-21), all in ' +
      'the media library (R-CARD-2).',
  }),
  nullcast: t.boolean({
    description:
      'Whether it is for promotion only; on create it is, unless this is false. Organic posts are possible for the ' +
      'authenticated user alone (R-CARD-22).',
  }),
  name: t.string({ description: 'Its name for the advertiser, at most 80 characters (R-CARD-27).' }),
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

/** Holds the rules for what can be written of a post of any type. */
export function checkPost(check: Check<PostInput>, operation: 'Create' | 'Update'): void {
  const { text, cardUri, mediaKeys, nullcast } = check.input
  const says = operation === 'Create' ? text || mediaKeys?.length : isLeft(text) || isLeft(mediaKeys)
  if (operation === 'Update') check.notNull('R-CARD-22', 'nullcast')
  check.that(Boolean(says), 'text', 'R-CARD-21', 'is required where there are no `mediaKeys`')
  const isCard = typeof cardUri !== 'string' || isCardUri(cardUri)
  check.that(isCard, 'cardUri', 'R-CARD-1', 'is no URI of a card; one is named as card://<id>')
  const count = mediaKeys?.length ?? 0
  const fits = count <= MAX_MEDIA_PER_POST
  check.that(fits, 'mediaKeys', 'R-CARD-21', `names ${count} media; it can name up to ${MAX_MEDIA_PER_POST}`)
  check.length('name', { max: 80 }, 'R-CARD-27')
  if (count > 0) check.leaveUnchecked('R-CARD-2')
  const removes = operation === 'Update' && !(isLeft(text) && isLeft(mediaKeys))
  if (count > 1 || removes) check.leaveUnchecked('R-CARD-21')
  if (nullcast === false) check.leaveUnchecked('R-CARD-22')
  if (operation === 'Create' && nullcast !== false) check.leaveUnchecked('R-PERM-3')
}

/** Whether an update leaves or gives a field a value: null and what is empty take it away. */
function isLeft(value: string | readonly unknown[] | null | undefined): boolean {
  return value === undefined || Boolean(value?.length)
}

/** What goes on the wire of a post, without the fields that are ours. */
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

/** Holds what can be read for a post of any type: of its media, and of who may make it. */
export async function validatePost(context: Context, check: Check<PostInput>, account: string): Promise<void> {
  await Promise.all([validateMedia(context, check, account), validateAuthor(context, check, account)])
}

/** Holds what the caller's permissions tell of a new post; where the answers leave it open, it is left to the service. */
async function validateAuthor({ loaders }: Context, check: Check<PostInput>, account: string): Promise<void> {
  const author = check.longId('asUserId', 'User', account)
  if (author === undefined) return
  const path = { account_id: account }
  const access = await loaders.once(getAuthenticatedUserAccess, path)
  const caller = access?.user_id?.toString()
  if (caller === undefined) return
  if (check.input.nullcast === false) {
    check.markChecked('R-CARD-22')
    check.that(
      caller === author,
      'nullcast',
      'R-CARD-22',
      'is false, which is possible for the authenticated user alone',
    )
    return
  }
  if (!access?.permissions) return
  check.markChecked('R-PERM-3')
  const may = access.permissions.includes('POST_COMPOSER') || (await isFullUser(loaders, path, caller))
  check.that(may, 'asUserId', 'R-PERM-3', 'names whom only the FULL promotable user, or a POST_COMPOSER, posts for')
}

async function isFullUser(loaders: Loaders, path: { account_id: string }, user: string): Promise<boolean> {
  const users = await loaders.whole(listPromotableUsers, path)
  return users.some((row) => row.promotable_user_type === 'FULL' && row.user_id?.toString() === user)
}

/** Holds what can be read of the media of a post: that they are in the library, and that their kinds go together. */
async function validateMedia(context: Context, check: Check<PostInput>, account: string): Promise<void> {
  const keys = check.ids('mediaKeys', 'Media', account) ?? []
  if (keys.length === 0) return
  const rows = await checkLibrary(context, check, account, 'mediaKeys', keys)
  const types = rows.flatMap((row) => row?.media_type ?? [])
  if (types.length < keys.length) return
  check.markChecked('R-CARD-21')
  const goTogether = types.length === 1 || types.every((type) => type === 'IMAGE')
  check.that(goTogether, 'mediaKeys', 'R-CARD-21', 'names an animated image or a video beside others')
}
