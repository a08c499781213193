import { visit, type FieldNode, type GraphQLResolveInfo, type OperationDefinitionNode } from 'graphql'
import { listPromotedPosts } from '../../rest/campaign/promoted-post.ts'
import { createPost, listPosts, renamePost, type PostParams, type PostRow } from '../../rest/creative/post.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { PromotedPost, PromotedPostConnection } from '../campaign/promoted-post.ts'
import { ScheduledPromotedPost } from '../campaign/scheduled-promoted-post.ts'
import { Entity, Node } from '../node/entity.ts'
import { restUserId } from '../node/global-id.ts'
import { badUserInput } from '../errors.ts'
import { CREATIVE_EDITORS } from '../write/existence.ts'
import { accountField, ownAccountField, ownId } from '../write/input.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { Post, PostConnection } from './post-interface.ts'
import { asUserField, checkPost, postFields, postParams, postRules } from './post-input.ts'
import { postIds, PostType, typeOfPosts } from './post-type.ts'
import { payload } from '../write/mutation.ts'
import { queryNode } from '../field/by-id.ts'

export const PublishedPost = builder.objectRef<PostRow>('PublishedPost')

export const ConversationSettings = openEnum('ConversationSettings', 'Who can reply to a post (R-CARD-27).', {
  EVERYONE: 'Everyone. This is the default.',
  FOLLOWING: 'Users whom the author follows and users whom the post mentions.',
  MENTIONED_USERS: 'Users whom the post mentions.',
})

export const TimelineType = openEnum('TimelineType', 'Which posts a list includes (R-CARD-26).', {
  ALL: 'All posts.',
  NULLCAST: 'Posts for promotion only. This is the default.',
  ORGANIC: 'Posts that are shown to the followers of their author.',
})

PublishedPost.implement({
  description: 'A published post.',
  interfaces: [Node, Entity, Post],
  fields: (t) => ({
    postId: t.foreignKey('post_id', 'the post, which some responses repeat in this field', '@beyondDocuments'),
    postType: t.expose('post_type', {
      type: PostType,
      description: 'The type of the post. Some responses do not have it. @beyondDocuments',
    }),
    fullText: t.exposeString('full_text', {
      description: 'The full text of the post, in responses that have it. @beyondDocuments',
    }),
    truncated: t.exposeBoolean('truncated', { description: 'Whether `text` in `raw` is shortened. @beyondDocuments' }),
    displayTextRange: t.intList({
      nullable: { list: true, items: false },
      description: 'The start and end positions of the displayed part in the full text. @beyondDocuments',
      resolve: (row) => row.display_text_range,
    }),
    lang: t.exposeString('lang', { description: 'The language that the service detected. @beyondDocuments' }),
    source: t.exposeString('source', {
      description: 'The application that created the post, as a link in HTML. The HTML is untrusted. @beyondDocuments',
    }),
    user: t.expose('user', {
      type: 'JSON',
      description: 'The user who wrote the post, as the service sends it. @beyondDocuments',
    }),
    entities: t.expose('entities', {
      type: 'JSON',
      description: 'The hashtags, links, mentions and media in the text, with their positions. @beyondDocuments',
    }),
    conversationSettings: t.expose('conversation_settings', {
      type: ConversationSettings,
      description: 'Who can reply to the post.',
    }),
    inReplyToStatusId: t.foreignKey(
      (row) => row.in_reply_to_status_id_str ?? row.in_reply_to_status_id,
      'the post that this post replies to',
      '@beyondDocuments',
    ),
    inReplyToUserId: t.foreignKey(
      (row) => row.in_reply_to_user_id_str ?? row.in_reply_to_user_id,
      'the user whom this post replies to',
      '@beyondDocuments',
    ),
    inReplyToScreenName: t.exposeString('in_reply_to_screen_name', {
      description: 'The name of the user whom this post replies to. @beyondDocuments',
    }),
    repostCount: t.exposeInt('repost_count', { description: 'The number of reposts. @beyondDocuments' }),
    favoriteCount: t.exposeInt('favorite_count', { description: 'The number of likes. @beyondDocuments' }),
    favorited: t.exposeBoolean('favorited', { description: 'Whether the caller likes the post. @beyondDocuments' }),
    reposted: t.exposeBoolean('reposted', { description: 'Whether the caller reposted the post. @beyondDocuments' }),
    possiblySensitive: t.exposeBoolean('possibly_sensitive', {
      description: 'Whether a link in the post may lead to sensitive content. @beyondDocuments',
    }),
    contributors: t.idList({
      nullable: { list: true, items: false },
      description: "The service's IDs of the users who contributed to the post. @beyondDocuments",
      resolve: (row) => row.contributors,
    }),
    scopes: t.expose('scopes', {
      type: 'JSON',
      description: 'To whom the post is shown, as the service sends it. @beyondDocuments',
    }),
    geo: t.expose('geo', {
      type: 'JSON',
      description: 'Where the post was written, in a legacy format. @beyondDocuments',
    }),
    coordinates: t.expose('coordinates', { type: 'JSON', description: 'Where the post was written. @beyondDocuments' }),
    place: t.expose('place', { type: 'JSON', description: 'The place that the post refers to. @beyondDocuments' }),
  }),
})

