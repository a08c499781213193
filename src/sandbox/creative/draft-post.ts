import { promotableUsers } from '../account/promotable-user.ts'
import { endpoint, envelope, type Call, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { listEndpoint, visible } from '../list.ts'
import { newestFirst } from '../order.ts'
import { long } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A draft as the service sends it, but for `deleted`, which it does not tell. */
export interface DraftPostRow extends Row {
  name: string | null
  text: string
  user_id: string
  nullcast: boolean
  card_uri: string | null
  media_keys: string[]
}

/** The drafts of each account, newest first. */
export const draftPosts: TableDefinition<DraftPostRow> = { name: 'draft_posts', order: newestFirst(), idLength: 10 }

/** The reads of drafts (document 3, section 4.6). */
export const draftPostEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/draft_posts',
    quota: 'account',
    table: draftPosts,
    filters: { user_id: long() },
    omits: ['sort_by', 'with_deleted', 'with_total_count'],
    count: { max: 200, absent: 100 },
    sortable: {},
    keep: byAuthor,
    present: sent,
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/draft_posts/:draft_post_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const id = call.path.draft_post_id
      const draft = visible(call.store.table(draftPosts).find(call.owner, id), false)
      if (draft === undefined) throw notFound('draft_post_id', id)
      return envelope(call, { data: sent(draft) })
    },
  }),
]

/** Keeps what a user has written: the FULL promotable user unless another is named (document 3, sections 4.6 and 4.8). */
export function byAuthor({
  params,
  store,
  owner,
}: Pick<Call, 'store' | 'owner'> & { params: { user_id: string | undefined } }): (row: { user_id: string }) => boolean {
  const full = store
    .table(promotableUsers)
    .rows(owner)
    .find((user) => user.promotable_user_type === 'FULL')
  const author = params.user_id ?? full?.user_id
  return (row) => row.user_id === author
}

function sent(row: DraftPostRow): Omit<DraftPostRow, 'deleted'> {
  const { deleted: _, ...columns } = row
  return columns
}
