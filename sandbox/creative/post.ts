import { post } from '../../reference/creative/post.ts'
import { newestFirst } from '../data/order.ts'
import { table, type Row, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { without } from '../endpoint/list.ts'
import { required, text, unsettable } from '../endpoint/parameter.ts'
import { liveRow } from '../endpoint/write.ts'
import { draftPosts } from './draft-post.ts'
import { byAuthor, written, type Written } from './post-write.ts'
import { scheduledPosts } from './scheduled-post.ts'

/** A published post as the sandbox stores it; `present` converts it to the format of the service. */
export interface PostRow extends Row, Written {
  /** The post that this post replies to; null if it is not a reply. */
  in_reply_to: string | null
  conversation_settings: string
}

/** The published posts of each account, newest first. */
export const posts = table<PostRow>('posts', newestFirst(), 10, { hasNumericIds: true })

export type PostType = (typeof post.enumerations.PostType.documents)[number]

/** The columns that posts of all types have. */
type AnyPost = Row & Written & Partial<PostRow>

const lists: Record<PostType, Endpoint> = {
  DRAFT: listOf('DRAFT', draftPosts),
  PUBLISHED: listOf('PUBLISHED', posts),
  SCHEDULED: listOf('SCHEDULED', scheduledPosts),
}

/** The endpoints of posts (Ads Creative Interface, section 4.8). */
export const postEndpoints: Endpoint[] = [
  { ...lists.PUBLISHED, handle: (call) => lists[call.params['post_type'] as PostType].handle(call) },
  ...endpointsOf(post, 'accounts/:account_id/post').writes(posts, {
    create: (sent, context) => ({
      ...written(sent, context),
      in_reply_to: null,
      conversation_settings: sent.conversation_settings ?? 'EVERYONE',
    }),
    // Only reads return `conversation_settings`.
    answer: (row, _, { trim_user }) => without(sent('PUBLISHED', row, trim_user === true), 'conversation_settings'),
  }),
  endpointsOf(post, 'accounts/:account_id/posts/:post_id/name').at('PUT', {
    parameters: { name: unsettable(required(text({ max: 80 }))) },
    handle(call) {
      const { id } = liveRow(call, posts, 'post_id', call.path['post_id']!)
      const changes = { name: call.params.name ?? null, updated_at: timestamp(call.now) }
      return envelope(call, { data: sent('PUBLISHED', call.store.table(posts).update(call.owner, id, changes), false) })
    },
  }),
]

function listOf<R extends AnyPost>(type: PostType, table: TableDefinition<R>): Endpoint {
  return endpointsOf(post, 'accounts/:account_id/posts').list(table, {
    quota: 'account',
    keep(call) {
      const { timeline_type: timeline = 'NULLCAST', include_mentions_and_replies: all } = call.params
      const isWritten = byAuthor(call)
      return (row) =>
        isWritten(row) &&
        (timeline === 'ALL' || row.nullcast === (timeline === 'NULLCAST')) &&
        (all === true || !(row.in_reply_to || row.text.startsWith('@')))
    },
    present: (row, call) => sent(type, row, call.params.trim_user === true),
  })
}

/** A post in the format of the service: the ID is a number beyond 2^53, and the date has its own format. */
function sent(type: PostType, row: AnyPost, isTrimmed: boolean) {
  const user = { id: BigInt(row.user_id), id_str: row.user_id }
  return {
    created_at: postDate(row.created_at),
    updated_at: row.updated_at,
    deleted: row.deleted,
    id: BigInt(row.id),
    id_str: row.id,
    ...(type === 'PUBLISHED' ? {} : { text: row.text }),
    truncated: false,
    entities: { hashtags: hashtags(row.text), urls: [], user_mentions: [], symbols: [] },
    source: '<a href="https://ads.example.com" rel="nofollow">Ads</a>',
    in_reply_to_status_id: row.in_reply_to ? BigInt(row.in_reply_to) : null,
    in_reply_to_status_id_str: row.in_reply_to ?? null,
    in_reply_to_user_id: null,
    in_reply_to_user_id_str: null,
    in_reply_to_screen_name: null,
    user: isTrimmed ? user : { ...user, name: `User ${row.user_id}`, screen_name: `user${row.user_id}` },
    geo: null,
    coordinates: null,
    place: null,
    contributors: null,
    repost_count: 0,
    favorite_count: 0,
    favorited: false,
    reposted: false,
    scopes: { followers: false },
    lang: 'en',
    ...(type === 'PUBLISHED' ? { display_text_range: [0, Array.from(row.text).length], full_text: row.text } : {}),
    scheduled_status: textOf(row, 'scheduled_status'),
    nullcast: row.nullcast,
    media_keys: row.media_keys,
    scheduled_at: textOf(row, 'scheduled_at'),
    post_type: type,
    ...(row.card_uri === null ? {} : { card_uri: row.card_uri }),
    post_id: type === 'SCHEDULED' ? textOf(row, 'post_id') : row.id,
    name: row.name,
    ...(row.conversation_settings === undefined ? {} : { conversation_settings: row.conversation_settings }),
  }
}

function textOf(row: object, column: string): unknown {
  return (row as Record<string, unknown>)[column] ?? null
}

function hashtags(text: string): { text: string; indices: [number, number] }[] {
  return Array.from(text.matchAll(/#(\p{L}+)/gu), (match) => ({
    text: match[1]!,
    indices: [match.index, match.index + match[0].length],
  }))
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time in the date format of posts: `Tue Aug 27 22:22:12 +0000 2019`. */
export function postDate(iso: string): string {
  const moment = new Date(iso)
  const [day, month] = [DAYS[moment.getUTCDay()], MONTHS[moment.getUTCMonth()]]
  return `${day} ${month} ${iso.slice(8, 10)} ${iso.slice(11, 19)} +0000 ${iso.slice(0, 4)}`
}

/** The post of an account by type and ID; undefined if there is none or if it is deleted. */
export function findPost({ store, owner }: Pick<Call, 'store' | 'owner'>, type: PostType, id: string) {
  const finders: Record<PostType, () => AnyPost | undefined> = {
    DRAFT: () => store.table(draftPosts).find(owner, id),
    PUBLISHED: () => store.table(posts).find(owner, id),
    SCHEDULED: () => store.table(scheduledPosts).find(owner, id),
  }
  const row = finders[type]()
  return row?.deleted ? undefined : row
}
