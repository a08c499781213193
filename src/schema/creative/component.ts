import {
  MAX_SWIPEABLE_MEDIA,
  type ComponentRow,
  type DestinationRow,
  type MediaMetadataRow,
} from '../../rest/creative/card.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { accountId, type Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { Media } from './media.ts'
import { intOf, numberOf } from './wire-number.ts'

/** A component with the account of its card beside it, by which its media are found. */
export type ComponentOfCard = ComponentRow & Pick<Row, typeof accountId>

export const ComponentType = openEnum('ComponentType', 'What a part of a composable card is (R-CARD-4).', {
  MEDIA: 'One medium.',
  SWIPEABLE_MEDIA: 'Media to swipe through, 2 to 6.',
  DETAILS: 'A title, and the website it leads to.',
  BUTTON: 'A button, and the app it leads to.',
})

const componentTypes: Readonly<Record<string, string>> = {
  MEDIA: 'MediaComponent',
  SWIPEABLE_MEDIA: 'SwipeableMediaComponent',
  DETAILS: 'DetailsComponent',
  BUTTON: 'ButtonComponent',
}

export const Component = builder.interfaceRef<ComponentOfCard>('Component').implement({
  description: 'One part of a composable card. Its type decides what it has.',
  resolveType: ({ type }) => componentTypes[type ?? ''] ?? 'OtherComponent',
  fields: (t) => ({
    type: t.expose('type', { type: ComponentType, description: 'What it is.' }),
    raw: t.field({
      type: 'JSON',
      description: 'The component as the service sent it, fields included that this graph does not know.',
      resolve: (row) => row,
    }),
  }),
})

interface MediaMetadata extends MediaMetadataRow {
  mediaKey: string
}

const MediaMetadata = builder.objectRef<MediaMetadata>('MediaMetadata').implement({
  description: 'Beyond the documents: what the service tells of a medium right within a card.',
  fields: (t) => ({
    mediaKey: t.exposeID('mediaKey', { nullable: false, description: 'The key of the medium.' }),
    type: t.exposeString('type', { description: 'What kind of medium it is.' }),
    url: t.exposeString('url', { description: 'Where it is.' }),
    width: t.int({ description: 'How wide it is, in pixels.', resolve: ({ width }) => intOf(width) }),
    height: t.int({ description: 'How high it is, in pixels.', resolve: ({ height }) => intOf(height) }),
    videoDuration: t.float({
      description: 'Of a video: how long it is, as the service tells it.',
      resolve: ({ video_duration: duration }) => numberOf(duration),
    }),
    videoAspectRatio: t.exposeString('video_aspect_ratio', { description: 'Of a video: width to height.' }),
  }),
})

/** The metadata as a list: on the wire it is an object whose members are named by media key. */
function metadataOf({ media_metadata: metadata }: ComponentRow): MediaMetadata[] | null {
  if (!metadata) return null
  return Object.entries(metadata).map(([mediaKey, row]) => ({ ...row, mediaKey }))
}

const METADATA = 'Beyond the documents: what the service tells of its media without a call for each.'

