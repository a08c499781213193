import { MAX_SWIPEABLE_MEDIA, type ComponentRow, type DestinationRow } from '../../rest/creative/card.ts'
import { builder } from '../builder.ts'
import { Check, toParams } from '../write/input.ts'
import { ButtonLabelValue } from './component.ts'

const MediaComponentInput = builder.inputType('MediaComponentInput', {
  description: 'One medium.',
  fields: (t) => ({
    mediaKey: t.id({ required: true, description: 'The medium, by its media key or global id.' }),
  }),
})

const SwipeableMediaComponentInput = builder.inputType('SwipeableMediaComponentInput', {
  description: 'Media to swipe through.',
  fields: (t) => ({
    mediaKeys: t.idList({
      required: true,
      description: 'The media, in their order, each by its media key or global id: 2 to 6 (R-CARD-4).',
    }),
  }),
})

const WebsiteDestinationInput = builder.inputType('WebsiteDestinationInput', {
  description: 'A website that a card leads to.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Its address (R-CARD-5).' }),
  }),
})

const DetailsComponentInput = builder.inputType('DetailsComponentInput', {
  description: 'The title of a card, and the website it leads to.',
  fields: (t) => ({
    title: t.string({ description: 'The title.' }),
    destination: t.field({ type: WebsiteDestinationInput, description: 'Where it leads.' }),
  }),
})

const AppDestinationInput = builder.inputType('AppDestinationInput', {
  description: 'An app that a card leads to: in the Android store, the iOS store or both (R-CARD-6).',
  fields: (t) => ({
    countryCode: t.string({
      required: true,
      description: 'The country of the store, two capital letters of ISO 3166-1 (R-CARD-6).',
    }),
    googleplayAppId: t.string({ description: 'The app in the Android store.' }),
    googleplayDeepLink: t.string({
      description: 'Where in the Android app it leads; needs `googleplayAppId` (R-CARD-6).',
    }),
    iosAppStoreIdentifier: t.string({ description: 'The app in the iOS store.' }),
    iosDeepLink: t.string({ description: 'Where in the iOS app it leads; needs `iosAppStoreIdentifier` (R-CARD-6).' }),
  }),
})

const ButtonComponentInput = builder.inputType('ButtonComponentInput', {
  description: 'The button of a card, and the app it leads to.',
  fields: (t) => ({
    label: t.field({ type: ButtonLabelValue, description: 'What it says (R-CARD-5).' }),
    destination: t.field({ type: AppDestinationInput, description: 'Where it leads.' }),
  }),
})

export const ComponentInput = builder.inputType('ComponentInput', {
  description: 'One part of a composable card: of exactly one type (R-CARD-4).',
  isOneOf: true,
  fields: (t) => ({
    media: t.field({ type: MediaComponentInput, description: 'One medium.' }),
    swipeableMedia: t.field({ type: SwipeableMediaComponentInput, description: 'Media to swipe through, 2 to 6.' }),
    details: t.field({ type: DetailsComponentInput, description: 'A title, and the website it leads to.' }),
    button: t.field({ type: ButtonComponentInput, description: 'A button, and the app it leads to.' }),
  }),
})

/** The input of one component. */
export type ComponentFields = typeof ComponentInput.$inferInput

/** Holds the rules for a component, and gives it as it goes on the wire. */
export function componentParams(check: Check<ComponentFields>, account: string): ComponentRow {
  const { media, swipeableMedia, details, button } = check.input
  if (media) return { type: 'MEDIA', media_key: within(check, 'media', media).id('mediaKey', 'Media', account) ?? null }
  if (swipeableMedia) {
    const inner = within(check, 'swipeableMedia', swipeableMedia)
    const count = swipeableMedia.mediaKeys.length
    const fits = count >= 2 && count <= MAX_SWIPEABLE_MEDIA
    inner.that(fits, 'mediaKeys', 'R-CARD-4', `names ${count} media; it can name 2 to ${MAX_SWIPEABLE_MEDIA}`)
    return { type: 'SWIPEABLE_MEDIA', media_keys: inner.ids('mediaKeys', 'Media', account) ?? [] }
  }
  if (details) {
    const inner = within(check, 'details', details)
    const { destination } = details
    if (destination) within(inner, 'destination', destination).required('url', 'R-CARD-5')
    return {
      type: 'DETAILS',
      ...given({ title: details.title }),
      ...(destination && { destination: { type: 'WEBSITE', url: destination.url } }),
    }
  }
  const { label, destination } = button ?? {}
  const inner = within(check, 'button', button ?? {})
  return {
    type: 'BUTTON',
    ...(label && { label: { type: 'ENUM', value: label } }),
    ...(destination && { destination: appParams(within(inner, 'destination', destination)) }),
  }
}

function appParams(check: Check<typeof AppDestinationInput.$inferInput>): DestinationRow {
  const { countryCode, googleplayAppId, googleplayDeepLink, iosAppStoreIdentifier, iosDeepLink } = check.input
  const isCountry = /^[A-Z]{2}$/.test(countryCode)
  check.that(isCountry, 'countryCode', 'R-CARD-6', 'is no country code of ISO 3166-1: two capital letters')
  const isSomewhere = Boolean(googleplayAppId) || Boolean(iosAppStoreIdentifier)
  check.that(isSomewhere, 'googleplayAppId', 'R-CARD-6', 'is required where there is no `iosAppStoreIdentifier`')
  const opensAndroid = !googleplayDeepLink || Boolean(googleplayAppId)
  check.that(opensAndroid, 'googleplayDeepLink', 'R-CARD-6', 'needs `googleplayAppId`')
  const opensIos = !iosDeepLink || Boolean(iosAppStoreIdentifier)
  check.that(opensIos, 'iosDeepLink', 'R-CARD-6', 'needs `iosAppStoreIdentifier`')
  return { type: 'APP', ...given(check.input) }
}

/** The fields that have a value, as the wire spells them: in a component, which is replaced whole, null is no value. */
function given(fields: object): object {
  return toParams(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)))
}

/** An object in the input under examination by itself, into the same collection. */
function within<Item extends object>(check: Check<object>, field: string, item: Item): Check<Item> {
  return new Check(item, [...check.path, field], check)
}
