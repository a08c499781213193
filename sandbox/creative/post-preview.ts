import { postPreview } from '../../reference/creative/post-preview.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { findPost, type PostType } from './post.ts'

/** The previews of posts: an iframe each. Posts of another type are left out (Ads Creative Interface, section 4.8). */
export const postPreviewEndpoints: Endpoint[] = [
  endpointsOf(postPreview).at('GET', {
    handle(call) {
      const { post_ids, post_type } = call.params
      const found = post_ids.filter((id) => findPost(call, post_type as PostType, id) !== undefined)
      return envelope(call, { data: found.map((id) => ({ post_id: id, preview: iframe(id) })) })
    },
  }),
]

function iframe(id: string): string {
  return `<iframe class="post-preview" src="https://preview.example.com/posts/${id}" sandbox height="400" width="500"></iframe>`
}
