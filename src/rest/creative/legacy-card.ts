import type { Long } from '../types.ts'
import type { CardRow } from './card.ts'

/** A legacy card in the flat format of `cards/all`: all numbers are text. */
export interface LegacyCardRow extends CardRow {
  title?: string | null
  country_code?: string | null
  googleplay_app_id?: string | null
  app_cta?: string | null
  wide_app_image?: string | null
  image_display_height?: Long | null
  image_display_width?: Long | null
  website_url?: string | null
  website_display_url?: string | null
  website_dest_url?: string | null
  website_shortened_url?: string | null
  video_url?: string | null
  video_hls_url?: string | null
  video_height?: Long | null
  video_width?: Long | null
  video_owner_id?: Long | null
  video_content_id?: Long | null
  video_poster_url?: string | null
  video_poster_height?: Long | null
  video_poster_width?: Long | null
  content_duration_seconds?: Long | null
}
