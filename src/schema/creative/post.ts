import { memoize2 } from '@graphql-tools/utils'
import { visit, type FieldNode, type GraphQLResolveInfo, type OperationDefinitionNode } from 'graphql'
import { listPromotedPosts } from '../../rest/campaign/promoted-post.ts'
import {
  createPost,
  findPromotablePosts,
  listPosts,
  renamePost,
  type PostParams,
  type PostRow,
} from '../../rest/creative/post.ts'
import { Account } from '../account/account.ts'
import { PromotedPost, PromotedPostConnection } from '../campaign/promoted-post.ts'
import { ScheduledPromotedPost } from '../campaign/scheduled-promoted-post.ts'
import {
  accountField,
  builder,
  closedEnum,
  CREATIVE_EDITORS,
  decide,
  entityType,
  inputType,
  length,
  openEnum,
  ownAccountField,
  ownId,
  queryNode,
  registerReference,
  rowKey,
  writeField,
} from '../kit.ts'
import { nameQuery } from '../list/read.ts'
import { paramsOf } from '../write/input.ts'
import type { WireRow } from '../write/known.ts'
import { asUserField, postFields, postWrite } from './post-input.ts'
import { authorArg, authorFilter, ofAuthor, Post, PostConnection } from './post-interface.ts'
import { postIds, PostType, typeOfPosts } from './post-type.ts'

export const PublishedPost = builder.objectRef<PostRow>('PublishedPost')

const ConversationSettings = openEnum('ConversationSettings', 'Who can reply to a post (R-CARD-27).', {
  EVERYONE: 'Everyone. This is the default.',
  FOLLOWING: 'Users whom the author follows and users whom the post mentions.',
  MENTIONED_USERS: 'Users whom the post mentions.',
})

const TimelineType = openEnum('TimelineType', 'Which posts a list includes (R-CARD-26).', {
  ALL: 'All posts.',
  NULLCAST: 'Posts for promotion only. This is the default.',
  ORGANIC: 'Posts that are shown to the followers of their author.',
})

