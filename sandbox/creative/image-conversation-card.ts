import { imageConversationCard } from '../../reference/creative/image-conversation-card.ts'
import { conversationCardEndpoints } from './conversation-card.ts'

/** The endpoints of image conversation cards (Ads Creative Interface, section 4.3). */
export const imageConversationCardEndpoints = conversationCardEndpoints(imageConversationCard, 'image_conversation')
