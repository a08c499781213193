import { list } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

export interface PostPreviewRow extends Row {
  post_id?: Long | null
  /** An iframe in HTML. Its content is from the author of the post. */
  preview?: string | null
}

interface PostPreviewParams extends ListParams {
  /** The IDs and the type are both required; all posts must have this type. */
  post_ids?: readonly string[]
  post_type?: string
}

export const listPostPreviews = list<PostPreviewRow, PostPreviewParams>()('accounts/:account_id/post_previews', {
  ids: 'post_ids',
  key: 'post_id',
  sized: false,
  counted: false,
})
