import { businessCategory } from '../../reference/account/business-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** A business category of advertisers, as the service sends it. */
export interface BusinessCategory {
  id: string
  name: string
  iab_categories: string[]
}

/** The business categories of advertisers. */
export const businessCategories = referenceTable<BusinessCategory>('advertiser_business_categories')

/** The endpoint that lists business categories (Ads Management Interface, section 4.2). */
export const businessCategoryEndpoints = [referenceEndpoint(businessCategory, businessCategories, { nextCursor: true })]
