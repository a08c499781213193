import { del, get, list, post, put } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { ConversationCardParams, ConversationCardRow } from './conversation-card.ts'

export interface ImageConversationCardRow extends ConversationCardRow {
  image_display_height?: Long | null
  image_display_width?: Long | null
}

export interface ImageConversationCardFilters extends ListParams {
  card_ids?: readonly string[]
  q?: string
}

export const getImageConversationCard = get<ImageConversationCardRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
export const listImageConversationCards = list<ImageConversationCardRow, ImageConversationCardFilters>()(
  'accounts/:account_id/cards/image_conversation',
  { ids: 'card_ids', get: getImageConversationCard },
)

export const createImageConversationCard = post<ImageConversationCardRow, ConversationCardParams>()(
  'accounts/:account_id/cards/image_conversation',
)
export const updateImageConversationCard = put<ImageConversationCardRow, ConversationCardParams>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
export const deleteImageConversationCard = del<ImageConversationCardRow>()(
  'accounts/:account_id/cards/image_conversation/:card_id',
)
