import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, newestFirst } from '../data/order.ts'
import { idList } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { deleteEndpoint, liveRow, operation } from '../endpoint/write.ts'

/** A media item for media creatives, as the service sends it. */
export interface AccountMediaRow extends Row {
  video_id: string | null
  media_url: string | null
  creative_type: string
}

/** The account media of each account, newest first. */
export const accountMedia: TableDefinition<AccountMediaRow> = {
  name: 'account_media',
  order: newestFirst(),
  idLength: 4,
}

const remove = operation({
  parameters: {},
  run(_, context, id) {
    liveRow(context, accountMedia, 'account_media_id', id)
    const changes = { deleted: true, updated_at: timestamp(context.now) }
    return context.store.table(accountMedia).update(context.owner, id, changes)
  },
})

/** The endpoints of account media (Ads Creative Interface, section 4.1). */
export const accountMediaEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/account_media',
    quota: 'account',
    table: accountMedia,
    filters: { account_media_ids: idList(), creative_types: idList() },
    sortable: columns<AccountMediaRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.account_media_ids)
      const ofType = anyOf(params.creative_types)
      return (row) => wanted(row.id) && ofType(row.creative_type)
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/account_media/:account_media_id',
    quota: 'account',
    table: accountMedia,
  }),
  deleteEndpoint('accounts/:account_id/account_media/:account_media_id', remove),
]
