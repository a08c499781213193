import type { CardRow } from './card.ts'

/** The columns that image and video conversation cards share (Ads Creative Interface, section 2). */
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
  /** The URL of the unlocked image. The documents have the URL but not its name, which follows `media_url`. */
  unlocked_image_media_url?: string | null
}

/**
 * The writable parameters of both image and video conversation cards (Ads Creative Interface, section 2). An empty
 * value removes the value.
 */
export interface ConversationCardParams {
  name?: string
  media_key?: string
  first_cta?: string
  first_cta_post?: string
  second_cta?: string
  second_cta_post?: string
  third_cta?: string
  third_cta_post?: string
  fourth_cta?: string
  fourth_cta_post?: string
  title?: string
  thank_you_text?: string
  thank_you_url?: string
  /** Write-only: responses have its URL instead. */
  unlocked_image_media_key?: string
}
