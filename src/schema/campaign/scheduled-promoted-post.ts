import {
  createScheduledPromotedPost,
  deleteScheduledPromotedPost,
  listScheduledPromotedPosts,
  type ScheduledPromotedPostRow,
} from '../../rest/campaign/scheduled-promoted-post.ts'
import { findScheduledPosts, getScheduledPost } from '../../rest/creative/scheduled-post.ts'
import { momentOf } from '../../rest/value.ts'
import { Account } from '../account/account.ts'
import { callsCost } from '../cost/cost.ts'
import {
  builder,
  decide,
  entity,
  inputType,
  type Key,
  ownAccountField,
  rowKey,
  rulesFor,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { idColumn, type Known, known, timeColumn } from '../write/known.ts'
import { need } from '../write/rule.ts'
import { IN_LINE_ITEM, IN_LINE_ITEMS, inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const ScheduledPromotedPost = builder.objectRef<ScheduledPromotedPostRow>('ScheduledPromotedPost')

export const ScheduledPromotedPostConnection = entity(ScheduledPromotedPost, listScheduledPromotedPosts, {
  description:
    'A scheduled post that a line item promotes once it is published. It cannot be updated (R-PROMO-1), and it can ' +
    'be deleted only before the scheduled time of the post (R-PROMO-10).',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    scheduledPostId: t.foreignKey('scheduled_post_id', 'the scheduled post'),
    postId: t.foreignKey('post_id', 'the published post', 'Null until the post is published. @beyondDocuments'),
  }),
  list: [Account, 'scheduledPromotedPosts', 'The scheduled promoted posts of the account, across all line items.'],
  parents: {
    line_item_ids: [
      LineItem,
      'scheduledPromotedPosts',
      'The scheduled posts that the line item promotes once they are published.',
      IN_LINE_ITEMS,
    ],
  },
})

/** The time until which a scheduled promoted post can be deleted; undefined or null if the service omits it. */
function scheduledAtKey(account: string, id: string): Key<Known<string>> {
  const row = rowKey(listScheduledPromotedPosts, account, id)
  return {
    ...row,
    id: `time of ${row.id}`,
    costs: (keys) => [...row.costs(keys), callsCost(getScheduledPost, 1)],
    async read(context, stored) {
      const id = known(await stored.readOne(context, row), 'scheduled_post_id', idColumn)
      if (id === null || id === UNKNOWN) return UNKNOWN
      const post = rowKey(findScheduledPosts, account, id, { alone: true })
      return known(await stored.readOne(context, post), 'scheduled_at', timeColumn)
    },
  }
}

const rule = rulesFor<{ scheduledPromotedPostId: string }>()

builder.mutationFields((t) => ({
  createScheduledPromotedPost: writeField(t, {
    row: ScheduledPromotedPost,
    endpoint: createScheduledPromotedPost,
    does: { action: 'CREATE', parent: IN_LINE_ITEM, serves: true },
    description: 'Promotes a scheduled post with a line item once the post is published.',
    input: inputType(
      'CreateScheduledPromotedPostInput',
      'The scheduled post to promote, and the line item that promotes it.',
      (t) => ({
        ...inLineItem(t),
        ...t.required({
          scheduledPostId: ['ID', "The scheduled post: its global ID or the service's ID."],
        }),
      }),
    ),
    prepare(check) {
      const { account } = check.ids.parent(IN_LINE_ITEM)
      check.ids.oneLong('scheduledPostId', 'ScheduledPost', account)
    },
  }),

  deleteScheduledPromotedPost: writeField(t, {
    row: ScheduledPromotedPost,
    endpoint: deleteScheduledPromotedPost,
    does: { action: 'DELETE', id: 'scheduledPromotedPostId' },
    description:
      'Stops promoting a scheduled post. This is possible only before the scheduled time of the post (R-PROMO-10). ' +
      'With `validateOnly`, the scheduled promoted post and its scheduled post are read to check the time.',
    input: inputType('DeleteScheduledPromotedPostInput', 'The scheduled promoted post to delete.', (t) => ({
      ...t.required({
        scheduledPromotedPostId: [
          'ID',
          "The ID of the scheduled promoted post itself, not of the scheduled post: the global ID, or the service's ID " +
            'together with `accountId`.',
        ],
      }),
      ...ownAccountField(t),
    })),
    prepare(check) {
      const { account, id } = check.ids.changed('scheduledPromotedPostId', 'ScheduledPromotedPost')
      const scheduledAt = scheduledAtKey(account, id)
      return {
        dependsOn: [scheduledAt],
        review(stored) {
          const due = () => need(stored.get(scheduledAt)) ?? need(UNKNOWN)
          decide(check, [
            rule(
              'R-PROMO-10',
              ['scheduledPromotedPostId'],
              () => check.found.now() < momentOf(due()),
              () => `can no longer be deleted: its post was scheduled for ${due()}`,
            ),
          ])
        },
        fieldOf: () => 'scheduledPromotedPostId',
      }
    },
  }),
}))
