import { del, get, list, postJson, putJson } from '../endpoint.ts'
import { type Columns, type EntityColumns, type Long, type WithDeleted } from '../types.ts'
import { flag, ids, LISTED, NAMED, PAGED, type Sent, text, value, words } from '../value.ts'

/** A card of any type: the columns that all types share, and the two lists that only composable cards have. */
export interface CardRow extends EntityColumns<{
  name: string
  card_uri: string
  card_type: string
  components: readonly ComponentRow[]
  slides: readonly (readonly ComponentRow[])[]
}> {}

/** One component of a composable card. Its members depend on its type (Ads Creative Interface, section 2). */
export interface ComponentRow extends Columns<{
  type: string
  media_key: string
  media_keys: readonly string[]
  /** Metadata of the media items by media key. Not documented by the service. */
  media_metadata: Readonly<Record<string, MediaMetadataRow | null>>
  title: string
  label: Columns<{ type: string; value: string }>
  destination: DestinationRow
}> {}

export interface MediaMetadataRow extends Columns<{
  type: string
  url: string
  width: Long
  height: Long
  video_duration: Long
  video_aspect_ratio: string
}> {}

/** The columns of the video of a poll card or a legacy card. */
export interface CardVideoRow extends Columns<{
  video_url: string
  video_hls_url: string
  video_height: Long
  video_width: Long
  video_poster_url: string
  video_poster_height: Long
  video_poster_width: Long
  content_duration_seconds: Long
}> {}

export interface DestinationRow extends Columns<{
  type: string
  url: string
  country_code: string
  googleplay_app_id: string
  googleplay_deep_link: string
  ios_app_store_identifier: string
  ios_deep_link: string
}> {}

/** The maximum number of media items in one swipeable component (Ads Creative Interface, section 8). */
export const MAX_SWIPEABLE_MEDIA = 6

const BY_URI = {
  /** Return only cards with these URIs (`card://<id>`), up to 200. */
  card_uris: ids,
}

/** One card of any type (Ads Creative Interface, section 4.2). */
export const getCard = get<CardRow, WithDeleted>()('accounts/:account_id/cards/:card_id')
/** The composable cards of the account (Ads Creative Interface, section 4.2). */
export const listCards = list<CardRow>()('accounts/:account_id/cards', {
  // The parameter name is singular although it takes a list.
  ids: 'card_id',
  params: {
    ...PAGED,
    ...NAMED,
    ...BY_URI,
    sort_by: LISTED.sort_by,
    with_deleted: LISTED.with_deleted,

    /** Only rows with one of these IDs, at most 200. */
    card_id: ids,
    /** Return only cards of these types. */
    card_types: words('ComposableCardType'),
    /** Include legacy cards. */
    include_legacy_cards: flag,
  },
  get: getCard,
  count: { default: 100, max: 200 },
})

/** One card of any type (Ads Creative Interface, section 4.2). */
export const getCardOfAnyKind = get<CardRow, WithDeleted>()('accounts/:account_id/cards/all/:card_id')
/** Finds cards of any type by URI: one call, without pages. */
export const listCardsByUri = list<CardRow>()('accounts/:account_id/cards/all', {
  ids: 'card_uris',
  key: 'card_uri',
  answer: 'rows',
  params: { ...BY_URI, with_deleted: LISTED.with_deleted },
})

/** Finds cards of any type by ID: one card per call. */
export const findCardsOfAnyKind = list<CardRow>()('accounts/:account_id/cards/all', {
  params: { ...BY_URI, with_deleted: LISTED.with_deleted },
  get: getCardOfAnyKind,
})

/** What card URIs begin with. The ID of the card follows. */
const CARD_URI_PREFIX = 'card://'

/** The URI that posts use to refer to a card. */
export function cardUri(id: string): string {
  return `${CARD_URI_PREFIX}${id}`
}

/** The ID of a card from a text that is its URI or its ID. */
export function cardIdIn(text: string): string {
  return isCardUri(text) ? text.slice(CARD_URI_PREFIX.length) : text
}

/** Whether a text has the form of a card URI. */
export function isCardUri(text: string): boolean {
  return /^card:\/\/[A-Za-z0-9_-]{1,64}$/.test(text)
}

const writable = {
  /** The name of the card, 1 to 80 characters (R-CARD-3). */
  name: text,
  /** The components of the card, in order. Cannot be combined with `slides` (R-CARD-3). */
  components: value<readonly ComponentRow[]>('Component'),
  /** The slides of a card with several destinations, in order. Each slide has the components of a whole card. */
  slides: value<readonly (readonly ComponentRow[])[]>('Component'),
}

/** The writable parameters of a composable card: either components or slides (Ads Creative Interface, section 2). */
export interface CardParams extends Sent<typeof writable> {}

/** Creates a composable card. `POST accounts/:account_id/cards` (Ads Creative Interface, section 2). */
export const createCard = postJson<CardRow, CardParams>()('accounts/:account_id/cards', { params: writable })
/**
 * Updates a composable card in all posts that show it.
 * `PUT accounts/:account_id/cards/:card_id` (Ads Creative Interface, section 4.2).
 */
export const updateCard = putJson<CardRow, CardParams>()('accounts/:account_id/cards/:card_id')
/** Deletes a composable card. `DELETE accounts/:account_id/cards/:card_id` (Ads Creative Interface, section 4.2). */
export const deleteCard = del<CardRow>()('accounts/:account_id/cards/:card_id')
