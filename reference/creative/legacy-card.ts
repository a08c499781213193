import type { Entity } from '../entity.ts'

export const legacyCard = {
  rows: {
    LegacyCard: {
      documents: ['name', 'card_uri', 'card_type', 'id', 'created_at', 'updated_at', 'deleted'],
      service: [
        'title',
        'country_code',
        'googleplay_app_id',
        'app_cta',
        'wide_app_image',
        'image_display_height',
        'image_display_width',
        'website_url',
        'website_display_url',
        'website_dest_url',
        'website_shortened_url',
        'video_url',
        'video_hls_url',
        'video_height',
        'video_width',
        'video_owner_id',
        'video_content_id',
        'video_poster_url',
        'video_poster_height',
        'video_poster_width',
        'content_duration_seconds',
      ],
    },
  },
} as const satisfies Entity
