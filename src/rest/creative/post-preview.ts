import { list } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

export interface PostPreviewRow extends Row {
  post_id?: Long | null
  /** An iframe in HTML, by whoever wrote the post. */
  preview?: string | null
}

interface PostPreviewParams extends ListParams {
  /** Both are required; the ids are those of posts of this type. */
  post_ids?: readonly string[]
  post_type?: string
}

export const listPostPreviews = list<PostPreviewRow, PostPreviewParams>()('accounts/:account_id/post_previews', {
  ids: 'post_ids',
  key: 'post_id',
  sized: false,
  counted: false,
})