entityType(PublishedPost, listPosts, {
  description: 'A published post.',
  interfaces: [Post],
  fields: (t) => ({
    postId: t.foreignKey('post_id', 'the post, which some responses repeat in this field', '@beyondDocuments'),
    ...t.columns({
      postType: [PostType, 'The type of the post. Some responses do not have it. @beyondDocuments'],
      fullText: 'The full text of the post, in responses that have it. @beyondDocuments',
      truncated: ['Boolean', 'Whether `text` in `raw` is shortened. @beyondDocuments'],
      lang: 'The language that the service detected. @beyondDocuments',
      source: 'The application that created the post, as a link in HTML. The HTML is untrusted. @beyondDocuments',
      user: ['JSON', 'The user who wrote the post, as the service sends it. @beyondDocuments'],
      entities: ['JSON', 'The hashtags, links, mentions and media in the text, with their positions. @beyondDocuments'],
      conversationSettings: [ConversationSettings, 'Who can reply to the post.'],
      inReplyToScreenName: 'The name of the user whom this post replies to. @beyondDocuments',
      repostCount: ['Int', 'The number of reposts. @beyondDocuments'],
      favoriteCount: ['Int', 'The number of likes. @beyondDocuments'],
      favorited: ['Boolean', 'Whether the caller likes the post. @beyondDocuments'],
      reposted: ['Boolean', 'Whether the caller reposted the post. @beyondDocuments'],
      possiblySensitive: ['Boolean', 'Whether a link in the post may lead to sensitive content. @beyondDocuments'],
      scopes: ['JSON', 'To whom the post is shown, as the service sends it. @beyondDocuments'],
      geo: ['JSON', 'Where the post was written, in a legacy format. @beyondDocuments'],
      coordinates: ['JSON', 'Where the post was written. @beyondDocuments'],
      place: ['JSON', 'The place that the post refers to. @beyondDocuments'],
      displayTextRange: [
        ['Int'],
        'The start and end positions of the displayed part in the full text. @beyondDocuments',
      ],
      contributors: [['ID'], "The service's IDs of the users who contributed to the post. @beyondDocuments"],
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
  }),
})

queryNode('publishedPost', PublishedPost, listPosts)

// An input refers to other posts than its own only to promote them.
registerReference('PublishedPost', (account, id, isTarget) =>
  rowKey(isTarget ? listPosts : findPromotablePosts, account, id),
)

builder.objectField(Account, 'posts', (t) =>
  t.list(
    PostConnection,
    listPosts,
    'The posts of the account of one type. The service neither sorts nor counts them.',
    {
      args: {
        ...t.arg.required({
          postType: [PostType, 'The type of the posts (R-CARD-26).'],
        }),
        ...t.arg.optional({
          ids: [['ID'], 'Return only these posts, up to 200 IDs.'],
          namePrefix: 'Return only posts whose name starts with this text, ignoring case: 1 to 80 characters.',
          timelineType: [TimelineType, 'Which posts to include. Defaults to NULLCAST.'],
        }),
        ...authorArg,
        includeMentionsAndReplies: t.arg.flag('Include posts that mention other users or reply to them.'),
      },
      rowType: ({ postType }) => typeOfPosts(postType),
      filters: ({ postType, ids, namePrefix, timelineType, includeMentionsAndReplies, ...args }, account) => ({
        post_type: postType,
        post_ids: ids ? postIds(postType, account.id, ids, 'ids', { least: 0, rule: 'R-CONV-16' }) : undefined,
        ...authorFilter(args),
        name: nameQuery(namePrefix, { max: MAX_POST_NAME_CHARACTERS, rule: 'R-CARD-26' }),
        timeline_type: timelineType ?? undefined,
        include_mentions_and_replies: includeMentionsAndReplies || undefined,
      }),
      columns: authorParams,
    },
  ),
)

builder.objectField(PublishedPost, 'promotedPosts', (t) =>
  t.whole(
    PromotedPostConnection,
    listPromotedPosts,
    'The promotions of the post by line items. The API cannot filter them by post, so the promotions of the whole account ' +
      'are read, once for all posts.',
    {
      parentOf: (row) => row.post_id,
    },
  ),
)

builder.objectField(PromotedPost, 'post', (t) =>
  t.reference(
    PublishedPost,
    'post_id',
    'The post that is promoted. The posts of up to 200 promoted posts are read in one call.',
  ),
)

builder.objectField(ScheduledPromotedPost, 'post', (t) =>
  t.reference(PublishedPost, 'post_id', 'The published post. Null until it is published.'),
)

/**
 * The parameter that reduces the authors of posts to their IDs, if the operation selects nothing else of any. All lists of
 * an operation have the same, so that equal ones stay one call.
 */
function authorParams(info: GraphQLResolveInfo): { trim_user?: true } {
  return needsOnlyAuthorId(info.operation, info.fragments) ? { trim_user: true } : {}
}

/** Whether an operation needs only the ID of the authors of posts. */
const needsOnlyAuthorId = memoize2(
  (operation: OperationDefinitionNode, fragments: GraphQLResolveInfo['fragments']): boolean => {
    const names = new Set<string>()
    const note = { Field: (node: FieldNode) => void names.add(node.name.value) }
    for (const node of [operation, ...Object.values(fragments)]) visit(node, note)
    return names.has('userId') && !names.has('user') && !names.has('raw')
  },
)

/** The maximum number of characters in the name of a post. */
const MAX_POST_NAME_CHARACTERS = 80

const PostMode = closedEnum('PostMode', 'The format in which the service returns a new post (R-CARD-27).', {
  compat: 'The legacy format, from before posts became longer.',
  extended: 'The format with the full text.',
})

const VideoCta = closedEnum('VideoCta', 'The call to action of the button on a video (R-CARD-27).', {
  VISIT_SITE: 'Visit a site.',
  WATCH_NOW: 'Watch now.',
})

const VIDEO_RULES = [
  ...length('R-CARD-27', 'videoTitle', { max: 70 }),
  ...length('R-CARD-27', 'videoDescription', { max: 200 }),
]

/** What a text has that posts can show in another way: links, which are shortened, and characters of HTML, which are escaped. */
const SHOWN_OTHERWISE = /[&<>]|\w\.\w/

/** The text of a post; undefined if it may be the one that was sent, shown in another way. */
function textShown({ full_text, text }: WireRow, sent: unknown): unknown {
  const shown = full_text ?? text
  return shown !== sent && SHOWN_OTHERWISE.test(String(sent)) ? undefined : shown
}

builder.mutationFields((t) => ({
  createPost: writeField(t, {
    row: PublishedPost,
    field: 'post',
    endpoint: createPost,
    // Posts do not show the options of their video.
    does: {
      action: 'CREATE',
      recognized: {
        filter: ofAuthor,
        shownBy: {
          as_user_id: ({ user }) => (typeof user === 'object' && user && 'id_str' in user ? user.id_str : undefined),
          text: textShown,
          post_mode: null,
          video_cta: null,
          video_cta_value: null,
          video_description: null,
          video_title: null,
        },
      },
    },
    editors: CREATIVE_EDITORS,
    description:
      'Publishes a post at once. The post is for promotion only unless `nullcast` is false. The service has no ' +
      'endpoint to delete it. With `validateOnly`, its media items (one call each), its card, its author and the ' +
      'permissions of the caller are read.',
    input: inputType('CreatePostInput', 'A post to publish at once.', (t) => ({
      ...accountField(t),
      ...asUserField(t),
      ...postFields(t),
      ...t.optional({
        conversationSettings: [
          ConversationSettings,
          'Who can reply to the post. Defaults to EVERYONE. The response to this mutation does not have it; read the ' +
            'post to see it (R-CARD-27).',
        ],
        postMode: [PostMode, 'The format in which the service returns the post.'],
        videoCta: [VideoCta, 'The call to action of the button on the video.'],
        videoCtaValue: 'What the button links to, such as a URL.',
        videoTitle: 'The title of the video, up to 70 characters (R-CARD-27).',
        videoDescription: 'The description of the video, up to 200 characters (R-CARD-27).',
      }),
    })),
    prepare(check) {
      decide(check, VIDEO_RULES)
      const account_id = check.ids.account()
      return {
        ...postWrite(check, account_id),
        params: paramsOf<PostParams>(check),
        send: (rest, params, info) => rest.call(createPost, { account_id }, { ...params, ...authorParams(info) }),
      }
    },
  }),

  renamePost: writeField(t, {
    row: PublishedPost,
    field: 'post',
    endpoint: renamePost,
    does: { action: 'UPDATE', id: 'postId' },
    editors: CREATIVE_EDITORS,
    description: 'Changes the name of a post. Only advertisers see the name.',
    input: inputType('RenamePostInput', 'A post and its new name.', (t) => ({
      postId: t.id(ownId),
      ...ownAccountField(t),
      ...t.optional({
        name: 'The name, up to 80 characters (R-CARD-27). Required; null removes the name.',
      }),
    })),
    prepare(check) {
      check.ids.changed('postId', 'PublishedPost')
      if (check.input.name === undefined) check.refuse('name', 'is required; null removes the name')
      decide(check, length('R-CARD-27', 'name', { max: MAX_POST_NAME_CHARACTERS }))
    },
  }),
}))
