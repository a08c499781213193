import { curatedCategories } from '../account/curated-category.ts'
import { publishers } from '../account/publisher.ts'
import { lineItemCuratedCategories } from '../campaign/line-item-curated-category.ts'
import { lineItems } from '../campaign/line-item.ts'
import type { Random } from '../data/random.ts'
import { NO_ACCOUNT, type Store } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { addRow, type Seeding } from './seeding.ts'

const THEMES = ['Cycling', 'Football', 'Film', 'Cooking', 'Late night', 'Esports', 'Fashion', 'News']
const SEASONS = ['All year', 'Winter', 'Finals', 'Festival']

/** Adds the curated categories, which are the same for all accounts. */
export function seedCuratedCategories(store: Store, random: Random, today: Date): void {
  const table = store.table(curatedCategories)
  const publisherIds = store
    .table(publishers)
    .rows(NO_ACCOUNT)
    .map((row) => row.id)
  for (const [index, theme] of THEMES.entries()) {
    for (const season of SEASONS) {
      const worldwide = index % 4 === 3
      table.insert(NO_ACCOUNT, {
        name: `${theme}: ${season}`,
        description: `Publishers of ${theme.toLowerCase()}, ${season.toLowerCase()}`,
        country_codes: worldwide ? ['US', 'GB', 'DE', 'FR', 'JP'] : random.sample(['US', 'GB', 'DE', 'FR', 'JP'], 2),
        publisher_user_ids: random.sample(publisherIds, random.integer(1, 4)),
        id: table.newId(),
        created_at: timestamp(today),
        updated_at: timestamp(today),
        videos_monetized_in_last_thirty_days: random.integer(0, 4_000),
        deleted: false,
      })
    }
  }
}

/**
 * Adds one or two curated categories to each preroll line item of an account. Those of the first line item are deleted
 * if the plan includes hidden rows.
 */
export function seedLineItemCuratedCategories(seeding: Seeding): void {
  const { store, random, plan } = seeding
  const categories = store.table(curatedCategories).rows(NO_ACCOUNT)
  const played = store
    .table(lineItems)
    .rows(plan.id)
    .filter((row) => row.objective === 'PREROLL_VIEWS')
  for (const [index, item] of played.entries()) {
    for (const category of random.sample(categories, random.integer(1, 2))) {
      addRow(seeding, lineItemCuratedCategories, new Date(item.created_at), () => ({
        line_item_id: item.id,
        curated_category_id: category.id,
        deleted: plan.hiddenRows && index === 0,
      }))
    }
  }
}
