import { businessCategory } from '../../reference/account/business-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The business categories of advertisers. */
export const businessCategories = referenceTable<
  typeof businessCategory.rows.AdvertiserBusinessCategory,
  { iab_categories: string[] }
>('advertiser_business_categories')

/** The endpoint that lists business categories (Ads Management Interface, section 4.2). */
export const businessCategoryEndpoints = [referenceEndpoint(businessCategory, businessCategories, { nextCursor: true })]
