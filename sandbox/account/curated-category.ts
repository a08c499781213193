import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound } from '../http/error.ts'
import { listEndpoint } from '../endpoint/list.ts'
import { byId } from '../data/order.ts'
import { country, listOf, required } from '../endpoint/parameter.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../data/store.ts'

/** A curated group of publishers, as the service sends it. */
export interface CuratedCategoryRow extends Row {
  name: string
  description: string
  country_codes: string[]
  publisher_user_ids: string[]
  videos_monetized_in_last_thirty_days: number
}

/** The curated categories, which are the same for all accounts. Their owner is NO_ACCOUNT. */
export const curatedCategories: TableDefinition<CuratedCategoryRow> = {
  name: 'curated_categories',
  order: byId(),
  idLength: 5,
}

/** The page size, which callers cannot choose. */
const PAGE_ROWS = 10

/** The maximum number of countries in a filter (Ads Management Interface, section 4.2). */
const MAX_COUNTRIES = 200

/** The endpoints that read curated categories (Ads Management Interface, section 4.2). */
export const curatedCategoryEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/curated_categories',
    quota: 'account',
    table: curatedCategories,
    filters: { country_codes: required(listOf(country(), MAX_COUNTRIES)) },
    count: { max: PAGE_ROWS, absent: PAGE_ROWS },
    omits: ['count', 'sort_by', 'with_deleted', 'with_total_count'],
    sortable: {},
    rows: ({ store }) => store.table(curatedCategories).rows(NO_ACCOUNT),
    keep({ params }) {
      const wanted = new Set(params.country_codes)
      return (row) => row.country_codes.some((code) => wanted.has(code))
    },
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/curated_categories/:curated_category_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const id = call.path.curated_category_id
      const category = call.store.table(curatedCategories).find(NO_ACCOUNT, id)
      if (category === undefined) throw notFound('curated_category_id', id)
      return envelope(call, { data: category })
    },
  }),
]
