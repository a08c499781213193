import type { CardRow } from './card.ts'

/** What image and video conversation cards share (Ads Creative Interface, section 2). */
export interface ConversationCardRow extends CardRow {
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
}
