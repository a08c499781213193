import { cardUri, listCardsByUri } from '../../rest/creative/card.ts'
import type { LegacyCardRow } from '../../rest/creative/legacy-card.ts'
import { builder, Entity, Node, nodeType } from '../kit.ts'
import { Card, typeOfCard } from './card.ts'
import { intOf, numberOf } from './wire-number.ts'

const LegacyCard = builder.objectRef<LegacyCardRow>('LegacyCard')

LegacyCard.implement({
  description:
    'A legacy card, of a type that can no longer be created, or a card of a type that this version does not know. ' +
    'Its fields are those that the live service returns. The service sends its numbers as text; here they are ' +
    'numbers. @beyondDocuments',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    ...t.columns({
      title: 'The title of the card.',
      countryCode: 'The country of the store: an ISO 3166-1 code.',
      googleplayAppId: 'The ID of the app in the Android store.',
      appCta: 'The text of the button, for example INSTALL. The service can add values.',
      wideAppImage: 'The URL of the image.',
      websiteUrl: 'The URL of the website that the card links to.',
      websiteDisplayUrl: 'The URL as it is displayed.',
      websiteDestUrl: 'The final destination URL.',
      websiteShortenedUrl: 'The shortened URL.',
      videoUrl: 'The URL of the video.',
      videoHlsUrl: 'The URL of the video as an HLS stream.',
      videoPosterUrl: 'The URL of the image that is shown before the video plays.',
      imageDisplayWidth: ['Int', 'The width of the image in pixels.', intOf],
      imageDisplayHeight: ['Int', 'The height of the image in pixels.', intOf],
      videoWidth: ['Int', 'The width of the video in pixels.', intOf],
      videoHeight: ['Int', 'The height of the video in pixels.', intOf],
      videoPosterWidth: ['Int', 'The width of that image in pixels.', intOf],
      videoPosterHeight: ['Int', 'The height of that image in pixels.', intOf],
      contentDurationSeconds: ['Float', 'The duration of the video in seconds.', numberOf],
    }),
    videoOwnerId: t.foreignKey('video_owner_id', 'the user who owns the video'),
    videoContentId: t.foreignKey('video_content_id', 'the video'),
  }),
})

// These types have no endpoint of their own: they are found among the cards of all types.
nodeType(LegacyCard, listCardsByUri, {
  find({ loaders }, account) {
    const loadCard = loaders.byId(listCardsByUri, { account_id: account })
    return async (id) => {
      const card = await loadCard(cardUri(id))
      return card && typeOfCard(card) === 'LegacyCard' ? card : null
    }
  },
})
