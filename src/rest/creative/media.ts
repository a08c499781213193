import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

/** A media item of the library. It has no ID except its media key. */
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
  get: getMedia,
  defaultCount: 20,
  maxCount: 50,
  counted: false,
})

/** The writable parameters of a media item in the library (Ads Creative Interface, sections 2 and 4.5). */
export interface MediaParams {
  media_key?: string
  name?: string
  file_name?: string
  title?: string
  description?: string
  poster_media_key?: string
}

export const addMediaToLibrary = post<MediaRow, MediaParams>()('accounts/:account_id/media_library')
export const updateMedia = put<MediaRow, MediaParams>()('accounts/:account_id/media_library/:media_key')
export const removeMediaFromLibrary = del<MediaRow>()('accounts/:account_id/media_library/:media_key')
