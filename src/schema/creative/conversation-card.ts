import type { ConversationCardRow } from '../../rest/creative/conversation-card.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { builder } from '../builder.ts'
import { Entity, Node } from '../node/entity.ts'
import { Card } from './card.ts'
import { Media } from './media.ts'

export const ConversationCard = builder.interfaceRef<ConversationCardRow>('ConversationCard')

ConversationCard.implement({
  description:
    'A card with one to four hashtags. A user who chooses a hashtag is offered a post with it, and then sees a ' +
    'thank-you text. The card has a title or a second hashtag (R-CARD-12).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the card, up to 23 characters.' }),
    firstCta: t.exposeString('first_cta', { description: 'The first hashtag: up to 20 characters after the #.' }),
    firstCtaPost: t.exposeString('first_cta_post', {
      description: 'The text of the post for the first hashtag (R-CARD-13).',
    }),
    secondCta: t.exposeString('second_cta', { description: 'The second hashtag.' }),
    secondCtaPost: t.exposeString('second_cta_post', { description: 'The text of the post for the second hashtag.' }),
    thirdCta: t.exposeString('third_cta', { description: 'The third hashtag.' }),
    thirdCtaPost: t.exposeString('third_cta_post', { description: 'The text of the post for the third hashtag.' }),
    fourthCta: t.exposeString('fourth_cta', { description: 'The fourth hashtag.' }),
    fourthCtaPost: t.exposeString('fourth_cta_post', { description: 'The text of the post for the fourth hashtag.' }),
    thankYouText: t.exposeString('thank_you_text', {
      description: 'The thank-you text, up to 23 characters (R-CARD-14).',
    }),
    thankYouUrl: t.exposeString('thank_you_url', { description: 'The URL that the thank-you text links to.' }),
    mediaKey: t.foreignKey('media_key', 'the image or video'),
    media: t.reference({
      type: Media,
      endpoint: listMedia,
      description: 'The image or video. Null if it is not in the library.',
      id: 'media_key',
    }),
    mediaUrl: t.exposeString('media_url', { description: 'The URL of the image or video. @beyondDocuments' }),
    unlockedImageMediaUrl: t.exposeString('unlocked_image_media_url', {
      description:
        'The URL of the unlocked image, which responses have instead of its media key (R-CARD-15). The documents do ' +
        'not name it: it is read from `unlocked_image_media_url`, which follows `media_url`.',
    }),
  }),
})
