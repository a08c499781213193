import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { idList, oneOf, required } from '../endpoint/parameter.ts'
import { findPost, POST_TYPES } from './post.ts'

/** The previews of posts: an iframe each. Posts of another type are left out (Ads Creative Interface, section 4.8). */
export const postPreviewEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/post_previews',
    quota: 'account',
    parameters: { post_ids: required(idList()), post_type: required(oneOf(...POST_TYPES)) },
    handle(call) {
      const { post_ids, post_type } = call.params
      const found = post_ids.filter((id) => findPost(call, post_type, id) !== undefined)
      return envelope(call, { data: found.map((id) => ({ post_id: id, preview: iframe(id) })) })
    },
  }),
]

function iframe(id: string): string {
  return `<iframe class="post-preview" src="https://preview.example.com/posts/${id}" sandbox height="400" width="500"></iframe>`
}
