import { list, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import type { Columns, ListParams, Long, Row } from '../types.ts'

export interface PublisherRow
  extends
    Row,
    Columns<{
      user_id: Long
      username: string
      monetizable_country_codes: string[]
      promotion_eligible_country_codes: string[]
      monetization_restricted: boolean
      content_category_ids: string[]
    }> {}

/** The users whose content can carry ads. `GET publishers` (Ads Management Interface, section 4.2). */
export const listPublishers = list<PublisherRow, ListParams>()('publishers', {
  key: 'user_id',
  sized: false,
  counted: false,
  cache: { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' },
})
