import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { Long, RowColumns } from '../types.ts'

export interface PublisherRow extends RowColumns<{
  user_id: Long
  username: string
  monetizable_country_codes: string[]
  promotion_eligible_country_codes: string[]
  monetization_restricted: boolean
  content_category_ids: string[]
}> {}

/** The users whose content can carry ads. `GET publishers` (Ads Management Interface, section 4.2). */
export const listPublishers = list<PublisherRow>()('publishers', {
  key: 'user_id',
  params: {},
  cache: REFERENCE_CACHE,
})
