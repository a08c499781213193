import { list, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

export interface PublisherRow extends Row {
  user_id?: Long | null
  username?: string | null
  monetizable_country_codes?: string[] | null
  promotion_eligible_country_codes?: string[] | null
  monetization_restricted?: boolean | null
  content_category_ids?: string[] | null
}

/** The users whose content can carry ads. `GET publishers` (Ads Management Interface, section 4.2). */
export const listPublishers = list<PublisherRow, ListParams>()('publishers', {
  key: 'user_id',
  sized: false,
  counted: false,
  cache: { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' },
})
