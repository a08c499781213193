import { accountMedia as reference } from '../../reference/creative/account-media.ts'
import { newestFirst } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf } from '../endpoint/list.ts'
import { idList } from '../endpoint/parameter.ts'
import { removal } from '../endpoint/write.ts'

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

const wire = endpointsOf(reference)

/** The endpoints of account media (Ads Creative Interface, section 4.1). */
export const accountMediaEndpoints: Endpoint[] = [
  wire.list(accountMedia, {
    quota: 'account',
    filters: { creative_types: idList() },
    keep({ params }) {
      const ofType = anyOf(params.creative_types)
      return (row) => ofType(row.creative_type)
    },
  }),
  wire.single(accountMedia, { quota: 'account' }),
  wire.delete(removal({ table: accountMedia, idName: wire.idName })),
]
