import { publisher } from '../../reference/account/publisher.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The publishers of content categories: users whose content can carry ads. */
export const publishers = referenceTable<
  typeof publisher.rows.Publisher,
  {
    monetizable_country_codes: string[]
    promotion_eligible_country_codes: string[]
    monetization_restricted: boolean
    content_category_ids: string[]
  }
>('publishers')

/** The endpoint that lists publishers (Ads Management Interface, section 4.2). */
export const publisherEndpoints = [referenceEndpoint(publisher, publishers, { nextCursor: true })]
