import { iabCategory } from '../../reference/account/iab-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The categories of the Interactive Advertising Bureau, each followed by its subcategories. */
export const iabCategories = referenceTable<typeof iabCategory.rows.IabCategory, { parent_id: string | null }>(
  'iab_categories',
)

/** The endpoint that lists IAB categories (Ads Management Interface, section 4.2). */
export const iabCategoryEndpoints = [referenceEndpoint(iabCategory, iabCategories)]
