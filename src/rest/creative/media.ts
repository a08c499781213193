import { get, list } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

/** A medium of the library. It has no id but its media key. */
export interface MediaRow extends Omit<EntityRow, 'id'> {
  name?: string | null
  file_name?: string | null
  title?: string | null
  description?: string | null
  media_type?: string | null
  media_category?: string | null
  media_status?: string | null
  media_url?: string | null
  poster_media_key?: string | null
  poster_media_url?: string | null
  duration?: Long | null
  aspect_ratio?: string | null
  posted?: boolean | null
}

export interface MediaFilters extends ListParams {
  media_type?: string
  q?: string
}

export const getMedia = get<MediaRow>()('accounts/:account_id/media_library/:media_key')
export const listMedia = list<MediaRow, MediaFilters>()('accounts/:account_id/media_library', {
  one: getMedia,
  defaultCount: 20,
  maxCount: 50,
  counted: false,
})
