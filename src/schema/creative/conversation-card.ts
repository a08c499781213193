import type { ConversationCardRow } from '../../rest/creative/conversation-card.ts'
import { builder, Node } from '../kit.ts'
import { Entity } from '../node/node-type.ts'
import { Card } from './card.ts'
import { Media } from './media.ts'

export const ConversationCard = builder.interfaceRef<ConversationCardRow>('ConversationCard')

ConversationCard.implement({
  description:
    'A card with one to four hashtags. A user who chooses a hashtag is offered a post with it, and then sees a ' +
    'thank-you text. The card has a title or a second hashtag (R-CARD-12).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    ...t.columns({
      title: 'The title of the card, up to 23 characters.',
      firstCta: 'The first hashtag: up to 20 characters after the #.',
      firstCtaPost: 'The text of the post for the first hashtag (R-CARD-13).',
      secondCta: 'The second hashtag.',
      secondCtaPost: 'The text of the post for the second hashtag.',
      thirdCta: 'The third hashtag.',
      thirdCtaPost: 'The text of the post for the third hashtag.',
      fourthCta: 'The fourth hashtag.',
      fourthCtaPost: 'The text of the post for the fourth hashtag.',
      thankYouText: 'The thank-you text, up to 23 characters (R-CARD-14).',
      thankYouUrl: 'The URL that the thank-you text links to.',
      mediaUrl: 'The URL of the image or video. @beyondDocuments',
      unlockedImageMediaUrl:
        'The URL of the unlocked image, which responses have instead of its media key (R-CARD-15). The documents do not ' +
        'name this field. It is read from `unlocked_image_media_url`, by analogy with `media_url`.',
    }),
    mediaKey: t.foreignKey('media_key', 'the image or video'),
    media: t.reference(Media, 'media_key', 'The image or video. Null if it is not in the library.'),
  }),
})
