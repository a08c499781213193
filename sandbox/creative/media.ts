import { media as reference } from '../../reference/creative/media.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { crud, type RowOf, type Sent } from '../endpoint/crud.ts'
import { without } from '../endpoint/list.ts'
import { pattern, text } from '../endpoint/parameter.ts'
import { added, changed, referred, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, refuseAll, unknownReference, type ErrorItem } from '../http/error.ts'
import { accountMedia } from './account-media.ts'

/** A media item of the library as the service sends it, and `id`, which is its media key. */
export type MediaRow = RowOf<
  typeof reference.rows.Media,
  {
    posted: boolean
    name: string | null
    file_name: string | null
    media_category?: string
    duration?: number | null
    title?: string | null
    description?: string | null
    poster_media_key?: string
    poster_media_url?: string
    aspect_ratio?: string
  }
>

/** The media library of each account, newest first. */
export const mediaLibrary = table<MediaRow>('media_library', newestFirst(), 8)

/** The type and category of an upload, by the number before the underscore of its media key. */
const UPLOADS: Readonly<Record<string, { type: string; category: string }>> = {
  3: { type: 'IMAGE', category: 'POST_IMAGE' },
  7: { type: 'VIDEO', category: 'POST_VIDEO' },
  13: { type: 'VIDEO', category: 'AMPLIFY_VIDEO' },
  16: { type: 'GIF', category: 'POST_GIF' },
}

/** The endpoints of the media library (Ads Creative Interface, section 4.5). */
export const mediaEndpoints = crud(reference, mediaLibrary, {
  quota: 'account',
  list: {
    parameters: { q: text({ max: 255 }) },
    count: { max: 50, absent: 20 },
    keep({ params }) {
      const mentioned = containsWords(params.q)
      return (row) => mentioned([row.name, row.title, row.file_name, row.description])
    },
    present: sent,
  },
  single: { present: sent },
  parameters: {
    POST: { media_key: pattern(/^(3|7|13|16)_\d{1,19}$/, 'the media key of an upload with a media category') },
  },
  create({ media_key, ...given }, context) {
    const known = referred(context, mediaLibrary, media_key)
    if (known) return written(given, context, known)
    const row = written(given, context, uploaded(media_key, context))
    if (row.media_category === 'AMPLIFY_VIDEO') addPreroll(context, row)
    return row
  },
  update: (_, given, context, before) => ({ ...NONE_OF_VIDEO, ...written(given, context, before) }),
  answer: sent,
})

/** A media item that was uploaded elsewhere, as it is when it is added to the library. */
function uploaded(media_key: string, { now }: WriteContext): MediaRow {
  const [kind, number] = media_key.split('_') as [string, string]
  const { type: media_type, category } = UPLOADS[kind]!
  const ofVideo = { duration: null, description: null, title: null }
  return {
    id: media_key,
    posted: false,
    name: null,
    file_name: null,
    media_url: `https://media.example.com/${media_type.toLowerCase()}/${number}`,
    media_category: category,
    media_key,
    media_status: 'TRANSCODE_COMPLETED',
    media_type,
    created_at: timestamp(now),
    updated_at: timestamp(now),
    deleted: false,
    ...(media_type === 'VIDEO' && { ...ofVideo, aspect_ratio: aspectRatioOf({ media_type, media_key }) }),
  }
}

/** The columns of videos, which other media items do not have. */
const NONE_OF_VIDEO = {
  title: undefined,
  description: undefined,
  poster_media_key: undefined,
  poster_media_url: undefined,
}

/** What a write can set. */
type Given = Sent<typeof reference, 'PUT 12 accounts/:account_id/media_library/:media_key'>

