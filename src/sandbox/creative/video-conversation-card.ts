import { cardList, cardRead } from './card.ts'
import type { Endpoint } from '../endpoint.ts'

/** The reads of video conversation cards (document 3, section 4.3). */
export const videoConversationCardEndpoints: Endpoint[] = [
  cardList('video_conversation'),
  cardRead('video_conversation'),
]