queryNode('publishedPost', PublishedPost, listPosts)

builder.objectField(Account, 'posts', (t) =>
  t.list({
    type: PostConnection,
    endpoint: listPosts,
    description: 'The posts of the account of one type. The service neither sorts nor counts them.',
    args: {
      postType: t.arg({ type: PostType, required: true, description: 'The type of the posts (R-CARD-26).' }),
      ids: t.arg.idList({ description: 'Return only these posts, up to 200 IDs.' }),
      userId: t.arg.id({
        description: "Return only posts of this user, by the service's ID. Defaults to the FULL promotable user.",
      }),
      namePrefix: t.arg.string({
        description: 'Return only posts whose name starts with this text, ignoring case: 1 to 80 characters.',
      }),
      timelineType: t.arg({ type: TimelineType, description: 'Which posts to include. Defaults to NULLCAST.' }),
      includeMentionsAndReplies: t.arg.boolean({
        required: true,
        description: 'Include posts that mention other users or reply to them.',
        defaultValue: false,
      }),
    },
    rowType: ({ postType }) => typeOfPosts(postType),
    filters: ({ postType, ids, userId, namePrefix, timelineType, includeMentionsAndReplies }, account) => ({
      post_type: postType,
      post_ids: ids ? postIds(postType, account.id, ids, 'ids', { least: 0, rule: 'R-CONV-16' }) : undefined,
      user_id: restUserId(userId),
      name: postName(namePrefix),
      timeline_type: timelineType ?? undefined,
      include_mentions_and_replies: includeMentionsAndReplies || undefined,
    }),
    columns: authorParams,
  }),
)

builder.objectField(PublishedPost, 'promotedPosts', (t) =>
  t.whole({
    type: PromotedPostConnection,
    endpoint: listPromotedPosts,
    description:
      'The promotions of the post by line items. The API cannot filter them by post, so those of the whole account are ' +
      'read, once for all posts.',
    parentOf: (row) => row.post_id,
  }),
)

builder.objectField(PromotedPost, 'post', (t) =>
  t.reference({
    type: PublishedPost,
    endpoint: listPosts,
    description: 'The post that is promoted. The posts of up to 200 promoted posts are read in one call.',
    id: 'post_id',
  }),
)

builder.objectField(ScheduledPromotedPost, 'post', (t) =>
  t.reference({
    type: PublishedPost,
    endpoint: listPosts,
    description: 'The published post. Null until it is published.',
    id: 'post_id',
  }),
)

/** Whether an operation needs only the ID of the authors of posts. */
const needsOnlyAuthorId = new WeakMap<OperationDefinitionNode, boolean>()

/**
 * The parameter that reduces the authors of posts to their IDs, if the operation selects nothing else of any. All lists of
 * an operation have the same, so that equal ones stay one call.
 */
