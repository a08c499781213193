import { cardList, cardRead } from './card.ts'
import type { Endpoint } from '../endpoint.ts'

/** The reads of image conversation cards (document 3, section 4.3). */
export const imageConversationCardEndpoints: Endpoint[] = [
  cardList('image_conversation'),
  cardRead('image_conversation'),
]
