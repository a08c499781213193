import type { Columns, Long } from '../types.ts'
import type { CardRow, CardVideoRow } from './card.ts'

/** A legacy card in the flat format of `cards/all`: all numbers are text. */
export interface LegacyCardRow
  extends
    CardRow,
    CardVideoRow,
    Columns<{
      title: string
      country_code: string
      googleplay_app_id: string
      app_cta: string
      wide_app_image: string
      image_display_height: Long
      image_display_width: Long
      website_url: string
      website_display_url: string
      website_dest_url: string
      website_shortened_url: string
      video_owner_id: Long
      video_content_id: Long
    }> {}
