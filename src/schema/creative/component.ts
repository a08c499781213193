import { isObject } from '../../json/object.ts'
import {
  MAX_SWIPEABLE_MEDIA,
  type ComponentRow,
  type DestinationRow,
  type MediaMetadataRow,
} from '../../rest/creative/card.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { accountId, type Row } from '../../rest/types.ts'
import { builder, openEnum } from '../kit.ts'
import { Media, MediaConnection } from './media.ts'
import { intOf, numberOf } from './wire-number.ts'

/** A component with the account of its card, which is needed to find its media items. */
type ComponentOfCard = ComponentRow & Pick<Row, typeof accountId>

const ComponentType = openEnum('ComponentType', 'The type of a component of a composable card (R-CARD-4).', {
  MEDIA: 'One media item.',
  SWIPEABLE_MEDIA: 'Media items that people swipe through, 2 to 6.',
  DETAILS: 'A title and the website that it links to.',
  BUTTON: 'A button and the app that it links to.',
})

const componentTypes: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    MEDIA: 'MediaComponent',
    SWIPEABLE_MEDIA: 'SwipeableMediaComponent',
    DETAILS: 'DetailsComponent',
    BUTTON: 'ButtonComponent',
  }),
)

export const Component = builder.interfaceRef<ComponentOfCard>('Component').implement({
  description: 'One component of a composable card. Its fields depend on its type.',
  resolveType: ({ type }) => componentTypes.get(type) ?? 'OtherComponent',
  fields: (t) => ({
    type: t.expose('type', { type: ComponentType, description: 'The type of the component.' }),
    raw: t.raw('The component as the service sent it, including fields that this graph does not know.'),
  }),
})

interface MediaMetadata extends MediaMetadataRow {
  mediaKey: string
}

const MediaMetadata = builder.objectRef<MediaMetadata>('MediaMetadata').implement({
  description: 'Metadata of a media item that the service includes in a card. @beyondDocuments',
  fields: (t) => ({
    ...t.given({ mediaKey: ['ID', "The service's ID of the media item."] }),
    ...t.columns({
      type: 'The type of the media item.',
      url: 'The URL of the media item.',
      videoAspectRatio: 'The aspect ratio of a video: width to height.',
      width: ['Int', 'The width in pixels.', intOf],
      height: ['Int', 'The height in pixels.', intOf],
      videoDuration: ['Float', 'The duration of a video, as the service sends it.', numberOf],
    }),
  }),
})

/** The metadata as a list. On the wire it is an object with one member per media key. */
function metadataOf({ media_metadata: metadata }: ComponentRow): MediaMetadata[] | null {
  if (!metadata) return null
  return Object.entries(metadata).map(([mediaKey, row]) => ({ ...row, mediaKey }))
}

const METADATA =
  'Metadata of the media items that the service includes in the card, so that it needs no further call. ' +
  '@beyondDocuments'

builder.objectType(builder.objectRef<ComponentOfCard>('MediaComponent'), {
  description: 'One media item of a card.',
  interfaces: [Component],
  fields: (t) => ({
    mediaKey: t.foreignKey('media_key', 'the media item'),
    media: t.reference(Media, 'media_key', 'The media item. Null if it is not in the library.'),
    mediaMetadata: t.field({
      type: [MediaMetadata],
      description: METADATA,
      resolve: metadataOf,
    }),
  }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('SwipeableMediaComponent'), {
  description: 'Media items of a card that people swipe through, 2 to 6 (R-CARD-4).',
  interfaces: [Component],
  fields: (t) => ({
    ...t.columns({
      mediaKeys: [['ID'], "The service's IDs of the media items, in order."],
    }),
    swipeableMedia: t.references(
      MediaConnection,
      listMedia,
      'The media items, in order. Those that are not in the library are left out.',
      {
        ids: (row) => row.media_keys,
        maxIds: MAX_SWIPEABLE_MEDIA,
        parentKey: (row) => row.media_keys?.join(),
      },
    ),
    mediaMetadata: t.field({
      type: [MediaMetadata],
      description: METADATA,
      resolve: metadataOf,
    }),
  }),
})

const DestinationType = openEnum('DestinationType', 'The type of a destination in a card.', {
  WEBSITE: 'A website.',
  APP: 'An app, or its page in the store.',
})

const destinationTypes: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ WEBSITE: 'WebsiteDestination', APP: 'AppDestination' }),
)

const Destination = builder.interfaceRef<DestinationRow>('Destination').implement({
  description: 'The destination of a component of a card.',
  resolveType: ({ type }) => destinationTypes.get(type) ?? 'OtherDestination',
  fields: (t) => ({
    type: t.expose('type', { type: DestinationType, description: 'The type of the destination.' }),
    raw: t.raw('The destination as the service sent it, including fields that this graph does not know.'),
  }),
})

builder.objectType(builder.objectRef<DestinationRow>('WebsiteDestination'), {
  description: 'A website that a card links to (R-CARD-5).',
  interfaces: [Destination],
  fields: (t) =>
    t.columns({
      url: 'The URL of the website.',
    }),
})

builder.objectType(builder.objectRef<DestinationRow>('AppDestination'), {
  description: 'An app that a card links to (R-CARD-6).',
  interfaces: [Destination],
  fields: (t) =>
    t.columns({
      countryCode: 'The country of the store: an ISO 3166-1 code of two letters.',
      googleplayAppId: 'The ID of the app in the Android store.',
      googleplayDeepLink: 'The deep link into the Android app.',
      iosAppStoreIdentifier: 'The ID of the app in the iOS store.',
      iosDeepLink: 'The deep link into the iOS app.',
    }),
})

builder.objectType(builder.objectRef<DestinationRow>('OtherDestination'), {
  description: 'A destination of a type that this version does not know. Its content is in `raw`.',
  interfaces: [Destination],
})

builder.objectType(builder.objectRef<ComponentOfCard>('DetailsComponent'), {
  description: 'The title of a card and the website that it links to.',
  interfaces: [Component],
  fields: (t) =>
    t.columns({
      title: 'The title.',
      destination: [Destination, 'The website that the card links to.'],
    }),
})

export const ButtonLabelValue = openEnum('ButtonLabelValue', 'The text of a button (R-CARD-5).', {
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
  fields: (t) =>
    t.columns({
      type: 'Always ENUM.',
      value: [ButtonLabelValue, 'The text of the button.'],
    }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('ButtonComponent'), {
  description: 'The button of a card and the app that it links to.',
  interfaces: [Component],
  fields: (t) =>
    t.columns({
      label: [ButtonLabel, 'The label of the button.'],
      destination: [Destination, 'The app that the button links to.'],
    }),
})

builder.objectType(builder.objectRef<ComponentOfCard>('OtherComponent'), {
  description: 'A component of a type that this version does not know. Its content is in `raw`.',
  interfaces: [Component],
})

/**
 * The components of a card or of one of its slides, each with the account of the card. A value that is no list, and null for what is no
 * object, are errors of the field.
 */
export function componentsOf(card: Row, components: unknown): ComponentOfCard[] {
  const ofCard = (component: unknown) => (isObject(component) ? { ...component, [accountId]: card[accountId] } : null)
  return (Array.isArray(components) ? components.map(ofCard) : components) as ComponentOfCard[]
}
