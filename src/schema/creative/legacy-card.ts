import { cardUri, listCardsByUri } from '../../rest/creative/card.ts'
import type { LegacyCardRow } from '../../rest/creative/legacy-card.ts'
import { builder } from '../builder.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { Card, typeOfCard } from './card.ts'
import { intOf, numberOf } from './wire-number.ts'

export const LegacyCard = builder.objectRef<LegacyCardRow>('LegacyCard')

LegacyCard.implement({
  description:
    'A legacy card, of a type that can no longer be created, or a card of a type that this version does not know. ' +
    'Its fields are those that the live service returns. The service sends its numbers as text; here they are ' +
    'numbers. @beyondDocuments',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the card.' }),
    countryCode: t.exposeString('country_code', { description: 'The country of the store: an ISO 3166-1 code.' }),
    googleplayAppId: t.exposeString('googleplay_app_id', { description: 'The ID of the app in the Android store.' }),
    appCta: t.exposeString('app_cta', {
      description: 'The text of the button, for example INSTALL. The service can add values.',
    }),
    wideAppImage: t.exposeString('wide_app_image', { description: 'The URL of the image.' }),
    imageDisplayWidth: t.int({
      description: 'The width of the image in pixels.',
      resolve: (row) => intOf(row.image_display_width),
    }),
    imageDisplayHeight: t.int({
      description: 'The height of the image in pixels.',
      resolve: (row) => intOf(row.image_display_height),
    }),
    websiteUrl: t.exposeString('website_url', { description: 'The URL of the website that the card links to.' }),
    websiteDisplayUrl: t.exposeString('website_display_url', { description: 'The URL as it is displayed.' }),
    websiteDestUrl: t.exposeString('website_dest_url', { description: 'The final destination URL.' }),
    websiteShortenedUrl: t.exposeString('website_shortened_url', { description: 'The shortened URL.' }),
    videoUrl: t.exposeString('video_url', { description: 'The URL of the video.' }),
    videoHlsUrl: t.exposeString('video_hls_url', { description: 'The URL of the video as an HLS stream.' }),
    videoWidth: t.int({ description: 'The width of the video in pixels.', resolve: (row) => intOf(row.video_width) }),
    videoHeight: t.int({
      description: 'The height of the video in pixels.',
      resolve: (row) => intOf(row.video_height),
    }),
    videoOwnerId: t.foreignKey('video_owner_id', 'the user who owns the video'),
    videoContentId: t.foreignKey('video_content_id', 'the video'),
    videoPosterUrl: t.exposeString('video_poster_url', {
      description: 'The URL of the image that is shown before the video plays.',
    }),
    videoPosterWidth: t.int({
      description: 'The width of that image in pixels.',
      resolve: (row) => intOf(row.video_poster_width),
    }),
    videoPosterHeight: t.int({
      description: 'The height of that image in pixels.',
      resolve: (row) => intOf(row.video_poster_height),
    }),
    contentDurationSeconds: t.float({
      description: 'The duration of the video in seconds.',
      resolve: (row) => numberOf(row.content_duration_seconds),
    }),
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
