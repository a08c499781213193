import { publisher } from '../../reference/account/publisher.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** A user whose content can carry ads, as the service sends it. */
export interface Publisher {
  monetizable_country_codes: string[]
  promotion_eligible_country_codes: string[]
  username: string
  user_id: string
  monetization_restricted: boolean
  content_category_ids: string[]
}

/** The publishers of content categories. */
export const publishers = referenceTable<Publisher>('publishers')

/** The endpoint that lists publishers (Ads Management Interface, section 4.2). */
export const publisherEndpoints = [referenceEndpoint(publisher, publishers, { nextCursor: true })]
