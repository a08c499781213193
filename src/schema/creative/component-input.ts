import { type ComponentRow, type DestinationRow, MAX_SWIPEABLE_MEDIA } from '../../rest/creative/card.ts'
import { builder, type Check, decide, inputType, required, rulesFor } from '../kit.ts'
import { isCountry } from '../scalar/country.ts'
import { wholeParams } from '../write/input.ts'
import { ButtonLabelValue } from './component.ts'

const MediaComponentInput = inputType('MediaComponentInput', 'One media item.', (t) =>
  t.required({
    mediaKey: ['ID', 'The media item, by media key or global ID. It must be in the library (R-CARD-2).'],
  }),
)

const SwipeableMediaComponentInput = inputType(
  'SwipeableMediaComponentInput',
  'Media items that people swipe through.',
  (t) =>
    t.required({
      mediaKeys: [
        ['ID'],
        'The media items in order, each by media key or global ID: 2 to 6 (R-CARD-4). They must be in the library ' +
          '(R-CARD-2).',
      ],
    }),
)

const WebsiteDestinationInput = inputType('WebsiteDestinationInput', 'A website that a card links to.', (t) =>
  t.required({
    url: 'The URL of the website (R-CARD-5).',
  }),
)

const DetailsComponentInput = inputType(
  'DetailsComponentInput',
  'The title of a card and the website that it links to.',
  (t) =>
    t.optional({
      title: 'The title.',
      destination: [WebsiteDestinationInput, 'The website that the card links to.'],
    }),
)

const AppDestinationInput = inputType(
  'AppDestinationInput',
  'An app that a card links to: in the Android store, in the iOS store, or in both (R-CARD-6).',
  (t) => ({
    ...t.required({
      countryCode: 'The country of the store: an ISO 3166-1 code of two capital letters (R-CARD-6).',
    }),
    ...t.optional({
      googleplayAppId: 'The ID of the app in the Android store.',
      googleplayDeepLink: 'The deep link into the Android app. Requires `googleplayAppId` (R-CARD-6).',
      iosAppStoreIdentifier: 'The ID of the app in the iOS store.',
      iosDeepLink: 'The deep link into the iOS app. Requires `iosAppStoreIdentifier` (R-CARD-6).',
    }),
  }),
)

const ButtonComponentInput = inputType(
  'ButtonComponentInput',
  'The button of a card and the app that it links to.',
  (t) =>
    t.optional({
      label: [ButtonLabelValue, 'The label of the button (R-CARD-5).'],
      destination: [AppDestinationInput, 'The app that the button links to.'],
    }),
)

export const ComponentInput = builder.inputType('ComponentInput', {
  description: 'One component of a composable card. Set exactly one field (R-CARD-4).',
  isOneOf: true,
  fields: (t) =>
    t.optional({
      media: [MediaComponentInput, 'One media item.'],
      swipeableMedia: [SwipeableMediaComponentInput, 'Media items that people swipe through, 2 to 6.'],
      details: [DetailsComponentInput, 'A title and the website that it links to.'],
      button: [ButtonComponentInput, 'A button and the app that it links to.'],
    }),
})

const DESTINATION_RULES = required('R-CARD-5', 'url')

type ComponentFields = typeof ComponentInput.$inferInput

/** Validates a component and returns it as it is sent. */
export function componentParams(check: Check<ComponentFields>, account: string): ComponentRow {
  const { media, swipeableMedia, details, button } = check.input
  if (media)
    return { type: 'MEDIA', media_key: check.within('media', media).ids.one('mediaKey', 'Media', account) ?? null }
  if (swipeableMedia) {
    const inner = check.within('swipeableMedia', swipeableMedia)
    decide(inner, SWIPEABLE_RULES)
    return { type: 'SWIPEABLE_MEDIA', media_keys: inner.ids.many('mediaKeys', 'Media', account) ?? [] }
  }
  if (details) {
    const inner = check.within('details', details)
    const { destination } = details
    if (destination) decide(inner.within('destination', destination), DESTINATION_RULES)
    return {
      type: 'DETAILS',
      ...wholeParams<ComponentRow>({ title: details.title }),
      ...(destination && { destination: { type: 'WEBSITE', url: destination.url } }),
    }
  }
  const { label, destination } = button ?? {}
  const inner = check.within('button', button ?? {})
  return {
    type: 'BUTTON',
    ...(label && { label: { type: 'ENUM', value: label } }),
    ...(destination && { destination: appParams(inner.within('destination', destination)) }),
  }
}

const SWIPEABLE_RULES = [
  rulesFor<typeof SwipeableMediaComponentInput.$inferInput>()(
    'R-CARD-4',
    ['mediaKeys'],
    ({ mediaKeys }) => mediaKeys !== null && mediaKeys.length >= 2 && mediaKeys.length <= MAX_SWIPEABLE_MEDIA,
    ({ mediaKeys }) => `has ${mediaKeys?.length} media items; it must have 2 to ${MAX_SWIPEABLE_MEDIA}`,
  ),
]

const appRule = rulesFor<typeof AppDestinationInput.$inferInput>()

const APP_RULES = [
  appRule(
    'R-CARD-6',
    ['countryCode'],
    ({ countryCode }) => isCountry(countryCode ?? ''),
    'is not an ISO 3166-1 country code of two capital letters',
  ),
  appRule(
    'R-CARD-6',
    ['googleplayAppId'],
    (app) => Boolean(app.googleplayAppId) || Boolean(app.iosAppStoreIdentifier),
    'is required if `iosAppStoreIdentifier` is not set',
  ),
  appRule(
    'R-CARD-6',
    ['googleplayDeepLink'],
    (app) => !app.googleplayDeepLink || Boolean(app.googleplayAppId),
    'requires `googleplayAppId`',
  ),
  appRule(
    'R-CARD-6',
    ['iosDeepLink'],
    (app) => !app.iosDeepLink || Boolean(app.iosAppStoreIdentifier),
    'requires `iosAppStoreIdentifier`',
  ),
]

function appParams(check: Check<typeof AppDestinationInput.$inferInput>): DestinationRow {
  decide(check, APP_RULES)
  return { type: 'APP', ...wholeParams<DestinationRow>(check.input) }
}