function authorParams(info: GraphQLResolveInfo | undefined): { trim_user?: true } {
  if (!info) return {}
  let isTrimmed = needsOnlyAuthorId.get(info.operation)
  if (isTrimmed === undefined) {
    const names = new Set<string>()
    const note = { Field: (node: FieldNode) => void names.add(node.name.value) }
    for (const node of [info.operation, ...Object.values(info.fragments)]) visit(node, note)
    isTrimmed = names.has('userId') && !names.has('user') && !names.has('raw')
    needsOnlyAuthorId.set(info.operation, isTrimmed)
  }
  return isTrimmed ? { trim_user: true } : {}
}

/** The maximum number of characters in the name of a post. */
const MAX_POST_NAME_CHARACTERS = 80

function postName(name: string | null | undefined): string | undefined {
  if (name === null || name === undefined) return undefined
  const length = Array.from(name).length
  if (length >= 1 && length <= MAX_POST_NAME_CHARACTERS) return name
  throw badUserInput(
    'namePrefix',
    `\`namePrefix\` has ${length} characters; it must have 1 to ${MAX_POST_NAME_CHARACTERS}`,
    'R-CARD-26',
  )
}

const PostMode = builder.enumType('PostMode', {
  description: 'The format in which the service returns a new post (R-CARD-27).',
  values: {
    compat: { description: 'The legacy format, from before posts became longer.' },
    extended: { description: 'The format with the full text.' },
  },
})

const VideoCta = builder.enumType('VideoCta', {
  description: 'The call to action of the button on a video (R-CARD-27).',
  values: {
    VISIT_SITE: { description: 'Visit a site.' },
    WATCH_NOW: { description: 'Watch now.' },
  },
})

const CreatePostInput = builder.inputType('CreatePostInput', {
  description: 'A post to publish at once.',
  fields: (t) => ({
    ...accountField(t),
    ...asUserField(t),
    ...postFields(t),
    conversationSettings: t.field({
      type: ConversationSettings,
      description:
        'Who can reply to the post. Defaults to EVERYONE. The response to this mutation does not have it; read the ' +
        'post to see it (R-CARD-27).',
    }),
    postMode: t.field({ type: PostMode, description: 'The format in which the service returns the post.' }),
    videoCta: t.field({ type: VideoCta, description: 'The call to action of the button on the video.' }),
    videoCtaValue: t.string({ description: 'The URL that the button links to.' }),
    videoTitle: t.string({ description: 'The title of the video, up to 70 characters (R-CARD-27).' }),
    videoDescription: t.string({ description: 'The description of the video, up to 200 characters (R-CARD-27).' }),
  }),
})

const RenamePostInput = builder.inputType('RenamePostInput', {
  description: 'A post and its new name.',
  fields: (t) => ({
    postId: t.id(ownId),
    ...ownAccountField(t),
    name: t.string({
      description: 'The name, up to 80 characters. Required; null removes the name (R-CARD-27).',
    }),
  }),
})

builder.mutationFields((t) => ({
  createPost: writeField(t, {
    payload: payload('CreatePostPayload', { post: PublishedPost }),
    endpoint: createPost,
    editors: CREATIVE_EDITORS,
    description:
      'Publishes a post at once. The post is for promotion only unless `nullcast` is false. The service has no ' +
      'endpoint to delete it. With `validateOnly`, its media items are read, one call each, its card, its author and ' +
      'the permissions of the caller.',
    input: CreatePostInput,
    prepare(check, info) {
      const account = check.account('accountId')
      checkPost(check, 'Create')
      check.length('videoTitle', { max: 70 }, 'R-CARD-27')
      check.length('videoDescription', { max: 200 }, 'R-CARD-27')
      const params = { ...postParams<PostParams>(check, account), ...authorParams(info) }
      return { params, ...postRules(check, account, params) }
    },
  }),

  renamePost: writeField(t, {
    payload: payload('RenamePostPayload', { post: PublishedPost }),
    endpoint: renamePost,
    editors: CREATIVE_EDITORS,
    description: 'Changes the name of a post. Only advertisers see the name.',
    input: RenamePostInput,
    prepare(check) {
      const { input } = check
      check.changes('postId', 'PublishedPost')
      check.that(input.name !== undefined, 'name', 'R-CARD-27', 'is required; null removes the name')
      check.length('name', { max: MAX_POST_NAME_CHARACTERS }, 'R-CARD-27')
      return { params: check.params() }
    },
  }),
}))
