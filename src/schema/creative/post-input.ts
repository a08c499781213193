import type { AuthenticatedUserAccessRow as AccessRow } from '../../rest/account/authenticated-user-access.ts'
import { listPromotableUsers, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { isCardUri, listCardsByUri } from '../../rest/creative/card.ts'
import { MAX_MEDIA_PER_POST, type DraftPostRow } from '../../rest/creative/draft-post.ts'
import {
  type Check,
  decide,
  type InputFields,
  type Key,
  length,
  notNull,
  rowKey,
  rulesFor,
  type Stored,
  UNKNOWN,
  wholeKey,
} from '../kit.ts'
import type { InputOf } from '../builder.ts'
import { accessKey } from '../write/existence.ts'
import { checkLibrary, mediaKey } from './library.ts'

/** The input field for the author of a new post. */
export const asUserField = (t: InputFields) =>
  t.required({
    asUserId: [
      'ID',
      'The ID of the advertiser on whose behalf the post is created. A caller who is not the FULL promotable user ' +
        'needs the permission POST_COMPOSER for promoted-only posts (R-PERM-3). Media for the post must be uploaded ' +
        'with the same user as additional owner (R-CARD-20).',
    ],
  })

export const CARD_URI = 'The URI of the card, `card://<id>` (R-CARD-1).'
export const MEDIA_KEYS =
  'The media items, each by media key or global ID: up to 4 images, or 1 animated GIF, or 1 video (R-CARD-21). They ' +
  'must be in the media library (R-CARD-2).'

/** The writable fields of posts of every type (Ads Creative Interface, section 2). */
export const postFields = (t: InputFields) =>
  t.optional({
    text: 'The text of the post. Required if the post has no media (R-CARD-21).',
    cardUri: CARD_URI,
    mediaKeys: [['ID'], MEDIA_KEYS],
    nullcast: [
      'Boolean',
      'Whether the post is for promotion only. Defaults to true when a post is created. Organic posts can be ' +
        'created only for the authenticated user (R-CARD-22).',
    ],
    name: 'The name of the post, up to 80 characters. Only advertisers see it (R-CARD-27).',
  })

type PostInput = Partial<InputOf<typeof postFields> & InputOf<typeof asUserField>>

/**
 * The write of a post of any type: its parameters, with those that follow from the selection, and the rules that depend on the
 * service: on its media items, its card, its author and the permissions of the caller. `post` is the one that an update changes,
 * which keeps its values where the input has none.
 */
export function postWrite<Params extends object>(
  check: Check<PostInput>,
  account: string,
  post?: Key<StoredPost | null>,
  selected: Partial<Params> = {},
) {
  checkPost(check, post ? 'Update' : 'Create')
  const author = check.longId('asUserId', 'User', account)
  const keys = check.ids('mediaKeys', 'Media', account) ?? []
  const { cardUri, mediaKeys } = check.input
  const card = cardUri ? rowKey(listCardsByUri, account, cardUri) : undefined
  const users = wholeKey(listPromotableUsers, { account_id: account })
  const kept = post && mediaKeys === undefined ? mediaOf(account, post) : undefined
  return {
    params: { ...check.params<Params>(), ...selected },
    dependsOn: [post, ...keys.map((key) => mediaKey(account, key)), kept, card, accessKey(account), users],
    review(stored: Stored) {
      const before = (post && stored.get(post)) ?? undefined
      const access = stored.get(accessKey(account))
      checkContent(check, account, keys, stored, post, before)
      // Only the service knows whether it changes a post whose media items have left the library.
      if (kept && stored.get(kept) === false) check.settle('R-CARD-2', UNKNOWN)
      if (card && stored.get(card) === null) check.refuse('cardUri', 'is not the URI of a card of the account')
      checkAuthor(check, author ?? before?.user_id?.toString(), access, stored.get(users) ?? [], before)
    },
  }
}

const rule = rulesFor<PostInput>()

/** The rules for the fields of a post by themselves. */
const RULES = [
  rule(
    'R-CARD-1',
    ['cardUri'],
    ({ cardUri: uri }) => uri === null || isCardUri(uri),
    'is not a valid card URI; the form is card://<id>',
  ),
  rule(
    'R-CARD-21',
    ['mediaKeys'],
    ({ mediaKeys: keys }) => (keys?.length ?? 0) <= MAX_MEDIA_PER_POST,
    ({ mediaKeys: keys }) => `has ${keys?.length} media items; the limit is ${MAX_MEDIA_PER_POST}`,
  ),
  ...length('R-CARD-27', 'name', { max: 80 }),
]

const UPDATE_RULES = [...notNull('R-CARD-22', 'nullcast'), ...RULES]

/** Validates the writable fields of a post of any type. */
function checkPost(check: Check<PostInput>, operation: 'Create' | 'Update'): void {
  const { text, mediaKeys } = check.input
  const hasContent = operation === 'Create' ? text || mediaKeys?.length : isKept(text) || isKept(mediaKeys)
  decide(check, operation === 'Update' ? UPDATE_RULES : RULES)
  check.that(Boolean(hasContent), 'text', 'R-CARD-21', 'is required if `mediaKeys` is empty')
}

/** Whether a field has a value after an update: null and an empty value remove it. */
function isKept(value: string | readonly unknown[] | null | undefined): boolean {
  return value === undefined || Boolean(value?.length)
}

/** A post that an update changes. The list of posts does not have `media_keys`. */
type StoredPost = Pick<DraftPostRow, 'text' | 'media_keys' | 'user_id'>

/**
 * Whether all media items of a stored post are in the media library. False if its row does not have them. Each is read with
 * one call.
 */
function mediaOf(account: string, post: Key<StoredPost | null>): Key<boolean> {
  const id = `media of ${post.id}`
  return {
    id,
    group: id,
    costs: ({ max }) => mediaKey(account, '').costs({ min: 0, max: max * MAX_MEDIA_PER_POST }),
    async read(context) {
      const { media_keys: keys } = (await post.read(context)) ?? {}
      const rows = keys && (await Promise.all(keys.map((key) => mediaKey(account, key).read(context))))
      return rows?.every((row) => row !== null) ?? false
    },
  }
}

/** Validates that a post has text or media, that its media items are in the library, and that their types can be combined. */
function checkContent(
  check: Check<PostInput>,
  account: string,
  keys: readonly string[],
  stored: Stored,
  post: Key<StoredPost | null> | undefined,
  before: StoredPost | undefined,
): void {
  const { text: newText, mediaKeys: newKeys } = check.input
  const { text = before?.text, mediaKeys = before?.media_keys } = check.input
  const rows = keys.length > 0 ? checkLibrary(check, account, 'mediaKeys', keys, stored) : []
  const types = rows.flatMap((row) => row?.media_type ?? [])
  // Rows can lack columns.
  const isUnknown = mediaKeys === undefined || (text === undefined && !mediaKeys?.length)
  const areTypesKnown = types.length === keys.length
  // A post that keeps its text or its media items has content.
  const removes = post !== undefined && !(isKept(newText) && isKept(newKeys))
  const isContentKnown = !removes || (before !== undefined && !isUnknown)
  if (keys.length > 1 || removes) check.settle('R-CARD-21', (areTypesKnown && isContentKnown) || UNKNOWN, 'content')
  if (!areTypesKnown || (before && isUnknown)) return
  if (before && !text && !mediaKeys?.length) check.refuse('text', 'is required if `mediaKeys` is empty', 'R-CARD-21')
  if (types.length > 1 && !types.every((type) => type === 'IMAGE'))
    check.refuse('mediaKeys', 'cannot combine an animated GIF or a video with other media', 'R-CARD-21')
}

/**
 * Validates the author of a post and the permissions of the caller. If the service does not send who the caller is,
 * nothing is checked.
 */
function checkAuthor(
  check: Check<PostInput>,
  author: string | undefined,
  access: AccessRow | null | undefined,
  users: readonly PromotableUserRow[],
  before?: StoredPost,
): void {
  const caller = access?.user_id?.toString()
  const isOrganic = check.input.nullcast === false
  const rule = isOrganic ? 'R-CARD-22' : 'R-PERM-3'
  check.settle(rule, UNKNOWN, 'author')
  if (caller === undefined || author === undefined) return
  const isPromotable = caller === author || users.some((row) => canBe(row, author))
  if (!before && !isPromotable) check.refuse('asUserId', 'is not the ID of a promotable user of the account')
  if (isOrganic) {
    if (caller === author) check.settle(rule, true, 'author')
    else check.refuse('nullcast', 'can be false only for posts of the authenticated user', rule)
    return
  }
  if (!access?.permissions) return
  const types = users
    .filter((row) => canBe(row, caller))
    .map(({ user_id, promotable_user_type: type }) => (user_id === undefined ? undefined : type))
  const may = types.includes('FULL') || access.permissions.includes('POST_COMPOSER')
  // The rule is about new posts. The service decides about changes of others' posts.
  if (!may && (before || types.includes(undefined))) return
  if (may) check.settle(rule, true, 'author')
  else
    check.refuse(
      'asUserId',
      'requires a caller who is the FULL promotable user or has the permission POST_COMPOSER',
      rule,
    )
}

/** Whether a promotable user can be the user with this ID. Rows can lack the ID. */
function canBe({ user_id }: PromotableUserRow, userId: string): boolean {
  return user_id === undefined || user_id?.toString() === userId
}
