import { MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
import { listMedia } from '../../rest/creative/media.ts'
import {
  createScheduledPost,
  deleteScheduledPost,
  findScheduledPosts,
  listScheduledPosts,
  updateScheduledPost,
  type ScheduledPostParams,
  type ScheduledPostRow,
} from '../../rest/creative/scheduled-post.ts'
import { listPosts } from '../../rest/creative/post.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { ScheduledPromotedPost } from '../campaign/scheduled-promoted-post.ts'
import { connectionType } from '../list/connection-type.ts'
import { Node, nodeType } from '../node/entity.ts'
import { accountField, ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { AnyPost } from './any-post.ts'
import { Media } from './media.ts'
import { asUserField, checkPost, validatePost, postFields, postParams } from './post-input.ts'
import { Post } from './post.ts'

export const ScheduledPost = builder.objectRef<ScheduledPostRow>('ScheduledPost')
export const ScheduledPostConnection = connectionType(ScheduledPost, { counted: false })

export const ScheduledStatus = openEnum(
  'ScheduledStatus',
  'What has become of a scheduled post. Beyond the documents: the values seen from the live service.',
  {
    SCHEDULED: 'It will be published.',
    SUCCESS: 'It was published.',
    FAILED: 'It could not be published.',
    DELETED: 'It was deleted.',
  },
)

ScheduledPost.implement({
  description:
    'A post to be published at a set time. Several by their ids are read through the list of posts, which tells no media, no ' +
    'time of publication and none of the last change.',
  interfaces: [Node, AnyPost],
  fields: (t) => ({
    updatedAt: t.expose('updated_at', { type: 'DateTime', description: 'When it was last changed, in UTC.' }),
    scheduledAt: t.expose('scheduled_at', { type: 'DateTime', description: 'When it is to be published.' }),
    scheduledStatus: t.expose('scheduled_status', { type: ScheduledStatus, description: 'What has become of it.' }),
    completedAt: t.expose('completed_at', { type: 'DateTime', description: 'When it was published; null until then.' }),
    postId: t.exposeID('post_id', { description: 'The post it has become; null until it is published.' }),
    post: t.reference({
      type: Post,
      endpoint: listPosts,
      description: 'The post it has become; null until it is published.',
      id: (row) => row.post_id,
    }),
    mediaKeys: t.idList({
      nullable: { list: true, items: false },
      description: 'The keys of its media: up to 4 images, or 1 animated image, or 1 video (R-CARD-21).',
      resolve: (row) => row.media_keys,
    }),
    media: t.references({
      type: Media,
      endpoint: listMedia,
      description: 'Its media, in order; an item is null if the library does not have it.',
      ids: (row) => row.media_keys,
      maxIds: MAX_MEDIA_PER_POST,
    }),
  }),
})

nodeType(ScheduledPost, findScheduledPosts)

builder.queryField('scheduledPost', (t) =>
  t.byId({
    type: ScheduledPost,
    endpoint: findScheduledPosts,
    description: 'Beyond the documents: one scheduled post.',
  }),
)

builder.objectFields(Account, (t) => ({
  scheduledPost: t.byId({
    type: ScheduledPost,
    endpoint: findScheduledPosts,
    description: 'Beyond the documents: one of its scheduled posts.',
  }),
  scheduledPosts: t.list({
    type: ScheduledPostConnection,
    endpoint: listScheduledPosts,
    description:
      'Beyond the documents: its scheduled posts. They are neither sorted nor counted; pages hold at most 200, so that a ' +
      'larger `first` costs several calls.',
    args: {
      userId: t.arg({ type: 'Long', description: 'Only those of this user. Defaults to the FULL promotable user.' }),
    },
    filters: ({ userId }) => ({ user_id: userId?.toString() }),
  }),
}))

builder.objectField(ScheduledPromotedPost, 'scheduledPost', (t) =>
  t.reference({
    type: ScheduledPost,
    endpoint: findScheduledPosts,
    description: 'The scheduled post. Those of up to 200 scheduled promoted posts are read in one call.',
    id: (row) => row.scheduled_post_id,
  }),
)

const SCHEDULED_AT = 'When it is to be published. Beyond the documents: seconds do not count; at most 365 days ahead.'

const CreateScheduledPostInput = builder.inputType('CreateScheduledPostInput', {
  description: 'Beyond the documents: a new scheduled post.',
  fields: (t) => ({
    ...accountField(t),
    ...asUserField(t),
    ...postFields(t),
    scheduledAt: t.field({ type: 'DateTime', required: true, description: SCHEDULED_AT }),
  }),
})

const UpdateScheduledPostInput = builder.inputType('UpdateScheduledPostInput', {
  description:
    'What is to change of a scheduled post: what is left out stays, null removes. The documents show `nullcast`, ' +
    '`scheduledAt`, `text` and `name` (R-CARD-28); `cardUri` and `mediaKeys` are beyond them.',
  fields: (t) => ({
    ...namedScheduledPost(t),
    ...postFields(t),
    scheduledAt: t.field({ type: 'DateTime', description: SCHEDULED_AT }),
  }),
})

const DeleteScheduledPostInput = builder.inputType('DeleteScheduledPostInput', {
  description: 'The scheduled post to delete.',
  fields: namedScheduledPost,
})

function namedScheduledPost(t: InputFields) {
  return {
    scheduledPostId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }
}

const scheduledPostPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<ScheduledPostRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      scheduledPost: t.field({
        type: ScheduledPost,
        description: 'The scheduled post as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateScheduledPostPayload = scheduledPostPayload(
  'CreateScheduledPostPayload',
  'The result of scheduling a post.',
)
const UpdateScheduledPostPayload = scheduledPostPayload(
  'UpdateScheduledPostPayload',
  'The result of changing a scheduled post.',
)
const DeleteScheduledPostPayload = scheduledPostPayload(
  'DeleteScheduledPostPayload',
  'The result of deleting a scheduled post.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createScheduledPost: writeField(t, {
    payload: CreateScheduledPostPayload,
    description:
      'Beyond the documents: schedules a post, which is published when it is due. With `validateOnly` its media are read, ' +
      'a call each, and what the caller may do.',
    input: CreateScheduledPostInput,
    inputDescription: 'The new scheduled post.',
    prepare(check, context) {
      const account = check.account('accountId')
      checkPost(check, 'Create')
      check.inFuture('scheduledAt')
      const params = postParams<ScheduledPostParams>(check, account)
      const send = () => context.rest.call(createScheduledPost, { account_id: account }, params)
      return { send, validate: () => validatePost(context, check, account) }
    },
  }),

  updateScheduledPost: writeField(t, {
    payload: UpdateScheduledPostPayload,
    description: 'Changes a scheduled post. With `validateOnly` its media are read, a call each.',
    input: UpdateScheduledPostInput,
    inputDescription: 'What is to change.',
    prepare(check, context) {
      const { account, id } = check.changes('scheduledPostId', 'ScheduledPost')
      checkPost(check, 'Update')
      check.notNull('R-CARD-28', 'scheduledAt')
      check.inFuture('scheduledAt')
      const params = postParams<ScheduledPostParams>(check, account, ['scheduledPostId'])
      const send = () => context.rest.call(updateScheduledPost, { account_id: account, scheduled_post_id: id }, params)
      return { send, validate: () => validatePost(context, check, account) }
    },
  }),

  deleteScheduledPost: writeField(t, {
    payload: DeleteScheduledPostPayload,
    description: 'Deletes a scheduled post, for good: it is not published, and the interface shows it never again.',
    input: DeleteScheduledPostInput,
    inputDescription: 'The scheduled post.',
    prepare(check, context) {
      const { account, id } = check.changes('scheduledPostId', 'ScheduledPost')
      return { send: () => context.rest.call(deleteScheduledPost, { account_id: account, scheduled_post_id: id }) }
    },
  }),
}))
