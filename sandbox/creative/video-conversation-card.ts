import type { Endpoint } from '../endpoint/endpoint.ts'
import { conversationCardEndpoints } from './conversation-card.ts'

/** The endpoints of video conversation cards (Ads Creative Interface, section 4.3). */
export const videoConversationCardEndpoints: Endpoint[] = conversationCardEndpoints('video_conversation')