/** The media item after a write. Throws a Refusal for fields that only videos have. */
function written(given: Given, context: WriteContext, before: MediaRow): MediaRow {
  const { name, file_name, poster_media_key: poster, title, description } = given
  const row = {
    ...before,
    name: changed(name, before.name),
    file_name: changed(file_name, before.file_name),
    updated_at: timestamp(context.now),
  }
  if (before.media_type !== 'VIDEO') {
    const videoOnly = Object.entries({ title, description, poster_media_key: poster })
    refuseAll(videoOnly.map(([field, value]) => Boolean(value) && brokenRule(field, `${field} is only for videos`)))
    return row
  }
  const image = poster ? referred(context, mediaLibrary, poster) : undefined
  refuseAll([
    Boolean(poster) && image === undefined && unknownReference('poster_media_key', poster!),
    notOfType(context, 'poster_media_key', poster, ['IMAGE']),
  ])
  return {
    // Without a poster, the first frame is shown.
    ...(poster === null ? without(row, 'poster_media_key', 'poster_media_url') : row),
    title: changed(title, before.title ?? null),
    description: changed(description, before.description ?? null),
    ...(image ? { poster_media_key: image.media_key, poster_media_url: image.media_url } : {}),
  }
}

/** Adds the PREROLL account media for an AMPLIFY_VIDEO in the library (Ads Creative Interface, section 4.1). */
function addPreroll(context: WriteContext, { media_key, media_url }: MediaRow): void {
  added(context, accountMedia, { video_id: media_key.split('_')[1]!, media_url, creative_type: 'PREROLL' })
}

function sent(row: MediaRow): Omit<MediaRow, 'id'> {
  return without(row, 'id')
}

/** The errors for media keys in a parameter that are not in the library (Ads Creative Interface, section 2). */
export function notInLibrary(
  context: Pick<WriteContext, 'store' | 'owner'>,
  parameter: string,
  keys: readonly string[],
): ErrorItem[] {
  return keys
    .filter((key) => referred(context, mediaLibrary, key) === undefined)
    .map((key) => unknownReference(parameter, key))
}

/** The error for a media item in a parameter that is of none of these types. */
export function notOfType(
  { store, owner }: Pick<WriteContext, 'store' | 'owner'>,
  parameter: string,
  key: unknown,
  types: readonly string[],
): ErrorItem | false {
  const media = typeof key === 'string' ? store.table(mediaLibrary).find(owner, key) : undefined
  if (media === undefined || types.includes(media.media_type)) return false
  return brokenRule(parameter, `${parameter} is of type ${media.media_type}, not ${types.join(' or ')}`)
}

/** Keeps rows that have all words of a search in one text, as whole words, ignoring case. */
function containsWords(query: string | undefined): (texts: readonly (string | null | undefined)[]) => boolean {
  if (query === undefined) return () => true
  const wanted = words(query)
  return (texts) =>
    texts.some((text) => {
      const there = new Set(words(text ?? ''))
      return wanted.every((word) => there.has(word))
    })
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The width and height of a media item, in pixels. */
interface Dimensions {
  width: number
  height: number
}

/** The dimensions of images and videos whose media key ends with a certain digit. All others have `usual`. */
const DIMENSIONS: Readonly<Record<string, { usual: Dimensions; [digit: string]: Dimensions }>> = {
  IMAGE: {
    usual: { width: 1200, height: 628 },
    // 5:2, as the unlocked image of a conversation card.
    5: { width: 1500, height: 600 },
    // Too narrow for conversation cards.
    0: { width: 600, height: 314 },
  },
  VIDEO: { usual: { width: 1280, height: 720 }, 0: { width: 720, height: 720 } },
}

/**
 * The dimensions of a media item. The sandbox has no uploads, so they follow from the last digit of the media key: images
 * are 1.91:1, with 5 they are 5:2, and with 0 only 600 pixels wide. Videos are 16:9, with 0 they are square.
 */
export function dimensionsOf({ media_type, media_key }: Pick<MediaRow, 'media_type' | 'media_key'>): Dimensions {
  const ofType = DIMENSIONS[media_type] ?? DIMENSIONS['IMAGE']!
  return ofType[media_key.slice(-1)] ?? ofType.usual
}

/** The aspect ratio of a video, as the service sends it. */
export function aspectRatioOf(media: Pick<MediaRow, 'media_type' | 'media_key'>): string {
  const { width, height } = dimensionsOf(media)
  return width === height ? '1:1' : '16:9'
}

/** The metadata of a media item that cards contain. */
export function mediaMetadata(media: MediaRow): Record<string, unknown> {
  const video = media.media_type === 'VIDEO'
  return {
    type: media.media_type,
    url: media.media_url,
    ...dimensionsOf(media),
    video_duration: video ? (media.duration ?? null) : null,
    video_aspect_ratio: video ? aspectRatioOf(media) : null,
  }
}
