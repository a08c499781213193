import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, EntityRow, Long, NamedFilters } from '../types.ts'

/** A media item of the library. It has no ID except its media key. */
export interface MediaRow
  extends
    Omit<EntityRow, 'id'>,
    Columns<{
      name: string
      file_name: string
      title: string
      description: string
      media_type: string
      media_category: string
      media_status: string
      media_url: string
      poster_media_key: string
      poster_media_url: string
      duration: Long
      aspect_ratio: string
      posted: boolean
    }> {}

export interface MediaFilters extends NamedFilters {
  /** Return only media items of this type. */
  media_type?: string
}

/** One media. `GET accounts/:account_id/media_library/:media_key` (Ads Creative Interface, section 4.5). */
export const getMedia = get<MediaRow>()('accounts/:account_id/media_library/:media_key')
/**
 * The media library of the account.
 * `GET accounts/:account_id/media_library` (Ads Creative Interface, section 4.5).
 */
export const listMedia = list<MediaRow, MediaFilters>()('accounts/:account_id/media_library', {
  get: getMedia,
  defaultCount: 20,
  maxCount: 50,
  counted: false,
})

/** The writable parameters of a media item in the library (Ads Creative Interface, sections 2 and 4.5). */
export interface MediaParams {
  /** The media key from the upload. The file must be uploaded with a media category. */
  media_key?: string
  /** The name, up to 100 characters (R-CARD-18). The web console shows "untitled" if there is no name. */
  name?: string
  /** The file name, up to 255 characters (R-CARD-18). */
  file_name?: string
  /** The title, up to 70 characters. Only for videos (R-CARD-18). */
  title?: string
  /** The description, up to 200 characters. Only for videos (R-CARD-18). */
  description?: string
  /** The image that is shown before the video plays, by media key. Defaults to the first frame. */
  poster_media_key?: string
}

/**
 * Adds an uploaded media item to the library, so that cards and posts can use it (R-CARD-2).
 * `POST accounts/:account_id/media_library` (Ads Creative Interface, section 2).
 */
export const addMediaToLibrary = post<MediaRow, MediaParams>()('accounts/:account_id/media_library')
/**
 * Updates the details of a media item in the library.
 * `PUT accounts/:account_id/media_library/:media_key` (Ads Creative Interface, section 4.5).
 */
export const updateMedia = put<MediaRow, MediaParams>()('accounts/:account_id/media_library/:media_key')
/**
 * Removes a media item from the library.
 * `DELETE accounts/:account_id/media_library/:media_key` (Ads Creative Interface, section 4.5).
 */
export const removeMediaFromLibrary = del<MediaRow>()('accounts/:account_id/media_library/:media_key')