builder.objectType(builder.objectRef<ComponentOfCard>('MediaComponent'), {
  description: 'One medium of a card.',
  interfaces: [Component],
  fields: (t) => ({
    mediaKey: t.exposeID('media_key', { description: 'The key of the medium.' }),
    media: t.reference({
      type: Media,
      endpoint: listMedia,
      description: 'The medium; null where the library does not have it.',
      id: (row) => row.media_key,
    }),
    mediaMetadata: t.field({
      type: [MediaMetadata],
      nullable: { list: true, items: false },
      description: METADATA,
      resolve: metadataOf,
    }),
  }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('SwipeableMediaComponent'), {
  description: 'Media of a card that people swipe through, 2 to 6 (R-CARD-4).',
  interfaces: [Component],
  fields: (t) => ({
    mediaKeys: t.idList({
      nullable: { list: true, items: false },
      description: 'The keys of the media, in their order.',
      resolve: (row) => row.media_keys,
    }),
    swipeableMedia: t.references({
      type: Media,
      endpoint: listMedia,
      description: 'The media, in order; an item is null if the library does not have it.',
      ids: (row) => row.media_keys,
      maxIds: MAX_SWIPEABLE_MEDIA,
    }),
    mediaMetadata: t.field({
      type: [MediaMetadata],
      nullable: { list: true, items: false },
      description: METADATA,
      resolve: metadataOf,
    }),
  }),
})

export const DestinationType = openEnum('DestinationType', 'Where something in a card leads.', {
  WEBSITE: 'To a website.',
  APP: 'To an app, or to its store.',
})

const destinationTypes: Readonly<Record<string, string>> = { WEBSITE: 'WebsiteDestination', APP: 'AppDestination' }

const Destination = builder.interfaceRef<DestinationRow>('Destination').implement({
  description: 'Where a part of a card leads.',
  resolveType: ({ type }) => destinationTypes[type ?? ''] ?? 'OtherDestination',
  fields: (t) => ({
    type: t.expose('type', { type: DestinationType, description: 'What it is.' }),
    raw: t.field({
      type: 'JSON',
      description: 'The destination as the service sent it, fields included that this graph does not know.',
      resolve: (row) => row,
    }),
  }),
})

builder.objectType(builder.objectRef<DestinationRow>('WebsiteDestination'), {
  description: 'A website that a card leads to (R-CARD-5).',
  interfaces: [Destination],
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its address.' }),
  }),
})

builder.objectType(builder.objectRef<DestinationRow>('AppDestination'), {
  description: 'An app that a card leads to (R-CARD-6).',
  interfaces: [Destination],
  fields: (t) => ({
    countryCode: t.exposeString('country_code', {
      description: 'The country of the store, two letters of ISO 3166-1.',
    }),
    googleplayAppId: t.exposeString('googleplay_app_id', { description: 'The app in the Android store.' }),
    googleplayDeepLink: t.exposeString('googleplay_deep_link', { description: 'Where in the Android app it leads.' }),
    iosAppStoreIdentifier: t.exposeString('ios_app_store_identifier', { description: 'The app in the iOS store.' }),
    iosDeepLink: t.exposeString('ios_deep_link', { description: 'Where in the iOS app it leads.' }),
  }),
})

builder.objectType(builder.objectRef<DestinationRow>('OtherDestination'), {
  description: 'A destination of a type that this version does not know; all it has is in `raw`.',
  interfaces: [Destination],
})

builder.objectType(builder.objectRef<ComponentOfCard>('DetailsComponent'), {
  description: 'The title of a card, and the website it leads to.',
  interfaces: [Component],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    destination: t.field({
      type: Destination,
      description: 'Where it leads: to a website.',
      resolve: (row) => row.destination,
    }),
  }),
})

export const ButtonLabelValue = openEnum('ButtonLabelValue', 'What a button of a card says (R-CARD-5).', {
  BOOK: 'Book.',
  CONNECT: 'Connect.',
  INSTALL: 'Install.',
  OPEN: 'Open.',
  ORDER: 'Order.',
  PLAY: 'Play.',
  SHOP: 'Shop.',
})

const ButtonLabel = builder.objectRef<NonNullable<ComponentRow['label']>>('ButtonLabel').implement({
  description: 'The label of a button.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Always ENUM.' }),
    value: t.expose('value', { type: ButtonLabelValue, description: 'What it says.' }),
  }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('ButtonComponent'), {
  description: 'The button of a card, and the app it leads to.',
  interfaces: [Component],
  fields: (t) => ({
    label: t.field({ type: ButtonLabel, description: 'What it says.', resolve: (row) => row.label }),
    destination: t.field({
      type: Destination,
      description: 'Where it leads: to an app.',
      resolve: (row) => row.destination,
    }),
  }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('OtherComponent'), {
  description: 'A component of a type that this version does not know; all it has is in `raw`.',
  interfaces: [Component],
})

/** The components of a card, or of one of its slides, each with the card's account. Anything but a list is none. */
export function componentsOf(
  card: Row,
  components: readonly ComponentRow[] | null | undefined,
): ComponentOfCard[] | null {
  if (!Array.isArray(components)) return null
  return components.map((component: ComponentRow) => ({ ...component, [accountId]: card[accountId] }))
}
