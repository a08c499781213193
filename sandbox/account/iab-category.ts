import { iabCategory } from '../../reference/account/iab-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** A category of the Interactive Advertising Bureau, as the service sends it. */
export interface IabCategory {
  id: string
  parent_id: string | null
  name: string
}

/** The categories of the Interactive Advertising Bureau, each followed by its subcategories. */
export const iabCategories = referenceTable<IabCategory>('iab_categories')

/** The endpoint that lists IAB categories (Ads Management Interface, section 4.2). */
export const iabCategoryEndpoints = [referenceEndpoint(iabCategory, iabCategories)]
