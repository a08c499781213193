import { resource, type RowOf } from '../resource.ts'
import { ids, LISTED, text, word, words } from '../value.ts'

/** The media items that media creatives can use (Ads Creative Interface, section 4.1). */
const accountMedia = resource('accounts/:account_id/account_media/:account_media_id', {
  columns: { creative_type: word('CreativeType'), media_url: text, video_id: text },
  list: {
    ...LISTED,

    /** Only rows with one of these IDs, at most 200. */
    account_media_ids: ids,
    /** Return only media items of these types. */
    creative_types: words('CreativeType'),
  },
  delete: true,
})

export interface AccountMediaRow extends RowOf<typeof accountMedia> {}

/** The media items of the account that media creatives can use. */
export const listAccountMedia = accountMedia.list
/** One account media. */
export const getAccountMedia = accountMedia.get
/** Deletes a media item that media creatives can use. */
export const deleteAccountMedia = accountMedia.delete
