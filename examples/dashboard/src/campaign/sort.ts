import type { CampaignSortBy } from '../graphql.ts'

/** The sort orders that the page offers, by their names in the address bar. */
export const SORTS: Readonly<Record<string, { label: string; by: CampaignSortBy }>> = {
  newest: { label: 'Newest first', by: { field: 'CREATED_AT', direction: 'DESC' } },
  name: { label: 'Name', by: { field: 'NAME', direction: 'ASC' } },
  budget: { label: 'Highest daily budget', by: { field: 'DAILY_BUDGET_AMOUNT_LOCAL_MICRO', direction: 'DESC' } },
  changed: { label: 'Last changed', by: { field: 'UPDATED_AT', direction: 'DESC' } },
}
