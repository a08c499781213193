import type { AuthenticatedUserAccessRow as AccessRow } from '../../rest/account/authenticated-user-access.ts'
import { listPromotableUsers, promotableUserType, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { isCardUri, listCardsByUri } from '../../rest/creative/card.ts'
import { type DraftPostRow, MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
import type { InputOf } from '../builder.ts'
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
import { accessKey } from '../write/existence.ts'
import {
  idColumn,
  known,
  type Known,
  type ReadColumn,
  type StoredRow,
  textColumn,
  textsColumn,
  wordColumn,
} from '../write/known.ts'
import { any, leftToService, need, storedIn } from '../write/rule.ts'
import { inLibrary, mediaKey, needMediaType } from './library.ts'

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
 * The write of a post of any type: the rules that depend on its media items, its card, its author and the permissions of the caller.
 * `post` is the one that an update changes, which keeps its values where the input has none.
 */
export function postWrite(check: Check<PostInput>, account: string, post?: Key<StoredPost | null>) {
  const author = check.ids.oneLong('asUserId', 'User', account)
  const keys = check.ids.many('mediaKeys', 'Media', account) ?? []
  const { cardUri, mediaKeys } = check.input
  const card = cardUri ? rowKey(listCardsByUri, account, cardUri) : undefined
  const users = wholeKey(listPromotableUsers, { account_id: account })
  const kept = post && mediaKeys === undefined ? mediaOf(account, post) : undefined
  return {
    dependsOn: [post, ...keys.map((key) => mediaKey(account, key)), kept, card, accessKey(account), users],
    review(stored: Stored) {
      const before = post && stored.get(post)
      if (post) decide(check, UPDATE_RULES, storedIn(before, COLUMNS))
      else decide(check, RULES)
      if (keys.length > 0) decide(check, mediaRules(account, keys, stored))
      if (card && stored.get(card) === null) check.refuse('cardUri', 'is not the URI of a card of the account')
      decide(
        check,
        authorRules({
          isOrganic: check.input.nullcast === false,
          isNew: !post,
          author: author ?? known(before, 'user_id', idColumn),
          access: stored.get(accessKey(account)),
          users: stored.get(users),
        }),
      )
      // Only the service knows whether it changes a post whose media items have left the library.
      if (kept && stored.get(kept) === false) decide(check, [leftToService('R-CARD-2', 'mediaKeys')])
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
  rule(
    'R-CARD-21',
    ['text', 'mediaKeys'],
    (post) =>
      any(
        () => Boolean(post.text),
        () => Boolean(post.mediaKeys?.length),
      ),
    'is required if `mediaKeys` is empty',
  ),
  ...length('R-CARD-27', 'name', { max: 80 }),
]

const UPDATE_RULES = [...notNull('R-CARD-22', 'nullcast'), ...RULES]

/** The columns that rules rest on. The list of posts does not have `media_keys`. */
const COLUMNS = { text: textColumn, mediaKeys: textsColumn }

/** A post that an update changes. */
type StoredPost = StoredRow<Pick<DraftPostRow, 'text' | 'media_keys' | 'user_id'>>

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
    async read(context, stored) {
      const keys = known(await stored.readOne(context, post), 'media_keys', textsColumn)
      if (keys === null || keys === UNKNOWN) return false
      const rows = await Promise.all(keys.map((key) => stored.readOne(context, mediaKey(account, key))))
      return rows.every((row) => row !== null)
    },
  }
}

/** The rules that the media items of a post are in the library, and that their types can be combined. */
function mediaRules(account: string, keys: readonly string[], stored: Stored) {
  const isImage = (key: string) => needMediaType(account, key, stored) === 'IMAGE'
  return [
    inLibrary(account, 'mediaKeys', keys, stored),
    rule(
      'R-CARD-21',
      ['mediaKeys'],
      () => keys.length === 1 || keys.every(isImage),
      'cannot combine an animated GIF or a video with other media',
    ),
  ]
}

interface Author {
  isOrganic: boolean
  isNew: boolean
  author: Known<string>
  access: StoredRow<AccessRow> | null | undefined
  users: readonly StoredRow<PromotableUserRow>[] | undefined
}

/**
 * The rules for the author of a post and the permissions of the caller. If the service does not send who the caller is,
 * nothing is checked.
 */
function authorRules({ isOrganic, isNew, author, access, users }: Author) {
  const isOwn = () => need(known(access, 'user_id', idColumn)) === need(author)
  return [
    rule(
      null,
      ['asUserId'],
      () => !isNew || isOwn() || need(users).some((row) => canBe(row, need(author))),
      'is not the ID of a promotable user of the account',
    ),
    isOrganic
      ? rule('R-CARD-22', ['nullcast'], isOwn, 'can be false only for posts of the authenticated user')
      : rule(
          'R-PERM-3',
          ['asUserId', 'text', 'cardUri', 'mediaKeys', 'nullcast', 'name'],
          // The rule is about new posts of others. The service decides about own posts, and about changes.
          () => mayCompose(access, need(users)) || ((!isNew || isOwn()) && UNKNOWN),
          'requires a caller who is the FULL promotable user or has the permission POST_COMPOSER',
        ),
  ]
}

/** The type of a promotable user, by either of its names. */
const typeColumn: ReadColumn<string> = (_, row) => wordColumn(promotableUserType(row), row)

/** Whether the caller can create posts for others that are for promotion only. */
function mayCompose(access: Author['access'], users: readonly StoredRow<PromotableUserRow>[]): boolean {
  const caller = need(known(access, 'user_id', idColumn))
  const types = users
    .filter((row) => canBe(row, caller))
    .map((row) => (known(row, 'user_id', idColumn) === UNKNOWN ? UNKNOWN : known(row, 'type', typeColumn)))
  if (types.includes('FULL')) return true
  const mayPost = need(known(access, 'permissions', textsColumn))?.includes('POST_COMPOSER') ?? need(UNKNOWN)
  return mayPost || types.some((type) => need(type) === 'FULL')
}

/** Whether a promotable user can be the user with this ID. Rows can lack the ID. */
function canBe(row: StoredRow<PromotableUserRow>, userId: string | null): boolean {
  const id = known(row, 'user_id', idColumn)
  return id === UNKNOWN || id === userId
}
