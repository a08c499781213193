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
  /** The name, 1 to 255 characters. */
  name?: string
  /** The image or video of the card, by its media key. */
  media_key?: string
  /** The text of the first call to action: a hashtag. */
  first_cta?: string
  /** The text of the post that the first call to action suggests. */
  first_cta_post?: string
  /** The text of the second call to action: a hashtag. */
  second_cta?: string
  /** The text of the post that the second call to action suggests. */
  second_cta_post?: string
  /** The text of the third call to action: a hashtag. */
  third_cta?: string
  /** The text of the post that the third call to action suggests. */
  third_cta_post?: string
  /** The text of the fourth call to action: a hashtag. */
  fourth_cta?: string
  /** The text of the post that the fourth call to action suggests. */
  fourth_cta_post?: string
  /** The title of the card. */
  title?: string
  /** The text that is shown after the user has posted. */
  thank_you_text?: string
  /** The URL that is shown after the user has posted. */
  thank_you_url?: string
  /** Write-only: responses have its URL instead. */
  unlocked_image_media_key?: string
}
