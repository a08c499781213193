import type { Columns } from '../types.ts'
import { id, type Sent, text } from '../value.ts'
import type { CardRow } from './card.ts'

/** The columns that image and video conversation cards share (Ads Creative Interface, section 2). */
export interface ConversationCardRow
  extends
    CardRow,
    Columns<{
      title: string
      first_cta: string
      first_cta_post: string
      second_cta: string
      second_cta_post: string
      third_cta: string
      third_cta_post: string
      fourth_cta: string
      fourth_cta_post: string
      thank_you_text: string
      thank_you_url: string
      media_url: string
      /** The URL of the unlocked image. The documents have the URL but not its name, which follows `media_url`. */
      unlocked_image_media_url: string
    }> {}

/** The writable parameters of conversation cards of both types. */
export const CONVERSATION_CARD = {
  /** The name, 1 to 255 characters. */
  name: text,
  /** The image or video of the card, by its media key. */
  media_key: id,
  /** The text of the first call to action: a hashtag. */
  first_cta: text,
  /** The text of the post that the first call to action suggests. */
  first_cta_post: text,
  /** The text of the second call to action: a hashtag. */
  second_cta: text,
  /** The text of the post that the second call to action suggests. */
  second_cta_post: text,
  /** The text of the third call to action: a hashtag. */
  third_cta: text,
  /** The text of the post that the third call to action suggests. */
  third_cta_post: text,
  /** The text of the fourth call to action: a hashtag. */
  fourth_cta: text,
  /** The text of the post that the fourth call to action suggests. */
  fourth_cta_post: text,
  /** The title of the card. */
  title: text,
  /** The text that is shown after the user has posted. */
  thank_you_text: text,
  /** The URL that is shown after the user has posted. */
  thank_you_url: text,
  /** Write-only: responses have its URL instead. */
  unlocked_image_media_key: id,
}

/**
 * The writable parameters of both image and video conversation cards (Ads Creative Interface, section 2). An empty
 * value removes the value.
 */
export interface ConversationCardParams extends Sent<typeof CONVERSATION_CARD> {}
