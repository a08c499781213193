import { accountMedia as reference } from '../../reference/creative/account-media.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'

/** A media item for media creatives, as the service sends it. */
export type AccountMediaRow = RowOf<
  typeof reference.rows.AccountMedia,
  { video_id: string | null; media_url: string | null }
>

/** The account media of each account, newest first. */
export const accountMedia = table<AccountMediaRow>('account_media', newestFirst(), 4)

/** The endpoints of account media (Ads Creative Interface, section 4.1). */
export const accountMediaEndpoints = crud(reference, accountMedia, { quota: 'account' })
