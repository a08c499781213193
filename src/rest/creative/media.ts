import { resource, type RowOf } from '../resource.ts'
import { flag, id, long, NAMED, PAGED, text, word } from '../value.ts'

/** The media library. Its items have no ID except their media key (Ads Creative Interface, sections 2 and 4.5). */
const media = resource(
  'accounts/:account_id/media_library/:media_key',
  {
    columns: {
      media_type: word('MediaType'),
      media_category: word('MediaCategory'),
      media_status: text,
      media_url: text,
      poster_media_url: text,
      duration: long,
      aspect_ratio: text,
      posted: flag,
    },
    list: {
      ...PAGED,
      ...NAMED,
      /** Return only media items of this type. */
      media_type: word('MediaType'),
    },
    create: {
      /** The media key from the upload. The file must be uploaded with a media category. */
      media_key: id,
    },
    update: {
      /** The name, up to 100 characters (R-CARD-18). The web console shows "untitled" if there is no name. */
      name: text,
      /** The file name, up to 255 characters (R-CARD-18). */
      file_name: text,
      /** The title, up to 70 characters. Only for videos (R-CARD-18). */
      title: text,
      /** The description, up to 200 characters. Only for videos (R-CARD-18). */
      description: text,
      /** The image that is shown before the video plays, by media key. Defaults to the first frame. */
      poster_media_key: id,
    },
    delete: true,
  },
  { count: { default: 20, max: 50 } },
)

export interface MediaRow extends RowOf<typeof media> {}

/** The media library of the account. */
export const listMedia = media.list
/** One media item. */
export const getMedia = media.get
/** Adds an uploaded media item to the library, so that cards and posts can use it (R-CARD-2). */
export const addMediaToLibrary = media.create
/** Updates the details of a media item in the library. */
export const updateMedia = media.update
/** Removes a media item from the library. */
export const removeMediaFromLibrary = media.delete
