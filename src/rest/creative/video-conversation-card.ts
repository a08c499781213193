import { del, get, list, post, put } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { ConversationCardParams, ConversationCardRow } from './conversation-card.ts'

export interface VideoConversationCardRow extends ConversationCardRow {
  video_height?: Long | null
  video_width?: Long | null
  video_owner_id?: Long | null
  unlocked_video_media_key?: string | null
  poster_media_key?: string | null
  poster_media_url?: string | null
}

export interface VideoConversationCardFilters extends ListParams {
  card_ids?: readonly string[]
  q?: string
}

export const getVideoConversationCard = get<VideoConversationCardRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
export const listVideoConversationCards = list<VideoConversationCardRow, VideoConversationCardFilters>()(
  'accounts/:account_id/cards/video_conversation',
  { ids: 'card_ids', get: getVideoConversationCard },
)

/** The writable parameters of a video conversation card (Ads Creative Interface, section 2). */
export interface VideoConversationCardParams extends ConversationCardParams {
  unlocked_video_media_key?: string
  poster_media_key?: string
}

export const createVideoConversationCard = post<VideoConversationCardRow, VideoConversationCardParams>()(
  'accounts/:account_id/cards/video_conversation',
)
export const updateVideoConversationCard = put<VideoConversationCardRow, VideoConversationCardParams>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
export const deleteVideoConversationCard = del<VideoConversationCardRow>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
