import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, Long, WithDeleted } from '../types.ts'
import { id, ids, LISTED, NAMED, type Sent } from '../value.ts'
import { CONVERSATION_CARD, type ConversationCardRow } from './conversation-card.ts'

export interface VideoConversationCardRow
  extends
    ConversationCardRow,
    Columns<{
      video_height: Long
      video_width: Long
      video_owner_id: Long
      unlocked_video_media_key: string
      poster_media_key: string
      poster_media_url: string
    }> {}

/**
 * One video conversation card.
 * `GET accounts/:account_id/cards/video_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const getVideoConversationCard = get<VideoConversationCardRow, WithDeleted>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
/**
 * The video conversation cards of the account.
 * `GET accounts/:account_id/cards/video_conversation` (Ads Creative Interface, section 4.3).
 */
export const listVideoConversationCards = list<VideoConversationCardRow>()(
  'accounts/:account_id/cards/video_conversation',
  {
    ids: 'card_ids',
    params: {
      ...LISTED,
      ...NAMED,
      /** Only rows with one of these IDs, at most 200. */
      card_ids: ids,
    },
    get: getVideoConversationCard,
  },
)

const writable = {
  ...CONVERSATION_CARD,
  /** The unlocked video (R-CARD-15), by media key. It must be in the library (R-CARD-2). */
  unlocked_video_media_key: id,
  /**
   * The image that is shown before the video plays (R-CARD-15), by media key. It must be in the library
   * (R-CARD-2).
   */
  poster_media_key: id,
}

/** The writable parameters of a video conversation card (Ads Creative Interface, section 2). */
export interface VideoConversationCardParams extends Sent<typeof writable> {}

/**
 * Creates a video conversation card.
 * `POST accounts/:account_id/cards/video_conversation` (Ads Creative Interface, section 2).
 */
export const createVideoConversationCard = post<VideoConversationCardRow, VideoConversationCardParams>()(
  'accounts/:account_id/cards/video_conversation',
  { params: writable },
)
/**
 * Updates a video conversation card in all posts that show it.
 * `PUT accounts/:account_id/cards/video_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const updateVideoConversationCard = put<VideoConversationCardRow, VideoConversationCardParams>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
/**
 * Deletes a video conversation card.
 * `DELETE accounts/:account_id/cards/video_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const deleteVideoConversationCard = del<VideoConversationCardRow>()(
  'accounts/:account_id/cards/video_conversation/:card_id',
)
