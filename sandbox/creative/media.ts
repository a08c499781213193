import { media as reference } from '../../reference/creative/media.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, refuseAll, unknownReference, type ErrorItem } from '../http/error.ts'
import { anyOf, without } from '../endpoint/list.ts'
import { newestFirst } from '../data/order.ts'
import { oneOf, pattern, required, text, unsettable, type Values } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { changed, liveRow, operation, referred, type WriteContext } from '../endpoint/write.ts'
import { accountMedia } from './account-media.ts'

/** A media item of the library as the service sends it, and `id`, which is its media key. */
export interface MediaRow extends Row {
  posted: boolean
  name: string | null
  file_name: string | null
  media_url: string
  media_category?: string
  media_key: string
  media_status: string
  media_type: string
  duration?: number | null
  title?: string | null
  description?: string | null
  poster_media_key?: string
  poster_media_url?: string
  aspect_ratio?: string
}

/** The media library of each account, newest first. */
export const mediaLibrary: TableDefinition<MediaRow> = { name: 'media_library', order: newestFirst(), idLength: 8 }

const changes = unsettable({
  name: text({ min: 1, max: 100 }),
  file_name: text({ min: 1, max: 255 }),
  title: text({ min: 1, max: 70 }),
  description: text({ min: 1, max: 200 }),
  poster_media_key: text({ min: 1 }),
})

/** The type and category of an upload, by the number before the underscore of its media key. */
const UPLOADS: Readonly<Record<string, { type: string; category: string }>> = {
  3: { type: 'IMAGE', category: 'POST_IMAGE' },
  7: { type: 'VIDEO', category: 'POST_VIDEO' },
  13: { type: 'VIDEO', category: 'AMPLIFY_VIDEO' },
  16: { type: 'GIF', category: 'POST_GIF' },
}

const add = operation({
  parameters: {
    media_key: required(pattern(/^(3|7|13|16)_\d{1,19}$/, 'the media key of an upload with a media category')),
    ...changes,
  },
  run({ media_key, ...given }, context) {
    const [kind, number] = media_key.split('_') as [string, string]
    const { type, category } = UPLOADS[kind]!
    const now = timestamp(context.now)
    const known = referred(context, mediaLibrary, media_key)
    const row = written(
      given,
      context,
      known ?? {
        id: media_key,
        posted: false,
        name: null,
        file_name: null,
        media_url: `https://media.example.com/${type.toLowerCase()}/${number}`,
        media_category: category,
        media_key,
        created_at: now,
        media_status: 'TRANSCODE_COMPLETED',
        media_type: type,
        updated_at: now,
        deleted: false,
        ...(type === 'VIDEO' && {
          duration: null,
          description: null,
          title: null,
          aspect_ratio: aspectRatioOf({ media_type: type, media_key }),
        }),
      },
    )
    if (category === 'AMPLIFY_VIDEO' && known === undefined) addPreroll(context, number, row)
    return sent(context.store.table(mediaLibrary).insert(context.owner, row))
  },
})

const update = operation({
  parameters: changes,
  run(given, context, key) {
    const before = liveRow(context, mediaLibrary, 'media_key', key)
    return sent(context.store.table(mediaLibrary).insert(context.owner, written(given, context, before)))
  },
})

const remove = operation({
  parameters: {},
  run(_, context, key) {
    liveRow(context, mediaLibrary, 'media_key', key)
    const gone = { deleted: true, updated_at: timestamp(context.now) }
    return sent(context.store.table(mediaLibrary).update(context.owner, key, gone))
  },
})

/** The media item after a write. Throws a Refusal for fields that only videos have. */
function written(given: Values<typeof changes>, context: WriteContext, before: MediaRow): MediaRow {
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
function addPreroll({ store, owner }: WriteContext, video_id: string, { media_url, created_at }: MediaRow): void {
  const table = store.table(accountMedia)
  table.insert(owner, {
    video_id,
    media_url,
    creative_type: 'PREROLL',
    id: table.newId(),
    created_at,
    updated_at: created_at,
    deleted: false,
  })
}

const wire = endpointsOf(reference)

/** The endpoints of the media library (Ads Creative Interface, section 4.5). */
export const mediaEndpoints: Endpoint[] = [
  wire.list(mediaLibrary, {
    quota: 'account',
    filters: { media_type: oneOf(...reference.enumerations.MediaType.documents), q: text({ min: 1, max: 255 }) },
    count: { max: 50, absent: 20 },
    keep({ params }) {
      const ofType = anyOf(params.media_type === undefined ? undefined : [params.media_type])
      const mentioned = containsWords(params.q)
      return (row) => ofType(row.media_type) && mentioned([row.name, row.title, row.file_name, row.description])
    },
    present: sent,
  }),
  wire.single(mediaLibrary, { quota: 'account', present: sent }),
  wire.create(add),
  wire.update(update),
  wire.delete(remove),
]

function sent(row: MediaRow): Omit<MediaRow, 'id'> {
  const { id: _, ...columns } = row
  return columns
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

/** Keeps rows of which one text contains all words of a search, as whole words, ignoring case. */
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

/** The dimensions of images and videos whose media key ends with a certain digit. All others have those of `usual`. */
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
