import { list } from '../endpoint.ts'
import type { Long, RowColumns } from '../types.ts'
import { ids, word } from '../value.ts'

export interface PostPreviewRow extends RowColumns<{
  post_id: Long
  /** An iframe in HTML. Its content is from the author of the post. */
  preview: string
}> {}

/** The previews of posts of one type, in the order of `post_ids` (Ads Creative Interface, section 4.8). */
export const listPostPreviews = list<PostPreviewRow>()('accounts/:account_id/post_previews', {
  ids: 'post_ids',
  key: 'post_id',
  params: {
    /** Only rows with one of these IDs, at most 200. */
    post_ids: ids,
    /** The type of the posts, which is required like their IDs. All posts must have this type. */
    post_type: word('PostType'),
  },
})
