import { videoConversationCard } from '../../reference/creative/video-conversation-card.ts'
import { conversationCardEndpoints } from './conversation-card.ts'

/** The endpoints of video conversation cards (Ads Creative Interface, section 4.3). */
export const videoConversationCardEndpoints = conversationCardEndpoints(videoConversationCard, 'video_conversation')
