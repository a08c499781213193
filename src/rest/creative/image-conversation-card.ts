import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, Long, WithDeleted } from '../types.ts'
import { ids, LISTED, NAMED } from '../value.ts'
import { CONVERSATION_CARD, type ConversationCardParams, type ConversationCardRow } from './conversation-card.ts'

export interface ImageConversationCardRow
  extends
    ConversationCardRow,
    Columns<{
      image_display_height: Long
      image_display_width: Long
    }> {}

/**
 * One image conversation card.
 * `GET accounts/:account_id/cards/image_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const getImageConversationCard = get<ImageConversationCardRow, WithDeleted>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
/**
 * The image conversation cards of the account.
 * `GET accounts/:account_id/cards/image_conversation` (Ads Creative Interface, section 4.3).
 */
export const listImageConversationCards = list<ImageConversationCardRow>()(
  'accounts/:account_id/cards/image_conversation',
  {
    ids: 'card_ids',
    params: {
      ...LISTED,
      ...NAMED,
      /** Only rows with one of these IDs, at most 200. */
      card_ids: ids,
    },
    get: getImageConversationCard,
  },
)

/**
 * Creates an image conversation card.
 * `POST accounts/:account_id/cards/image_conversation` (Ads Creative Interface, section 2).
 */
export const createImageConversationCard = post<ImageConversationCardRow, ConversationCardParams>()(
  'accounts/:account_id/cards/image_conversation',
  { params: CONVERSATION_CARD },
)
/**
 * Updates an image conversation card in all posts that show it.
 * `PUT accounts/:account_id/cards/image_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const updateImageConversationCard = put<ImageConversationCardRow, ConversationCardParams>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
/**
 * Deletes an image conversation card.
 * `DELETE accounts/:account_id/cards/image_conversation/:card_id` (Ads Creative Interface, section 4.3).
 */
export const deleteImageConversationCard = del<ImageConversationCardRow>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
