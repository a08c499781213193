import type { Endpoint } from '../endpoint/endpoint.ts'
import { conversationCardEndpoints } from './conversation-card.ts'

/** The endpoints of image conversation cards (Ads Creative Interface, section 4.3). */
export const imageConversationCardEndpoints: Endpoint[] = conversationCardEndpoints('image_conversation')
