import { list } from '../endpoint.ts'
import type { ListParams, Long, RowColumns } from '../types.ts'

export interface PostPreviewRow extends RowColumns<{
  post_id: Long
  /** An iframe in HTML. Its content is from the author of the post. */
  preview: string
}> {}

interface PostPreviewParams extends ListParams {
  /** The IDs and the type are both required; all posts must have this type. */
  post_ids?: readonly string[]
  /** The type of the posts. All posts must have this type. */
  post_type?: string
}

/**
 * The previews of posts of one type, in the order of `post_ids`.
 * `GET accounts/:account_id/post_previews` (Ads Creative Interface, section 4.8).
 */
export const listPostPreviews = list<PostPreviewRow, PostPreviewParams>()('accounts/:account_id/post_previews', {
  ids: 'post_ids',
  key: 'post_id',
  sized: false,
})
