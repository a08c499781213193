import { promotedPost } from '../../reference/campaign/promoted-post.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { findPost, posts } from '../creative/post.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf, type RowOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { added, rowNamed, type WriteContext } from '../endpoint/write.ts'
import { invalidParameter } from '../http/error.ts'
import { lineItems, type LineItemRow } from './line-item.ts'

/** A promoted post: a post that a line item promotes, as the service sends it. */
export type PromotedPostRow = RowOf<typeof promotedPost.rows.PromotedPost, { post_id: string | bigint }>

/** The promoted posts of each account, oldest first. */
export const promotedPosts = table<PromotedPostRow>('promoted_posts', oldestFirst(), 6)

/** The ID of the promoted post: the post itself, or a copy if its author only allows reposts. */
function promotableId(postId: string, { store, owner, now }: WriteContext): string {
  const post = findPost({ store, owner }, 'PUBLISHED', postId)
  const author = store
    .table(promotableUsers)
    .rows(owner)
    .find((user) => user.user_id === post?.user_id && !user.deleted)
  if (post === undefined || author === undefined)
    throw invalidParameter('post_ids', `Post ${postId} is not a post of a promotable user`, postId)
  if (author.promotable_user_type === 'FULL') return post.id
  const { id: _, created_at: __, updated_at: ___, ...copied } = store.table(posts).find(owner, post.id)!
  return added({ store, owner, now }, posts, { ...copied, nullcast: true }).id
}

function promote(postId: string, lineItem: LineItemRow, context: WriteContext): PromotedPostRow {
  return added(context, promotedPosts, {
    line_item_id: lineItem.id,
    entity_status: 'ACTIVE',
    approval_status: 'PENDING',
    post_id: postId,
  })
}

/** Adds the timeline placement to a line item of the product type PROMOTED_ACCOUNT that promotes a post (R-LI-14). */
function addTimeline(lineItem: LineItemRow, { store, owner, now }: WriteContext): void {
  const { product_type, placements } = lineItem
  if (product_type !== 'PROMOTED_ACCOUNT') return
  if (placements.includes('ALL_ON_SVC') || placements.includes('SVC_TIMELINE')) return
  const changes = { placements: [...placements, 'SVC_TIMELINE'], updated_at: timestamp(now) }
  store.table(lineItems).update(owner, lineItem.id, changes)
}

const wire = endpointsOf(promotedPost)

/** The endpoints of promoted posts (Ads Management Interface, section 4.5). */
export const promotedPostEndpoints: Endpoint[] = [
  wire.list(promotedPosts, {
    sortable: { paused: (row) => row.entity_status === 'PAUSED' },
    keep({ params, store, owner }) {
      const parents = store.table(lineItems)
      // Promoted posts of a deleted line item are hidden like deleted ones, although they are not deleted.
      return (row) => params.with_deleted || !parents.find(owner, row.line_item_id)?.deleted
    },
  }),
  wire.single(promotedPosts),
  wire.at('POST', {
    handle(call) {
      const lineItem = rowNamed(call, lineItems, 'line_item_id', call.params.line_item_id)
      const data = call.store.atomically(() => {
        addTimeline(lineItem, call)
        return call.params.post_ids.map((postId) => promote(promotableId(postId, call), lineItem, call))
      })
      // The live service always returns a total count here.
      return envelope(call, { data, total_count: data.length }, 201)
    },
  }),
  wire.write('DELETE', wire.operation('DELETE', promotedPosts)),
]
