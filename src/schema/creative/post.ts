import { createPost, listPosts, renamePost, type PostParams, type PostRow } from '../../rest/creative/post.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { PromotedPost } from '../campaign/promoted-post.ts'
import { ScheduledPromotedPost } from '../campaign/scheduled-promoted-post.ts'
import { Node, nodeType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { accountField, ownAccountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { AnyPost, AnyPostConnection } from './any-post.ts'
import { asUserField, checkPost, validatePost, postFields, postParams } from './post-input.ts'
import { postIds, PostType, typeOfPosts } from './post-type.ts'

export const Post = builder.objectRef<PostRow>('Post')

export const ConversationSettings = openEnum('ConversationSettings', 'Who can answer a post (R-CARD-27).', {
  EVERYONE: 'Everybody, unless set otherwise.',
  FOLLOWING: 'Those whom its author follows, and those it mentions.',
  MENTIONED_USERS: 'Those it mentions.',
})

export const TimelineType = openEnum('TimelineType', 'Which posts a list of posts has (R-CARD-26).', {
  ALL: 'All.',
  NULLCAST: 'Those for promotion only; the default of the service.',
  ORGANIC: 'Those shown to the followers of their author.',
})

Post.implement({
  description: 'A published post.',
  interfaces: [Node, AnyPost],
  fields: (t) => ({
    postId: t.exposeID('post_id', { description: 'Its id as some answers tell it once more.' }),
    postType: t.expose('post_type', { type: PostType, description: 'What it is. Some answers leave it out.' }),
    fullText: t.exposeString('full_text', { description: 'Its whole text, in answers that have one.' }),
    truncated: t.exposeBoolean('truncated', { description: 'Whether its text was shortened.' }),
    displayTextRange: t.intList({
      nullable: { list: true, items: false },
      description: 'Where in its whole text begins and ends what is shown.',
      resolve: (row) => row.display_text_range,
    }),
    lang: t.exposeString('lang', { description: 'Its language, as the service has recognised it.' }),
    source: t.exposeString('source', { description: 'What it was written with: a link in HTML, written by others.' }),
    user: t.expose('user', {
      type: 'JSON',
      description: 'Who has written it, as the service tells it; only the id where `trimUser` asked for that.',
    }),
    entities: t.expose('entities', {
      type: 'JSON',
      description: 'The hashtags, links, mentions and media in its text, with their places.',
    }),
    conversationSettings: t.expose('conversation_settings', {
      type: ConversationSettings,
      description: 'Who can answer it.',
    }),
    inReplyToStatusId: t.field({
      type: 'ID',
      description: 'The post it answers.',
      resolve: (row) => row.in_reply_to_status_id_str ?? row.in_reply_to_status_id,
    }),
    inReplyToUserId: t.field({
      type: 'ID',
      description: 'Whom it answers.',
      resolve: (row) => row.in_reply_to_user_id_str ?? row.in_reply_to_user_id,
    }),
    inReplyToScreenName: t.exposeString('in_reply_to_screen_name', { description: 'Whom it answers, by name.' }),
    repostCount: t.exposeInt('repost_count', { description: 'How often it was reposted.' }),
    favoriteCount: t.exposeInt('favorite_count', { description: 'How many like it.' }),
    favorited: t.exposeBoolean('favorited', { description: 'Whether the caller likes it.' }),
    reposted: t.exposeBoolean('reposted', { description: 'Whether the caller has reposted it.' }),
    possiblySensitive: t.exposeBoolean('possibly_sensitive', {
      description: 'Whether a link in it may lead to sensitive content.',
    }),
    contributors: t.idList({
      nullable: { list: true, items: false },
      description: 'Users who have contributed to it.',
      resolve: (row) => row.contributors,
    }),
    scopes: t.expose('scopes', { type: 'JSON', description: 'To whom it is shown, as the service tells it.' }),
    geo: t.expose('geo', { type: 'JSON', description: 'Where it was written, in an older form.' }),
    coordinates: t.expose('coordinates', { type: 'JSON', description: 'Where it was written.' }),
    place: t.expose('place', { type: 'JSON', description: 'The place it names.' }),
  }),
})

nodeType(Post, listPosts)

builder.queryField('post', (t) => t.byId({ type: Post, endpoint: listPosts, description: 'One published post.' }))

builder.objectFields(Account, (t) => ({
  post: t.byId({ type: Post, endpoint: listPosts, description: 'One of its published posts.' }),
  posts: t.list({
    type: AnyPostConnection,
    endpoint: listPosts,
    description: 'Its posts of one type. The API neither sorts nor counts them.',
    args: {
      postType: t.arg({ type: PostType, required: true, description: 'The type of the posts (R-CARD-26).' }),
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      userId: t.arg({ type: 'Long', description: 'Only those of this user. Defaults to the FULL promotable user.' }),
      name: t.arg.string({
        description: 'Only posts whose name begins with this text, upper and lower case alike: 1 to 80 characters.',
      }),
      timelineType: t.arg({ type: TimelineType, description: 'Which posts to list. Defaults to NULLCAST.' }),
      includeMentionsAndReplies: t.arg.boolean({
        description: 'Whether mentions of others and answers to them are listed too.',
        defaultValue: false,
      }),
      trimUser: t.arg.boolean({
        description: 'Whether `user` is to hold no more than the id.',
        defaultValue: false,
      }),
    },
    rowType: ({ postType }) => typeOfPosts(postType),
    filters: ({ postType, ids, userId, name, timelineType, includeMentionsAndReplies, trimUser }, account) => ({
      post_type: postType,
      post_ids: ids ? postIds(postType, account.id, ids, 'ids', { least: 0, rule: 'R-CONV-16' }) : undefined,
      user_id: userId?.toString(),
      name: postName(name),
      timeline_type: timelineType ?? undefined,
      include_mentions_and_replies: includeMentionsAndReplies || undefined,
      trim_user: trimUser || undefined,
    }),
  }),
}))

builder.objectField(PromotedPost, 'post', (t) =>
  t.reference({
    type: Post,
    endpoint: listPosts,
    description: 'The post that is promoted. Those of up to 200 promoted posts are read in one call.',
    id: (row) => row.post_id,
  }),
)

builder.objectField(ScheduledPromotedPost, 'post', (t) =>
  t.reference({
    type: Post,
    endpoint: listPosts,
    description: 'The post it has become; null until it is published.',
    id: (row) => row.post_id,
  }),
)

/** Characters in the name of a post. */
const MAX_POST_NAME = 80

function postName(name: string | null | undefined): string | undefined {
  if (name === null || name === undefined) return undefined
  const length = Array.from(name).length
  if (length >= 1 && length <= MAX_POST_NAME) return name
  throw badUserInput('name', `\`name\` has ${length} characters; it can have 1 to ${MAX_POST_NAME}`, 'R-CARD-26')
}

const PostMode = builder.enumType('PostMode', {
  description: 'In which form the service answers with a new post (R-CARD-27).',
  values: {
    compat: { description: 'As it was before posts became longer.' },
    extended: { description: 'With the whole text.' },
  },
})

const VideoCta = builder.enumType('VideoCta', {
  description: 'What a button on a video invites to (R-CARD-27).',
  values: {
    VISIT_SITE: { description: 'To visit a site.' },
    WATCH_NOW: { description: 'To watch.' },
  },
})

const CreatePostInput = builder.inputType('CreatePostInput', {
  description: 'A post to be published at once.',
  fields: (t) => ({
    ...accountField(t),
    ...asUserField(t),
    ...postFields(t),
    conversationSettings: t.field({
      type: ConversationSettings,
      description: 'Who can answer it: EVERYONE unless set. Only reads tell it, not the answer to this (R-CARD-27).',
    }),
    trimUser: t.boolean({ description: 'Whether the answer is to tell no more of its author than the id.' }),
    postMode: t.field({ type: PostMode, description: 'In which form the service answers.' }),
    videoCta: t.field({ type: VideoCta, description: 'What a button on its video invites to.' }),
    videoCtaValue: t.string({ description: 'Where that button leads.' }),
    videoTitle: t.string({ description: 'The title of its video, at most 70 characters (R-CARD-27).' }),
    videoDescription: t.string({ description: 'About its video, at most 200 characters (R-CARD-27).' }),
  }),
})

const RenamePostInput = builder.inputType('RenamePostInput', {
  description: 'A post and its new name.',
  fields: (t) => ({
    postId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
    name: t.string({
      description: 'Its name, at most 80 characters; null removes it. Cannot be left out (R-CARD-27).',
    }),
  }),
})

const postPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<PostRow>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      post: t.field({
        type: Post,
        description: 'The post as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreatePostPayload = postPayload('CreatePostPayload', 'The result of publishing a post.')
const RenamePostPayload = postPayload('RenamePostPayload', 'The result of renaming a post.')

builder.mutationFields((t) => ({
  createPost: writeField(t, {
    payload: CreatePostPayload,
    description:
      'Publishes a post at once: for promotion only, unless `nullcast` is false. The interface has no call that deletes ' +
      'it. With `validateOnly` its media are read, a call each, and what the caller may do.',
    input: CreatePostInput,
    inputDescription: 'The post.',
    prepare(check, context) {
      const account = check.account('accountId')
      checkPost(check, 'Create')
      check.length('videoTitle', { max: 70 }, 'R-CARD-27')
      check.length('videoDescription', { max: 200 }, 'R-CARD-27')
      const params = postParams<PostParams>(check, account)
      const send = () => context.rest.call(createPost, { account_id: account }, params)
      return { send, validate: () => validatePost(context, check, account) }
    },
  }),

  renamePost: writeField(t, {
    payload: RenamePostPayload,
    description: 'Gives a post another name, which only advertisers see.',
    input: RenamePostInput,
    inputDescription: 'The post and its name.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('postId', 'Post')
      check.that(input.name !== undefined, 'name', 'R-CARD-27', 'is required; null removes it')
      check.length('name', { max: MAX_POST_NAME }, 'R-CARD-27')
      const params = toParams<{ name?: string }>({ name: input.name })
      return { send: () => context.rest.call(renamePost, { account_id: account, post_id: id }, params) }
    },
  }),
}))
