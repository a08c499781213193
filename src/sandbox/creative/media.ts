import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound, unknownReference, type ErrorItem } from '../error.ts'
import { anyOf, listEndpoint, visible } from '../list.ts'
import { newestFirst } from '../order.ts'
import { oneOf, text } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'
import { referred, type Place } from '../write.ts'

/** A medium of the library as the service sends it, but for its id, which is its media key. */
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

/** The reads of the media library (document 3, section 4.5). */
export const mediaEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/media_library',
    quota: 'account',
    table: mediaLibrary,
    filters: { media_type: oneOf('GIF', 'IMAGE', 'VIDEO'), q: text({ min: 1, max: 255 }) },
    omits: ['sort_by', 'with_deleted', 'with_total_count'],
    count: { max: 50, absent: 20 },
    sortable: {},
    keep({ params }) {
      const ofType = anyOf(params.media_type === undefined ? undefined : [params.media_type])
      const mentioned = holdingTerm(params.q)
      return (row) => ofType(row.media_type) && mentioned([row.name, row.title, row.file_name, row.description])
    },
    present: sent,
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/media_library/:media_key',
    quota: 'account',
    parameters: {},
    handle(call) {
      const media = visible(call.store.table(mediaLibrary).find(call.owner, call.path.media_key), false)
      if (media === undefined) throw notFound('media_key', call.path.media_key)
      return envelope(call, { data: sent(media) })
    },
  }),
]

function sent(row: MediaRow): Omit<MediaRow, 'id'> {
  const { id: _, ...columns } = row
  return columns
}

/** What is wrong with media that a parameter names: they must be in the library (document 3, section 2). */
export function notInLibrary(
  place: Pick<Place, 'store' | 'owner'>,
  parameter: string,
  keys: readonly string[],
): ErrorItem[] {
  return keys
    .filter((key) => referred(place, mediaLibrary, key) === undefined)
    .map((key) => unknownReference(parameter, key))
}

/** Keeps texts of which one holds all words of a search, each a whole word, in capitals or not. */
function holdingTerm(query: string | undefined): (texts: readonly (string | null | undefined)[]) => boolean {
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
