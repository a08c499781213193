import type { ConversationCardRow } from '../../rest/creative/conversation-card.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { builder } from '../builder.ts'
import { Entity, Node } from '../node/entity.ts'
import { Card } from './card.ts'
import { Media } from './media.ts'

export const ConversationCard = builder.interfaceRef<ConversationCardRow>('ConversationCard')

ConversationCard.implement({
  description:
    'A card with one to four hashtags to choose from; whoever chooses one is offered a post with it, and thanked. It has a ' +
    'title or a second hashtag (R-CARD-12).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title, at most 23 characters.' }),
    firstCta: t.exposeString('first_cta', { description: 'The first hashtag, at most 20 characters after the #.' }),
    firstCtaPost: t.exposeString('first_cta_post', { description: 'The text that is offered with it (R-CARD-13).' }),
    secondCta: t.exposeString('second_cta', { description: 'The second hashtag.' }),
    secondCtaPost: t.exposeString('second_cta_post', { description: 'The text that is offered with it.' }),
    thirdCta: t.exposeString('third_cta', { description: 'The third hashtag.' }),
    thirdCtaPost: t.exposeString('third_cta_post', { description: 'The text that is offered with it.' }),
    fourthCta: t.exposeString('fourth_cta', { description: 'The fourth hashtag.' }),
    fourthCtaPost: t.exposeString('fourth_cta_post', { description: 'The text that is offered with it.' }),
    thankYouText: t.exposeString('thank_you_text', { description: 'The thanks, at most 23 characters (R-CARD-14).' }),
    thankYouUrl: t.exposeString('thank_you_url', { description: 'Where the thanks lead.' }),
    mediaKey: t.exposeID('media_key', { description: 'The key of its image or video.' }),
    media: t.reference({
      type: Media,
      endpoint: listMedia,
      description: 'Its image or video; null where the library does not have it.',
      id: (row) => row.media_key,
    }),
    mediaUrl: t.exposeString('media_url', { description: 'Where its image or video is.' }),
  }),
})
