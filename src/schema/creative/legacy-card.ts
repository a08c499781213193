import { cardUri, listCardsByUri } from '../../rest/creative/card.ts'
import type { LegacyCardRow } from '../../rest/creative/legacy-card.ts'
import { builder } from '../builder.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { Card, typeOfCard } from './card.ts'
import { intOf, numberOf } from './wire-number.ts'

export const LegacyCard = builder.objectRef<LegacyCardRow>('LegacyCard')

LegacyCard.implement({
  description:
    'A card of one of the older kinds, which can no longer be made, or of a kind that this version does not know. Beyond ' +
    'the documents: its fields are those seen from the live service, which tells numbers as text; here they are numbers.',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    countryCode: t.exposeString('country_code', { description: 'The country of the store, ISO 3166-1.' }),
    googleplayAppId: t.exposeString('googleplay_app_id', { description: 'The app in the Android store.' }),
    appCta: t.exposeString('app_cta', { description: 'What its button says, e.g. INSTALL. The list is open.' }),
    wideAppImage: t.exposeString('wide_app_image', { description: 'Where its image is.' }),
    imageDisplayWidth: t.int({
      description: 'How wide its image is, in pixels.',
      resolve: (row) => intOf(row.image_display_width),
    }),
    imageDisplayHeight: t.int({
      description: 'How high its image is, in pixels.',
      resolve: (row) => intOf(row.image_display_height),
    }),
    websiteUrl: t.exposeString('website_url', { description: 'The website it leads to.' }),
    websiteDisplayUrl: t.exposeString('website_display_url', { description: 'The website as it is shown.' }),
    websiteDestUrl: t.exposeString('website_dest_url', { description: 'The website where one comes out.' }),
    websiteShortenedUrl: t.exposeString('website_shortened_url', { description: 'The website, shortened.' }),
    videoUrl: t.exposeString('video_url', { description: 'Where its video is.' }),
    videoHlsUrl: t.exposeString('video_hls_url', { description: 'Where its video is, as an HLS stream.' }),
    videoWidth: t.int({ description: 'How wide its video is, in pixels.', resolve: (row) => intOf(row.video_width) }),
    videoHeight: t.int({ description: 'How high its video is, in pixels.', resolve: (row) => intOf(row.video_height) }),
    videoOwnerId: t.exposeID('video_owner_id', { description: 'The user whose video it is.' }),
    videoContentId: t.exposeID('video_content_id', { description: 'The video.' }),
    videoPosterUrl: t.exposeString('video_poster_url', { description: 'Where the image is that is shown first.' }),
    videoPosterWidth: t.int({
      description: 'How wide that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_width),
    }),
    videoPosterHeight: t.int({
      description: 'How high that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_height),
    }),
    contentDurationSeconds: t.float({
      description: 'How long its video is, in seconds.',
      resolve: (row) => numberOf(row.content_duration_seconds),
    }),
  }),
})

// These kinds have no endpoint of their own: they are found among the cards of all kinds.
nodeType(LegacyCard, listCardsByUri, async ({ loaders }, account, id) => {
  const card = await loaders.byId(listCardsByUri, { account_id: account }, cardUri(id))
  return card && typeOfCard(card) === 'LegacyCard' ? card : null
})
