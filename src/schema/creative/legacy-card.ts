import { cardUri, listCardsByUri } from '../../rest/creative/card.ts'
import type { LegacyCardRow } from '../../rest/creative/legacy-card.ts'
import { builder, entityType } from '../kit.ts'
import { Card, typeOfCard } from './card.ts'
import { intOf, numberOf } from './wire-number.ts'

const LegacyCard = builder.objectRef<LegacyCardRow>('LegacyCard')

entityType(LegacyCard, listCardsByUri, {
  description:
    'A legacy card, of a type that can no longer be created, or a card of a type that this version does not know. ' +
    'The service sends its numbers as text; here they are numbers.',
  interfaces: [Card],
  fields: (t) => ({
    ...t.columns({
      title: 'The title of the card. @beyondDocuments',
      countryCode: 'The country of the store: an ISO 3166-1 code. @beyondDocuments',
      googleplayAppId: 'The ID of the app in the Android store. @beyondDocuments',
      appCta: 'The text of the button, for example INSTALL. The service can add values. @beyondDocuments',
      wideAppImage: 'The URL of the image. @beyondDocuments',
      websiteUrl: 'The URL of the website that the card links to. @beyondDocuments',
      websiteDisplayUrl: 'The URL as it is displayed. @beyondDocuments',
      websiteDestUrl: 'The final destination URL. @beyondDocuments',
      websiteShortenedUrl: 'The shortened URL. @beyondDocuments',
      videoUrl: 'The URL of the video. @beyondDocuments',
      videoHlsUrl: 'The URL of the video as an HLS stream. @beyondDocuments',
      videoPosterUrl: 'The URL of the image that is shown before the video plays. @beyondDocuments',
      imageDisplayWidth: ['Int', 'The width of the image in pixels. @beyondDocuments', intOf],
      imageDisplayHeight: ['Int', 'The height of the image in pixels. @beyondDocuments', intOf],
      videoWidth: ['Int', 'The width of the video in pixels. @beyondDocuments', intOf],
      videoHeight: ['Int', 'The height of the video in pixels. @beyondDocuments', intOf],
      videoPosterWidth: ['Int', 'The width of the poster image in pixels. @beyondDocuments', intOf],
      videoPosterHeight: ['Int', 'The height of the poster image in pixels. @beyondDocuments', intOf],
      contentDurationSeconds: ['Float', 'The duration of the video in seconds. @beyondDocuments', numberOf],
    }),
    videoOwnerId: t.foreignKey('video_owner_id', 'the user who owns the video', '@beyondDocuments'),
    videoContentId: t.foreignKey('video_content_id', 'the video', '@beyondDocuments'),
  }),
  // These types have no endpoint of their own: they are found among the cards of all types.
  find({ loaders }, account) {
    const loadCard = loaders.byId(listCardsByUri, { account_id: account })
    return async (id) => {
      const card = await loadCard(cardUri(id))
      return card && typeOfCard(card) === 'LegacyCard' ? card : null
    }
  },
})
