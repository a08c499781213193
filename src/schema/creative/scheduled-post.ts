import { listScheduledPromotedPosts } from '../../rest/campaign/scheduled-promoted-post.ts'
import {
  createScheduledPost,
  deleteScheduledPost,
  findScheduledPosts,
  listScheduledPosts,
  MAX_DAYS_AHEAD,
  updateScheduledPost,
  type ScheduledPostRow,
} from '../../rest/creative/scheduled-post.ts'
import { momentOf } from '../../rest/value.ts'
import { Account } from '../account/account.ts'
import { ScheduledPromotedPost, ScheduledPromotedPostConnection } from '../campaign/scheduled-promoted-post.ts'
import {
  accountField,
  builder,
  connectionType,
  CREATIVE_EDITORS,
  decide,
  deleteField,
  entityType,
  inputType,
  notNull,
  openEnum,
  ownAccountField,
  ownId,
  type Recognition,
  registerReference,
  rowKey,
  writeField,
} from '../kit.ts'
import { inFuture } from '../write/rule.ts'
import { asUserField, CARD_URI, MEDIA_KEYS, postFields, postWrite } from './post-input.ts'
import { authorArg, authorFilter, ofAuthor, Post } from './post-interface.ts'
import { PublishedPost } from './post.ts'

const ScheduledPost = builder.objectRef<ScheduledPostRow>('ScheduledPost')
const ScheduledPostConnection = connectionType(ScheduledPost, { counted: false })

const ScheduledStatus = openEnum(
  'ScheduledStatus',
  'The status of a scheduled post. The values are those that the live service returns. @beyondDocuments',
  {
    SCHEDULED: 'The post will be published.',
    SUCCESS: 'The post was published.',
    FAILED: 'The post could not be published.',
    DELETED: 'The post was deleted.',
  },
)

entityType(ScheduledPost, findScheduledPosts, {
  description:
    'A post that will be published at a set time. Several scheduled posts that are found by ID are read from the ' +
    'list of posts, which does not have `completedAt` and can lack `media` and `updatedAt`.',
  interfaces: [Post],
  fields: (t) => ({
    ...t.columns({
      scheduledAt: ['DateTime', 'When the post will be published.'],
      scheduledStatus: [ScheduledStatus, 'The status of the scheduled post. @beyondDocuments'],
      completedAt: ['DateTime', 'When the post was published. Null until then. @beyondDocuments'],
    }),
    postId: t.foreignKey('post_id', 'the published post', 'Null until it is published. @beyondDocuments'),
    post: t.reference(PublishedPost, 'post_id', 'The published post. Null until it is published.'),
  }),
})

builder.objectField(ScheduledPost, 'scheduledPromotedPosts', (t) =>
  t.whole(
    ScheduledPromotedPostConnection,
    listScheduledPromotedPosts,
    'The promotions of the post by line items. The API cannot filter them by post, so the promotions of the whole account ' +
      'are read, once for all posts.',
    {
      parentOf: (row) => row.scheduled_post_id,
    },
  ),
)

builder.queryField('scheduledPost', (t) =>
  t.byId(ScheduledPost, findScheduledPosts, 'One scheduled post. @beyondDocuments'),
)

builder.objectField(Account, 'scheduledPosts', (t) =>
  t.list(
    ScheduledPostConnection,
    listScheduledPosts,
    'The scheduled posts of the account. The service neither sorts nor counts them. Its pages have up to 200 ' +
      'posts, so a larger `first` needs several calls. @beyondDocuments',
    {
      args: authorArg,
      filters: authorFilter,
    },
  ),
)

builder.objectField(ScheduledPromotedPost, 'scheduledPost', (t) =>
  t.reference(
    ScheduledPost,
    'scheduled_post_id',
    'The scheduled post. The posts of up to 200 scheduled promoted posts are read in one call.',
  ),
)

const SCHEDULED_AT =
  `When to publish the post. Seconds are ignored; the time can be up to ${MAX_DAYS_AHEAD} days ahead. These limits are not ` +
  'documented.'

// Unlike the list of posts, the own GET of a scheduled post finds the posts of every user.
registerReference('ScheduledPost', (account, id) => rowKey(listScheduledPosts, account, id))

/** How a new scheduled post is recognized. */
const NEW_SCHEDULED_POST: Recognition = {
  list: listScheduledPosts,
  filter: ofAuthor,
  shownBy: {
    as_user_id: (row) => row.user_id,
    scheduled_at: ({ scheduled_at: shown }, sent) => (minuteOf(shown) === minuteOf(sent) ? sent : shown),
  },
}

/** The service ignores the seconds. */
function minuteOf(time: unknown): number {
  return Math.floor(momentOf(String(time)) / 60_000)
}

builder.mutationFields((t) => ({
  createScheduledPost: writeField(t, {
    row: ScheduledPost,
    endpoint: createScheduledPost,
    does: { action: 'CREATE', recognized: NEW_SCHEDULED_POST },
    editors: CREATIVE_EDITORS,
    description:
      'Schedules a post, which the service publishes at the set time. With `validateOnly`, its media items (one call ' +
      'each), its card, its author and the permissions of the caller are read. @beyondDocuments',
    input: inputType('CreateScheduledPostInput', 'A new scheduled post. @beyondDocuments', (t) => ({
      ...accountField(t),
      ...asUserField(t),
      ...postFields(t),
      ...t.required({
        scheduledAt: ['DateTime', SCHEDULED_AT],
      }),
    })),
    prepare(check) {
      inFuture(check, 'scheduledAt', MAX_DAYS_AHEAD)
      return postWrite(check, check.ids.account())
    },
  }),

  updateScheduledPost: writeField(t, {
    row: ScheduledPost,
    endpoint: updateScheduledPost,
    does: { action: 'UPDATE', id: 'scheduledPostId' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates a scheduled post. With `validateOnly`, the post, its media items (one call each), its card and the ' +
      'permissions of the caller are read.',
    input: inputType(
      'UpdateScheduledPostInput',
      'Changes to a scheduled post. Omitted fields keep their value; null removes the value. The documents have ' +
        '`nullcast`, `scheduledAt`, `text` and `name` (R-CARD-28), but not `cardUri` and `mediaKeys`.',
      (t) => ({
        scheduledPostId: t.id(ownId),
        ...ownAccountField(t),
        ...postFields(t),
        ...t.optional({
          cardUri: `${CARD_URI} @beyondDocuments`,
          mediaKeys: [['ID'], `${MEDIA_KEYS} @beyondDocuments`],
          scheduledAt: ['DateTime', SCHEDULED_AT],
        }),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.changed('scheduledPostId', 'ScheduledPost')
      decide(check, notNull(null, 'scheduledAt'))
      inFuture(check, 'scheduledAt', MAX_DAYS_AHEAD)
      return postWrite(check, account, rowKey(listScheduledPosts, account, id))
    },
  }),

  deleteScheduledPost: deleteField(t, {
    row: ScheduledPost,
    endpoint: deleteScheduledPost,
    editors: CREATIVE_EDITORS,
    description:
      'Deletes a scheduled post permanently. It is not published, and the service does not return it any more.',
  }),
}))
