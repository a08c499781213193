import { get, list } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { CardRow } from './card.ts'

export interface ImageConversationCardRow extends CardRow {
  title?: string | null
  first_cta?: string | null
  first_cta_post?: string | null
  second_cta?: string | null
  second_cta_post?: string | null
  third_cta?: string | null
  third_cta_post?: string | null
  fourth_cta?: string | null
  fourth_cta_post?: string | null
  thank_you_text?: string | null
  thank_you_url?: string | null
  media_url?: string | null
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
  { ids: 'card_ids', one: getImageConversationCard },
)
